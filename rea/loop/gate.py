"""The gate: computed from the frozen plan and the ledger, it says whether the evidence is enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from rea.answer import NodeState
from rea.loop.reasoner import NewFact
from rea.plan import Plan, PlanNode

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.ledger import Ledger

# Enough for a flow: three folders, five files, ten line-exact references, two evidences a node.
FULL_DIRS, FULL_FILES, FULL_REFERENCES, PER_NODE = 3, 5, 10, 2
EARLIEST_TURN = 3
# Absence needs several terms; fewer searches say little about a repository.
ABSENCE_TERMS = 3
# Reasons for which a text file was left out of every search, so that "nowhere" would be too much to say.
UNSEARCHED = frozenset({"too_large", "unreadable"})


@dataclass(frozen=True, slots=True)
class RepoSize:
    """What the thresholds scale with: files and folders of code (all files where there is no code).

    `unsearched` counts code files no search could see.
    """

    files: int
    dirs: int
    unsearched: int = 0


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is asked of this run, after scaling."""

    dirs: int
    files: int
    references: int
    per_node: int
    earliest_turn: int


@dataclass(frozen=True, slots=True)
class Absence:
    """The gate of "not found": enough distinct terms, every search complete, one search known to hit."""

    ready: bool
    terms: int
    complete: bool
    control: bool
    text: str


@dataclass(frozen=True, slots=True)
class GateReport:
    """Where a run stands. `missing`: ids of required nodes not proven: `empty` has none, `thin` too little.

    `ready`: `enough`, no node missing, and not too early. `text` says in one paragraph what is still wanted,
    '' when nothing is.
    """

    ready: bool
    enough: bool
    missing: tuple[str, ...]
    empty: tuple[str, ...]
    thin: tuple[str, ...]
    dirs: int
    files: int
    references: int
    thresholds: Thresholds
    absence: Absence
    turn: int
    text: str


def measure(index: Index) -> RepoSize:
    """The size of a repository as the gate sees it."""
    from indexer.roles import role_of

    files = index.files()
    code = [file.path for file in files if file.role == "code"] or [file.path for file in files]
    unsearched = sum(
        1 for file in index.skipped() if file.reason in UNSEARCHED and role_of(file.path) == "code"
    )
    return RepoSize(len(code), len({folder(path) for path in code}), unsearched)


def folder(path: str) -> str:
    """The folder of a repo-relative path, `.` at the top."""
    return str(PurePosixPath(path).parent)


def thresholds(size: RepoSize, hits: frozenset[str] | None = None) -> Thresholds:
    """The thresholds for a repository; the files `hits` cap them when complete searches met no others.

    Full strength from 20 code files on; a quarter of the files below, and no waiting for turn 3.
    """
    files = min(FULL_FILES, max(1, ceil(size.files / 4)))
    dirs = min(FULL_DIRS, max(1, ceil(size.dirs / 2)), files)
    earliest = EARLIEST_TURN if files == FULL_FILES else 2 if files > 1 else 1
    if hits:
        files = min(files, len(hits))
        dirs = min(dirs, len({folder(path) for path in hits}))
    return Thresholds(dirs, files, min(FULL_REFERENCES, 2 * files), PER_NODE, earliest)


