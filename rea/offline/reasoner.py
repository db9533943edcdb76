"""The reasoner that needs no model: plans from playbooks, reads what ranks high, answers from that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rea.answer import Draft
from rea.loop.reasoner import Explore, Finish, NewFact, PlanRequest, RunState, Step, ToolCall
from rea.offline.absence import Absent, absent_idea
from rea.offline.draft import build_draft, not_found_draft
from rea.offline.planning import attempts, choose_reading, is_ambiguous, nodes_of, plan_node, there
from rea.offline.proof import Proof
from rea.offline.reading import Read, language_of, read_question
from rea.offline.select import select
from rea.offline.spots import Spot
from rea.offline.study import NodeSpots, choose, study
from rea.offline.wording import say
from rea.plan import Lang, Plan
from rea.playbooks.loading import fingerprint, load_playbooks
from rea.rank.concepts import question_query
from rea.rank.query import question_words
from rea.rank.ranker import Ranker
from rea.semantic.embedder import Server, is_there
from rea.semantic.fuzzy import fuzzy_for
from rea.settings import ENDPOINT

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.ledger import Ledger

MOST_FILES = 20
READS_PER_TURN = 20
EVIDENCE_PER_NODE = 6
SEARCH_TERMS = 4
NEAREST_LINES = 20


@dataclass(slots=True)
class _Work:
    """What the reasoner has worked out for one plan."""

    nodes: tuple[NodeSpots, ...]
    reads: list[ToolCall]

    def proves(self) -> bool:
        """Whether any node has a line that looks like its evidence."""
        return any(spot.role for node in self.nodes for spot in node.spots)


class OfflineReasoner:
    """One instance answers one question at a time. `folders` are further playbook folders, later ones win;
    `semantic` names the vectors that help to rank, `server` who makes them for `endpoint:MODEL` (see
    `rea.semantic.embedder`)."""

    def __init__(
        self,
        folders: Sequence[Path] = (),
        most_files: int = MOST_FILES,
        semantic: str = "off",
        server: Server | None = None,
    ) -> None:
        self._semantic = semantic
        self._server = server
        self._folders = tuple(folders)
        self._most_files = most_files
        self._work: tuple[Plan, _Work] | None = None
        self._doubt: tuple[Plan, Absent | None] | None = None
        self._ranker: Ranker | None = None

    def basis(self) -> str:
        """The playbooks of others than the package."""
        return fingerprint(self._folders)

    @property
    def name(self) -> str:
        """Another ranking is another answer, so runs with and without vectors are told apart."""
        if not is_there(self._semantic) or (
            self._ranker is not None and self._ranker.fuzzy is not None and self._ranker.fuzzy.failed
        ):
            return "offline"
        model = self._semantic.removeprefix(ENDPOINT) if self._semantic.startswith(ENDPOINT) else ""
        return f"offline, vectors of {model}" if model else "offline, vectors"

    def plan(self, request: PlanRequest, index: Index) -> Plan:
        """Read the question and freeze the nodes to prove."""
        books = load_playbooks(self._folders)
        lang: Lang = (
            "zh" if request.lang == "zh" else "en" if request.lang == "en" else language_of(request.question)
        )
        read = read_question(request.question, books, lang)
        chosen, others = choose_reading(read, request, books)
        fixed = bool(request.flow or request.kind or request.layer)
        absent = self._absent(read, request.question, index)
        code = self._ranker_of(index).code_layers
        for reading, all_nodes in attempts(books, chosen, read, fixed=fixed):
            nodes = all_nodes if fixed else there(all_nodes, code)
            plan = Plan(
                question=request.question,
                lang=lang,
                reading=reading,
                alternatives=others,
                nodes=tuple(plan_node(node, lang) for node in nodes),
                subject=question_words(request.question),
                ambiguous=is_ambiguous(books[reading.flow], reading, read),
            )
            if absent or fixed or read.broad or self._prepare(plan, index).proves():
                break
        else:
            return self.plan(replace(request, flow=chosen.flow), index)
        self._doubt = (plan, absent)
        return plan

    def next(self, state: RunState) -> Step:
        """Search and read first, then answer; on the last turn answer from what was read."""
        absent = self._absent_of(state)
        if state.turn == 1 and not state.last_turn:
            return Explore(_searches(state, absent), thought="terms of the question")
        if absent and _nowhere(state.ledger):
            return self._not_found(state)
        work = self._prepare(state.plan, state.index)
        # A run that goes on has read some of it already.
        work.reads = [call for call in work.reads if not state.ledger.seen_call(call.tool, call.arguments)]
        if work.reads and not state.last_turn:
            calls, work.reads = tuple(work.reads[:READS_PER_TURN]), work.reads[READS_PER_TURN:]
            return Explore(calls, thought="the lines most likely to prove each node")
        proofs = _proofs(work.nodes, state.ledger)
        facts = tuple(_fact(state.plan.lang, proof, spot) for proof in proofs for spot in proof.spots)
        return Finish(self._draft(state, proofs), facts)

    def _absent_of(self, state: RunState) -> Absent | None:
        """What the plan's question asks for in vain; worked out again for a plan of an earlier process."""
        if self._doubt is None or self._doubt[0] is not state.plan:
            plan = state.plan
            read = read_question(plan.question, load_playbooks(self._folders), plan.lang)
            self._doubt = (plan, self._absent(read, plan.question, state.index))
        return self._doubt[1]

    def _absent(self, read: Read, question: str, index: Index) -> Absent | None:
        """A question about a flow and nothing else is answered with the stages there are, not denied."""
        if read.broad and not read.outside and len(read.kinds) != 1:
            return None
        return absent_idea(self._ranker_of(index), question)

    def _not_found(self, state: RunState) -> Step:
        """Read the nearest thing there is, then say that the thing asked for is not there."""
        nearest = next(
            iter(self._ranker_of(state.index).rank(question_query(state.plan.question)).hits), None
        )
        if nearest and not state.last_turn and not state.ledger.slices():
            chunk = nearest.chunk
            end = min(chunk.end, chunk.start + NEAREST_LINES)
            return Explore((ToolCall("read_slice", {"path": chunk.path, "start": chunk.start, "end": end}),))
        return Finish(not_found_draft(state.plan.lang, state.ledger))

    def _ranker_of(self, index: Index) -> Ranker:
        """One ranker per index: its tables take a while to fill."""
        if self._ranker is None or self._ranker.index is not index:
            self._ranker = Ranker(index, fuzzy=fuzzy_for(index, self._semantic, self._server))
        return self._ranker

    def _draft(self, state: RunState, proofs: Sequence[Proof]) -> Draft:
        book = load_playbooks(self._folders)[state.plan.reading.flow]
        return build_draft(state.plan, book, proofs, state.ledger)

    def _prepare(self, plan: Plan, index: Index) -> _Work:
        if self._work is None or self._work[0] is not plan:
            self._work = (plan, self._study(plan, index))
        return self._work[1]

    def _study(self, plan: Plan, index: Index) -> _Work:
        books = load_playbooks(self._folders)
        read = read_question(plan.question, books, plan.lang)
        wanted = {node.id for node in plan.nodes}
        nodes = [node for node in books[plan.reading.flow].nodes if node.id in wanted]
        ranker = self._ranker_of(index)
        selection = select(ranker, plan.question, nodes, broad=read.broad)
        files = tuple(file.path for file in selection.files[: self._most_files])
        found = study(ranker, plan.question, selection, nodes, files, broad=read.broad)
        return _Work(found, _reads(found, files))


