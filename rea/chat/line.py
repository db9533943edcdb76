"""The wire to one server: the SDK's client, what the server does not take, which faults are tried again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rea.chat.faults import Said, judged, rejected, said_by, said_in, without
from rea.chat.messages import Delta, OnDelta
from rea.chat.wire import OVER, Counted, Ear, Heard
from rea.errors import BadReply, ModelError, ModelUnreachable, RateLimited
from rea.settings import Secret

if TYPE_CHECKING:
    import openai

# A reply that is longer than so many characters for each token allowed has no end: reading stops.
CHARACTERS_PER_TOKEN = 16
# Once the time of a run is over, its last answer may take a quarter of it more, at least so many seconds.
GRACE = 30.0
# Parameters a server may refuse; the request then goes out without them.
OPTIONAL = frozenset({"stream_options", "tool_choice", "temperature", "max_tokens", "max_completion_tokens"})


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited. `silence`: seconds without a sign from the server; `retries`: those of the SDK.

    `pauses`: seconds to wait when the SDK's retries were refused for too many requests, one after another;
    `longest` bounds what a server may ask for; `drops`: how often a reply that broke off is asked for again;
    `total`: seconds for all replies together (0: no limit), after which a last one is heard for `GRACE`.
    """

    silence: float = 300.0
    connect: float = 10.0
    retries: int = 2
    pauses: tuple[float, ...] = (10.0, 20.0, 40.0)
    longest: float = 120.0
    drops: int = 2
    total: float = 0.0


class ToolsRefused(Exception):  # noqa: N818 - tells the endpoint to change the protocol
    """The server takes no tools."""


class ThoughtsWanted(Exception):  # noqa: N818 - the request has to be built anew
    """The server wants the thoughts of earlier replies back."""


class _Broken(Exception):  # noqa: N818 - a reply that broke off, tried again here
    pass