def report(plan: Plan, ledger: Ledger, points: Iterable[NewFact], size: RepoSize, turn: int) -> GateReport:
    """Measure `points` (facts, and for a draft its citations) against the plan. Only lines seen count."""
    seen = [point for point in points if ledger.covers(point.path, point.start, point.end)]
    wanted = thresholds(size, _narrow(ledger))
    states = {node.id: node_state(node, [p for p in seen if p.node_id == node.id]) for node in plan.nodes}
    required = [node.id for node in plan.nodes if not node.optional]
    empty = tuple(node_id for node_id in required if states[node_id] == "missing")
    thin = tuple(node_id for node_id in required if states[node_id] == "to_be_confirmed")
    files = {point.path for point in seen}
    dirs = {folder(path) for path in files}
    references = len({(p.path, p.start, p.end) for p in seen})
    enough = len(dirs) >= wanted.dirs and len(files) >= wanted.files and references >= wanted.references
    ready = enough and not empty and not thin and turn >= wanted.earliest_turn
    counts = ((len(dirs), wanted.dirs, "folders"), (len(files), wanted.files, "files"),
              (references, wanted.references, "line-exact references"))  # fmt: skip
    return GateReport(
        ready=ready,
        enough=enough,
        missing=tuple(node_id for node_id in required if states[node_id] != "proven"),
        empty=empty,
        thin=thin,
        dirs=len(dirs),
        files=len(files),
        references=references,
        thresholds=wanted,
        absence=absence(ledger, size),
        turn=turn,
        text="" if ready else _wanted(plan, empty, thin, counts),
    )


def node_state(node: PlanNode, points: Sequence[NewFact]) -> NodeState:
    """A node is proven by two distinct places; one about data by a write and a read or clear among them."""
    places = count_places([(point.path, point.start, point.end) for point in points])
    if not places:
        return "missing"
    roles = {point.role for point in points if point.role}
    if places < PER_NODE or not _roles_suffice(node, roles):
        return "to_be_confirmed"
    return "proven"


def count_places(spans: Sequence[tuple[str, int, int]]) -> int:
    """How many different places spans name: one that lies inside another is the same place said twice."""
    kept: list[tuple[str, int, int]] = []
    for path, start, end in sorted(set(spans), key=lambda span: span[1] - span[2]):
        if not any(path == known and first <= start and end <= last for known, first, last in kept):
            kept.append((path, start, end))
    return len(kept)


def _roles_suffice(node: PlanNode, roles: set[str]) -> bool:
    """Unnamed roles are no objection: a model may leave them out, the count still holds."""
    if not roles or "write" not in node.needs or not {"read", "clear"} & set(node.needs):
        return True
    return "write" in roles and bool({"read", "clear"} & roles)


def absence(ledger: Ledger, size: RepoSize) -> Absence:
    """Whether the searches made so far allow the statement that something is not in the repository."""
    searches = [search for search in ledger.searches() if not search.glob]
    terms = len({term.casefold() for search in searches for term in search.pattern.split("|")})
    # A search with hits may be cut at its limit; without hits it is incomplete only if files were left out.
    whole = size.unsearched == 0 and not any(search.truncated for search in searches if not search.hits)
    complete = whole and any(not search.hits for search in searches)
    control = any(search.hits for search in searches)
    faults = [
        text
        for ok, text in (
            (terms >= ABSENCE_TERMS, f"only {terms} of {ABSENCE_TERMS} terms were searched"),
            (complete, "no search without hits covered every file"),
            (control, "no search has hit anything yet, so the search itself is unproven"),
        )
        if not ok
    ]
    return Absence(not faults, terms, complete, control, "; ".join(faults))


def _narrow(ledger: Ledger) -> frozenset[str] | None:
    """The files all searches together met, when several searches were complete; None when one was cut."""
    searches = ledger.searches()
    if len(searches) < ABSENCE_TERMS or any(search.truncated for search in searches):
        return None
    return ledger.hit_paths


def _wanted(
    plan: Plan, empty: tuple[str, ...], thin: tuple[str, ...], counts: Iterable[tuple[int, int, str]]
) -> str:
    parts = [f"{have} of {want} {what}" for have, want, what in counts if have < want]
    for node in plan.nodes:
        if node.id in empty:
            parts.append(f"nothing yet for '{node.title}' ({node.id}): {node.question}")
        elif node.id in thin:
            roles = f", one of them showing {' / '.join(node.needs)}" if node.needs else ""
            parts.append(f"'{node.title}' ({node.id}) needs {PER_NODE} evidences{roles}")
    return "Still wanted: " + "; ".join(parts) + "." if parts else "Too early to end: look further first."
