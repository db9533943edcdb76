"""Citation accuracy: citations that hold in every way on a clean checkout."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Share, checked_share


class CitationAccuracy(Share):
    """The file is there, the lines are in it, their text is what was read, and it speaks of the claim."""

    name = "citation_accuracy"
    title = "citation accuracy"
    headline = True

    def score(self, case: Case) -> Score:
        """Citations that hold / citations."""
        return checked_share(case, lambda check: check.holds, "hold")
