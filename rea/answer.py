"""What a run produces: a draft while it may still change, an answer once it has been checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rea.plan import Lang, Reading

Status = Literal["answered", "partial", "ambiguous", "not_found", "failed"]
Verdict = Literal["verified", "moved", "changed", "out_of_range", "missing", "unsupported", "unverifiable"]
# Why an answer is not (or not plainly) "answered".
Reason = Literal[
    "",
    "nodes_missing",
    "single_evidence",
    "little_evidence",
    "faults",
    "out_of_turns",
    "out_of_time",
    "out_of_calls",
    "out_of_budget",
    "model_failed",
    "no_progress",
    "absence_unproven",
    "no_evidence",
    "several_readings",
]
NodeState = Literal["proven", "to_be_confirmed", "missing"]


@dataclass(frozen=True, slots=True)
class Citation:
    """`path:start-end` (1-based, inclusive) with the identifiers its claim names; one must occur there.

    `text_hash` is the hash of the lines when they were read; `verdict` is filled by the checker.
    """

    path: str
    start: int
    end: int
    keywords: tuple[str, ...] = ()
    text_hash: str = ""
    verdict: Verdict | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence and the citations that carry it. A claim without citations is never printed."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class FlowRow:
    """A row of the flow table: the stage, where it is triggered, where it is handled, and the evidence."""

    node_id: str
    stage: str
    trigger: str
    handler: str
    evidence: tuple[Citation, ...]
    state: NodeState


@dataclass(frozen=True, slots=True)
class Table:
    """An extra table, for storage layer | write | read | invalidate | notes. Cells carry citations."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Claim, ...], ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Cited lines shown in the key-evidence part, with what they show."""

    citation: Citation
    role: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchFact:
    """What was searched and what came of it: the evidence of absence. `glob` is the scope, '' = all."""

    pattern: str
    files_searched: int
    hits: int
    glob: str = ""
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A reasoner's proposal, not yet checked."""

    status: Status
    conclusion: tuple[Claim, ...]
    flow: tuple[FlowRow, ...] = ()
    tables: tuple[Table, ...] = ()
    risks: tuple[Claim, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    nearest: tuple[Claim, ...] = ()
    searched: tuple[SearchFact, ...] = ()


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an answer was made from. Seconds are wall-clock; `index_age` is since the index was written.

    `reused`: the answer is that of the earlier run `run_id`; all its citations were checked again.
    """

    rea_version: str
    commit: str
    dirty: bool
    index_age: float
    model: str
    turns: int
    tool_calls: int
    files_read: int
    seconds: float
    run_id: str = ""
    tokens: int = 0
    cost: float | None = None
    notes: tuple[str, ...] = ()
    reused: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer. `files_read` holds the paths whose lines read_slice delivered, in reading order.

    `missing` are titles of plan nodes nothing was found for; `faults` what the checker took out of the last
    draft; `reason` why the status is not better; `subject` the words of the question that name its topic.
    """

    question: str
    lang: Lang
    status: Status
    interpretation: Reading
    alternatives: tuple[Reading, ...]
    conclusion: tuple[Claim, ...]
    flow: tuple[FlowRow, ...]
    tables: tuple[Table, ...]
    risks: tuple[Claim, ...]
    evidence: tuple[Excerpt, ...]
    nearest: tuple[Claim, ...]
    searched: tuple[SearchFact, ...]
    files_read: tuple[str, ...]
    missing: tuple[str, ...]
    stamp: Stamp
    faults: tuple[str, ...] = field(default=())
    reason: Reason = ""
    subject: tuple[str, ...] = ()
