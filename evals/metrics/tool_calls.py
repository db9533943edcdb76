"""Tool calls."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Amount, amount


class ToolCalls(Amount):
    """Calls carried out."""

    name = "tool_calls"
    title = "tool calls"
    unit = "calls"

    def score(self, case: Case) -> Score:
        """The figure of the stamp."""
        return amount(case, lambda answer: answer.stamp.tool_calls, self.unit)
