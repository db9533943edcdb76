"""Tests of code as pieces: nothing is lost by colouring, names are found where they are cited."""

from __future__ import annotations

import pytest

from rea.render.page_code import Line, code_lines
from tests.rea.samples import HOSTILE

CODE = (
    "def issue(member):",
    "    # not reissue",
    "    return sign('issue', 900)",
    "",
    "def other(): issue(1)",
)


def text_of(line: Line) -> str:
    """The line as it is shown."""
    return "".join(piece.text for piece in line.pieces)


@pytest.mark.parametrize("path", ["a.py", "a.ts", "a.vue", "a.go", "a.unheard-of", "Makefile"])
def test_colouring_changes_no_text(path: str) -> None:
    """Whatever the language, the lines read as they are."""
    lines = code_lines(path, 7, CODE, (7, 9), ("issue",))
    assert [text_of(line) for line in lines] == list(CODE)
    assert [line.number for line in lines] == [7, 8, 9, 10, 11]


def test_names_are_marked_as_whole_words_in_cited_lines_only() -> None:
    """A name inside another one, or in the context, is not what the claim speaks of."""
    lines = code_lines("a.py", 1, CODE, (1, 3), ("issue", ""))
    marked = [(line.number, piece.text) for line in lines for piece in line.pieces if piece.marked]
    assert marked == [(1, "issue"), (3, "issue")]
    assert [line.cited for line in lines] == [True, True, True, False, False]


def test_comments_strings_numbers_and_keywords_are_told_apart() -> None:
    """Four colours carry the reading."""
    lines = code_lines("a.py", 1, CODE, (1, 5), ())
    found = {(piece.style, piece.text) for line in lines for piece in line.pieces}
    assert {("c", "# not reissue"), ("s", "issue"), ("n", "900"), ("k", "def"), ("", "member")} <= found


def test_hidden_characters_are_shown_and_long_lines_cut() -> None:
    """What a line hides is made visible; no line is longer than in the tools."""
    lines = code_lines("a.py", 1, (HOSTILE, "x" * 500), (1, 2), ())
    assert "\\u202e" in text_of(lines[0])
    assert "\u202e" not in text_of(lines[0])
    assert len(text_of(lines[1])) == 200
    assert text_of(lines[1]).endswith("…")
