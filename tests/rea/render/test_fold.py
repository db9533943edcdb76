"""Tests of folding lines to the width of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.render.fold import fold, width_of


@pytest.mark.parametrize(
    ("line", "width", "folded"),
    [
        ("short", 20, ["short"]),
        ("one two three four", 10, ["one two", "  three", "  four"]),
        ("  - one two three", 10, ["  - one", "    two", "    three"]),
        ("ok  git  one two three", 22, ["ok  git  one two three"]),
        ("ok  git  one two three", 20, ["ok  git  one two", "         three"]),
        ("ok  a-long-title  one two", 20, ["ok  a-long-title", "    one two"]),
        ("  src/a/very/long/path.py:12 x", 12, ["  src/a/very/long/path.py:12", "    x"]),
        ("登录 流程", 6, ["登录", "  流程"]),
        ("", 40, [""]),
    ],
)
def test_lines_are_folded_at_blanks(line: str, width: int, folded: list[str]) -> None:
    """Below the column of a table, or two further in; words are never cut; wide characters count twice."""
    assert fold(line, width) == folded


@given(
    st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=120), st.integers(10, 60)
)
def test_no_word_is_lost_and_only_single_words_are_too_wide(line: str, width: int) -> None:
    """Whatever the line is."""
    pieces = fold(line, width)
    assert " ".join(pieces).split(" ") != [] and [w for p in pieces for w in p.split(" ") if w] == [
        w for w in line.split(" ") if w
    ]
    for piece in pieces:
        assert width_of(piece) <= width or " " not in piece.strip(" ")
