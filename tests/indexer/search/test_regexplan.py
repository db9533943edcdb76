"""What a pattern requires. A plan may be too weak, never too strong: that would hide matches."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.search.regexplan import Edge, Plan, plan_search


def _words(pattern: str, *, literal: bool = False, ignore_case: bool = False) -> list[list[list[str]]]:
    plan = plan_search(pattern, literal=literal, ignore_case=ignore_case)
    return [[[piece.text for piece in alternative] for alternative in group] for group in plan.groups]


@pytest.mark.parametrize(
    ("pattern", "required"),
    [
        ("login", [[["login"]]]),
        ("def login\\(", [[["def", "login"]]]),
        ("get.*Token", [[["get"]], [["Token"]]]),
        ("login|logout", [[["login"], ["logout"]], [["log"]]]),
        ("(get|set)User", [[["get"], ["set"]], [["User"]]]),
        ("(?:abc)+def", [[["abc"]], [["def"]]]),
        ("colou?r", [[["colo"]]]),
        ("x*", []),
        ("[a-z]+", []),
        ("a|[bc]", []),
        ("\\d{3}", []),
        ("foo{0,2}bar", [[["bar"]]]),
        ("12345", []),
        ("(", []),
        ("[[:alpha:]]login", []),
        ("login(?x) # comment", []),
        ("a{,3}login", []),
        ("\\pLlogin", []),
    ],
)
def test_literals_of_a_regex(pattern: str, required: list[list[list[str]]]) -> None:
    """Every group must occur; one alternative of a group is enough; doubtful syntax requires nothing."""
    assert _words(pattern) == required


def test_edges_say_where_a_word_may_go_on() -> None:
    """The first word of a literal may begin earlier, the last may end later, those between are whole."""
    plan = plan_search("return new Token", literal=True, ignore_case=False)
    edges = [(piece.text, piece.left, piece.right) for piece in plan.groups[0][0]]
    assert edges == [
        ("return", Edge.OPEN, Edge.CLOSED),
        ("new", Edge.CLOSED, Edge.CLOSED),
        ("Token", Edge.CLOSED, Edge.OPEN),
    ]


def test_word_boundaries_allow_for_punctuation_beyond_ascii() -> None:
    """`\\b` next to a typographic quote is a boundary, though the index sees one word there."""
    (piece,) = plan_search(r"\blogin\b", literal=False, ignore_case=False).groups[0][0]
    assert (piece.left, piece.right) == (Edge.BOUNDARY, Edge.BOUNDARY)


def test_any_case() -> None:
    """Case is folded for the flag and for `(?i)`; letters beyond ASCII are then not required."""
    assert _words("LogIn", ignore_case=True) == [[["login"]]]
    assert _words("(?i)LogIn") == [[["login"]]]
    assert _words("Größe", ignore_case=True) == []


def test_an_empty_pattern_requires_nothing() -> None:
    """Everything matches the empty pattern."""
    assert plan_search("", literal=True, ignore_case=False) == Plan(())


LINES = st.text(alphabet="ab_1 .(é", min_size=1, max_size=12)
PATTERNS = st.text(alphabet="ab_1.(|)*+?[]\\bé ", max_size=8)


@given(PATTERNS, LINES)
def test_no_plan_hides_a_match(pattern: str, line: str) -> None:
    """Whenever a line matches, it holds what the plan requires."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            matches = re.search(pattern, line)
        except re.error:
            return
    if not matches:
        return
    for group in plan_search(pattern, literal=False, ignore_case=False).groups:
        assert any(all(piece.text in line for piece in alternative) for alternative in group)
