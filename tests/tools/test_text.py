"""Rendering: repository text stays data, on a terminal, in a prompt and in JSON."""

from __future__ import annotations

import json

import hypothesis.strategies as st
from hypothesis import given

from tools.results import GitResult, SearchHit, SearchResult, SliceResult, TreeEntry, TreeResult, iso_day
from tools.text import count, render_json, render_text, safe_text

HOSTILE = "\x1b]0;owned\x07 \x9b31m \u202egnp.exe \u2028 \ufeff \u200b \x00 \x7f \r \U000e0041 \ud800"


def _search(text: str) -> SearchResult:
    hit = SearchHit("a\x1b[2J.py", 2, text, text, None, "", "")
    return SearchResult("x", "", (hit,), 1, 1, 1, True)


def test_nothing_hostile_reaches_the_terminal() -> None:
    """Escapes, controls and characters that reorder or hide text come out as visible escapes."""
    shown = render_text(_search(HOSTILE))
    assert "\\x1b]0;owned\\x07 \\x9b31m \\u202egnp.exe" in shown
    for char in HOSTILE.replace("owned", ""):
        assert char.isprintable() == (char in shown) or char == " "
    assert shown.encode("utf-8")


def test_json_keeps_the_text_and_is_as_harmless() -> None:
    """JSON gives the exact text back, and its characters are printable ones only."""
    rendered = render_json(_search(HOSTILE))
    assert json.loads(rendered)["hits"][0]["text"] == HOSTILE
    assert rendered.isprintable()
    assert "登录" in render_json(_search("登录"))


@given(st.text())
def test_any_text_becomes_one_harmless_line(text: str) -> None:
    """Whatever a line holds, its shown form has no control characters and encodes as UTF-8."""
    shown = safe_text(text)
    assert not any((ord(char) < 32 and char != "\t") or 0x7F <= ord(char) < 0xA0 for char in shown)
    assert "\n" not in shown
    shown.encode("utf-8")


@given(st.text())
def test_any_text_survives_json(text: str) -> None:
    """Whatever a line holds, it can be read back from the JSON."""
    assert json.loads(render_json(_search(text)))["hits"][0]["text"] == text


def test_hits_of_one_file_share_their_context() -> None:
    """Neighbouring hits show each line once, a match as a match."""
    hits = (
        SearchHit("a.py", 2, "two", "one", "three", "", ""),
        SearchHit("a.py", 3, "three", "two", "four", "", ""),
    )
    result = SearchResult("t", "", hits, 1, 1, 2, True)
    assert render_text(result).split("\n")[1:] == [
        "a.py",
        "    1- one",
        "    2: two",
        "    3: three",
        "    4- four",
    ]


def test_a_listing_reads_like_a_tree() -> None:
    """Folders end in a slash with their count; what is cut is a row of its own."""
    entries = (
        TreeEntry("src", "folder", 1, files=1_204),
        TreeEntry("src/a.py", "file", 2, lines=1),
        TreeEntry("src", "more", 2, files=1_203),
        TreeEntry("x.png", "skipped", 1, note="binary"),
    )
    assert render_text(TreeResult("", 2, entries, 1_205)).split("\n") == [
        "./ (1,205 files)",
        "  src/ (1,204 files)",
        "    a.py (1 line)",
        "    … 1,203 more",
        "  x.png (not indexed: binary)",
    ]


def test_a_slice_shows_its_range() -> None:
    """The head of a slice names path, range and length of the file."""
    result = SliceResult("a.py", 1, 1, 9, "    1| x", ("x",), "python", ("x",), hint="8 more lines")
    assert render_text(result) == "a.py:1-1 (of 9 lines)\n    1| x\n[8 more lines]"


def test_dates_out_of_range_do_not_fail() -> None:
    """A commit may carry any date."""
    assert iso_day(0) == "1970-01-01"
    assert iso_day(10**18) == "????-??-??"
    assert "0 commits" in render_text(GitResult("", "", (), 0, "none"))


def test_counts_are_spelled_right() -> None:
    """One file, two files, two matches."""
    assert [count(1, "file"), count(1_204, "file"), count(2, "match")] == [
        "1 file",
        "1,204 files",
        "2 matches",
    ]
