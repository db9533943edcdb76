"""Telling lines from others by their look."""

from __future__ import annotations

import time

import pytest

from tools.lineclass import line_class


@pytest.mark.parametrize(
    "line",
    [
        "def login(request):",
        "    async def do_login(self) -> None:",
        "export default function loginForm() {",
        "export const login = async () => {",
        "public async Task<User> Login(string name)",
        "func (s *Server) Login(ctx context.Context) error {",
        "pub(crate) fn login_user(name: &str) {",
        "CREATE TABLE IF NOT EXISTS login_attempt (",
        "static int login_fill(struct x *y)",
        'router.post("/login", handler)',
        "Route::get('login', [A::class, 'b']);",
        'path("accounts/login/", views.login),',
        "class LoginController extends Base {",
    ],
)
def test_definitions_and_routes_tell_most(line: str) -> None:
    """Lines that define something of the name, or a route, in many languages."""
    assert line_class(line, ("login",)) == 0


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("    return login(request)", 1),
        ('<div class="login">', 1),
        ("@login_required", 1),
        ("const user = await login(name)", 1),
        ("from app import login", 2),
        ("import { login } from './auth'", 2),
        ("#include <login.h>", 2),
        ("# login happens here", 3),
        ("   // login", 3),
        (" * login", 3),
        ("<!-- login -->", 3),
    ],
)
def test_other_lines_tell_less(line: str, kind: int) -> None:
    """Uses come before imports, imports before comments."""
    assert line_class(line, ("login",)) == kind


def test_a_hostile_line_costs_little() -> None:
    """A line made to confuse is looked at only at its beginning."""
    started = time.perf_counter()
    for text in ("public " * 100_000, "(" * 500_000, "export default " * 50_000 + "x", "a " * 400_000):
        line_class(text)
    assert time.perf_counter() - started < 1
