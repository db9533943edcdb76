"""A server on loopback that speaks OpenAI's chat completions byte for byte and misbehaves as it is told.

A test hands it a script, one action for each request it expects; the last is repeated. What it was sent
is kept.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any

Action = Callable[["Handler", dict[str, Any]], None]


@dataclass
class Seen:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Handler(BaseHTTPRequestHandler):
    """Answers a request with the script's next action."""

    protocol_version = "HTTP/1.1"
    server: FakeServer

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def do_POST(self) -> None:
        """A request of the SDK."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.seen.append(Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            action = self.server.script[min(len(self.server.seen), len(self.server.script)) - 1]
        action(self, body)

    def answer(
        self,
        status: int,
        body: object,
        headers: Mapping[str, str] | None = None,
        kind: str = "application/json",
    ) -> None:
        """A whole response."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            **(headers or {}),
            "Content-Length": str(len(data)),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def stream_from(self, pieces: Iterable[object]) -> None:
        """Server-sent events in chunks, as long as there are pieces and somebody listens."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self._chunk("data: " + (piece if isinstance(piece, str) else json.dumps(piece)) + "\n\n")

    def stream(self, pieces: Sequence[object], *, cut: bool = False, done: bool = True) -> None:
        """A whole stream; `cut` ends the connection in the middle of the chunked body."""
        self.stream_from(pieces)
        if cut:
            self.close_connection = True
            return
        if done:
            self._chunk("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


class FakeServer(ThreadingHTTPServer):
    """The server with its script and what it has seen."""

    daemon_threads = True

    def __init__(self, script: Sequence[Action]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = list(script)
        self.seen: list[Seen] = []
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address to give as --base-url."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no matter."""


@contextmanager
def serving(*script: Action) -> Iterator[FakeServer]:
    """A server with this script."""
    server = FakeServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 60}}


def chunk(
    delta: Mapping[str, object] | None = None, finish: str | None = None, **more: object
) -> dict[str, Any]:
    """One chunk of a stream."""
    return {
        "model": "served",
        "choices": [{"index": 0, "delta": delta or {}, "finish_reason": finish}],
        **more,
    }


def call(name: str, arguments: object, index: int = 0, identity: str = "") -> dict[str, object]:
    """A tool call in a delta."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {
        "index": index,
        "id": identity or f"id{index}",
        "type": "function",
        "function": {"name": name, "arguments": text},
    }


def says(text: str = "", *calls: dict[str, object], finish: str = "", usage: object = USAGE) -> Action:
    """A well-behaved reply: streamed when a stream was asked for."""
    ends = finish or ("tool_calls" if calls else "stop")

    def act(handler: Handler, body: dict[str, Any]) -> None:
        if not body.get("stream"):
            message = {"role": "assistant", "content": text, "tool_calls": list(calls)}
            choice = {"index": 0, "message": message, "finish_reason": ends}
            handler.answer(200, {"model": "served", "choices": [choice], "usage": usage})
            return
        pieces: list[object] = [chunk({"role": "assistant", "content": ""})]
        pieces += [chunk({"content": text[at : at + 7]}) for at in range(0, len(text), 7)]
        pieces += [chunk({"tool_calls": [one]}) for one in calls]
        pieces.append(chunk(finish=ends))
        pieces += [{"model": "served", "choices": [], "usage": usage}] if usage else []
        handler.stream(pieces)

    return act


def fails(status: int, message: object, headers: Mapping[str, str] | None = None, **error: object) -> Action:
    """An error in OpenAI's form; a `message` that is no text is sent as the whole body."""
    body = {"error": {"message": message, "type": "error", **error}} if isinstance(message, str) else message
    return lambda handler, _: handler.answer(status, body, headers)


def sends(text: object, kind: str = "application/json", status: int = 200) -> Action:
    """Any body at all."""
    return lambda handler, _: handler.answer(status, text, kind=kind)


def streams(*pieces: object, cut: bool = False, done: bool = True) -> Action:
    """Any pieces of a stream."""
    return lambda handler, _: handler.stream(pieces, cut=cut, done=done)


def never_ends(text: Callable[[int], str]) -> Action:
    """A stream that goes on until the client leaves; `text` is told the number of each piece."""

    def act(handler: Handler, _: dict[str, Any]) -> None:
        handler.stream_from(chunk({"content": text(number)}) for number in count())

    return act


def hangs(seconds: float) -> Action:
    """No sign for a while, then the connection ends."""

    def act(handler: Handler, _: dict[str, Any]) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return act
