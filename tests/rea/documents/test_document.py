"""Tests of which sentence a citation stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.documents.document import Document

CLAIMS = [
    ("First `one_name`. Then `two_name` at a.py:3. Last `three_name`.", ("two_name",), True),
    ("`one_name`\nand `two_name` (a.py:3)\nand more_names.", ("one_name", "two_name", "more_names"), True),
    ("Names `one_name`. See a.py:3.", ("one_name",), False),
    ("# `the_head`\n\nText.\n\nSee a.py:3.", ("the_head",), False),
    ("- `one_name`: a.py:3\n- `two_name`: b.py:4", ("one_name",), True),
    ("| `one_name` | a.py:3 |\n| `two_name` | b.py:4 |", ("one_name",), True),
    ("1. `one_name`: a.py:3\n2. `two_name`: b.py:4", ("one_name",), True),
    ("令牌由 `one_name` 签发（a.py：3）。`two_name` 另论。", ("one_name",), True),
    ("[Logger](a.py#L3)", ("Logger",), False),
    ("[here](a.py#L3) is `one_name`", ("here", "one_name"), True),
    ("[startIt](a.py#L3) is `one_name`", ("startIt",), True),
    ("`one_name` in `a.py:3-4` and `two_name`.", ("one_name", "two_name"), True),
    ("It's the user's and the team's: a.py:3", (), False),
    ("[a.py L3-L4](a.py#L3-L4)", ("a.py",), True),
    ("Nothing here: a.py:3", (), False),
    ("`one_name()` at a.py:3, see https://example.com/x_y", ("one_name",), True),
]


@pytest.mark.parametrize(("text", "names", "own"), CLAIMS)
def test_the_names_a_citation_has_to_prove(text: str, names: tuple[str, ...], own: bool) -> None:
    """Link text, sentence, paragraph and heading are asked in this order; other citations are no names."""
    document = Document(text)
    claim = document.claim(document.mentions[0])
    assert (claim.names, claim.own) == (names, own)


def test_citations_in_code_blocks_are_told_apart() -> None:
    """Fences of either kind, longer around shorter ones, and in lists mark code; not in text files."""
    text = "a.py:1\n```\nb.py:2\n```\n~~~~\nc.py:3\n~~~\nd.py:4\n~~~~\n- ```py\n  e.py:5\n  ```\nf.py:6\n"
    document = Document(text)
    assert [m.path for m in document.mentions if document.in_code(m)] == ["b.py", "c.py", "d.py", "e.py"]
    plain = Document(text, ".txt")
    assert [m.path for m in plain.mentions if plain.in_code(m)] == []


def test_an_author_can_switch_the_check_off() -> None:
    """Off and on, and for one line."""
    text = "a.py:1\n<!-- rea-check: off -->\nb.py:2\n<!-- rea-check: on -->\nc.py:3\n"
    text += "d.py:4 <!-- rea-check: ignore -->\n"
    document = Document(text)
    assert [m.path for m in document.mentions if document.switched_off(m)] == ["b.py", "d.py"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_positions_count_lines_as_editors_do(end: str) -> None:
    """Line and column from 1, whatever ends the lines."""
    document = Document(f"one{end}{end}see a.py:3")
    assert document.position(document.mentions[0]) == (3, 5)


@given(st.text(alphabet="ab.py:12-3`\n\r| #[]()*。 _", max_size=200))
def test_any_text_is_survived(text: str) -> None:
    """Claim, key and position exist for every citation of every text."""
    document = Document(text)
    for mention in document.mentions:
        line, column = document.position(mention)
        assert line >= 1
        assert column >= 1
        assert document.key(mention).startswith(mention.raw)
        assert isinstance(document.claim(mention).names, tuple)
