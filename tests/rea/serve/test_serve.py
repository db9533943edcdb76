"""Tests of `rea serve` over HTTP: who is let in, what the pages hold, and how it ends."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rea.hosting.asking import Host
from rea.hosting.repositories import Lease, Repository
from rea.hosting.work import Work
from rea.hosting.workshop import Workshop
from rea.serve.app import Site, make_app
from rea.settings import load_settings
from tests.indexer.trees import repository
from tests.rea.mcp.harness import COMMAND, PATIENCE, environment
from tests.rea.serve.harness import Server, served

if TYPE_CHECKING:
    from starlette.types import Message

LOGIN = "ask?q=how+does+login+work"


def connected(server: Server) -> socket.socket:
    """A bare connection, for who does not wait for the end."""
    name, _, port = server.host.partition(":")
    return socket.create_connection((name, int(port)), timeout=PATIENCE)


def own_code(folder: Path) -> dict[str, str]:
    """An environment in which this checkout's code is imported."""
    return {**environment(folder), "PYTHONPATH": str(Path(__file__).parents[3])}


def events(text: str) -> list[tuple[str, dict[str, object]]]:
    """The events of a stream, in order."""
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, json.loads(data)) for name, data in found]


@pytest.mark.parametrize("path", ["/", "/overview", "/wrong-token/", "/wrong-token/overview", "//"])
def test_nobody_enters_without_the_token(server: Server, path: str) -> None:
    """The token is part of the address; without it nothing of the repository is told."""
    reply = server.get(path)
    assert reply.status == 404
    assert "larder" not in reply.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
    ],
)
def test_other_pages_are_kept_out(server: Server, headers: dict[str, str], status: int) -> None:
    """A page of another origin, or a name that was bent to this machine, is refused even with the token."""
    assert server.get("", **headers).status == status


def test_nothing_is_taken(server: Server) -> None:
    """The server only reads: other methods are refused."""
    assert server.get("", method="POST").status == 405


@pytest.mark.parametrize("path", ["", "overview", "file?path=README.md", "file?path=no-such", "runs/zzz"])
def test_every_page_forbids_what_it_does_not_need(server: Server, path: str) -> None:
    """No page is cached, framed or able to load or send anything elsewhere."""
    headers = server.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["x-frame-options"] == "DENY"


def test_a_question_is_told_as_it_goes_and_answered(server: Server) -> None:
    """Stages, then the address of the answer, which holds the cited lines and leads to their files."""
    told = events(server.get(LOGIN + "&fresh=1").text)
    assert [name for name, _ in told[:-1]] == ["stage"] * (len(told) - 1)
    assert len(told) > 2
    name, data = told[-1]
    assert name == "answer"
    page = server.get(str(data["address"]))
    assert page.status == 200
    assert "how does login work" in page.text
    assert f"{server.prefix}file?path=server/larder/" in page.text
    assert "how does login work" in server.get("").text


def test_without_script_the_form_leads_to_the_answer(server: Server) -> None:
    """The form alone works: it is sent on to the answer."""
    reply = server.get("answer?q=how+does+login+work")
    assert reply.status == 303
    assert server.get(reply.headers["location"]).status == 200


@pytest.mark.parametrize("query", ["q=", "q=%3F%3F%3F", "q=login&kind=no_such_kind", f"q={'x' * 9000}"])
def test_what_cannot_be_asked_is_told(server: Server, query: str) -> None:
    """One sentence that says what is wrong, as an event and as a page."""
    ((name, data),) = events(server.get(f"ask?{query}").text)
    assert name == "fault"
    assert data["text"]
    reply = server.get(f"answer?{query}")
    assert reply.status == 400
    assert "did not work" in reply.text


def test_the_overview_draws_what_is_there(server: Server) -> None:
    """Four plots, and a bar leads to the file it is about."""
    text = server.get("overview").text
    for title in ("Languages", "Where definitions crowd", "Used most", "Changed most"):
        assert title in text
    assert "<rect" in text
    assert server.get("file?path=server/larder/app.py").status == 200


def test_a_file_shows_lines_definitions_and_users(server: Server) -> None:
    """The lines with their numbers, what is defined, and where a definition is used."""
    text = server.get("file?path=server/larder/security/tokens.py&symbol=issue_pair").text
    assert 'data-line="1"' in text
    assert "issue_pair" in text
    assert "server/<wbr>larder/<wbr>api/<wbr>session.py:" in text


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "..%2F..%2Fetc%2Fpasswd", ".git/config"])
def test_no_page_leaves_the_repository(server: Server, path: str) -> None:
    """A path outside is unknown, however it is written."""
    reply = server.get(f"file?path={path}")
    assert reply.status == 404
    assert "root:" not in reply.text


