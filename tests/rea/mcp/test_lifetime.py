"""How a server ends and how work ends: hang-ups, killed clients, signals, cancelled questions."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.indexer.trees import repository
from tests.rea.chat.fake_server import says, serving
from tests.rea.mcp.harness import COMMAND, PATIENCE, environment, over_stdio
from tests.rea.mcp.held import FILES, LOOK, QUESTION, give_up, held_model, settled, variables

HELLO: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
# Starts the server as a client would, hands its own standard error on, and waits to be killed.
CLIENT = """
import subprocess, sys
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False)
server.stdin.write(sys.argv[1].encode())
server.stdin.flush()
for line in server.stdout:
    pass
"""


def _lines(*messages: object) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


def _tool(number: int, name: str, **arguments: object) -> dict[str, object]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of some sixty files."""
    return repository(tmp_path_factory.mktemp("lifetime") / "parts", FILES)


def test_standard_output_carries_nothing_but_the_protocol(tmp_path: Path) -> None:
    """A first index by worker processes, a question, rubbish on the line: every line out is a message.

    When the client hangs up the server has answered everything and ends with 0.
    """
    root = repository(tmp_path / "parts", FILES)
    told = _lines(HELLO, READY, _tool(2, "ask", question=QUESTION), _tool(3, "list_tree"))
    server = subprocess.Popen(
        [*COMMAND, "mcp", "--repo", str(root)],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None and server.stderr is not None
    with server:
        server.stdin.write("rubbish\n" + told)
        server.stdin.flush()
        answered: set[int] = set()
        while not {1, 2, 3} <= answered:
            message = json.loads(server.stdout.readline())
            assert message["jsonrpc"] == "2.0"
            answered.add(message.get("id"))
        server.stdin.close()
        assert server.stdout.read() == ""
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGINT, 130)], ids=str
)
def test_a_signal_ends_a_server_that_waits_for_its_client(
    parts: Path, tmp_path: Path, number: int, code: int
) -> None:
    """Though a thread of it is blocked on standard input, which stays open."""
    server = subprocess.Popen(
        [*COMMAND, "mcp", "--repo", str(parts)],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None
    with server:
        server.stdin.write(_lines(HELLO))
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        server.send_signal(number)
        assert server.wait(PATIENCE) == code


def test_a_client_that_stops_reading_ends_the_server(parts: Path, tmp_path: Path) -> None:
    """Without a traceback, and although standard input stays open."""
    server = subprocess.Popen(
        [*COMMAND, "mcp", "--repo", str(parts)],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None and server.stderr is not None
    with server:
        server.stdout.close()
        server.stdin.write(_lines(HELLO))
        server.stdin.flush()
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are inherited otherwise there")
def test_a_killed_client_leaves_no_server_behind(parts: Path, tmp_path: Path) -> None:
    """Even while a question waits for a model that does not answer: the server and all it started end."""
    with held_model() as (model, held):
        ours, theirs = os.pipe()
        os.set_inheritable(theirs, True)
        told = _lines(HELLO, READY, _tool(2, "ask", question=QUESTION, fresh=True))
        client = subprocess.Popen(
            [sys.executable, "-c", CLIENT, told, *COMMAND, "mcp", "--repo", str(parts)],
            env=environment(tmp_path, **variables(model)),
            close_fds=False,
        )
        os.close(theirs)
        try:
            assert held.arrived.wait(PATIENCE)
        finally:
            client.kill()
            client.wait(PATIENCE)
        # Nothing is ever written there: it is at its end when nobody has the other end open any more.
        ended, _, _ = select.select([ours], [], [], PATIENCE)
        assert ended and os.read(ours, 1) == b""
        os.close(ours)


def test_a_cancelled_question_stops_working(tmp_path: Path) -> None:
    """The client gives up while the model thinks: its reply is the last that is asked for.

    The run is kept as interrupted, so that it can be finished later.
    """
    root = repository(tmp_path / "parts", FILES)
    with (
        held_model() as (model, held),
        over_stdio(tmp_path, "--repo", str(root), mode="legacy", **variables(model)) as talk,
    ):
        give_up(talk, held)
        assert settled(root, talk) == ["interrupted"]
        assert held.turns == 1


def test_a_model_that_is_asked_is_named(parts: Path, tmp_path: Path) -> None:
    """The tool says that it reaches out, and the answer says whom it was sent to."""
    with (
        serving(says("", LOOK)) as model,
        over_stdio(tmp_path, "--repo", str(parts), **variables(model)) as talk,
    ):
        tools = {tool.name: tool for tool in talk.portal.call(talk.client.list_tools).tools}
        hints, others = tools["ask"].annotations, tools["locate"].annotations
        assert hints is not None and hints.open_world_hint
        assert others is not None and others.open_world_hint is False
        shown = talk.text("ask", question=QUESTION)
        assert f"are sent to 127.0.0.1:{model.server_address[1]} (served)" in shown