def _nowhere(ledger: Ledger) -> bool:
    """Whether one search met nothing at all and another shows that searching works."""
    searches = ledger.searches()
    return any(not fact.hits and not fact.truncated for fact in searches) and any(
        fact.hits for fact in searches
    )


def _searches(state: RunState, absent: Absent | None) -> tuple[ToolCall, ...]:
    """Searches for the question's words, for what seems absent, and for a name that is surely there."""
    plan = state.plan
    words = sorted(dict.fromkeys(plan.subject), key=len, reverse=True)[:SEARCH_TERMS]
    if not words:
        words = [node.id for node in plan.nodes][:SEARCH_TERMS]
    patterns = [*(absent.patterns if absent else ()), *(f"(?i){word}" for word in words)]
    if absent:
        patterns += [f"(?i){re.escape(name)}" for name in _control(state.index)]
    return tuple(ToolCall("search_text", {"pattern": pattern, "limit": 10}) for pattern in patterns)


def _control(index: Index) -> tuple[str, ...]:
    """A name the repository defines: a search for it shows that searching works."""
    names = (name for name, kind, _ in index.symbol_names() if kind not in ("key", "heading"))
    return tuple(islice(names, 1))


def files_for(
    ranker: Ranker, question: str, most: int = MOST_FILES, folders: Sequence[Path] = ()
) -> tuple[str, ...]:
    """The files an offline run would read for a question, in order of promise."""
    books = load_playbooks(folders)
    read = read_question(question, books)
    nodes = there(nodes_of(books, read.readings[0], read), ranker.code_layers)
    return tuple(file.path for file in select(ranker, question, nodes, broad=read.broad).files[:most])


def _reads(nodes: Sequence[NodeSpots], files: Sequence[str]) -> list[ToolCall]:
    """Read the spans of all nodes, joined where they touch, file by file in the order of the files."""
    spans: dict[str, list[tuple[int, int]]] = {path: [] for path in files}
    for node in nodes:
        for spot in node.spots:
            spans[spot.path].append((spot.start, spot.end))
    calls = []
    for path in files:
        for start, end in _joined(spans[path]) or [(1, 40)]:
            calls.append(ToolCall("read_slice", {"path": path, "start": start, "end": end}))
    return calls


def _joined(spans: Sequence[tuple[int, int]], gap: int = 12, most: int = 200) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1] + gap and end - joined[-1][0] < most:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _proofs(nodes: Sequence[NodeSpots], ledger: Ledger) -> list[Proof]:
    proofs = []
    for found in nodes:
        readable = [spot for spot in found.spots if ledger.covers(spot.path, spot.start, spot.end)]
        proofs.append(Proof(found.node, choose(readable, found.node.needs, EVIDENCE_PER_NODE)))
    return proofs


def _fact(lang: Lang, proof: Proof, spot: Spot) -> NewFact:
    name = spot.symbol or (spot.names[0] if spot.names else spot.path.rsplit("/", 1)[-1])
    text = say(lang, "fact", stage=proof.node.titles[lang], name=name, path=spot.path)
    return NewFact(text, spot.path, spot.start, spot.end, proof.node.id, spot.role)
