"""Tests of line patterns from data files: any pattern may be written, and none is slow on any line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.playbooks.loading import load_playbooks
from rea.playbooks.patterns import LinePattern, check_line_pattern

# Patterns on which a backtracking engine needs minutes for a line of one repeated letter.
EXPLOSIVE = [
    "(a+)+c",
    "a*a*a*a*a*a*a*a*c",
    ".*a.*a.*a.*a.*a.*c",
    "(?:a{1,20}){1,20}c",
    "(?:a|aa)*c",
    "(?:aa?)*c",
    "(?:a?){30}a{30}c",
    r"(?:\w*a\w*)*c",
]


@pytest.mark.parametrize("pattern", EXPLOSIVE)
def test_a_search_takes_time_linear_in_the_line(pattern: str) -> None:
    """Hundreds of thousands of characters are searched at once; backtracking would never end."""
    assert not LinePattern(pattern).matches("a" * 300_000)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "missing"),
        ("[z-a]", "range"),
        (r"(x)\1", "escape"),
        ("x(?=y)", "operator"),
        ("(?<!x)y", "operator"),
        ("x{1000}{1000}", "repetition"),
        ("((a{100}){100}){100}", "repetition|large"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(pattern: str, reason: str) -> None:
    """Bad syntax, back-references, looking around and patterns that need too much memory."""
    with pytest.raises(ValueError, match=reason):
        check_line_pattern(pattern)


def test_case_does_not_matter() -> None:
    """Patterns are about what a name says, not how it is written."""
    pattern = LinePattern("set_?item")
    assert pattern.matches("localStorage.setItem('x')")
    assert pattern.matches("SET_ITEM")
    assert not pattern.matches("get_item")


def test_chinese_words_are_found() -> None:
    """A repository in Chinese may be asked about in its own words."""
    assert LinePattern("登录|密码").matches("// 用户登录")
    assert not LinePattern("登录|密码").matches("// 用户注销")


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_judged(pattern: str, line: str) -> None:
    """A pattern is taken or refused with ValueError, and one that was taken can search any line."""
    try:
        check_line_pattern(pattern)
    except ValueError as error:
        assert str(error)
    else:
        assert LinePattern(pattern).matches(line) in (True, False)


@given(st.lists(st.sampled_from(["token", "_?", r"\s*", "[a-z]", "(?:set|put)", ".*", "="]), max_size=5))
def test_the_usual_syntax_means_the_usual(parts: list[str]) -> None:
    """Alternatives, classes and repetitions agree with Python's own expressions."""
    pattern = "".join(parts)
    for line in ("set token = x", "TOKEN=put", "", "get_token_set"):
        assert LinePattern(pattern).matches(line) == bool(re.search(pattern, line, re.IGNORECASE))


def test_shipped_patterns_can_be_used() -> None:
    """They are not checked when they are loaded, so they are checked here."""
    for book in load_playbooks().values():
        for node in book.nodes:
            for pattern in node.evidence.values():
                check_line_pattern(pattern.source)
