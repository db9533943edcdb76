"""File recall: golden files among the files the run read."""

from __future__ import annotations

from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only, found_share


class FileRecall(Share):
    """Reading is what costs; the number of files read is limited by the settings of the evaluation."""

    name = "file_recall"
    title = "file recall"
    headline = True

    def score(self, case: Case) -> Score:
        """Golden files that were read / golden files."""

        def of_run(run: Run) -> Score:
            read = run.answer.files_read
            return found_share(case.question.gold_files, read, f"golden files among {len(read)} read")

        return answerable_only(case, of_run)
