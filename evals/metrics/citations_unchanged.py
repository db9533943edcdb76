"""Citations whose text is the text that was read."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Share, checked_share


class CitationsUnchanged(Share):
    """The third part of citation accuracy."""

    name = "citations_unchanged"
    title = "citations: text unchanged"

    def score(self, case: Case) -> Score:
        """Citations with unchanged text / citations."""
        return checked_share(case, lambda check: check.unchanged, "have the text that was read")
