"""Cited precision: cited files that are golden or acceptable."""

from __future__ import annotations

from evals.answers import cited_files
from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only, unscored


class CitedPrecision(Share):
    """Unscored for an answer that cites nothing: cited recall tells about that."""

    name = "cited_precision"
    title = "cited precision (golden + accepted)"
    headline = True

    def score(self, case: Case) -> Score:
        """Cited files that are golden or accepted / cited files."""

        def of_run(run: Run) -> Score:
            cited = cited_files(run.answer)
            if not cited:
                return unscored("nothing is cited")
            off = tuple(path for path in cited if path not in case.question.allowed)
            good = len(cited) - len(off)
            text = f"{good} of {len(cited)} cited files are golden or accepted"
            return Score(good / len(cited), text, tuple(f"off target {path}" for path in off))

        return answerable_only(case, of_run)
