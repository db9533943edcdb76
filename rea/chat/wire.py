"""OpenAI's chat completions as data: what is sent, and what is heard in chunks or in one piece.

Replies are read as plain JSON with no trust in their form: local servers leave fields out or add their own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rea.chat.messages import Delta, Message, ModelCall, OnDelta, ToolSpec
from rea.chat.textcalls import split_thought

# Ends of replies that REA does not hear out: the time of the run is over, the model only repeats itself.
OVER, REPEATS = "time", "repeats"
UNHEARD = (OVER, REPEATS)
# Looked at for repetition: so much of the end, each time so much more has come. What small models say four
# times they say until their limit.
TAIL, STRIDE, TIMES = 1_200, 400, 4


def normal(messages: Sequence[Message]) -> list[Message]:
    """Messages in the one form every server takes: system first and once, no two of a user in a row."""
    made: list[Message] = []
    for message in messages:
        if message.role == "system" and made and made[-1].role != "system":
            message = replace(message, role="user")
        last = made[-1] if made else None
        if last is not None and last.role == message.role and message.role in ("system", "user"):
            made[-1] = replace(last, text=f"{last.text}\n\n{message.text}")
        else:
            made.append(message)
    return made


def to_wire(messages: Sequence[Message], thoughts: Mapping[str, str]) -> list[dict[str, object]]:
    """The messages as the protocol wants them. `thoughts` by call id, for servers that want them back."""
    return [_message(message, thoughts) for message in normal(messages)]


def _message(message: Message, thoughts: Mapping[str, str]) -> dict[str, object]:
    wire: dict[str, object] = {"role": message.role, "content": message.text}
    if message.role == "tool":
        wire["tool_call_id"] = message.call_id
    if message.calls:
        wire["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _valid(call.arguments_text)},
            }
            for call in message.calls
        ]
        if thought := thoughts.get(message.calls[0].id):
            wire["reasoning_content"] = thought
    return wire


def _valid(arguments: str) -> str:
    """Arguments of an earlier call; servers fail on a history that holds broken JSON."""
    try:
        return arguments if isinstance(json.loads(arguments), dict) else "{}"
    except ValueError:
        return "{}"


def tool_to_wire(tool: ToolSpec) -> dict[str, object]:
    """A tool as the protocol wants it."""
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class Counted:
    """Tokens as the server counts them."""

    prompt: int
    cached: int
    output: int


@dataclass(frozen=True, slots=True)
class Heard:
    """One reply as it came. `finish` '' when the server gave no reason, `counted` None when no numbers."""

    text: str
    thought: str
    calls: tuple[ModelCall, ...]
    finish: str
    refusal: str
    counted: Counted | None
    model: str


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Ear:
    """Takes in the pieces of one reply. `pieces` counts what was of the protocol, `choices` the choices.

    It is full after `most` characters, or when the clock stands at `until`.
    """

    on_delta: OnDelta | None = None
    most: int = 1_000_000
    until: float = float("inf")
    pieces: int = 0
    choices: int = 0
    length: int = 0
    _tail: str = ""
    _news: int = 0
    _text: list[str] = field(default_factory=list)
    _thought: list[str] = field(default_factory=list)
    _refusal: list[str] = field(default_factory=list)
    _calls: list[_Call] = field(default_factory=list)
    _places: dict[object, int] = field(default_factory=dict)
    _finish: str = ""
    _counted: Counted | None = None
    _model: str = ""

    def enough(self) -> str:
        """Why no more of this reply is wanted, in the words of a server; '' when more is."""
        if time.monotonic() > self.until:
            return OVER
        if self._news >= STRIDE:
            self._news = 0
            if _repeats(self._tail):
                return REPEATS
        return "length" if self.length > self.most else ""

    def take(self, piece: object) -> None:
        """A chunk of a stream, or a whole reply."""
        if not isinstance(piece, Mapping):
            return
        choices = piece.get("choices")
        self.pieces += isinstance(choices, list) or isinstance(piece.get("usage"), Mapping)
        self._counted = _counted(piece.get("usage")) or self._counted
        if isinstance(piece.get("model"), str):
            self._model = piece["model"]
        first = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(first, Mapping):
            return
        self.choices += 1
        self._counted = _counted(first.get("usage")) or self._counted
        said = first.get("delta") or first.get("message")
        if isinstance(said, Mapping):
            self._take_said(said)
        if isinstance(first.get("finish_reason"), str):
            self._finish = first["finish_reason"]

    def _take_said(self, said: Mapping[str, object]) -> None:
        text, thought = _parts(said.get("content"))
        thought += _string(said.get("reasoning_content")) or _string(said.get("reasoning"))
        self._add(self._text, text, "text")
        self._add(self._thought, thought, "thought")
        self._add(self._refusal, _string(said.get("refusal")), "text")
        calls = said.get("tool_calls")
        for place, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, Mapping):
                self._take_call(call, place)
        if isinstance(old := said.get("function_call"), Mapping):
            self._take_call({"index": 0, "function": old}, 0)

    def _take_call(self, piece: Mapping[str, object], place: int) -> None:
        """A piece of a call. Servers number calls, or only name them, or send each whole with number 0."""
        given = piece.get("function")
        function: Mapping[str, object] = given if isinstance(given, Mapping) else {}
        identity, name = _string(piece.get("id")), _string(function.get("name"))
        index = piece.get("index")
        key: object = index if isinstance(index, int) else place
        at = self._places.get(key, -1)
        other = at >= 0 and identity and self._calls[at].id and identity != self._calls[at].id
        if at < 0 or other:
            self._calls.append(_Call())
            at = self._places[key] = len(self._calls) - 1
        call = self._calls[at]
        call.id = call.id or identity
        if name and not call.name:
            call.name = name
            if self.on_delta is not None:
                self.on_delta(Delta("call", name))
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            call.arguments += arguments
        elif arguments is not None:
            call.arguments = json.dumps(arguments, ensure_ascii=False)
        self._heard_more(arguments if isinstance(arguments, str) else call.arguments)

    def _heard_more(self, text: str) -> None:
        self.length += len(text)
        self._news += len(text)
        self._tail = (self._tail + text)[-TAIL:]

    def _add(self, pieces: list[str], text: str, kind: str) -> None:
        if not text:
            return
        pieces.append(text)
        self._heard_more(text)
        if self.on_delta is not None:
            self.on_delta(Delta("thought" if kind == "thought" else "text", text))

    def heard(self) -> Heard:
        """All of it."""
        inner, text = split_thought("".join(self._text))
        thought = "".join(self._thought) or inner
        calls = tuple(ModelCall(c.id, c.name, c.arguments or "{}") for c in self._calls if c.name)
        return Heard(
            text, thought, calls, self._finish, "".join(self._refusal), self._counted, self._model
        )  # fmt: skip


def _repeats(tail: str) -> bool:
    """Whether a text is the same piece over and over."""
    end = tail[-TAIL // 12 :]
    before = tail.rfind(end, 0, len(tail) - 1)
    period = len(tail) - len(end) - before
    return len(tail) == TAIL and before >= 0 and TIMES * period <= TAIL and tail[period:] == tail[:-period]


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _parts(content: object) -> tuple[str, str]:
    """Text and thought of a content, which may be a list of parts."""
    if not isinstance(content, list):
        return _string(content), ""
    text, thought = "", ""
    for part in content:
        if isinstance(part, Mapping):
            text += _string(part.get("text"))
            inner = part.get("thinking")
            thought += _parts(inner)[0] if isinstance(inner, list) else _string(inner)
    return text, thought


def _counted(usage: object) -> Counted | None:
    if not isinstance(usage, Mapping):
        return None
    prompt = _number(usage.get("prompt_tokens")) or _number(usage.get("input_tokens"))
    output = _number(usage.get("completion_tokens")) or _number(usage.get("output_tokens"))
    if not prompt and not output:
        return None
    details = usage.get("prompt_tokens_details")
    cached = _number(details.get("cached_tokens")) if isinstance(details, Mapping) else 0
    cached = cached or _number(usage.get("prompt_cache_hit_tokens"))
    return Counted(prompt, min(cached, prompt), output)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
