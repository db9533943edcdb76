"""Citations whose lines speak of what their claim names."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Share, checked_share


class CitationsSupported(Share):
    """The fourth part of citation accuracy. Lines that are only shown claim nothing and do not count."""

    name = "citations_supported"
    title = "citations: claim supported"

    def score(self, case: Case) -> Score:
        """Supported citations / citations with a claim."""
        return checked_share(case, lambda check: check.supported, "support their claim")
