"""Tests of the Markdown output, read back by a Markdown parser and by the citation parser."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rea.answer import Answer
from rea.checking.citations import find_citations
from rea.loop.recorder import citations_of
from rea.render import render
from tests.rea.samples import HOSTILE, absent, chinese, hostile, sample

PARSER = MarkdownIt("commonmark").enable("table")
ANSWERS = [sample(), chinese(), absent(), hostile()]


def tokens(answer: Answer) -> list[Token]:
    """All block and inline tokens of the document."""
    found: list[Token] = []
    for token in PARSER.parse(render(answer, "markdown")):
        found += [token, *(token.children or [])]
    return found


@pytest.mark.parametrize("answer", ANSWERS, ids=["sample", "chinese", "absent", "hostile"])
def test_no_repository_text_becomes_structure(answer: Answer) -> None:
    """Besides our own line breaks in cells there is no HTML, and there is no link and no image at all."""
    kinds = [
        token for token in tokens(answer) if token.type in ("html_block", "html_inline", "link_open", "image")
    ]
    assert {token.content for token in kinds} <= {"<br>"}


def test_every_citation_can_be_read_back() -> None:
    """The citation parser finds in the document what the answer cites."""
    answer = sample()
    written = {
        (mention.path, span)
        for mention in find_citations(render(answer, "markdown"))
        for span in mention.spans
    }
    assert {(c.path, (c.start, c.end)) for c in citations_of(answer)} <= written


@pytest.mark.parametrize("answer", ANSWERS, ids=["sample", "chinese", "absent", "hostile"])
def test_tables_have_as_many_cells_as_columns(answer: Answer) -> None:
    """Pipes in repository text do not break a table."""
    for line in render(answer, "markdown").split("\n"):
        if line.startswith("| ---") or line.startswith("|---"):
            columns = line.count("---")
    row, sizes = 0, set()
    for token in tokens(answer):
        if token.type == "tr_open":
            row = 0
        row += token.type in ("td_open", "th_open")
        if token.type == "tr_close":
            sizes.add(row)
    assert sizes <= {4, 5, 2}
    assert not sizes or columns in sizes


def test_the_parts_stand_in_order() -> None:
    """Conclusion, flow, table, evidence, risks, missing, searched: as a reader expects them."""
    text = render(sample(), "markdown")
    heads = [line[3:] for line in text.split("\n") if line.startswith("## ")]
    assert heads == [
        "Conclusion",
        "Flow",
        "Data flow",
        "Key evidence",
        "Risks",
        "Not found in the code",
        "Searched",
    ]
    assert text.startswith("# How does login work?\n\n**Answered** · Read as: login\n")
    assert text.endswith("run 1a2b3c4d\n")


def test_chinese_answers_are_chinese() -> None:
    """The fixed words follow the answer's language."""
    text = render(chinese(), "markdown")
    assert "## 流程" in text
    assert "| 阶段 | 触发位置 | 处理位置 | 证据 |" in text
    assert "`--kind data_migration`" in text


def test_fences_are_longer_than_what_they_hold() -> None:
    """Code with fences of its own does not end the block."""
    fences = [token for token in tokens(hostile()) if token.type == "fence"]
    assert len(fences) == 1
    assert "````md" in fences[0].content


def test_hostile_text_is_visible_but_dead() -> None:
    """The escapes of the repository are shown as text."""
    text = render(hostile(), "markdown")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert HOSTILE not in text


def test_no_blank_lines_pile_up() -> None:
    """The document is tidy, also where parts are left out."""
    for answer in ANSWERS:
        text = render(answer, "markdown")
        assert "\n\n\n" not in text
        assert " \n" not in text
