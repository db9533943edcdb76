"""From what a model hands in to drafts and facts. The review judges them, not this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rea.answer import Citation, Claim, Draft, Excerpt, FlowRow, Table
from rea.chat.forms import AnswerForm, LayerForm, NoteForm, PlaceForm, SentenceForm
from rea.checking.citations import clean_path, parse_citation
from rea.loop.reasoner import NewFact
from rea.offline.wording import column_names, say

if TYPE_CHECKING:
    from rea.loop.ledger import Ledger
    from rea.plan import Plan

EXCERPT_LINES = 10
EXCERPTS = 12
MOST_FACTS = 80


def facts_of(form: NoteForm, plan: Plan, ledger: Ledger) -> tuple[tuple[NewFact, ...], tuple[str, ...]]:
    """The facts of a note, and what is wrong with those that name no lines."""
    facts, faults = [], []
    for fact in form.facts[:MOST_FACTS]:
        places = _spans(fact.at, ledger)
        if not places:
            faults.append(f"note: {fact.at[:80]!r} is not `path:start-end`")
        for path, start, end in places:
            node = fact.node if any(node.id == fact.node for node in plan.nodes) else ""
            facts.append(NewFact(fact.text, path, start, end, node, fact.role.lower()[:20]))
    return tuple(facts), tuple(faults)


def draft_of(form: AnswerForm, plan: Plan, ledger: Ledger) -> tuple[Draft, tuple[NewFact, ...]]:
    """The draft an answer form is, and the facts in it: the roles it gives to lines that were seen."""
    flow, facts = [], []
    titles = {node.id: node.title for node in plan.nodes}
    for row in form.flow:
        cited = [citation for place in row.evidence for citation in _citations(place, ledger)]
        stage = row.stage or titles.get(row.node, "")
        flow.append(FlowRow(row.node, stage, row.trigger, row.handler, tuple(cited), "missing"))
        for place in row.evidence:
            for path, start, end in _spans(place.at, ledger):
                if place.role and row.node in titles and ledger.covers(path, start, end):
                    facts.append(NewFact(stage, path, start, end, row.node, place.role.lower()[:20]))
    draft = Draft(
        status=form.status,
        conclusion=_claims(form.conclusion, ledger),
        flow=tuple(flow),
        tables=_tables(form.table, plan, ledger),
        risks=_claims(form.risks, ledger),
        excerpts=_excerpts(flow, ledger),
        nearest=_claims(form.nearest, ledger),
        searched=ledger.searches() if form.status == "not_found" else (),
    )
    return draft, tuple(dict.fromkeys(facts))


def _claims(sentences: Iterable[SentenceForm], ledger: Ledger) -> tuple[Claim, ...]:
    return tuple(_claim(sentence, ledger) for sentence in sentences if sentence.text)


def _claim(sentence: SentenceForm, ledger: Ledger) -> Claim:
    cited = [citation for place in sentence.evidence for citation in _citations(place, ledger)]
    return Claim(sentence.text, tuple(cited))


def _citations(place: PlaceForm, ledger: Ledger) -> list[Citation]:
    """Citations with the hash of the lines seen; without one where they were not, which the review tells."""
    names = tuple(name.strip("` ") for name in place.names if name.strip("` "))
    spans = _spans(place.at, ledger) or [(clean_path(place.at)[:200], 0, 0)]
    cited = []
    for path, start, end in spans:
        known = ledger.covers(path, start, end)
        cited.append(ledger.cite(path, start, end, names) if known else Citation(path, start, end, names))
    return cited


def _spans(text: str, ledger: Ledger) -> list[tuple[str, int, int]]:
    """The spans a place names; a path with blanks or an unusual name is known by the ledger."""
    mention = parse_citation(text)
    if mention is not None:
        return [(mention.path, start, end) for start, end in mention.spans]
    path, _, lines = text.strip().strip("`").rpartition(":")
    first, _, last = lines.partition("-")
    if clean_path(path) in ledger.paths and first.isdecimal() and (last or first).isdecimal():
        return [(clean_path(path), int(first), int(last or first))]
    return []


def _tables(rows: Sequence[LayerForm], plan: Plan, ledger: Ledger) -> tuple[Table, ...]:
    if not rows:
        return ()
    cells = tuple(
        (
            Claim(row.layer, ()),
            *(_claim(cell, ledger) for cell in (row.write, row.read, row.invalidate, row.notes)),
        )
        for row in rows
    )
    return (Table(say(plan.lang, "table"), column_names(plan.lang), cells),)


def _excerpts(flow: Sequence[FlowRow], ledger: Ledger) -> tuple[Excerpt, ...]:
    """The first evidence of every row, then the second ones, as far as they were read line by line."""
    shown: list[Excerpt] = []
    for depth in (0, 1):
        for row in flow:
            if depth >= len(row.evidence) or len(shown) >= EXCERPTS:
                continue
            item = row.evidence[depth]
            end = min(item.end, item.start + EXCERPT_LINES - 1)
            if ledger.covers(item.path, item.start, end):
                shown.append(Excerpt(ledger.cite(item.path, item.start, end), row.stage, ()))
    return tuple(shown)
