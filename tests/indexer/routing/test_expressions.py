"""What single arguments say."""

from __future__ import annotations

import pytest

from indexer.routing.expressions import handler_name, literal, pattern_of, stem
from indexer.routing.source import Source

HANDLERS = {
    "views.login": "login",
    "LoginView.as_view()": "LoginView",
    "csrf_exempt(views.ping)": "ping",
    "s.handleLogin": "handleLogin",
    "recordCreate(true, nil)": "recordCreate",
    "http.HandlerFunc(s.serve)": "serve",
    'http.StripPrefix("/static/", files)': "files",
    "controller.login.bind(controller)": "login",
    "async (req, res) => {}": "",
    "function login(req) {}": "login",
    "(c) => c.json({})": "",
    "func(w http.ResponseWriter, r *http.Request) {}": "",
    "[UserController::class, 'show']": "UserController@show",
    "\\App\\Http\\UserController::class": "UserController",
    "'UserController@show'": "UserController@show",
    "() => import('../views/Login.vue')": "Login",
    "lazy(() => import('@/pages/Home/index'))": "Home",
    "<Login next={a} />": "Login",
    "users::create": "create",
    "&Session::renew": "renew",
    "": "",
}


@pytest.mark.parametrize("text", HANDLERS)
def test_handler_names(text: str) -> None:
    """The name behind wrappers, classes and imports; nothing for an inline function."""
    assert handler_name(text) == HANDLERS[text]


def test_patterns_join_literals_and_fill_in_constants() -> None:
    """Known constants are replaced, unknown ones stay in braces, functions around a path do not count."""
    source = Source("a.ts", "typescript", 'const BASE = "/api";\n', ())
    assert pattern_of(source, 'BASE + "/users"') == ("/api/users", True)
    assert pattern_of(source, "`${PREFIX}/users`") == ("{PREFIX}/users", True)
    assert pattern_of(source, "Routes.AUTH") == ("{Routes.AUTH}", False)
    assert pattern_of(source, 'scoped("/login")') == ("/login", True)


def test_literals() -> None:
    """One string literal or symbol, whatever its prefix and quotes; nothing else."""
    assert [literal(text) for text in ('"a"', "r'b'", "`c`", ":d?", "e", '"f" + g')] == [
        "a", "b", "c", "d?", None, None,
    ]  # fmt: skip


def test_stems() -> None:
    """A file by its bare name, an index by its folder."""
    assert [stem(path) for path in ("../views/Login.vue", "@/pages/Home/index.tsx", "")] == [
        "Login",
        "Home",
        "",
    ]
