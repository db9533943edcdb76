"""Records what was said with a model, and plays it back: prompts can be tested without a key.

A recording is JSON lines: the first says what it is, each other is one exchange with the request's hash, the
request, and the reply or the error it ended with. It holds no key, no host, no time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from rea import errors
from rea.chat.messages import Endpoint, Message, ModelCall, OnDelta, Reply, Room, ToolSpec, Usage
from rea.errors import ContextTooLong, ModelError, OutputError, ReplayDiverged
from rea.loop.reasoner import Spent

FORMAT = 1


@dataclass(slots=True)
class Tape:
    """A recording being written, one for all models of a run: exchanges stand in their order."""

    path: Path
    scrub: Callable[[str], str]
    models: tuple[str, ...]
    number: int = 0
    _file: IO[str] | None = None

    def __post_init__(self) -> None:
        try:
            self._file = self.path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise OutputError(
                f"{self.path} cannot be written: {error.strerror}.",
                next_step="Choose another file with --record.",
            ) from error
        self._write({"recording": FORMAT, "models": self.models})

    def keep(self, exchange: Mapping[str, object]) -> None:
        """Write one exchange, so that an interrupted run leaves a whole recording of what there was."""
        self.number += 1
        self._write({"number": self.number, **exchange})

    def _write(self, line: Mapping[str, object]) -> None:
        if self._file is not None:
            self._file.write(self.scrub(json.dumps(line, ensure_ascii=False)) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Finish the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


class Recording:
    """An endpoint that writes down what passes through it."""

    def __init__(self, inner: Endpoint, tape: Tape) -> None:
        self._inner = inner
        self._tape = tape

    @property
    def name(self) -> str:
        """The model's name."""
        return self._inner.name

    @property
    def host(self) -> str:
        """Who receives the text."""
        return self._inner.host

    @property
    def native_tools(self) -> bool:
        """Whether calls go in the server's own form."""
        return self._inner.native_tools

    @property
    def spent(self) -> Spent:
        """Tokens and money so far."""
        return self._inner.spent

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None = None,
    ) -> Reply:
        """The inner endpoint's reply, written down."""
        request = _request(messages, tools, must_call)
        said: dict[str, object] = {"model": self.name, "hash": _hash(request), "request": request}
        try:
            reply = self._inner.complete(messages, tools, must_call=must_call, room=room, on_delta=on_delta)
        except ModelError as error:
            limit = error.limit if isinstance(error, ContextTooLong) else 0
            said["error"] = {"kind": type(error).__name__, "message": str(error), "limit": limit}
            self._tape.keep(said)
            raise
        said["reply"] = asdict(reply)
        said["native_tools"] = self.native_tools
        self._tape.keep(said)
        return reply


@dataclass(slots=True)
class Reel:
    """A recording being played. ReplayDiverged when it cannot be read."""

    path: Path
    models: tuple[str, ...] = ()
    lines: list[dict[str, Any]] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        try:
            rows = [
                json.loads(line) for line in self.path.read_text(encoding="utf-8").split("\n") if line.strip()
            ]
            if rows[0]["recording"] != FORMAT:
                raise ReplayDiverged(f"{self.path} is a recording of another version of REA.")
            self.models, self.lines = tuple(rows[0]["models"]), rows[1:]
        except OSError as error:
            raise ReplayDiverged(f"{self.path} cannot be read: {error.strerror}.") from error
        except (ValueError, LookupError, TypeError) as error:
            raise ReplayDiverged(f"{self.path} is not a recording.") from error


class Replay:
    """An endpoint that says again what was recorded, if it is asked the same."""

    host = ""

    def __init__(self, reel: Reel, name: str) -> None:
        self._reel = reel
        self._native = True
        self._spent = Spent()
        self.name = name

    @property
    def native_tools(self) -> bool:
        """As it was recorded."""
        return self._native

    @property
    def spent(self) -> Spent:
        """What the recorded replies took; playing them costs nothing."""
        return self._spent

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None = None,
    ) -> Reply:
        """The recorded reply. ReplayDiverged says at which exchange and message the request is another."""
        reel, request = self._reel, _request(messages, tools, must_call)
        if reel.at >= len(reel.lines):
            raise ReplayDiverged(f"{reel.path} ends after {len(reel.lines)} exchanges, but the run goes on.")
        line = reel.lines[reel.at]
        reel.at += 1
        where = f"{reel.path}: exchange {reel.at} of {len(reel.lines)}"
        try:
            if line["hash"] != _hash(request):
                raise ReplayDiverged(f"{where} is another one: {_difference(line['request'], request)}.")
            if line["model"] != self.name:
                raise ReplayDiverged(f"{where} was with {line['model']}, not with {self.name}.")
            if "error" in line:
                raise _error(line["error"])
            reply = _reply(line["reply"])
            self._native = bool(line["native_tools"])
        except (LookupError, TypeError) as error:
            raise ReplayDiverged(f"{where} cannot be read.") from error
        self._spent += Spent(reply.usage.prompt, reply.usage.cached, reply.usage.output, 0.0)
        return reply


def _request(messages: Sequence[Message], tools: Sequence[ToolSpec], must_call: bool) -> dict[str, Any]:
    """What makes a request the same."""
    said = [json.loads(json.dumps(asdict(message))) for message in messages]
    offered = [
        {"name": t.name, "description": t.description, "parameters": dict(t.parameters)} for t in tools
    ]
    return {"messages": said, "tools": offered, "must_call": must_call}


def _hash(request: Mapping[str, Any]) -> str:
    text = json.dumps(request, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _difference(recorded: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    """The first thing in which two requests differ, in a few words."""
    before, now = recorded["messages"], asked["messages"]
    for number, (one, other) in enumerate(zip(before, now, strict=False), start=1):
        if one != other:
            role, old, new = other["role"], one["text"], other["text"]
            at = next(
                (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
            )
            start = max(0, at - 20)
            return f"message {number} ({role}) was {old[start : at + 40]!r} and is {new[start : at + 40]!r}"
    if len(before) != len(now):
        return f"it had {len(before)} messages and has {len(now)}"
    if recorded["tools"] != asked["tools"]:
        return "the tools offered are others"
    return "a call is demanded" if asked["must_call"] else "no call is demanded"


def _reply(said: Mapping[str, Any]) -> Reply:
    calls = tuple(ModelCall(**call) for call in said["calls"])
    return Reply(said["text"], calls, said["stop"], Usage(**said["usage"]), said["model"])


def _error(said: Mapping[str, Any]) -> ModelError:
    kind = getattr(errors, str(said["kind"]), ModelError)
    if kind is ContextTooLong:
        return ContextTooLong(str(said["message"]), limit=int(said["limit"]))
    good = isinstance(kind, type) and issubclass(kind, ModelError)
    return (kind if good else ModelError)(str(said["message"]))
