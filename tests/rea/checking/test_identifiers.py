"""Tests of name recognition in sentences and cited lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.checking.identifiers import names_in, occurs, occurs_any


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "The `LoginForm` posts to /api/session with issue_token",
            ("LoginForm", "/api/session", "issue_token"),
        ),
        ("AuthService.login calls jwt.sign", ("AuthService.login", "jwt.sign")),
        ("在 sessionStorage 写入 access_token", ("sessionStorage", "access_token")),
        ("Login runs through the server", ()),
        ("returns 401 when the token expires", ()),
        ("App\\Http, Session::put and $this->guard", ("Session::put", "$this->guard")),
        ("uses sha256 and utf8", ("sha256", "utf8")),
        ("", ()),
    ],
)
def test_names_in_sentences(text: str, names: tuple[str, ...]) -> None:
    """Quoted words, routes and words spelled like code are names; prose is not."""
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("keyword", "line", "there"),
    [
        ("issue_token", "def issue_token(member):", True),
        ("issue_token", "def reissue_tokens(member):", False),
        ("token", "return createToken(user)", True),
        ("token", "return tokenise(user)", False),
        ("Token", "token = 1", True),
        ("TokenService.issue", "    def issue(self):", True),
        ("TokenService::issue", "  public function issue()", True),
        ("access_token", "accessToken: string", True),
        ("id", "valid = 1", False),
        ("id", "user.id = 1", True),
        ("/api/session", "post('/api/session')", True),
        ("/api/session", "post('/api/sessions')", False),
        ("401", "status === 401", True),
        ("401", "status === 4012", False),
        ("登录", "用户登录成功", True),
        ("a.b(c)", "x = a.b(c)", True),
        ("", "anything", False),
        ("   ", "anything", False),
        ("$store", "this.$store.commit()", True),
    ],
)
def test_occurrence(keyword: str, line: str, there: bool) -> None:
    """A whole name, a name in another case, or a part of a longer one counts; a mere substring does not."""
    assert occurs(keyword, [line]) is there


def test_any_of_several_is_enough() -> None:
    """One keyword in one line carries the claim; none does not."""
    assert occurs_any(["nothing", "issue"], ["x = 1", "issue()"])
    assert not occurs_any(["nothing"], ["x = 1"])
    assert not occurs_any([], ["x = 1"])


@given(st.text(max_size=40), st.lists(st.text(max_size=60), max_size=4))
def test_no_text_breaks_it(keyword: str, lines: list[str]) -> None:
    """Any keyword and any lines are survived."""
    occurs(keyword, lines)
    names_in(keyword)


@given(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,20}", fullmatch=True))
def test_a_name_occurs_in_a_line_that_holds_it(name: str) -> None:
    """Every identifier is found where it stands by itself."""
    assert occurs(name, [f"  call({name}, 1)"])
