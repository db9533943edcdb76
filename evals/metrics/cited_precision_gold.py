"""Strict cited precision: cited files that are golden."""

from __future__ import annotations

from evals.answers import cited_files
from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only, unscored


class CitedPrecisionGold(Share):
    """The lower bound of precision: accepted files count as off target."""

    name = "cited_precision_gold"
    title = "cited precision (golden)"

    def score(self, case: Case) -> Score:
        """Cited files that are golden / cited files."""

        def of_run(run: Run) -> Score:
            cited = cited_files(run.answer)
            if not cited:
                return unscored("nothing is cited")
            good = len(set(cited) & set(case.question.gold_files))
            return Score(good / len(cited), f"{good} of {len(cited)} cited files are golden")

        return answerable_only(case, of_run)