@dataclass(slots=True)
class Line:
    """One server. What it does not take is found out once and then left out."""

    base_url: str
    key: Secret
    patience: Patience = field(default_factory=Patience)
    refused: set[str] = field(default_factory=set)
    output_limit: int = 0
    wants_thoughts: bool = False
    ends_unsaid: bool = False
    streams: bool = True
    _begun: float = field(default_factory=time.monotonic)
    _client: openai.OpenAI | None = None

    @property
    def host(self) -> str:
        """Host and port, without credentials."""
        parts = urlsplit(self.base_url)
        return f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or self.base_url

    def send(self, request: Mapping[str, object], max_output: int, on_delta: OnDelta | None) -> Heard:
        """One reply, whole. One that is not heard out has its `finish` of `wire.UNHEARD`.

        ToolsRefused when the server takes no tools; else the ModelError it comes to.
        """
        broken, pauses = 0, list(self.patience.pauses)
        tries = 2 * len(OPTIONAL) + 4
        while True:
            if time.monotonic() >= (until := self._until()):
                return Heard("", "", (), OVER, "", Counted(0, 0, 0), "")
            body = self._body(request, max_output)
            try:
                ear = Ear(on_delta, max_output * CHARACTERS_PER_TOKEN + 20_000, until)
                return self._once(body, ear, patient=broken < self.patience.drops)
            except _Broken as error:
                broken += 1
                if broken > self.patience.drops:
                    raise BadReply(f"{self.host} broke off its reply {broken} times: {error}") from None
                _tell(on_delta, "the reply broke off; asking again")
            except Refusal as refusal:
                tries -= 1
                if tries > 0 and self._adapt(refusal.said, body):
                    continue
                if refusal.said.status in (0, 200, 400) and refusal.said.means("filter"):
                    return Heard("", "", (), "content_filter", "", None, "")
                self._wait_or_raise(refusal.said, str(request["model"]), pauses, on_delta)

    def _until(self) -> float:
        """When the reply that is asked for now has to be over."""
        total = self.patience.total
        if not total:
            return float("inf")
        due = self._begun + total
        return due if time.monotonic() < due else due + max(GRACE, total / 4)

    def _wait_or_raise(self, said: Said, model: str, pauses: list[float], on_delta: OnDelta | None) -> None:
        error: ModelError = judged(said, model, self.host)
        wait = max(pauses[0] if pauses else 0.0, said.retry_after)
        if not isinstance(error, RateLimited) or said.status != 429 or said.means("credit"):
            raise error from None
        if not pauses or wait > self.patience.longest:
            raise error from None
        pauses.pop(0)
        _tell(on_delta, f"too many requests; waiting {wait:.0f} s")
        time.sleep(wait)

    def _body(self, request: Mapping[str, object], max_output: int) -> dict[str, object]:
        body = {name: value for name, value in request.items() if name not in self.refused}
        if "tools" not in body:
            body.pop("tool_choice", None)
        limit = min(max_output, self.output_limit) if self.output_limit else max_output
        # OpenAI's newer models take one name, most other servers only the other.
        first, second = "max_tokens", "max_completion_tokens"
        if self.host.endswith(("openai.com", "openai.azure.com")):
            first, second = second, first
        name = first if first not in self.refused else second
        if name not in self.refused:
            body[name] = limit
        body["stream"] = self.streams
        if self.streams and "stream_options" not in self.refused:
            body["stream_options"] = {"include_usage": True}
        return body

    def _adapt(self, said: Said, body: Mapping[str, object]) -> bool:
        """Whether the request can be put so that it is taken. ToolsRefused when only without tools."""
        if said.overflows or said.status in (401, 404, 429):
            return False
        if "reasoning_content" in said.text and not self.wants_thoughts:
            self.wants_thoughts = True
            raise ThoughtsWanted
        limit = said.number("output")
        if limit and limit != self.output_limit:
            self.output_limit = limit
            return True
        if "tools" in body and said.means("tools"):
            raise ToolsRefused
        name = rejected(said, OPTIONAL & body.keys())
        if name and said.status in (400, 415, 422, 500, 501):
            self.refused.add(name)
            return True
        if "tools" in body and rejected(said, ("tools", "functions")):
            raise ToolsRefused
        return False

    def _once(self, body: dict[str, object], ear: Ear, *, patient: bool) -> Heard:
        with self._translated():
            if self.streams:
                self._listen(body, ear)
                if ear.pieces == 0:
                    # The server does not stream: once more, in one piece, and so from here on.
                    self.streams = False
                    whole = {k: v for k, v in body.items() if k != "stream_options"} | {"stream": False}
                    return self._once(whole, ear, patient=patient)
            else:
                reply = self._open().post("/chat/completions", body=body, cast_to=object)
                self._check(reply)
                ear.take(reply)
        heard = ear.heard()
        if not ear.choices:
            raise _Broken("it held no choice")
        if not heard.finish and not self.ends_unsaid:
            # A stream that just ends was cut, unless this server never says why it ends.
            if patient:
                raise _Broken("its end is missing")
            self.ends_unsaid = True
        return heard

    def post(self, path: str, body: Mapping[str, object]) -> object:
        """A whole reply to what is no chat, as JSON. Refusal when the server says no, or ModelError."""
        with self._translated():
            reply = self._open().post(path, body=dict(body), cast_to=object)
        if (said := said_in(reply, self.key.value)) is not None:
            raise Refusal(said)
        return reply

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of the SDK as Refusal or ModelUnreachable."""
        import openai

        try:
            yield
        except openai.APIStatusError as error:
            raise Refusal(said_by(error, self.key.value)) from None
        except openai.APITimeoutError:
            raise ModelUnreachable(
                f"{self.host} gave no sign for {self.patience.silence:.0f} seconds.",
                next_step="Local models can be slow: allow more with --silence SECONDS.",
            ) from None
        except openai.APIConnectionError as error:
            cause = without(str(error.__cause__ or error), self.key.value)
            raise ModelUnreachable(
                f"{self.host} cannot be reached: {cause or 'connection failed'}."
            ) from None

    def _listen(self, body: dict[str, object], ear: Ear) -> None:
        """Take in a stream. What goes wrong once it has begun is _Broken."""
        import openai

        stream = self._open().post(
            "/chat/completions",
            body=body,
            cast_to=object,
            stream=True,
            stream_cls=openai.Stream[object],
        )
        garbled: tuple[type[Exception], ...] = (ValueError, *_transport_errors())
        with stream:
            try:
                for piece in stream:
                    ear.take(piece)
                    if why := ear.enough():
                        ear.take({"choices": [{"finish_reason": why}]})
                        return
            except openai.APIConnectionError as error:
                raise _Broken(str(error.__cause__ or error)) from None
            except openai.APIStatusError:
                raise
            except openai.APIError as error:
                said = said_by(error, self.key.value)
                if said.overflows or said.means("credit") or said.means("tools"):
                    raise Refusal(said) from None
                raise _Broken(said.shown) from None
            except garbled as error:
                raise _Broken(f"it is garbled ({type(error).__name__})") from None

    def _check(self, whole: object) -> None:
        """Refusal or BadReply when this is no reply."""
        said = said_in(whole, self.key.value)
        if said is not None:
            raise Refusal(said)
        if isinstance(whole, Mapping) and isinstance(whole.get("choices"), list):
            return
        shown = Said(200, without(str(whole), self.key.value)).shown[:120]
        kind = "a web page or text" if isinstance(whole, str) else "another form of reply"
        raise BadReply(f"{self.host} sent {kind} instead of a chat completion: {shown}")

    def _open(self) -> openai.OpenAI:
        if self._client is None:
            import openai

            silence = openai.Timeout(self.patience.silence, connect=self.patience.connect)
            self._client = openai.OpenAI(
                api_key=self.key.value or "none",
                base_url=self.base_url,
                timeout=silence,
                max_retries=self.patience.retries,
                # A redirect would hand the text to a host that was never named.
                http_client=openai.DefaultHttpxClient(follow_redirects=False, timeout=silence),
            )
        return self._client

    def close(self) -> None:
        """Let go of the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None


class Refusal(Exception):  # noqa: N818 - on its way to being judged
    """What a server said instead of replying."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.shown)
        self.said = said


def _tell(on_delta: OnDelta | None, text: str) -> None:
    if on_delta is not None:
        on_delta(Delta("wait", text))


def _transport_errors() -> tuple[type[Exception], ...]:
    """Errors of the HTTP library below the SDK, which older releases let through in a stream."""
    import sys

    import openai

    # The library differs between releases of the SDK: it is the one its client is built on.
    roots = {base.__module__.split(".")[0] for base in openai.DefaultHttpxClient.__mro__}
    found = [getattr(sys.modules[root], "HTTPError", None) for root in sorted(roots - {"openai"})]
    return tuple(error for error in found if isinstance(error, type) and issubclass(error, Exception))