def test_secrets_stay_hidden(tmp_path: Path) -> None:
    """Files of secrets are not shown, and keys in code are blacked out."""
    key = "sk-" + "a1B2c3D4e5" * 4
    root = repository(tmp_path / "app", {".env": f"KEY={key}\n", "app.py": f'API_KEY = "{key}"\nx = 1\n'})
    with served(root, tmp_path) as server:
        for path in (".env", "app.py"):
            assert key not in server.get(f"file?path={path}").text
        assert "API_KEY" in server.get("file?path=app.py").text


def test_a_closed_tab_ends_its_question_and_the_server_goes_on(server: Server) -> None:
    """The reader leaves in the middle; the next question is answered all the same."""
    with connected(server) as line:
        line.sendall(f"GET {server.prefix}{LOGIN}&fresh=1 HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert line.recv(10)
    assert events(server.get(LOGIN).text)[-1][0] == "answer"


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    """No traceback, exit code 0, also while a page was just read."""
    with served(repository(tmp_path / "app", {"a.py": "x = 1\n"}), tmp_path) as server:
        assert server.get("").status == 200
        assert server.interrupt() == (0, "")


def test_ctrl_c_ends_it_quietly_while_it_works(tmp_path: Path) -> None:
    """A question under way is called off: no traceback, exit code 0."""
    files = {f"f{number}.py": "def login():\n    return 1\n" * 50 for number in range(300)}
    with served(repository(tmp_path / "app", files), tmp_path) as server, connected(server) as line:
        line.sendall(f"GET {server.prefix}{LOGIN} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert line.recv(10)
        assert server.interrupt() == (0, "")


def test_an_address_that_is_no_page_leads_on(server: Server) -> None:
    """It is told as a page like any other, with the way back."""
    reply = server.get("no-such-page")
    assert reply.status == 404
    assert "There is no such page." in reply.text
    assert f'href="{server.prefix}"' in reply.text
    assert "default-src 'none'" in reply.headers["content-security-policy"]


class Broken(Repository):
    """A repository that meets what nobody expected."""

    @contextmanager
    def lease(self, work: Work) -> Iterator[Lease]:
        """Breaks."""
        raise ZeroDivisionError("<b>by nothing\x1b[2J")
        yield  # pragma: no cover


class Endless(Repository):
    """A repository whose work ends only when it is called off."""

    ended = False

    @contextmanager
    def lease(self, work: Work) -> Iterator[Lease]:
        """Works on and on."""
        try:
            while True:
                work.check()
        finally:
            self.ended = True
        yield  # pragma: no cover


async def opened(repository: Repository, page: str, *coming: Message) -> list[Message]:
    """What is sent for a page, to a reader from whom these messages come and then nothing more."""
    sent: list[Message] = []
    host = Host(load_settings({}, {}, repository.root), repository.root)
    workshop = Workshop()
    site = make_app(Site(repository, workshop, host))
    path, _, query = page.partition("?")
    scope: dict[str, object] = {"type": "http", "method": "GET", "path": f"/t/{path}", "root_path": "/t"}
    scope |= {"headers": [], "query_string": query.encode()}
    messages = iter(coming)

    async def receive() -> Message:
        for message in messages:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    with suppress(ZeroDivisionError):  # raised once more for the server's own log, which is silent
        await site(scope, receive, send)
    assert await asyncio.to_thread(workshop.close, PATIENCE)
    return sent


def test_a_defect_is_told_in_plain_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page says what broke, escaped; one harmless line goes to who started the server."""
    head, body, *_ = asyncio.run(opened(Broken("app", tmp_path), "overview"))
    assert head["status"] == 500
    assert b"A defect of REA: ZeroDivisionError: &lt;b&gt;by nothing" in body["body"]
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "\x1b" not in told


@pytest.mark.parametrize("page", ["overview", "answer?q=how+does+login+work"])
def test_a_page_nobody_waits_for_is_not_made(tmp_path: Path, page: str) -> None:
    """The reader leaves: the work is called off, also where no script runs."""
    repository = Endless("app", tmp_path)
    left = ({"type": "http.request"}, {"type": "http.disconnect"})
    asyncio.run(asyncio.wait_for(opened(repository, page, *left), PATIENCE))
    assert repository.ended


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    """Two lines on standard error and the exit code of usage."""
    root = repository(tmp_path / "app", {"a.py": "x = 1\n"})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*COMMAND, "serve", "--repo", str(root), "--port", str(taken.getsockname()[1])]
        done = subprocess.run(
            command, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_pages_need_no_protocol_of_agents(tmp_path: Path) -> None:
    """With the extra `serve` alone nothing of the SDK is loaded."""
    code = "import sys; import rea.serve.server; sys.exit('mcp' in sys.modules or 'rea.mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=own_code(tmp_path), timeout=PATIENCE, check=False)
    assert done.returncode == 0
