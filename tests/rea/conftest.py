"""A small real repository with its index, and the pieces of a run over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from indexer.reader import Index, open_index
from rea.loop.facts import Facts
from rea.loop.ledger import Evidence, Ledger
from rea.plan import Plan, PlanNode, Reading
from tests.demo_repo import make_demo
from tests.indexer.trees import repository
from tools.registry import run_tool

APP: Mapping[str, str] = {
    "web/login.js": (
        "import { post } from './http.js';\n"
        "\n"
        "export async function submitLogin(email, passphrase) {\n"
        "  const answer = await post('/api/session', { email, passphrase });\n"
        "  sessionStorage.setItem('token', answer.token);\n"
        "  return answer;\n"
        "}\n"
    ),
    "web/http.js": (
        "export async function post(url, body) {\n"
        "  const token = sessionStorage.getItem('token');\n"
        "  const answer = await fetch(url, { method: 'POST', headers: { Authorization: token } });\n"
        "  if (answer.status === 401) sessionStorage.removeItem('token');\n"
        "  return answer.json();\n"
        "}\n"
    ),
    "server/session.py": (
        "from server.tokens import issue_token\n"
        "\n"
        "\n"
        "def open_session(email: str, passphrase: str) -> str:\n"
        '    """Checks the passphrase and issues a token."""\n'
        "    member = find_member(email)\n"
        "    if not matches(passphrase, member.passphrase_hash):\n"
        "        raise BadCredentials\n"
        "    return issue_token(member.id)\n"
    ),
    "server/tokens.py": (
        "import time\n"
        "\n"
        "LIFETIME_SECONDS = 900\n"
        "\n"
        "\n"
        "def issue_token(member_id: int) -> str:\n"
        '    return sign({"sub": member_id, "exp": time.time() + LIFETIME_SECONDS})\n'
        "\n"
        "\n"
        "def verify_token(token: str) -> int:\n"
        '    return int(unsign(token)["sub"])\n'
    ),
    "README.md": "# Demo\n\nSigns people in.\n",
}

NODES = (
    PlanNode("submit", "Credential submission", "Where is the form sent?", ("submit",)),
    PlanNode("issue", "Token issue", "Where is the token made?", ("issue",)),
    PlanNode("storage", "Token storage", "Where is the token kept?", ("write", "read", "clear")),
)


def make_plan(*nodes: PlanNode, ambiguous: bool = False) -> Plan:
    """A frozen plan about login."""
    readings = (Reading("update", "server", "data_migration", "a kind", 1.0),) if ambiguous else ()
    reading = Reading("login", "mixed", "", "names the flow", 2.0)
    return Plan("how does login work", "en", reading, readings, nodes or NODES, ("login",), ambiguous)


@dataclass
class Bench:
    """An index with a ledger, facts and a plan: what the parts of a run work on."""

    index: Index
    ledger: Ledger
    facts: Facts
    plan: Plan

    def read(self, path: str, start: int = 1, end: int = 200) -> tuple[Evidence, ...]:
        """Read a slice into the ledger."""
        return self.call("read_slice", path=path, start=start, end=end)

    def call(self, tool: str, **arguments: object) -> tuple[Evidence, ...]:
        """Carry out any call and record it."""
        return self.ledger.record(run_tool(self.index, tool, arguments), 1, arguments)

    def write(self, path: str, text: str) -> None:
        """Change a file of the repository after it was indexed."""
        (self.index.root / path).write_text(text, encoding="utf-8")


@pytest.fixture
def bench_of(tmp_path: Path) -> Iterator[Callable[[Mapping[str, str]], Bench]]:
    """Makes a git repository of the given files and a bench over it."""
    with ExitStack() as stack:

        def make(files: Mapping[str, str]) -> Bench:
            index = stack.enter_context(open_index(repository(tmp_path / "repo", files)))
            return Bench(index, Ledger(), Facts(), make_plan())

        yield make


@pytest.fixture
def bench(bench_of: Callable[[Mapping[str, str]], Bench]) -> Bench:
    """A bench over the small application above."""
    return bench_of(APP)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """The index of the bundled example application, built once; tests only read it."""
    with open_index(make_demo(tmp_path_factory.mktemp("demo") / "larder")) as index:
        yield index
