"""From a model's reply to a step of the run: calls, notes, an answer, faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rea.chat.answers import draft_of, facts_of
from rea.chat.exchange import Exchange, Item
from rea.chat.forms import AnswerForm, NoteForm, as_object, filled_in
from rea.chat.framing import one_line
from rea.chat.messages import ModelCall, Reply
from rea.loop.reasoner import Explore, Finish, NewFact, RunState, Step, ToolCall

if TYPE_CHECKING:
    from rea.answer import Draft

NOTHING = "no tool was called: call the tools, or `finish` once it is offered"
DECLINED = (
    "your reply was a refusal or was withheld: only look things up in this repository and tell what it does"
)
CUT_OFF = "the reply was cut off before its end: write less"


@dataclass(frozen=True, slots=True)
class Turn:
    """A reply as understood: the step it is, and the exchange to show next time."""

    step: Step
    exchange: Exchange


@dataclass(slots=True)
class _Desk:
    """What one reply comes to while its calls go through."""

    state: RunState
    cut_off: bool
    nothing: str
    items: list[Item] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    facts: list[NewFact] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    draft: Draft | None = None

    def take(self, call: ModelCall) -> None:
        """Sort one call in."""
        name = call.name.removeprefix("functions.").strip()
        arguments = as_object(call.arguments_text)
        if arguments is None:
            self.fault(
                call,
                f"{one_line(name, 40)}: {CUT_OFF if self.cut_off else 'the arguments are not a JSON object'}",
            )
        elif name == "note":
            self.note(call, arguments)
        elif name == "finish":
            self.finish(call, arguments)
        else:
            self.calls.append(ToolCall(name, arguments, call.id))
            self.items.append(Item(call))

    def fault(self, call: ModelCall, text: str) -> None:
        """A call that cannot be used."""
        self.faults.append(text)
        self.items.append(Item(call, said=text))

    def note(self, call: ModelCall, arguments: dict[str, Any]) -> None:
        """Facts, each checked for a place."""
        form = filled_in(NoteForm, arguments)
        if not isinstance(form, NoteForm):
            self.fault(call, f"note: {'; '.join(form)}")
            return
        facts, faults = facts_of(form, self.state.plan, self.state.ledger)
        unread = [f for f in facts if not self.state.ledger.covers(f.path, f.start, f.end)]
        self.facts += facts
        self.faults += faults
        said = [f"{len(facts) - len(unread)} kept"]
        said += [f"not kept, lines not read: {one_line(f.path, 120)}:{f.start}-{f.end}" for f in unread]
        self.items.append(Item(call, said="; ".join([*said, *faults])))

    def finish(self, call: ModelCall, arguments: dict[str, Any]) -> None:
        """A draft, or what its form lacks."""
        form = filled_in(AnswerForm, arguments)
        if not isinstance(form, AnswerForm):
            self.fault(call, f"finish: {CUT_OFF if self.cut_off else '; '.join(form)}")
            return
        self.draft, facts = draft_of(form, self.state.plan, self.state.ledger)
        self.facts += facts
        self.items.append(Item(call, said="Not accepted: see below."))

    def step(self, thought: str) -> Step:
        """What the reply comes to. An answer ends the turn, whatever else was called for in it."""
        if self.draft is not None:
            return Finish(self.draft, tuple(self.facts))
        if not self.calls and not self.facts and not self.faults:
            self.faults.append(CUT_OFF if self.cut_off else self.nothing)
        return Explore(tuple(self.calls), tuple(self.facts), thought, tuple(self.faults))


def declines(reply: Reply) -> bool:
    """Whether a model refuses, or a server withholds what it wrote, instead of calling anything."""
    return reply.stop in ("refusal", "filter") and not reply.calls


def understood(reply: Reply, state: RunState) -> Turn:
    """Read a reply. An answer written as text instead of a call is taken as well."""
    desk = _Desk(state, reply.stop == "length", DECLINED if declines(reply) else NOTHING)
    calls: Sequence[ModelCall] = reply.calls or _answer_in(reply.text)
    for call in calls:
        desk.take(call)
    step = desk.step(one_line(reply.text, 400))
    items = tuple(desk.items)
    if isinstance(step, Finish):
        items = tuple(
            item if item.said else Item(item.call, said="not made: the turn ended with finish")
            for item in items
        )
    text = reply.text if reply.calls or not calls else ""
    return Turn(step, Exchange(state.turn, text, items))


def _answer_in(text: str) -> tuple[ModelCall, ...]:
    """The JSON object a text holds, when it has the form of an answer."""
    written = text[text.find("{") : text.rfind("}") + 1]
    arguments = as_object(written) if written else None
    if arguments and "conclusion" in arguments:
        return (ModelCall("", "finish", written),)
    return ()
