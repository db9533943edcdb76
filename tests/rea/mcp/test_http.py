"""`rea mcp --http`: a real server on a free port, the SDK's client, and requests no client would send."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.indexer.trees import repository
from tests.rea.mcp.harness import COMMAND, PATIENCE, Talk, environment, run_rea, talking
from tests.rea.mcp.held import FILES, give_up, held_model, settled, variables

TOKEN = "a-token-of-this-test"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@dataclass
class Served:
    """A server that is up: its port and what it printed."""

    port: int
    printed: str
    process: subprocess.Popen[str]


@contextmanager
def _serving(folder: Path, *arguments: str, **variables: str) -> Iterator[Served]:
    """A server on a free port; it is interrupted at the end, and has to end then."""
    process = subprocess.Popen(
        [*COMMAND, "mcp", "--http", "--port", "0", *arguments],
        env=environment(folder, **variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    with process:
        printed = process.stderr.readline() + process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/mcp\n", printed)
        assert found is not None, printed
        try:
            yield Served(int(found[1]), printed, process)
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
            assert process.stdout.read() == ""
            assert process.stderr.read().count("\n") == 1


@pytest.fixture(scope="module")
def served(larder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server over the example application."""
    with _serving(tmp_path_factory.mktemp("http"), "--repo", str(larder), REA_MCP_TOKEN=TOKEN) as server:
        yield server


@contextmanager
def _client(port: int, token: str = TOKEN, mode: str = "auto") -> Iterator[Talk]:
    """The SDK's client with a token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as carrier,
            Client(
                streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=carrier), mode=mode
            ) as client,
        ):
            yield client

    with talking(connected) as talk:
        yield talk


def _post(port: int, **headers: str) -> tuple[int, str]:
    """One request by hand; a header given replaces the right one, '' leaves it out."""
    right = {
        "host": f"127.0.0.1:{port}",
        "authorization": f"Bearer {TOKEN}",
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    body = json.dumps(HELLO).encode()
    connection.putrequest("POST", "/mcp", skip_host=True, skip_accept_encoding=True)
    for name, value in {**right, **headers, "content-length": str(len(body))}.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(body)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_gets_the_tools_over_http(served: Served, mode: str) -> None:
    """Listed, called, refused, with progress: as over standard input."""
    with _client(served.port, mode=mode) as talk:
        names = [tool.name for tool in talk.portal.call(talk.client.list_tools).tools]
        assert names[:4] == ["ask", "locate", "check", "list_tree"]
        assert "def issue_pair" in talk.text("search_text", pattern="def issue_pair")
        assert talk.call("read_slice", path="../../etc/passwd").is_error
        assert "files indexed" in talk.resource("rea:///larder/overview")
        assert talk.text("ask", question="how does login work").startswith("# how does login work")


def test_several_clients_are_served_at_the_same_time(served: Served) -> None:
    """Each gets its own answers."""
    with _client(served.port) as one, _client(served.port, mode="legacy") as two:
        assert "issue_pair" in one.text("trace_symbol", name="issue_pair")
        assert "Sign in" in two.text("git_pick", query="passphrase")
        assert "Larder" in one.text("read_slice", path="README.md")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"authorization": ""}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": f"Basic {TOKEN}"}, 401),
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:{port}"}, 421),
        ({"host": "127.0.0.1.evil.example:{port}"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://evil.example:{port}"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:1"}, 403),
        ({}, 200),
        ({"host": "localhost:{port}", "origin": "http://localhost:{port}"}, 200),
    ],
    ids=str,
)
def test_only_requests_meant_for_this_server_come_in(
    served: Served, headers: dict[str, str], status: int
) -> None:
    """No token, another host's name (DNS rebinding), a web page elsewhere: refused with a reason."""
    filled = {name: value.format(port=served.port) for name, value in headers.items()}
    got, text = _post(served.port, **filled)
    assert got == status
    assert ("error" in json.loads(text)) if status != 200 else "serverInfo" in text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_question_cancelled_over_http_stops_working(tmp_path: Path, mode: str) -> None:
    """Newer clients cancel by closing the stream of the answer, older ones by saying so."""
    root = repository(tmp_path / "parts", FILES)
    with (
        held_model() as (model, held),
        _serving(tmp_path, "--repo", str(root), REA_MCP_TOKEN=TOKEN, **variables(model)) as server,
        _client(server.port, mode=mode) as talk,
    ):
        give_up(talk, held)
        assert settled(root, talk) == ["interrupted"]
        assert held.turns == 1


def test_it_listens_on_loopback_only(served: Served) -> None:
    """The address is 127.0.0.1, whatever other addresses this machine has."""
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        with socket.socket() as knock, pytest.raises(OSError):
            knock.settimeout(PATIENCE)
            knock.connect((address, served.port))
    assert f"http://127.0.0.1:{served.port}/mcp" in served.printed


def test_a_token_is_made_anew_or_left_out_by_wish(larder: Path, tmp_path: Path) -> None:
    """Without one in the environment it is printed once; with --no-token nothing is asked for."""
    with _serving(tmp_path, "--repo", str(larder)) as server:
        found = re.search(r"Authorization: Bearer (\S{20,})\n", server.printed)
        assert found is not None and found[1] != TOKEN
        with _client(server.port, found[1]) as talk:
            assert "Larder" in talk.text("read_slice", path="README.md")
    with _serving(tmp_path, "--repo", str(larder), "--no-token") as server:
        assert _post(server.port, authorization="")[0] == 200


def test_a_port_in_use_is_one_line(served: Served, larder: Path, tmp_path: Path) -> None:
    """With what to do."""
    done = run_rea(tmp_path, "mcp", "--http", "--port", str(served.port), "--repo", str(larder))
    assert done.returncode == 2
    assert "Choose another with --port" in done.stderr and done.stderr.count("\n") == 1
