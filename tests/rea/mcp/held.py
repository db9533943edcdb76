"""A model's server that keeps a question waiting, and what the blackboard says of the run meanwhile."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.rea.chat.fake_server import FakeServer, Handler, call, says, serving
from tests.rea.mcp.harness import PATIENCE, Talk

QUESTION = "what does part1 do"
FILES = {f"src/part{number}.py": f"def part{number}(value):\n    return value\n" for number in range(60)}
PLAN = call(
    "plan",
    {"flow": "generic", "layer": "any", "reason": "named", "nodes": [{"id": "entry"}, {"id": "handler"}]},
)
LOOK = call("search_text", {"pattern": "part1"})


class Held:
    """Plans at once; the reply to a turn waits until the test lets it go."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.go_on = threading.Event()
        self.turns = 0

    def act(self, handler: Handler, body: dict[str, Any]) -> None:
        """Say that a turn is there, wait, then ask for a tool."""
        self.turns += 1
        self.arrived.set()
        self.go_on.wait(PATIENCE)
        says("", LOOK)(handler, body)


@contextmanager
def held_model() -> Iterator[tuple[FakeServer, Held]]:
    """The server, and the hand that holds it."""
    held = Held()
    with serving(says("", PLAN), held.act) as server:
        try:
            yield server, held
        finally:
            held.go_on.set()


def variables(server: FakeServer) -> dict[str, str]:
    """The environment of a `rea` that asks this server."""
    return {"REA_MODEL": "served", "REA_BASE_URL": server.url, "REA_API_KEY": "test-key"}


def give_up(talk: Talk, held: Held) -> None:
    """Ask, cancel while the model thinks, let it reply, and wait until the run is no longer under way."""
    talk.until(lambda: held.arrived.wait(PATIENCE), "ask", question=QUESTION)
    # Another call is answered although the model still keeps the question waiting.
    assert "part1.py" in talk.text("list_tree", path="src")
    held.go_on.set()


def settled(root: Path, talk: Talk) -> list[str]:
    """The statuses of the runs, when none is under way; the server is talked to until then."""
    until = time.monotonic() + PATIENCE
    while "running" in (found := statuses(root)) and time.monotonic() < until:
        talk.text("list_tree")
    return found


def statuses(root: Path) -> list[str]:
    """How the runs of a repository ended."""
    with closing(sqlite3.connect(root / ".rea" / "runs.db")) as runs:
        return [status for (status,) in runs.execute("SELECT status FROM runs")]
