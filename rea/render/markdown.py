"""An answer as Markdown, through the template; every piece of repository text passes an escaping filter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.parsing.languages import language_of
from rea.answer import Answer, Citation, Excerpt
from rea.render import parts
from rea.render.safe import markdown_block, markdown_code, markdown_text
from rea.render.words import Words

if TYPE_CHECKING:
    from jinja2 import Template


def render_markdown(answer: Answer) -> str:
    """The whole answer, one document."""
    words = Words(answer.lang)
    text = _template().render(
        answer=answer,
        words=words,
        verdict=parts.verdict_line(answer, words),
        reading=parts.reading_line(answer, words),
        lead=parts.lead_sentence(answer, words),
        others=parts.other_readings(answer),
        flag=parts.choosing_flag,
        searched=[parts.search_line(search, words) for search in answer.searched[: parts.SEARCHES_SHOWN]],
        stamp=parts.stamp_items(answer, words),
    )
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +\n", "\n", text)).strip() + "\n"


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - Markdown, not HTML: the filters below escape
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Callable[..., str]] = {
        "text": markdown_text,
        "code": markdown_code,
        "cell": _cell,
        "cited": _cited,
        "cell_cited": _cell_cited,
        "place": parts.place,
        "block": _block,
    }
    environment.filters.update(filters)
    return environment.get_template("answer.md.j2")


def _cell(text: str) -> str:
    return markdown_text(text) if text.strip() else "—"


def _cited(citations: Sequence[Citation]) -> str:
    return ", ".join(markdown_code(place) for place in parts.places(citations))


def _cell_cited(citations: Sequence[Citation]) -> str:
    return "<br>".join(markdown_code(place, in_table=True) for place in parts.places(citations))


def _block(excerpt: Excerpt) -> str:
    width = len(str(excerpt.citation.end))
    numbered = tuple(
        f"{number:>{width}} | {line}"
        for number, line in enumerate(excerpt.lines, start=excerpt.citation.start)
    )
    return markdown_block(numbered, language_of(excerpt.citation.path))
