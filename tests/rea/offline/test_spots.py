"""Tests of spots: spans that could prove a node lie inside the file and never on top of each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.records import Chunk, Symbol
from rea.offline.spots import LONGEST_LINE, FileView, enclosing, find_spots, names_of, words_of
from rea.playbooks.loading import PlaybookNode
from tests.rea.offline.parts import make_node

NODE = make_node(
    "storage", {"write": r"set_?item\(", "clear": r"remove_?item\("}, strong=("token", "storage")
)
TERMS = {"token": 1.0, "storag": 0.5}

CODE = """\
import { storage } from './storage';

// Keeps the token in storage.
export function putToken(token) {
  const key = 'token';
  storage.setItem(key, token);
  return token;
}

export function paint(colour) {
  return colour.darker();
}

export function wipeToken() {
  const key = 'token';
  storage.removeItem(key);
  return null;
}
""".splitlines()
SYMBOLS = (
    Symbol("vault.ts", "putToken", "putToken", "function", 4, 8, ""),
    Symbol("vault.ts", "paint", "paint", "function", 10, 12, ""),
    Symbol("vault.ts", "wipeToken", "wipeToken", "function", 14, 18, ""),
)

LINES = st.lists(
    st.one_of(
        st.sampled_from(["", "token = storage.setItem(x)", "import token", "// token", "storage", "other()"]),
        st.text(max_size=30).filter(lambda line: "\n" not in line and "\r" not in line),
    ),
    max_size=120,
)


def rare(term: str) -> float:
    """Every word as rare as any other."""
    return 1.0


def view(
    lines: Sequence[str], symbols: Sequence[Symbol] = (), chunks: Mapping[Chunk, float] | None = None
) -> FileView:
    """A file to look for spots in."""
    return FileView("vault.ts", lines, words_of(lines), symbols, chunks or {})


@st.composite
def files(draw: st.DrawFn) -> FileView:
    """A file with symbols and chunks that lie inside it."""
    lines = draw(LINES)
    spans = st.tuples(st.integers(1, max(1, len(lines))), st.integers(1, max(1, len(lines)))).map(sorted)
    symbols = [
        Symbol("vault.ts", f"s{n}", f"s{n}", "function", start, end, "")
        for n, (start, end) in enumerate(draw(st.lists(spans, max_size=6)))
    ]
    chunks = {
        Chunk("vault.ts", start, end, 9): 1.0 + start for start, end in draw(st.lists(spans, max_size=4))
    }
    return view(lines, symbols if lines else [], chunks if lines else {})


@given(files(), st.integers(0, 8))
def test_spots_lie_in_the_file_and_apart(file: FileView, most: int) -> None:
    """Every span is inside the file, holds the line that decided it, and overlaps no other."""
    spots = find_spots(file, NODE, TERMS, rare, most)
    assert len(spots) <= most
    for spot in spots:
        assert spot.path == "vault.ts"
        assert 1 <= spot.start <= spot.line <= spot.end <= len(file.lines)
    spans = sorted((spot.start, spot.end) for spot in spots)
    assert all(before[1] < after[0] for before, after in pairwise(spans))


@given(files())
def test_the_best_spot_comes_first(file: FileView) -> None:
    """Scores fall, all are positive, and asking for fewer gives the beginning of the list."""
    spots = find_spots(file, NODE, TERMS, rare, 8)
    assert [spot.score for spot in spots] == sorted((spot.score for spot in spots), reverse=True)
    assert all(spot.score > 0 for spot in spots)
    assert find_spots(file, NODE, TERMS, rare, 2) == spots[:2]


def test_a_spot_is_the_whole_of_a_short_definition() -> None:
    """Lines that match inside a function give the function, with its name and its role."""
    spots = find_spots(view(CODE, SYMBOLS), NODE, TERMS, rare)
    found = {(spot.symbol, spot.start, spot.end): spot.role for spot in spots}
    assert found[("putToken", 4, 8)] == "write"
    assert found[("wipeToken", 14, 18)] == "clear"


def test_what_has_nothing_to_do_with_the_node_is_no_spot() -> None:
    """A function without the words or patterns of the node is left out, and so is a file of such."""
    assert not any(spot.symbol == "paint" for spot in find_spots(view(CODE, SYMBOLS), NODE, TERMS, rare))
    assert find_spots(view(["return colour.darker();"]), NODE, TERMS, rare) == ()
    assert find_spots(view([]), NODE, TERMS, rare) == ()


@pytest.mark.parametrize(
    "aside", ["// token storage", "# token storage", "import token.storage", "<!-- token storage"]
)
def test_comments_and_imports_stand_back(aside: str) -> None:
    """The same words in a comment or an import are worth less than in code."""
    gap = [""] * 40
    spots = find_spots(view([aside, *gap, "token = storage"]), NODE, TERMS, rare)
    assert spots[0].line == 42


def test_evidence_counts_more_than_words() -> None:
    """A line that looks like what has to be proven beats one that only has more of the words."""
    gap = [""] * 40
    spots = find_spots(view(["token storage", *gap, "box.setItem(token)"]), NODE, TERMS, rare)
    assert (spots[0].line, spots[0].role) == (42, "write")


def test_a_better_chunk_counts_more() -> None:
    """Of two equal lines the one in the chunk that matched better stands first."""
    lines = ["token", *[""] * 40, "token"]
    chunks = {Chunk("vault.ts", 1, 10, 9): 1.0, Chunk("vault.ts", 35, 42, 9): 4.0}
    assert find_spots(view(lines, (), chunks), NODE, TERMS, rare)[0].line == 42


def test_a_very_long_line_is_judged_by_its_beginning() -> None:
    """What stands beyond the limit neither counts nor is named: generated lines are no evidence."""
    late = "x" * LONGEST_LINE + " storage.setItem(token)"
    assert find_spots(view([late]), NODE, TERMS, rare) == ()
    assert names_of(late) == ("x" * LONGEST_LINE,)


def test_a_file_that_shrank_since_it_was_indexed_has_no_lines_beyond_its_end() -> None:
    """Definitions of the index may reach beyond the text as it is now; spots may not."""
    stale = (Symbol("vault.ts", "putToken", "putToken", "function", 1, 30, ""),)
    spots = find_spots(view(["function putToken() {", "  token.setItem(1);", "}"], stale), NODE, TERMS, rare)
    assert spots
    assert all(spot.end <= 3 for spot in spots)


def test_the_innermost_definition_holds_a_line() -> None:
    """A method, not its class; one-line values only where nothing else does; nothing outside."""
    symbols = [
        Symbol("a.py", "Desk", "Desk", "class", 1, 20, ""),
        Symbol("a.py", "issue", "Desk.issue", "method", 5, 9, ""),
        Symbol("a.py", "LIMIT", "Desk.LIMIT", "constant", 7, 7, ""),
        Symbol("a.py", "ALONE", "ALONE", "constant", 30, 30, ""),
    ]
    names = [found.qualname if (found := enclosing(symbols, line)) else "" for line in (7, 2, 30, 25)]
    assert names == ["Desk.issue", "Desk", "ALONE", ""]
    assert enclosing([], 1) is None


@given(st.text(max_size=500))
def test_names_stand_in_the_line(line: str) -> None:
    """Each identifier is in the line and comes once, in order, and there are only a few."""
    names = names_of(line)
    assert all(name in line for name in names)
    assert len(set(names)) == len(names) <= 12


def test_every_shipped_node_takes_any_text(shipped_nodes: Sequence[PlaybookNode]) -> None:
    """No node of the package stumbles over a strange line."""
    lines = [
        "\x00",
        "\ud800",
        "登录令牌",
        "a" * 3000,
        "\t",
        "((((((",
        "token = {[",
        "=" * 300,
        "token\u2028set",
    ]
    for node in shipped_nodes:
        find_spots(view(lines), node, TERMS, rare)
