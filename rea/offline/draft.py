"""Builds the four parts of an answer from chosen evidence. Only names that stand in cited lines are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rea.answer import Claim, Draft, Excerpt, FlowRow, NodeState, Table
from rea.offline.proof import Proof, cite, name_of
from rea.offline.risks import risks_of
from rea.offline.spots import Spot, names_of
from rea.offline.wording import column_names, layer_name, say

if TYPE_CHECKING:
    from rea.loop.ledger import Ledger
    from rea.plan import Lang, Plan
    from rea.playbooks.loading import Playbook

# The playbook of questions about no flow in particular: its title says nothing.
GENERIC = "generic"
CHAIN = 5
EXCERPT_LINES = 10
EXCERPTS = 12


def build_draft(plan: Plan, book: Playbook, proofs: Sequence[Proof], ledger: Ledger) -> Draft:
    """The draft of an answered or partial question."""
    lang = plan.lang
    rows = tuple(_row(lang, proof, ledger) for proof in proofs if proof.spots)
    tables = (_table(lang, book, proofs, ledger),) if book.table and rows else ()
    return Draft(
        status="answered",
        conclusion=(_conclusion(lang, book, proofs, ledger),) if rows else (),
        flow=rows,
        tables=tables,
        risks=risks_of(lang, proofs, ledger),
        excerpts=_excerpts(lang, proofs, ledger),
    )


def not_found_draft(lang: Lang, ledger: Ledger) -> Draft:
    """Nothing of that name exists; the nearest thing read is shown beside what was searched.

    There is no conclusion: no line can prove it. What was searched does, and the page says so.
    """
    nearest = []
    for item in ledger.slices()[:1]:
        names = [name for line in item.lines for name in names_of(line)]
        name = max(names, key=len, default="")
        if name:
            text = say(lang, "nearest", name=name, path=item.path)
            nearest.append(Claim(text, (ledger.cite(item.path, item.start, item.end, (name,)),)))
    return Draft(
        status="not_found",
        conclusion=(),
        nearest=tuple(nearest),
        searched=ledger.searches(),
    )


def label(lang: Lang, spot: Spot, ledger: Ledger) -> str:
    """How a spot is called in a table."""
    name = name_of(spot, ledger)
    file = spot.path.rsplit("/", 1)[-1]
    return (
        say(lang, "place", name=name, file=file)
        if name
        else say(lang, "anonymous", file=file, line=str(spot.line))
    )


def _row(lang: Lang, proof: Proof, ledger: Ledger) -> FlowRow:
    trigger, handler = proof.spots[0], proof.spots[-1] if len(proof.spots) == 1 else proof.spots[1]
    state: NodeState = "proven" if len(proof.spots) > 1 else "to_be_confirmed"
    return FlowRow(
        node_id=proof.node.id,
        stage=proof.node.titles[lang],
        trigger=label(lang, trigger, ledger),
        handler=label(lang, handler, ledger),
        evidence=tuple(cite(spot, ledger) for spot in proof.spots),
        state=state,
    )


def _conclusion(lang: Lang, book: Playbook, proofs: Sequence[Proof], ledger: Ledger) -> Claim:
    steps: list[Spot] = []
    seen: set[str] = set()
    for proof in proofs:
        fresh = next((spot for spot in proof.spots if spot.path not in seen and name_of(spot, ledger)), None)
        if fresh and len(steps) < CHAIN:
            steps.append(fresh)
            seen.add(fresh.path)
    chain = say(lang, "joined").join(label(lang, spot, ledger) for spot in steps)
    several = "conclusion_general" if book.flow == GENERIC else "conclusion"
    phrase = several if len(steps) > 1 else "conclusion_short"
    text = say(lang, phrase, title=book.titles[lang], chain=chain)
    return Claim(text, tuple(cite(spot, ledger) for spot in steps))


def _table(lang: Lang, book: Playbook, proofs: Sequence[Proof], ledger: Ledger) -> Table:
    rows = []
    for kind in book.kinds:
        own = [proof for proof in proofs if proof.node.kind == kind.id]
        if not any(proof.spots for proof in own):
            continue
        cells = [Claim(layer_name(lang, kind.id), ())]
        for column in ("write", "read", "invalidate", "notes"):
            cells.append(
                _cell(lang, [spot for proof in own for spot in _of_column(proof, column)][:2], ledger)
            )
        rows.append(tuple(cells))
    return Table(say(lang, "table"), column_names(lang), tuple(rows))


_ROLE_COLUMNS = {"write": "write", "read": "read", "clear": "invalidate", "model": "notes", "expiry": "notes"}


def _of_column(proof: Proof, column: str) -> list[Spot]:
    return [spot for spot in proof.spots if _ROLE_COLUMNS.get(spot.role, "") == column]


def _cell(lang: Lang, spots: Sequence[Spot], ledger: Ledger) -> Claim:
    text = "; ".join(label(lang, spot, ledger) for spot in spots)
    return Claim(text, tuple(cite(spot, ledger) for spot in spots))


def _excerpts(lang: Lang, proofs: Sequence[Proof], ledger: Ledger) -> tuple[Excerpt, ...]:
    shown: list[Excerpt] = []
    for depth in (0, 1):
        for proof in proofs:
            if depth < len(proof.spots) and len(shown) < EXCERPTS:
                shown.append(_excerpt(lang, proof, proof.spots[depth], ledger))
    return tuple(shown)


def _excerpt(lang: Lang, proof: Proof, spot: Spot, ledger: Ledger) -> Excerpt:
    start = max(spot.start, min(spot.line - 2, spot.end - EXCERPT_LINES + 1))
    end = min(spot.end, start + EXCERPT_LINES - 1)
    lines = ledger.lines(spot.path, start, end) or ()
    names = tuple(
        name for name in (name_of(spot, ledger), *spot.names) if name and any(name in line for line in lines)
    )
    return Excerpt(ledger.cite(spot.path, start, end, names[:3]), proof.node.titles[lang], lines)
