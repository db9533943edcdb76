"""Tokens a model took in and gave out."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Amount, amount


class Tokens(Amount):
    """Unscored offline: no model takes part."""

    name = "tokens"
    title = "tokens"
    unit = "tokens"

    def score(self, case: Case) -> Score:
        """The figure of the stamp."""
        return amount(case, lambda answer: answer.stamp.tokens or None, self.unit)
