"""Wall-clock time."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Amount, amount


class Seconds(Amount):
    """Seconds a question took, the index being up to date."""

    name = "seconds"
    title = "seconds"
    headline = True
    unit = "s"

    def score(self, case: Case) -> Score:
        """The figure of the stamp."""
        return amount(case, lambda answer: answer.stamp.seconds, self.unit)
