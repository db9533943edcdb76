"""Tracing names: definitions, uses, callees, hints of registration, and honest confidence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import pytest

from indexer.reader import Index
from tools.limits import Limits
from tools.results import ToolError, TraceResult
from tools.text import render_json, render_text
from tools.trace_symbol import MAX_USES, trace_symbol

IndexOf = Callable[[Mapping[str, str | bytes]], Index]

APP: dict[str, str | bytes] = {
    "app/auth.py": (
        "from app.store import save_token\n\n\n"
        "class LoginService:\n"
        "    def login(self, user):\n"
        "        token = make_token(user)\n"
        "        save_token(user, token)\n"
        "        return token\n\n\n"
        "def make_token(user):\n"
        "    return user + 'x'\n"
    ),
    "app/store.py": "TOKENS = {}\n\n\ndef save_token(user, token):\n    TOKENS[user] = token\n",
    "app/views.py": (
        "from app.auth import LoginService\n\n\n"
        "@app.route('/login')\n"
        "def login_view(request):\n"
        "    return LoginService().login(request.user)\n"
    ),
    "app/registry.py": "HANDLERS = {'k': 'login_view'}\n",
    "other/jobs.py": "def save_token(job):\n    return job\n\n\ndef run(job):\n    return save_token(job)\n",
    "tests/test_auth.py": (
        "from app.auth import LoginService\n\n\ndef test_login():\n    assert LoginService().login('a')\n"
    ),
}


@pytest.fixture
def index(index_of: IndexOf) -> Index:
    """An index of APP."""
    return index_of(APP)


def _trace(index: Index, name: str, direction: str = "both") -> TraceResult:
    result = trace_symbol(index, name, direction)  # type: ignore[arg-type]
    assert isinstance(result, TraceResult), result
    return result


def test_definitions_carry_their_span_and_a_reason(index: Index) -> None:
    """A definition names path, lines, kind and qualified name, with confidence and reason."""
    (row,) = _trace(index, "make_token").definitions
    symbol = row.symbol
    assert (symbol.path, symbol.start, symbol.end, symbol.kind) == ("app/auth.py", 11, 12, "function")
    assert row.confidence in ("high", "medium")
    assert row.reason
    assert row.text_hash == hashlib.sha1(b"def make_token(user):").hexdigest()


@pytest.mark.parametrize(
    "name",
    [
        "LoginService.login",
        "LoginService::login",
        "LoginService#login",
        "LoginService->login",
        "LoginService.login()",
    ],
)
def test_qualified_names_of_every_language_are_understood(index: Index, name: str) -> None:
    """A member is found by the notation of Python, C++, Ruby or PHP, with or without parentheses."""
    result = _trace(index, name)
    assert [row.symbol.qualname for row in result.definitions] == ["LoginService.login"]


@pytest.mark.parametrize(
    "name", ["app/auth.py#make_token", "app/auth.py:make_token", "app\\auth.py#make_token"]
)
def test_a_name_may_be_tied_to_a_file(index: Index, name: str) -> None:
    """`path#name` means the definition in that file only."""
    assert [row.symbol.path for row in _trace(index, name).definitions] == ["app/auth.py"]


def test_callers_say_where_they_are(index: Index) -> None:
    """A use names the definition around it, its line of text and its kind."""
    result = _trace(index, "make_token", "callers")
    (use,) = [use for use in result.uses if use.kind == "call"]
    assert (use.path, use.line, use.enclosing) == ("app/auth.py", 6, "LoginService.login")
    assert use.text == "        token = make_token(user)"
    assert use.confidence == "high"
    assert result.callees == ()


def test_callees_point_to_the_nearest_definition(index: Index) -> None:
    """Of two functions of one name the imported one is meant, and the reason says so."""
    result = _trace(index, "LoginService.login", "callees")
    targets = {row.name: row.target for row in result.callees}
    saved = targets["save_token"]
    assert saved is not None
    assert saved.path == "app/store.py"
    assert result.uses == ()


def test_twins_are_all_listed_and_none_is_certain(index: Index) -> None:
    """Same-named definitions are all shown, and the hint tells how to choose."""
    result = _trace(index, "save_token")
    assert {row.symbol.path for row in result.definitions} == {"app/store.py", "other/jobs.py"}
    assert all(row.confidence != "high" for row in result.definitions)
    assert "2 definitions" in result.hint
    assert "same name may interfere" in result.hint


def test_registration_is_a_kind_of_its_own(index: Index) -> None:
    """A string literal that equals the name is a hint of registration, not a call, and never certain."""
    result = _trace(index, "login_view")
    (hint,) = result.registrations
    assert (hint.path, hint.kind, hint.confidence) == ("app/registry.py", "string", "low")
    assert "registration hints" in render_text(result)


def test_a_function_that_is_only_passed_on_does_not_look_unused(index_of: IndexOf) -> None:
    """Where a name is used little, lines that mention it without a call are leads, of low confidence."""
    index = index_of(
        {"a.c": "int fill(int x)\n{\n\treturn x;\n}\n\nint main(void)\n{\n\treturn run(1, fill);\n}\n"}
    )
    result = _trace(index, "fill", "callers")
    (use,) = result.uses
    assert (use.line, use.kind, use.enclosing, use.confidence) == (8, "mention", "main", "low")
    assert result.total_uses == 1
    assert result.spans() == (result.spans()[0],)


def test_a_handler_brings_its_route(index: Index) -> None:
    """The route a function handles is part of its trace."""
    (route,) = _trace(index, "login_view").routes
    assert (route.path, route.pattern, route.handler) == ("app/views.py", "/login", "login_view")


def test_an_unknown_name_gets_the_nearest(index: Index) -> None:
    """A name that is nowhere is an error with real names, and says how many files there are."""
    for name, expected in (
        ("make_tokens", "make_token"),
        ("loginservice2", "LoginService"),
        ("tokenMake", "make_token"),
    ):
        result = trace_symbol(index, name)
        assert isinstance(result, ToolError), name
        assert expected in result.suggestions
        assert "6 files" in result.message


def test_another_case_is_shown_with_a_note(index: Index) -> None:
    """A name in the wrong case finds the right one, and the hint says which it is."""
    result = _trace(index, "loginservice")
    assert [row.symbol.name for row in result.definitions] == ["LoginService"]
    assert "shown is LoginService" in result.hint


def test_a_name_of_a_library_has_uses_only(index_of: IndexOf) -> None:
    """A function that is only used here has uses, no definition, and low confidence."""
    index = index_of({"a.py": "import requests\n\n\ndef run():\n    return requests.get('x')\n"})
    result = _trace(index, "requests.get")
    assert result.definitions == ()
    assert result.uses
    assert all(use.confidence == "low" for use in result.uses)
    assert "No definition in this repository" in result.hint


def test_low_confidence_cannot_be_cited_unread(index: Index) -> None:
    """Rows of low confidence give no span: they have to be read first."""
    result = _trace(index, "login_view")
    spans = {(span.path, span.start) for span in result.spans()}
    assert ("app/registry.py", 1) not in spans
    assert ("app/views.py", 5) in spans


def test_popular_names_are_cut_and_counted(index_of: IndexOf) -> None:
    """A name used everywhere shows 30 uses, those in code before tests, with the total."""
    files: dict[str, str | bytes] = {"app/core.py": "def log(x):\n    return x\n"}
    files |= {f"app/m{n}.py": "from app.core import log\n\n\ndef f():\n    log(1)\n" for n in range(50)}
    result = _trace(index_of(files), "log", "callers")
    assert len(result.uses) == MAX_USES
    assert result.total_uses == 100
    assert result.truncated


def test_the_cap_holds_and_every_group_keeps_rows(index_of: IndexOf) -> None:
    """Under a small cap each group still has rows, and the cut is said."""
    wide = "x" * 180
    files: dict[str, str | bytes] = {
        f"app/m{n}.py": f"def log(a):  # {wide}\n    return other(a)  # {wide}\n\n\nlog(2)  # {wide}\n"
        for n in range(40)
    }
    result = trace_symbol(index_of(files), "log", limits=Limits(characters=3_000))
    assert isinstance(result, TraceResult)
    assert len(render_text(result)) <= 3_000
    assert len(render_json(result)) <= 3_000
    assert result.definitions
    assert result.uses
    assert result.callees
    assert result.truncated


@pytest.mark.parametrize(
    "name", ["", " ", ".", "::", "#", "()", "a b c", "💥", "x" * 300, "path/that/is/not#there", "@", "<T>"]
)
def test_nonsense_is_an_error_value(index: Index, name: str) -> None:
    """Whatever is asked, the answer is a value."""
    assert isinstance(trace_symbol(index, name), ToolError)
