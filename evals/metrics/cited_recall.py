"""Cited recall: golden files among the files the answer cites."""

from __future__ import annotations

from evals.answers import cited_files
from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only, found_share


class CitedRecall(Share):
    """A file that was read but not used does not help the reader."""

    name = "cited_recall"
    title = "cited recall"
    headline = True

    def score(self, case: Case) -> Score:
        """Golden files that are cited / golden files."""

        def of_run(run: Run) -> Score:
            cited = cited_files(run.answer)
            return found_share(case.question.gold_files, cited, f"golden files among {len(cited)} cited")

        return answerable_only(case, of_run)
