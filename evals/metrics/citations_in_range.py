"""Citations whose lines are within the file."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Share, checked_share


class CitationsInRange(Share):
    """The second part of citation accuracy."""

    name = "citations_in_range"
    title = "citations: lines in range"

    def score(self, case: Case) -> Score:
        """Citations in range / citations."""
        return checked_share(case, lambda check: check.in_range, "are within their file")
