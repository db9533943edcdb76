"""Cited lines as numbered code, coloured by language where colour is wanted."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.syntax import Syntax
from rich.text import Text

from indexer.parsing.languages import language_of
from rea.answer import Excerpt
from rea.render import Canvas
from rea.render.parts import place
from rea.render.safe import terminal_line

# Names under which Pygments knows a language, where they differ from ours.
LEXERS = {
    "vue": "html",
    "svelte": "html",
    "c#": "csharp",
    "c_sharp": "csharp",
    "proto": "protobuf",
    "tsx": "tsx",
}
MOST_CHARACTERS = 200


def excerpt_block(number: int, excerpt: Excerpt, canvas: Canvas) -> RenderableType:
    """`[1] role  path:lines` and the lines below it, each cut at the canvas's edge."""
    title = Text.assemble(
        (f"[{number}] ", "bold"),
        terminal_line(excerpt.role),
        "  ",
        (terminal_line(place(excerpt.citation)), "cyan"),
    )
    lines = [terminal_line(line)[:MOST_CHARACTERS] for line in excerpt.lines]
    gutter = len(str(excerpt.citation.end))
    room = max(20, canvas.width - gutter - 5)
    rows: list[RenderableType] = [title]
    for offset, code in enumerate(_coloured(lines, excerpt.citation.path, bool(canvas.colors))):
        code.truncate(room, overflow="ellipsis")
        row = Text.assemble((f"  {excerpt.citation.start + offset:>{gutter}} │ ", "dim"), code)
        row.no_wrap = True
        rows.append(row)
    return Group(*rows)


def _coloured(lines: list[str], path: str, colors: bool) -> list[Text]:
    """The lines as text; a lexer that gives another number of lines is not trusted."""
    if not colors:
        return [Text(line) for line in lines]
    language = language_of(path)
    syntax = Syntax("", LEXERS.get(language, language), theme="ansi_dark", background_color="default")
    text = syntax.highlight("\n".join(lines))
    text.rstrip()
    coloured = list(text.split("\n", allow_blank=True))
    if [piece.plain for piece in coloured[: len(lines)]] != lines:
        return [Text(line) for line in lines]
    return coloured[: len(lines)]
