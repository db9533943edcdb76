"""Citations whose file exists in the commit."""

from __future__ import annotations

from evals.records import Case, Score
from evals.scoring import Share, checked_share


class CitationsExist(Share):
    """The first part of citation accuracy."""

    name = "citations_exist"
    title = "citations: file exists"

    def score(self, case: Case) -> Score:
        """Citations of existing files / citations."""
        return checked_share(case, lambda check: check.exists, "name a file that exists")
