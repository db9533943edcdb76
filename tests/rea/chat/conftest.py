"""A model that follows a script, over HTTP and through the whole loop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from rea.answer import Answer
from rea.chat.endpoint import ModelChoice, OpenAIEndpoint
from rea.chat.line import Line, Patience
from rea.chat.pricing import ModelFacts
from rea.chat.reasoner import ChatReasoner
from rea.loop.agent import run
from rea.loop.limits import Limits
from rea.loop.reasoner import PlanRequest
from rea.loop.recorder import citations_of
from rea.settings import Secret
from tests.rea.chat.fake_server import Action, FakeServer, call, says, serving
from tests.rea.conftest import APP, Bench

ASK = PlanRequest("how does login work")
FILES = ("web/login.js", "web/http.js", "server/session.py", "server/tokens.py")


def does(*calls: tuple[str, object]) -> Action:
    """A reply with these calls."""
    return says("", *(call(name, arguments, n) for n, (name, arguments) in enumerate(calls)))


def reads(*paths: str, start: int = 1, end: int = 60) -> Action:
    """A reply that reads files."""
    return does(*(("read_slice", {"path": path, "start": start, "end": end}) for path in paths))


def place(at: str, *names: str, role: str = "") -> dict[str, object]:
    """Evidence of an answer."""
    return {"at": at, "names": list(names), "role": role}


PLAN = (
    "plan",
    {"flow": "login", "layer": "mixed", "reason": "names it", "nodes": [{"id": "submit"}, {"id": "issue"}]},
)
GOOD = {
    "status": "answered",
    "conclusion": [{"text": "`submitLogin` leads to `issue_token`.", "evidence": [
        place("web/login.js:3-4", "submitLogin"), place("server/session.py:9", "issue_token")]}],
    "flow": [
        {"node": "submit", "trigger": "`submitLogin`", "handler": "open_session", "evidence": [
            place("web/login.js:3-4", "submitLogin"), place("server/session.py:4-6", "open_session")]},
        {"node": "issue", "trigger": "`open_session`", "handler": "`issue_token`", "evidence": [
            place("server/session.py:9", "issue_token"), place("server/tokens.py:6-7", "issue_token")]},
    ],
}  # fmt: skip


def changed(old: str, new: str) -> dict[str, object]:
    """The good answer with a text replaced."""
    value: dict[str, object] = json.loads(json.dumps(GOOD).replace(old, new))
    return value


@dataclass
class Outcome:
    """An answer and what the server was sent."""

    answer: Answer
    server: FakeServer

    def sent(self, number: int = -1) -> str:
        """The messages of a request as one text."""
        return "\n".join(str(message.get("content")) for message in self.server.seen[number].body["messages"])

    def offered(self, number: int) -> list[str]:
        """The names of the tools of a request."""
        return [tool["function"]["name"] for tool in self.server.seen[number].body.get("tools", [])]


Play = Callable[..., Outcome]


@pytest.fixture
def play(bench_of: Callable[[Mapping[str, str]], Bench]) -> Iterator[Play]:
    """Answers a question over the small application with a model that follows a script."""
    with ExitStack() as stack:

        def go(
            *script: Action, files: Mapping[str, str] = APP, window: int = 32_000, turns: int = 8
        ) -> Outcome:
            server = stack.enter_context(serving(*script))
            line = Line(server.url, Secret("sk-secret"), Patience(5.0, 2.0, 0, (0.01, 0.01)))
            end = OpenAIEndpoint(ModelChoice("played", ModelFacts(1.0, 0.5, 2.0), "native"), line)
            stack.callback(end.close)
            answer = run(ASK, ChatReasoner(end, window=window), bench_of(files).index, Limits(turns=turns))
            assert {citation.verdict for citation in citations_of(answer)} <= {"verified"}
            return Outcome(answer, server)

        yield go
