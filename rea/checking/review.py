"""Reviews a draft: every citation judged, what is unproven taken out, node states set, faults listed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rea.answer import Citation, Claim, Draft, Excerpt, FlowRow, SearchFact, Table
from rea.checking.checker import Checker
from rea.checking.identifiers import names_in, occurs_any
from rea.loop.gate import node_state
from rea.loop.reasoner import NewFact

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.facts import Facts
    from rea.loop.ledger import Ledger
    from rea.plan import Plan

# One citation in so many may fail without another round: a whole answer anew costs more than it mends.
SLIGHT = 10


@dataclass(frozen=True, slots=True)
class Moved:
    """Text that is no longer where it was read, but at `start`-`end` of the same file."""

    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A draft in which only verified statements are left, and what was wrong with the rest.

    `missing`: ids of required nodes without a row; `points`: the verified citations as the gate counts them.
    `slips`: faults that are no more than a citation whose lines do not hold what the sentence names.
    """

    draft: Draft
    faults: tuple[str, ...]
    missing: tuple[str, ...]
    thin: tuple[str, ...]
    points: tuple[NewFact, ...]
    moved: tuple[Moved, ...]
    verified: int
    cited: int
    slips: int = 0

    @property
    def slight(self) -> bool:
        """Whether all that was wrong is a slip in at most one citation of ten: taking it out was enough."""
        return len(self.faults) == self.slips and self.slips * SLIGHT <= self.cited


def review(draft: Draft, plan: Plan, index: Index, ledger: Ledger, facts: Facts) -> Reviewed:
    """Judge a draft. Nothing is repaired: what does not hold is removed and named."""
    desk = _Desk(Checker(index, ledger), ledger, facts)
    clean = Draft(
        status=draft.status,
        conclusion=desk.claims(draft.conclusion, "conclusion"),
        flow=desk.rows(draft.flow, plan),
        tables=tuple(desk.table(table) for table in draft.tables),
        risks=desk.claims(draft.risks, "risk"),
        excerpts=desk.excerpts(draft.excerpts),
        nearest=desk.claims(draft.nearest, "nearest"),
        searched=_searched(draft, ledger),
    )
    clean = replace(clean, tables=tuple(table for table in clean.tables if table.rows))
    states = {row.node_id: row.state for row in clean.flow}
    required = [node.id for node in plan.nodes if not node.optional]
    return Reviewed(
        draft=clean,
        faults=tuple(dict.fromkeys(desk.faults)),
        missing=tuple(node_id for node_id in required if node_id not in states),
        thin=tuple(node_id for node_id in required if states.get(node_id) == "to_be_confirmed"),
        points=tuple(desk.points(clean.flow)),
        moved=tuple(dict.fromkeys(desk.moved)),
        verified=desk.verified,
        cited=desk.cited,
        slips=len(desk.slips),
    )


