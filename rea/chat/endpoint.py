"""A model behind an OpenAI-compatible server, with tool calls in the server's own form or as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rea.chat.faults import without
from rea.chat.line import Line, ThoughtsWanted, ToolsRefused
from rea.chat.messages import Message, ModelCall, OnDelta, Reply, Room, Stop, ToolSpec, Usage
from rea.chat.pricing import ModelFacts
from rea.chat.textcalls import parse_calls
from rea.chat.textform import as_text, wording
from rea.chat.tokens import estimate, shortened, size_of
from rea.chat.wire import UNHEARD, Counted, Heard, to_wire, tool_to_wire
from rea.errors import RequestRefused
from rea.loop.reasoner import Spent

Protocol = Literal["auto", "native", "text"]

# How often a reply that was cut off is continued.
CONTINUATIONS = 2
# So many replies without the call that was asked for, and the server is taken to have dropped the tools.
BARE_REPLIES = 2
CUT_OFF = ("length", "max_tokens")
# A continuation with less room than this is not worth a request.
SHORTEST = 64


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model, what it costs, how tools are called, and how freely it may word things."""

    name: str
    facts: ModelFacts = ModelFacts()  # noqa: RUF009 - frozen
    protocol: Protocol = "auto"
    # Looking things up wants no variety; quite 0 makes small models repeat themselves.
    temperature: float = 0.2


