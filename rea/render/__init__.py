"""Turns an answer into text: for a terminal, Markdown, JSON, a page. Nothing here decides what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rea.answer import Answer

if TYPE_CHECKING:
    from rea.render.page_sources import Sources

Format = Literal["terminal", "markdown", "json", "html"]
FORMATS: tuple[Format, ...] = ("terminal", "markdown", "json", "html")


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where terminal text will be shown: columns, and the colours it understands ('' = none)."""

    width: int = 100
    colors: Literal["", "standard", "256", "truecolor"] = ""


def render(answer: Answer, form: Format, canvas: Canvas | None = None, sources: Sources | None = None) -> str:
    """The answer in one of the formats, ending with a line feed. Only the page makes use of `sources`."""
    if form == "json":
        from rea.render.safe import json_text
        from rea.runs.codec import to_json

        return json_text(to_json(answer, indent=2)) + "\n"
    if form == "markdown":
        from rea.render.markdown import render_markdown

        return render_markdown(answer)
    if form == "html":
        from rea.render.page import render_page

        return render_page(answer, sources)
    from rea.render.terminal import render_terminal

    return render_terminal(answer, canvas or Canvas())