class _Desk:
    """Where one draft is taken apart: collects faults while the parts go through."""

    def __init__(self, checker: Checker, ledger: Ledger, facts: Facts) -> None:
        self._checker = checker
        self._ledger = ledger
        self._facts = facts
        self.faults: list[str] = []
        self.moved: list[Moved] = []
        self.slips: set[str] = set()
        self.verified = 0
        self.cited = 0

    def claims(self, claims: Sequence[Claim], part: str) -> tuple[Claim, ...]:
        """The claims that at least one verified citation carries, with only those citations."""
        kept = []
        for claim in claims:
            held = self.citations(claim.citations, claim.text)
            if not claim.citations:
                self.faults.append(f"{part}: no citation for {_short(claim.text)}")
            if generic := generic_phrase(claim.text):
                self.faults.append(f"{part}: the phrase '{generic}' tells nothing about this repository")
            elif held:
                kept.append(Claim(claim.text, held))
        return tuple(kept)

    def citations(self, citations: Sequence[Citation], claim: str | None) -> tuple[Citation, ...]:
        """The verified ones; each other one becomes a fault."""
        held = []
        for citation in dict.fromkeys(citations):
            judged = self._checker.check(citation, claim)
            self.cited += 1
            if judged.verdict == "verified":
                self.verified += 1
                held.append(judged)
                continue
            where = f"{judged.path}:{judged.start}-{judged.end}"
            if judged.verdict == "moved":
                start, _, end = judged.detail.partition("-")
                self.moved.append(Moved(judged.path, int(start), int(end)))
                self.faults.append(f"{where}: moved, the text is now at {judged.detail}")
                continue
            fault = f"{where}: {judged.verdict}, {judged.detail}"
            self.faults.append(fault)
            if judged.verdict == "unsupported":
                self.slips.add(fault)
        return tuple(held)

    def rows(self, rows: Sequence[FlowRow], plan: Plan) -> tuple[FlowRow, ...]:
        """Rows with evidence left, states set from it, in the order of the plan."""
        nodes = {node.id: (position, node) for position, node in enumerate(plan.nodes)}
        kept: list[tuple[int, FlowRow]] = []
        for row in rows:
            if row.node_id not in nodes:
                self.faults.append(f"flow: '{row.node_id}' is not a node of the plan")
                continue
            position, node = nodes[row.node_id]
            held = self.citations(row.evidence, " ".join((row.trigger, row.handler, row.stage)))
            if not held:
                continue
            trigger, handler = (self._cell(text, held) for text in (row.trigger, row.handler))
            clean = replace(row, evidence=held, trigger=trigger, handler=handler)
            kept.append((position, replace(clean, state=node_state(node, list(self.points([clean]))))))
        return tuple(row for _, row in sorted(kept, key=lambda item: item[0]))

    def _cell(self, text: str, evidence: Sequence[Citation]) -> str:
        """A cell whose names stand neither in the cited lines nor in their file as read is emptied."""
        names = names_in(text)
        shown: list[str] = []
        for citation in evidence:
            shown.append(citation.path)
            shown.extend(self._ledger.known_lines(citation.path))
        if names and not occurs_any(names, shown):
            self.faults.append(f"flow: none of the names in {_short(text)} occurs in what was read")
            return ""
        return text

    def points(self, rows: Sequence[FlowRow]) -> list[NewFact]:
        """Citations of rows as the gate counts them; a citation takes part once per role its lines have."""
        points = []
        for row in rows:
            for item in row.evidence:
                roles = self._facts.roles_at(item.path, item.start, item.end, row.node_id) or {""}
                points += [
                    NewFact("", item.path, item.start, item.end, row.node_id, role) for role in sorted(roles)
                ]
        return points

    def table(self, table: Table) -> Table:
        """The first column is a label; every other cell needs a verified citation or is emptied."""
        rows = []
        for row in table.rows:
            cells = [row[0], *(self._table_cell(cell) for cell in row[1:])] if row else []
            if any(cell.citations for cell in cells[1:]):
                rows.append(tuple(cells))
        return replace(table, rows=tuple(rows))

    def _table_cell(self, cell: Claim) -> Claim:
        if not cell.text.strip():
            return Claim("", ())
        kept = self.claims([cell], "table")
        return kept[0] if kept else Claim("", ())

    def excerpts(self, excerpts: Sequence[Excerpt]) -> tuple[Excerpt, ...]:
        """Excerpts of verified spans; the lines are the ledger's, whatever the draft says they are."""
        kept = []
        for excerpt in excerpts:
            for citation in self.citations([excerpt.citation], None):
                lines = self._ledger.lines(citation.path, citation.start, citation.end) or ()
                kept.append(Excerpt(citation, excerpt.role, lines))
        return tuple(kept)


def _searched(draft: Draft, ledger: Ledger) -> tuple[SearchFact, ...]:
    """What was searched is the ledger's to say; a draft may only choose among it."""
    made = ledger.searches()
    chosen = tuple(search for search in draft.searched if search in made)
    return chosen or made


@lru_cache(maxsize=1)
def _generic_phrases() -> tuple[str, ...]:
    from indexer.datafiles import load_table

    table = load_table(Path(__file__).with_name("phrases.yaml"))
    return tuple(str(phrase) for phrases in table.values() for phrase in phrases)


def generic_phrase(text: str) -> str:
    """The first phrase in a sentence that tells what software usually does, '' when there is none."""
    lowered = text.lower()
    for phrase in _generic_phrases():
        if re.search(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", lowered):
            return phrase
    return ""


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"'{flat[:60]}…'" if len(flat) > 60 else f"'{flat}'"
