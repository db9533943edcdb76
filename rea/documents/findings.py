"""What the document checker reports: one finding per cited span, one report per document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rea.answer import Verdict
from rea.checking.citations import Place

Severity = Literal["ok", "warning", "error"]

# An error is proven: the place is not there, or its text is not the text that was cited. A warning is not.
SEVERITIES: Mapping[Verdict, Severity] = {
    "verified": "ok",
    "moved": "error",
    "changed": "error",
    "out_of_range": "error",
    "missing": "error",
    "unsupported": "warning",
    "unverifiable": "warning",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A cited span: where the document cites it (1-based line and column), what it names, and the verdict.

    `path` is the repository's own form once it was found, else as written. `moved_to` is where the text is
    now; `places` are the offsets of the two numbers in the document; `fixed` says that they were replaced.
    """

    line: int
    column: int
    raw: str
    path: str
    start: int
    end: int
    verdict: Verdict
    detail: str = ""
    candidates: tuple[str, ...] = ()
    moved_to: tuple[int, int] | None = None
    places: tuple[Place, Place] = ((0, 0), (0, 0))
    fixed: bool = False

    @property
    def severity(self) -> Severity:
        """How much it matters; a citation that was put right does not."""
        return "ok" if self.fixed else SEVERITIES[self.verdict]

    @property
    def cited(self) -> str:
        """`path:start-end`."""
        span = f"{self.start}" if self.start == self.end else f"{self.start}-{self.end}"
        return f"{self.path}:{span}"


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """A document and its findings, in order. `problem` says why it could not be read or put right.

    `in_code` and `switched_off` count citations that were not judged: in code blocks, or as the author wants.
    `unjudged` counts those beyond the number that is judged.
    """

    name: str
    findings: tuple[Finding, ...] = ()
    problem: str = ""
    in_code: int = 0
    switched_off: int = 0
    unjudged: int = 0


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All documents of one check. `notes` say what could not be told, and why."""

    documents: tuple[DocumentReport, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those of all documents."""
        return tuple(finding for document in self.documents for finding in document.findings)

    @property
    def counts(self) -> dict[str, int]:
        """How many findings each verdict has, the known verdicts in a fixed order."""
        counted = Counter(finding.verdict for finding in self.findings)
        return {verdict: counted[verdict] for verdict in SEVERITIES if counted[verdict]}

    def failed(self, *, strict: bool = False) -> bool:
        """Whether something must be put right: an error, a document not wholly checked, a strict warning."""
        bad = {"error", "warning"} if strict else {"error"}
        return any(finding.severity in bad for finding in self.findings) or any(
            document.problem or document.unjudged for document in self.documents
        )