class OpenAIEndpoint:
    """The endpoint of a run: see `rea.chat.messages.Endpoint`."""

    def __init__(self, choice: ModelChoice, line: Line) -> None:
        self._choice = choice
        self._line = line
        self._native = choice.protocol != "text"
        self._proven = False
        self._bare = 0
        self._calls = 0
        self._thoughts: dict[str, str] = {}
        self._spent = Spent()
        self._guessed = False

    def __repr__(self) -> str:
        return f"OpenAIEndpoint({self.name!r} at {self.host!r})"

    @property
    def name(self) -> str:
        """The model's name."""
        return self._choice.name

    @property
    def host(self) -> str:
        """Who receives the text."""
        return self._line.host

    @property
    def native_tools(self) -> bool:
        """Whether calls go in the server's own form."""
        return self._native

    @property
    def spent(self) -> Spent:
        """Tokens and money so far."""
        return self._spent

    def close(self) -> None:
        """Let go of the connection."""
        self._line.close()

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None = None,
    ) -> Reply:
        """One reply: see `rea.chat.messages.Endpoint`."""
        before, self._guessed = self._spent, False
        reply = None
        if self._native and tools:
            reply = self._natively(messages, tools, must_call, room, on_delta)
        if reply is None and tools:
            reply = self._as_text(messages, tools, must_call, room, on_delta)
        if reply is None:
            reply = self._reply(self._whole(messages, (), room, on_delta), ())
        prompt, cached = self._spent.prompt - before.prompt, self._spent.cached - before.cached
        usage = Usage(prompt, cached, self._spent.output - before.output, self._guessed)
        return replace(reply, usage=usage)

    def _natively(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None,
    ) -> Reply | None:
        """A reply with calls in the server's form; None when the server turns out to know none."""
        try:
            heard = self._whole(messages, tools, room, on_delta, must_call=must_call)
        except ToolsRefused:
            if self._choice.protocol == "native":
                raise RequestRefused(
                    f"{self.host} takes no tools for {self.name}.", next_step="Use --tool-protocol text."
                ) from None
            self._native = False
            return None
        if heard.calls:
            self._proven, self._bare = True, 0
            return self._reply(heard, heard.calls)
        parsed = parse_calls(heard.text, {tool.name for tool in tools}, self._calls + 1, strict=True)
        if parsed.calls:
            self._native = self._native and (self._proven or self._choice.protocol == "native")
            return self._reply(replace(heard, text=parsed.text), parsed.calls)
        if must_call and not self._proven and heard.finish not in ("content_filter", *UNHEARD, *CUT_OFF):
            self._bare += 1
            self._native = self._bare < BARE_REPLIES or self._choice.protocol == "native"
        return self._reply(heard, ())

    def _as_text(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None,
    ) -> Reply:
        """A reply whose calls are read from its text, with one request to write them properly."""
        names = {tool.name for tool in tools}
        plain = as_text(messages, tools, must_call=must_call)
        heard = self._whole(plain, (), room, on_delta)
        parsed = parse_calls(heard.text, names, self._calls + 1)
        why = parsed.fault or ("there is no call in it" if must_call else "")
        if (
            not parsed.calls
            and why
            and heard.finish not in ("content_filter", *UNHEARD)
            and not heard.refusal
        ):
            repair = wording("repair", why=why, names=", ".join(sorted(names)))
            left = room.window - room.output - size_of([*plain, *_pair("", repair)])
            said = shortened(heard.text, left) if room.window else heard.text
            asked = [*plain, *_pair(said or "…", repair)]
            if (rest := _rest(room, asked)) is not None:
                again = self._whole(asked, (), rest, on_delta)
                mended = parse_calls(again.text, names, self._calls + 1)
                if mended.calls:
                    heard, parsed = again, mended
        return self._reply(replace(heard, text=parsed.text), parsed.calls)

    def _whole(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        room: Room,
        on_delta: OnDelta | None,
        *,
        must_call: bool = False,
    ) -> Heard:
        """One reply, continued where it was cut off in its text."""
        heard = self._ask(messages, tools, room, on_delta, must_call)
        for _ in range(CONTINUATIONS):
            if heard.finish not in CUT_OFF or heard.calls or not heard.text.strip() or (tools and must_call):
                break
            asked = [*messages, *_pair(heard.text, wording("continue"))]
            rest = _rest(room, asked, tools)
            if rest is None:
                break
            more = self._ask(asked, tools, rest, on_delta, must_call)
            heard = replace(more, text=heard.text + more.text, thought=heard.thought)
        return heard

    def _ask(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        room: Room,
        on_delta: OnDelta | None,
        must_call: bool,
    ) -> Heard:
        """One request, entered into the account."""
        try:
            heard = self._line.send(*self._request(messages, tools, room, must_call), on_delta)
        except ThoughtsWanted:
            heard = self._line.send(*self._request(messages, tools, room, must_call), on_delta)
        counted = heard.counted
        if counted is None:
            self._guessed = True
            written = heard.text + heard.thought + "".join(call.arguments_text for call in heard.calls)
            counted = Counted(size_of(messages, tools), 0, estimate(written))
        cost = self._choice.facts.cost(counted)
        self._spent += Spent(counted.prompt, counted.cached, counted.output, cost)
        return heard

    def _request(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], room: Room, must_call: bool
    ) -> tuple[dict[str, object], int]:
        """A request as the protocol wants it, and how long the reply may be."""
        thoughts, output = self._thoughts_for(messages, tools, room)
        request: dict[str, object] = {"model": self.name, "temperature": self._choice.temperature}
        request["messages"] = to_wire(messages, thoughts)
        if tools:
            request["tools"] = [tool_to_wire(tool) for tool in tools]
            request["tool_choice"] = "required" if must_call else "auto"
        return request, output

    def _thoughts_for(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], room: Room
    ) -> tuple[dict[str, str], int]:
        """Thoughts a server wants back, by call id, the newest served first, and the room for a reply."""
        if not self._line.wants_thoughts:
            return {}, room.output
        kept = {}
        left = room.window - room.output - size_of(messages, tools) if room.window else 1_000_000
        for call in reversed([message.calls[0] for message in messages if message.calls]):
            kept[call.id] = shortened(self._thoughts.get(call.id, ""), max(left, 0)) or "."
            left -= estimate(kept[call.id])
        return kept, room.output + min(left, 0)

    def _reply(self, heard: Heard, calls: tuple[ModelCall, ...]) -> Reply:
        """What the reasoner sees of it."""
        kept = []
        seen: set[str] = set()
        for call in calls:
            self._calls += 1
            good = call.id and call.id not in seen
            kept.append(call if good else replace(call, id=f"call_{self._calls}"))
            seen.add(kept[-1].id)
        if kept and heard.thought:
            self._thoughts[kept[0].id] = heard.thought
        key = self._line.key.value
        text = without(heard.text or heard.refusal, key)
        return Reply(text, tuple(kept), _stop(heard, bool(kept)), Usage(0, 0, 0), heard.model or self.name)


def _pair(said: str, asked: str) -> tuple[Message, Message]:
    """What a model said, and what is asked of it about that."""
    return Message("assistant", said), Message("user", asked)


def _rest(room: Room, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> Room | None:
    """What is left for a reply to these messages; None when that is hardly anything."""
    left = room.window - size_of(messages, tools) if room.window else room.output
    return replace(room, output=min(left, room.output)) if left >= SHORTEST else None


def _stop(heard: Heard, calls: bool) -> Stop:
    if heard.finish == "content_filter":
        return "filter"
    if heard.refusal and not calls:
        return "refusal"
    if heard.finish in (*UNHEARD, *CUT_OFF):
        return "length"
    return "calls" if calls else "stop"
