"""Abstention: questions without an answer that are answered "not found"."""

from __future__ import annotations

from evals.records import Case, Run, Score
from evals.scoring import Share, over_runs, unscored


class Abstention(Share):
    """Only an outright "not found" counts; a partial answer about something else does not."""

    name = "abstention"
    title = "abstention (unanswerable)"
    headline = True

    def score(self, case: Case) -> Score:
        """1 when the answer is "not found"."""
        if case.question.answerable:
            return unscored("the question has an answer")

        def of_run(run: Run) -> Score:
            return Score(float(run.answer.status == "not_found"), f"status {run.answer.status}")

        return over_runs(case, of_run)
