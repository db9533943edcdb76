"""Definitions and uses joined by name: near ones first, and no more certainty than a name can give."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.graph.calls import (
    ELSEWHERE,
    IMPORTED,
    OUTSIDE,
    SAME_FILE,
    SAME_FOLDER,
    callees,
    callers,
    candidates,
    leads_to,
)
from indexer.graph.calls import enclosing_symbol as around
from indexer.reader import Index, open_index
from tests.indexer.trees import write

FILES = {
    "app/views.py": (
        "from app.auth.tokens import issue\nfrom vendor.lib import render\n\n\n"
        "def helper():\n    return 1\n\n\n"
        "def login(request):\n    helper()\n    check(request)\n    issue(request)\n"
        "    render(request)\n    rare()\n"
    ),
    "app/checks.py": "def check(request):\n    return bool(request)\n",
    "app/auth/tokens.py": "def issue(request):\n    return 'token'\n",
    "other/tokens.py": "def issue(request):\n    return None\n\n\ndef check(request):\n    return None\n",
    "other/pages.py": "def render(request):\n    return ''\n",
    "other/deep.py": "def rare():\n    return 0\n",
    "other/urls.py": "ROUTES = {'login': 'login'}\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(write(tmp_path_factory.mktemp("calls"), FILES)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "path", "rank", "level"),
    [
        ("helper", "app/views.py", SAME_FILE, "high"),
        ("check", "app/checks.py", SAME_FOLDER, "medium"),
        ("issue", "app/auth/tokens.py", IMPORTED, "high"),
        ("render", "other/pages.py", OUTSIDE, "low"),
        ("rare", "other/deep.py", ELSEWHERE, "medium"),
    ],
)
def test_the_nearest_definition_comes_first(
    index: Index, name: str, path: str, rank: int, level: str
) -> None:
    """Same file, same folder, imported, elsewhere; a name imported from outside is demoted."""
    best = candidates(index, name, "app/views.py")[0]
    assert (best.symbol.path, best.rank, best.confidence) == (path, rank, level)
    assert best.reason


def test_a_unique_name_is_never_certain(index: Index) -> None:
    """That a name occurs once does not prove that the call means it."""
    (only,) = candidates(index, "rare", "app/views.py")
    assert only.confidence != "high"


def test_twins_elsewhere_are_low(index: Index) -> None:
    """A definition of the same name far away is a lead, not a fact."""
    second = candidates(index, "issue", "app/views.py")[1]
    assert (second.symbol.path, second.confidence) == ("other/tokens.py", "low")


def test_callers_name_the_definition_around_them(index: Index) -> None:
    """Each use says in which function it is."""
    sites, total, cut = callers(index, "issue")
    calls = [(site.reference.line, site.enclosing.name) for site in sites if site.enclosing]
    assert calls == [(12, "login")]
    assert total == len(sites) == 2
    assert not cut


def test_strings_are_hints_only(index: Index) -> None:
    """A registration by name is shown with low confidence."""
    sites, _, _ = callers(index, "login")
    assert [(site.reference.path, site.confidence) for site in sites if site.reference.kind == "string"]
    assert all(site.confidence == "low" for site in sites if site.reference.kind == "string")


def test_callees_lead_on(index: Index) -> None:
    """What a function calls, each with its nearest definition."""
    (login,) = index.symbols_named("login")
    found = {
        call.reference.name: call.target.symbol.path if call.target else None
        for call in callees(index, login)
    }
    assert found["issue"] == "app/auth/tokens.py"
    assert found["check"] == "app/checks.py"


def test_only_the_callee_changed_and_callers_stay(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Edges are joined when asked, so a changed definition does not lose its callers."""
    root = write(tmp_path_factory.mktemp("edit"), FILES)
    open_index(root).close()
    (root / "app/auth/tokens.py").write_text("# moved\n\n\ndef issue(request):\n    return 'other'\n")
    with open_index(root) as opened:
        sites, _, _ = callers(opened, "issue")
    assert [site.reference.line for site in sites if site.reference.kind == "call"] == [12]


@pytest.mark.parametrize(
    ("module", "path", "importer", "leads"),
    [
        ("app.auth.tokens", "app/auth/tokens.py", "x.py", True),
        ("./tokens", "src/auth/tokens.ts", "src/auth/login.ts", True),
        ("../store", "src/store/index.ts", "src/auth/login.ts", True),
        ("../store", "other/store/index.ts", "src/auth/login.ts", False),
        ("@/stores/user", "web/src/stores/user.ts", "web/src/App.vue", True),
        ("github.com/me/app/store", "store/user.go", "server/main.go", True),
        ("com.example.auth.TokenService", "src/main/java/com/example/auth/TokenService.java", "A.java", True),
        ("Jellyfin.Api.Helpers", "Jellyfin.Api/Helpers/RequestHelpers.cs", "A.cs", True),
        ("App\\Models\\User", "app/User.php", "A.php", False),
        ("django.contrib.auth", "hc/accounts/auth.py", "x.py", False),
        (".forms", "hc/accounts/forms.py", "hc/accounts/views.py", True),
        ("", "a.py", "b.py", False),
    ],
)  # fmt: skip
def test_imports_lead_to_files(module: str, path: str, importer: str, leads: bool) -> None:
    """How an import is written in several languages, and the file it can mean."""
    assert leads_to(module, path, importer) is leads


def test_the_innermost_definition_is_around_a_line(index: Index) -> None:
    """Nested definitions: the smallest one counts; outside of all there is none."""
    symbols = index.symbols_in("app/views.py")
    found = around(symbols, 10)
    assert found is not None
    assert found.name == "login"
    assert around(symbols, 3) is None
