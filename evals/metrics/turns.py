"""Turns of the loop."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Amount, amount


class Turns(Amount):
    """Turns until the answer."""

    name = "turns"
    title = "turns"
    unit = "turns"

    def score(self, case: Case) -> Score:
        """The figure of the stamp."""
        return amount(case, lambda answer: answer.stamp.turns, self.unit)
