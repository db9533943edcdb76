"""What is said between a reasoner and a model, and the one seam through which it is said.

A reasoner builds `Message`s and `ToolSpec`s and gets a `Reply`; it never sees a wire format. Whether the
server knows tool calls or they travel as text is the endpoint's business: they arrive in `Reply.calls`.

The reasoner on the other side of this seam is built as

    ChatReasoner(endpoint: Endpoint, explore: Endpoint | None, playbook_folders: Sequence[Path],
                 max_files: int, window: int, observer: Observer | None)

`explore` is the cheaper model for looking around (None: the same one), `window` the tokens one request may
take together with its reply. It has a `name`, the model's, and a method `spent() -> Spent`
(`rea.loop.reasoner`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rea.loop.reasoner import Spent

Role = Literal["system", "user", "assistant", "tool"]
# calls: it wants tools; length: cut off at its length; filter: the server withheld text; refusal: the model.
Stop = Literal["stop", "length", "calls", "filter", "refusal"]
DeltaKind = Literal["text", "thought", "call", "wait"]


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A tool call as the model wrote it. `arguments_text` should be a JSON object, but nobody has checked."""

    id: str
    name: str
    arguments_text: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `calls` are those of an assistant; `call_id` says which call a tool message answers.

    Every call of an assistant message needs its tool message right after it. Only the first message should be
    of the system: many servers take no other, so the endpoint hands later ones on as the user's.
    """

    role: Role
    text: str
    calls: tuple[ModelCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that is offered. `parameters` is the JSON schema of its arguments, an object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Room:
    """What a reply may take, and what its request and it may take together. In tokens; 0 is no bound known.

    An endpoint that makes a request longer by itself, to have a reply continued or put right, keeps to it.
    """

    output: int
    window: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply, all its requests together; `cached` is the part of `prompt` that was cheaper.

    `estimated`: the server did not count, the numbers are REA's own and rather too high.
    """

    prompt: int
    cached: int
    output: int
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `text` has no calls in it, `model` is the name the server gives itself.

    With stop "length" the text was continued as often as allowed and is still not whole, or the last call's
    arguments were cut off.
    """

    text: str
    calls: tuple[ModelCall, ...]
    stop: Stop
    usage: Usage
    model: str


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a reply under way: text, thought, a call's name; "wait" says why nothing comes."""

    kind: DeltaKind
    text: str


OnDelta = Callable[[Delta], None]


class Endpoint(Protocol):
    """A model that can be asked. It retries, waits and continues by itself, all of it bounded.

    `name` is the model's, `host` who receives the text, `native_tools` False once calls travel as text, and
    `spent` what all requests so far took, those that failed halfway included.
    """

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    @property
    def host(self) -> str:
        """Host and port that receive the text, '' when nobody does."""
        ...

    @property
    def native_tools(self) -> bool:
        """Whether calls are sent in the server's own form; may turn False during a run, never True again."""
        ...

    @property
    def spent(self) -> Spent:
        """Tokens and money so far."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        must_call: bool,
        room: Room,
        on_delta: OnDelta | None = None,
    ) -> Reply:
        """One reply. `must_call` asks for a call and is no promise of one.

        Raises ContextTooLong (fold, then ask once more; `limit` is the server's own number when it gave one),
        and for what asking again cannot mend ModelUnreachable, RateLimited, WrongKey, UnknownModel,
        RequestRefused, BadReply or ReplayDiverged: all are ModelError.
        """
        ...
