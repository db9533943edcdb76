"""What the model charged."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Amount, amount


class Cost(Amount):
    """Unscored where no price is known, which is not the same as free."""

    name = "cost"
    title = "cost"
    unit = "USD"

    def score(self, case: Case) -> Score:
        """The figure of the stamp."""
        return amount(case, lambda answer: answer.stamp.cost, self.unit)
