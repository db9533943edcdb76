"""From the reviewed draft a run ends with to its answer: the status it earned, the last resort of a draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.answer import Answer, Claim, Draft, Excerpt, FlowRow, Reason, Stamp, Status
from rea.checking.identifiers import names_in
from rea.checking.review import Reviewed
from rea.loop.gate import GateReport
from rea.plan import Plan

if TYPE_CHECKING:
    from rea.loop.facts import Facts
    from rea.loop.ledger import Ledger
    from rea.loop.reasoner import NewFact

# How many facts carry the conclusion, and how long an excerpt is, when an answer is drawn from facts.
CONCLUDING_FACTS = 3
EXCERPT_LINES = 10


@dataclass(frozen=True, slots=True)
class Ending:
    """A reviewed draft, where the gate stood with it, and why no further turn was allowed ('': one was)."""

    reviewed: Reviewed
    gate: GateReport
    over: Reason

    @property
    def sound(self) -> bool:
        """Whether the run may end with it before its turns do."""
        if self.denies:
            return self.gate.absence.ready and not self.reviewed.faults
        if not (self.gate.ready and self.reviewed.draft.conclusion):
            return False
        lost = self.reviewed.missing or self.reviewed.thin
        return not self.reviewed.faults or (self.reviewed.slight and not lost)

    @property
    def denies(self) -> bool:
        """Whether it says that the repository has no such thing."""
        return self.reviewed.draft.status == "not_found" and not self.reviewed.draft.flow

    def rank(self) -> tuple[int, int, int, int]:
        """Orders the endings of a run, best last: proven nodes, nodes, a conclusion, true citations."""
        rows = self.reviewed.draft.flow
        proven = sum(1 for row in rows if row.state == "proven")
        concluded = int(bool(self.reviewed.draft.conclusion) or (self.denies and self.gate.absence.ready))
        return proven, len(rows), concluded, self.reviewed.verified

    def objection(self) -> str:
        """What keeps the run from ending here, apart from faults; '' when nothing does."""
        if self.denies:
            text = self.gate.absence.text
            return f"not found is not established yet: {text}" if text else ""
        if not self.gate.ready:
            return self.gate.text
        return "" if self.reviewed.draft.conclusion else "the conclusion has no statement that holds"

    def status(self, plan: Plan) -> tuple[Status, Reason]:
        """The status earned, whatever the draft calls itself."""
        draft = self.reviewed.draft
        if self.denies:
            return ("not_found", "") if self.gate.absence.ready else ("partial", "absence_unproven")
        if not draft.flow and not draft.conclusion:
            return "failed", self.over or "no_evidence"
        if plan.ambiguous:
            return "ambiguous", "several_readings"
        if self.gate.enough and draft.conclusion and not self.gate.empty:
            return "answered", "single_evidence" if self.gate.thin else ""
        return "partial", self.over or self._shortcoming()

    def _shortcoming(self) -> Reason:
        if self.gate.empty:
            return "nodes_missing"
        return "faults" if self.reviewed.faults else "little_evidence"


def assemble(plan: Plan, ending: Ending, ledger: Ledger, stamp: Stamp) -> Answer:
    """The answer of a run."""
    status, reason = ending.status(plan)
    draft = ending.reviewed.draft
    titles = {node.id: node.title for node in plan.nodes}
    missing = () if status == "not_found" else tuple(titles[node_id] for node_id in ending.reviewed.missing)
    return Answer(
        question=plan.question,
        lang=plan.lang,
        status=status,
        interpretation=plan.reading,
        alternatives=plan.alternatives,
        conclusion=draft.conclusion,
        flow=draft.flow,
        tables=draft.tables,
        risks=draft.risks,
        evidence=draft.excerpts,
        nearest=draft.nearest,
        searched=draft.searched,
        files_read=ledger.files_read(),
        missing=missing,
        stamp=stamp,
        faults=ending.reviewed.faults,
        reason=reason,
        subject=plan.subject,
    )


def draft_from_facts(plan: Plan, facts: Facts, ledger: Ledger) -> Draft:
    """The answer the facts give by themselves, for a run whose reasoner never came to one."""
    rows, claims, excerpts = [], [], []
    for node in plan.nodes:
        stated = facts.of_node(node.id)
        if not stated:
            continue
        cited = tuple(ledger.cite(f.path, f.start, f.end, _keywords(f, ledger)) for f in stated)
        first, last = stated[0], stated[min(1, len(stated) - 1)]
        rows.append(FlowRow(node.id, node.title, first.text, last.text, cited, "to_be_confirmed"))
        claims.append(Claim(first.text, cited[:1]))
        end = min(first.end, first.start + EXCERPT_LINES - 1)
        if ledger.covers(first.path, first.start, end):
            excerpts.append(Excerpt(ledger.cite(first.path, first.start, end), node.title, ()))
    return Draft("partial", tuple(claims[:CONCLUDING_FACTS]), tuple(rows), excerpts=tuple(excerpts))


def _keywords(fact: NewFact, ledger: Ledger) -> tuple[str, ...]:
    """The fact's names that stand in its lines; all of them when none does, so that the checker objects."""
    text = "\n".join(ledger.lines(fact.path, fact.start, fact.end) or ())
    names = names_in(fact.text)
    return tuple(name for name in names if name in text) or names
