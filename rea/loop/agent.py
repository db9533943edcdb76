"""The bounded loop: ask the reasoner, act on what it says, write it down, until gate or turns end it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rea.answer import Answer, Draft, Reason
from rea.checking.review import Reviewed, review
from rea.errors import ModelError
from rea.loop.assemble import Ending, assemble, draft_from_facts
from rea.loop.calls import CallDesk
from rea.loop.earlier import Earlier
from rea.loop.events import Noticed, Observer, PlanMade, Reflected, Silent, TurnBegun
from rea.loop.facts import Facts
from rea.loop.gate import GateReport, measure, report
from rea.loop.ledger import READ_SLICE, Ledger
from rea.loop.limits import Limits
from rea.loop.purse import Purse
from rea.loop.reasoner import Explore, Finish, NewFact, PlanRequest, Reasoner, RunState
from rea.loop.recorder import Recorder
from rea.plan import Plan
from tools.registry import ToolOutcome

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.runs.blackboard import Blackboard


def run(
    question: PlanRequest,
    reasoner: Reasoner,
    index: Index,
    limits: Limits | None = None,
    observer: Observer | None = None,
    board: Blackboard | None = None,
) -> Answer:
    """Answer a question. Always returns an answer with an honest status; errors of the machinery are raised.

    An ambiguous plan is put to the observer once; when nobody chooses, the plan's own reading is taken.
    """
    observer = observer or Silent()
    recorder = Recorder(board, observer, index, limits or Limits())
    stored = recorder.reusable(question, reasoner)
    if stored is not None and not (stored.status == "ambiguous" and observer.can_ask):
        return recorder.reuse(stored)
    plan = reasoner.plan(question, index)
    if plan.ambiguous and (chosen := observer.choose(plan)) is not None:
        question = replace(question, flow=chosen.flow, layer=chosen.layer, kind=chosen.kind)
        plan = reasoner.plan(question, index)
    recorder.begin(question, reasoner.name, plan)
    return _carried_out(plan, reasoner, index, recorder, observer)


def go_on(
    earlier: Earlier,
    reasoner: Reasoner,
    index: Index,
    limits: Limits | None = None,
    observer: Observer | None = None,
    board: Blackboard | None = None,
) -> Answer:
    """Finish a run that broke off, or ask further with what an earlier run has read. Answers like `run`.

    What was read before costs no files of this run's limit.
    """
    observer = observer or Silent()
    limits = limits or Limits()
    known = len({item.path for item in earlier.evidence if item.tool == READ_SLICE})
    if earlier.plan is None:
        limits = replace(limits, files=limits.files + known)
    recorder = Recorder(board, observer, index, limits)
    plan = earlier.plan or reasoner.plan(earlier.request, index)
    if not earlier.run_id:
        recorder.begin(earlier.request, reasoner.name, plan)
    return _carried_out(plan, reasoner, index, recorder, observer, earlier)


def _carried_out(
    plan: Plan,
    reasoner: Reasoner,
    index: Index,
    recorder: Recorder,
    observer: Observer,
    earlier: Earlier | None = None,
) -> Answer:
    observer.notice(PlanMade(plan))
    with recorder:
        loop = _Loop(plan, reasoner, index, recorder, observer)
        if earlier is not None:
            loop.start_from(earlier)
        ending = loop.until_done()
        stamp = recorder.stamp(reasoner, loop.turn, loop.desk.made, loop.ledger)
        return recorder.finish(assemble(plan, ending, loop.ledger, stamp))


class _Loop:
    """The state of one run while it is under way."""

    def __init__(
        self, plan: Plan, reasoner: Reasoner, index: Index, recorder: Recorder, observer: Observer
    ) -> None:
        self.plan = plan
        self.reasoner = reasoner
        self.index = index
        self.limits = recorder.limits
        self.recorder = recorder
        self.observer = observer
        self.ledger = Ledger()
        self.facts = Facts()
        self.size = measure(index)
        self.desk = CallDesk(index, self.ledger, self.limits, observer)
        self.purse = Purse(self.limits, reasoner)
        self.turn = 0
        self.reflections = 0
        self.idle = 0
        self.message = ""
        self.outcomes: tuple[ToolOutcome, ...] = ()
        self.best: Ending | None = None
        self.last_draft: Draft | None = None
        self.deadline = recorder.started + self.limits.seconds if self.limits.seconds else float("inf")

    def start_from(self, earlier: Earlier) -> None:
        """Take in what an earlier run, or an earlier process of this run, has read and found."""
        self.ledger.restore(earlier.evidence, earlier.searches, earlier.calls)
        for fact in earlier.facts:
            if self.ledger.covers(fact.path, fact.start, fact.end):
                self.facts.add(fact)
        self.turn = earlier.turns
        if earlier.run_id:
            self.recorder.take_up(earlier.run_id, self.ledger, self.facts)

    def until_done(self) -> Ending:
        """Step until an ending is found; the turn after the last one is the grace turn."""
        ending = None
        while ending is None:
            self.turn += 1
            ending = self.step()
        return ending

    def step(self) -> Ending | None:
        """One turn: ask, act, write down."""
        over = self.out_of()
        self.observer.notice(TurnBegun(self.turn, self.limits.turns, bool(over)))
        if self.purse.empty:
            return self.draw_from_facts(over)
        try:
            asked = self.reasoner.next(self.state(bool(over)))
        except ModelError as error:
            return self.give_up(error)
        faults = self.keep(asked.facts)
        ending = None
        if isinstance(asked, Finish):
            ending = self.judge(asked.draft, over)
        elif over:
            ending = self.draw_from_facts(over)
        else:
            self.explore(asked, faults)
        self.recorder.turn(self.turn, asked, self.message, self.ledger, self.facts)
        return ending

    def out_of(self) -> Reason:
        """Why this turn has to be the last, '' when it has not."""
        if self.turn > self.limits.turns:
            return "out_of_turns"
        if time.monotonic() > self.deadline:
            return "out_of_time"
        if self.limits.tool_calls and self.desk.made >= self.limits.tool_calls:
            return "out_of_calls"
        if self.purse.nearly_empty():
            return "out_of_budget"
        return "no_progress" if self.idle > self.limits.idle_turns else ""

    def state(self, last: bool) -> RunState:
        """What the reasoner sees; the message is shown once."""
        message, self.message = self.message, ""
        gate = self.gate(self.facts.raw())
        return RunState(
            self.plan, self.index, self.ledger, self.facts, gate, self.turn, self.limits.turns, last,
            message, self.outcomes, self.limits.files,
        )  # fmt: skip

    def gate(self, points: Sequence[NewFact]) -> GateReport:
        """Where the run stands by these points."""
        return report(self.plan, self.ledger, points, self.size, self.turn)

    def keep(self, facts: Sequence[NewFact]) -> list[str]:
        """Take in facts about lines that were seen; the others are named as faults."""
        faults = []
        for fact in facts:
            if not self.ledger.covers(fact.path, fact.start, fact.end):
                faults.append(f"a fact rests on {fact.path}:{fact.start}-{fact.end}, which was not read")
            elif self.facts.add(fact):
                self.idle = 0
        return faults

    def explore(self, asked: Explore, faults: list[str]) -> None:
        """Carry out the calls. Turns that bring nothing new are counted, and said."""
        work = self.desk.carry_out(asked.calls, self.turn)
        self.outcomes = work.outcomes
        self.idle = 0 if work.progress else self.idle + 1
        if self.idle >= self.limits.idle_turns:
            faults.append("nothing new was found in the last turns: look elsewhere or answer from the facts")
        self.reflect([*asked.faults, *faults, *work.faults])

    def judge(self, draft: Draft, over: Reason) -> Ending | None:
        """Review a draft: accept it, or say what is wrong with it, or end with the best one there is."""
        self.outcomes = ()
        reviewed = review(draft, self.plan, self.index, self.ledger, self.facts)
        own = [replace(fact, node_id="") for fact in self.facts.raw()]
        ending = Ending(reviewed, self.gate([*reviewed.points, *own]), over)
        if self.best is None or ending.rank() > self.best.rank():
            self.best = ending
        repeated, self.last_draft = draft == self.last_draft, draft
        if ending.sound:
            return ending
        if not over and not repeated and self.reflect(self.objections(ending, reviewed)):
            return None
        return self.best

    def objections(self, ending: Ending, reviewed: Reviewed) -> list[str]:
        """What a draft is told; moved text is read again at its new place first, never just renumbered."""
        for moved in reviewed.moved:
            self.desk.read_again(moved, self.turn)
        return [*reviewed.faults, ending.objection()]

    def reflect(self, faults: Sequence[str]) -> bool:
        """Send one message about faults with the next state; False when there are none or enough was said."""
        texts = [text for text in dict.fromkeys(faults) if text]
        if not texts or self.reflections >= self.limits.reflections:
            return False
        self.reflections += 1
        self.message = "\n".join(f"- {text}" for text in texts)
        self.observer.notice(Reflected(self.message, self.reflections, self.limits.reflections))
        return True

    def give_up(self, error: ModelError) -> Ending:
        """The model failed: what was found so far is not lost; when nothing was, the error is raised."""
        if not len(self.facts) and self.best is None:
            raise error
        self.observer.notice(Noticed(f"{error} The answer rests on what was found until then."))
        return self.draw_from_facts("model_failed")

    def draw_from_facts(self, over: Reason) -> Ending:
        """The grace turn brought no draft: the best earlier one, or what the facts say."""
        draft = draft_from_facts(self.plan, self.facts, self.ledger)
        reviewed = review(draft, self.plan, self.index, self.ledger, self.facts)
        ending = Ending(reviewed, self.gate(reviewed.points), over)
        return self.best if self.best is not None and self.best.rank() > ending.rank() else ending
