"""Tests of line patterns from data files: what could hang on a line is refused, whoever wrote it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.playbooks.loading import load_playbooks
from rea.playbooks.patterns import MOST_OPEN_REPEATS, LinePattern, compile_line_pattern

ROOT = Path(__file__).parents[3]
LINE = 400
# A search takes well under a millisecond; most of this is the start of a process on a busy machine.
SECONDS = 2.0
# What one search may take of the processor, with much to spare.
SHARE = 0.2
SEARCH = (
    "import sys; from rea.playbooks.patterns import LinePattern; LinePattern(sys.argv[1]).search(sys.argv[2])"
)

ATOMS = st.sampled_from(["a", r"\w", ".", "[a-z]", r"\s", "(?:ab|c)", r"[^x]", "token"])
OPEN = st.sampled_from(["*", "+", "*?", "+?", "{2,}", "{0,}", "{30,50}"])
INNER = st.builds(str.__add__, ATOMS.map(lambda atom: f"(?:{atom})"), OPEN)


def finishes(pattern: str, line: str) -> bool:
    """Whether a search ends in time; carried out in a process of its own, since nothing else can end it."""
    try:
        subprocess.run([sys.executable, "-c", SEARCH, pattern, line], cwd=ROOT, check=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True


def seconds_for(pattern: LinePattern, line: str) -> float:
    """The processor time of one search."""
    before = time.process_time()
    pattern.search(line)
    return time.process_time() - before


@given(
    INNER,
    st.lists(
        st.sampled_from(["(?:{})", "({})", "(?:x{})", "(?:{}|y)", "(?={}).", "(?i:{})"]),
        min_size=1,
        max_size=3,
    ),
    OPEN,
    st.sampled_from(["", "x", "^", r"\b"]),
    st.sampled_from(["", "z", "$"]),
)
def test_a_repetition_in_a_repetition_is_refused(
    inner: str, wrappers: list[str], outer: str, before: str, after: str
) -> None:
    """However deep it is wrapped and whatever stands around it."""
    body = inner
    for wrapper in wrappers:
        body = wrapper.format(body)
    with pytest.raises(ValueError, match="repetition"):
        compile_line_pattern(f"{before}(?:{body}){outer}{after}")


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "bad pattern"),
        ("[z-a]", "bad pattern"),
        ("a{99999999999}", "bad pattern"),
        ("(?P<a>x)(?P=a)", "back-reference"),
        (r"(x)\1", "back-reference"),
        ("(x)?(?(1)a|b)", "back-reference"),
        ("(a+)+", "repetition inside"),
        ("(a*){2}", "repetition inside"),
        ("((a|b+)c)*", "repetition inside"),
        (".*" * (MOST_OPEN_REPEATS + 1), "open repetitions"),
        (f"x|(?:{'a+b' * (MOST_OPEN_REPEATS + 1)})", "open repetitions"),
    ],
)
def test_the_reason_is_named(pattern: str, reason: str) -> None:
    """Bad syntax, nesting, too many repetitions and back-references are told apart."""
    with pytest.raises(ValueError, match=reason):
        compile_line_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(get|set)_?item\s*\(",
        r"\b(def|func)\b.*login",
        "(?:ab){1,3}c*",
        "a?b?c?d+",
        r"(one|two\s*)three",
        "登录|密码",
        "",
    ],
)
def test_ordinary_patterns_are_accepted(pattern: str) -> None:
    """Alternatives, short repetitions and a few open ones in a row are what playbooks are made of."""
    assert compile_line_pattern(pattern).pattern == pattern


def test_case_does_not_matter() -> None:
    """Patterns are about what a name says, not how it is written; either way of use agrees."""
    for pattern in (compile_line_pattern("set_?item"), LinePattern("set_?item")):
        assert pattern.search("localStorage.setItem('x')")
        assert pattern.search("SET_ITEM")
        assert pattern.search("get_item") is None


def test_repetitions_of_other_alternatives_do_not_add_up() -> None:
    """Only one alternative can match at a place, so each may use the whole allowance."""
    alternative = "a.*" * MOST_OPEN_REPEATS
    assert compile_line_pattern("|".join([alternative] * 10))


@given(st.text(max_size=60))
def test_any_text_is_judged(text: str) -> None:
    """A pattern is compiled or refused with ValueError; nothing else comes out."""
    try:
        assert isinstance(compile_line_pattern(text), re.Pattern)
    except ValueError as error:
        assert str(error)


@given(
    st.lists(st.sampled_from(["token", "get", r"\s", "_?", "[a-z]", "(?:set|put)", r"\b", "="]), max_size=5),
    st.sampled_from(["", r"\w*", ".*", r"\s*"]),
    st.sampled_from(["token", "get ", "a=", " ", "_"]),
)
def test_patterns_with_one_repetition_finish(parts: list[str], repeat: str, piece: str) -> None:
    """On the longest line there is, made of what the pattern is about."""
    pattern = "".join([*parts[:2], repeat, *parts[2:]])
    compile_line_pattern(pattern)
    assert seconds_for(LinePattern(pattern), (piece * LINE)[:LINE]) < SHARE


# All of these are accepted although a line of one repeated letter keeps them busy for minutes.
SLOW = [
    pytest.param("a*a*a*a*c", id="repetitions-in-a-row"),
    pytest.param(".*a.*a.*a.*c", id="repetitions-around-a-letter"),
    pytest.param("(?:a{1,20}){1,20}c", id="short-repetitions-nested"),
    pytest.param("(?:a|aa)*c", id="alternatives-that-overlap"),
    pytest.param("(?:aa?)*c", id="an-option-in-a-repetition"),
    pytest.param("(?:a?){30}c", id="many-options"),
]


@pytest.mark.xfail(strict=True, reason="the check counts open repetitions; these are slow for other reasons")
@pytest.mark.parametrize("pattern", SLOW)
def test_what_is_accepted_finishes_on_the_longest_line(pattern: str) -> None:
    """A pattern is refused, or it is done with any line of 400 characters at once."""
    try:
        compile_line_pattern(pattern)
    except ValueError:
        return
    assert finishes(pattern, "a" * LINE)


@pytest.mark.skipif(not hasattr(re, "NOFLAG"), reason="atomic groups came with Python 3.11")
@pytest.mark.xfail(strict=True, reason="atomic groups and possessive repetitions are not looked into")
def test_an_atomic_group_hides_nothing() -> None:
    """A repetition in a repetition is refused inside an atomic group as well."""
    with pytest.raises(ValueError, match="repetition"):
        compile_line_pattern("(?>(?:a+)+c)")


@pytest.mark.xfail(strict=True, reason=r"`\w*.*` after a word tries every split of the line: about a second")
def test_shipped_patterns_are_done_with_hostile_lines() -> None:
    """A line of 400 characters that repeats the beginning of a pattern is no reason to wait."""
    words = ("clear", "revoke", "sort", "fail", "migrat", "create", "set_", "token ", "version", "a.")
    slow = (
        (node.id, role, word)
        for book in load_playbooks().values()
        for node in book.nodes
        for role, pattern in node.evidence.items()
        for word in words
        if seconds_for(pattern, (word * LINE)[:LINE]) > SHARE
    )
    assert next(slow, None) is None
