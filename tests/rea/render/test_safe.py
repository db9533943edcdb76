"""Tests of escaping: repository text cannot act on a terminal, in Markdown or in JSON."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rea.render.safe import json_text, markdown_block, markdown_code, markdown_text, terminal_line

PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
ANY = st.text(max_size=80)
# Control characters, line and paragraph separators, surrogates; and what turns or hides text.
TURNING = set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\ufeff\u200b")
HARMFUL = ("Cc", "Zl", "Zp", "Cs")


def inline(markdown: str) -> list[Token]:
    """The inline tokens of a text that should be one paragraph."""
    blocks = PARSER.parse(markdown)
    assert [block.type for block in blocks] in ([], ["paragraph_open", "inline", "paragraph_close"]), markdown
    return (blocks[1].children or []) if blocks else []


@given(ANY)
def test_a_terminal_line_holds_no_control_character(text: str) -> None:
    """No escape, no line end, nothing that reorders text."""
    line = terminal_line(text)
    assert not [c for c in line if unicodedata.category(c) in HARMFUL]
    assert not set(line) & TURNING


def test_a_terminal_line_shows_what_it_escapes() -> None:
    """Nothing is dropped in silence: the escape can be read."""
    assert terminal_line("a\x1b[2Jb\tc\u202ed") == "a\\x1b[2Jb    c\\u202ed"
    assert terminal_line("登录 é 🙂") == "登录 é 🙂"


@given(ANY)
def test_markdown_text_is_only_text(text: str) -> None:
    """However written, it is one paragraph of plain text: no link, code, HTML, heading or list."""
    kinds = {token.type for token in inline(markdown_text(text))}
    assert kinds <= {"text", "text_special"}


@given(ANY)
def test_markdown_text_shows_the_text(text: str) -> None:
    """What a reader sees is the text with blanks joined, no escaping sign too many or too few."""
    shown = "".join(token.content for token in inline(markdown_text(text)))
    assert shown.strip() == terminal_line(" ".join(text.split())).strip()


@given(st.text(alphabet="`|<>&\\*_[]#-+. \tab\n", max_size=40))
def test_markdown_code_shows_the_text(text: str) -> None:
    """A code span is one span, whatever backticks are in it."""
    tokens = inline(f"x {markdown_code(text)} y")
    assert [token.type for token in tokens] == ["text", "code_inline", "text"]
    assert tokens[1].content.strip() == " ".join(text.split())


@given(st.text(alphabet="`|<>&\\*_[]# ab", max_size=40))
def test_a_table_cell_stays_one_cell(text: str) -> None:
    """Neither text nor code in a cell adds a column."""
    row = f"| {markdown_text(text)} | {markdown_code(text, in_table=True)} | end |"
    tokens = PARSER.parse(f"| a | b | c |\n| --- | --- | --- |\n{row}\n")
    cells = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "td_open"]
    assert len(cells) == 3
    assert cells[2] == "end"


@given(st.lists(st.text(alphabet="`~ab \t#<", max_size=12), min_size=1, max_size=6))
def test_a_block_cannot_be_left(lines: list[str]) -> None:
    """The fence is longer than any run in the content, so the block ends where it should."""
    tokens = PARSER.parse(markdown_block(tuple(lines), "python") + "\n\nafter\n")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert tokens[0].content == "".join(line.replace("\t", "    ") + "\n" for line in lines)


@pytest.mark.parametrize("language", ["python onload=x", "a`b", "", "<b>", "x" * 99])
def test_a_language_that_is_no_name_is_left_out(language: str) -> None:
    """The info string cannot carry anything but a language."""
    assert markdown_block(("x",), language).split("\n")[0] == "```"


@pytest.mark.parametrize("text", ["http://evil.example/x", "see https://a.b", "ftp://x"])
def test_bare_addresses_do_not_become_links(text: str) -> None:
    """Also where addresses are linked by themselves."""
    assert not re.search(r"(?<!\\)://", markdown_text(text))


@given(st.text(max_size=60))
def test_json_loses_nothing_and_hides_nothing(text: str) -> None:
    """Escaped JSON means the same and holds no character that hides or turns text."""
    written = json_text(json.dumps({"x": text}, ensure_ascii=False))
    assert json.loads(written) == {"x": text}
    assert not [c for c in written if unicodedata.category(c) in HARMFUL]
    assert json_text('{"x": "登录"}') == '{"x": "登录"}'
