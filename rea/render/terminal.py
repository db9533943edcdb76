"""An answer for a terminal: rich tables where there is room, stacked lines where there is not."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from rea.answer import Answer, Citation, Claim, FlowRow, Status, Table
from rea.render import Canvas, parts
from rea.render.excerpts import excerpt_block
from rea.render.places import Places
from rea.render.safe import terminal_line
from rea.render.words import Words

# Narrower than this per column, tables break paths into pieces; rows are stacked instead.
COLUMN_WIDTH = 28
STATUS_STYLES: dict[Status, str] = {
    "answered": "green",
    "partial": "yellow",
    "ambiguous": "yellow",
    "not_found": "magenta",
    "failed": "red",
}
MARKS = {"proven": ("●", "green"), "to_be_confirmed": ("◐", "yellow"), "missing": ("○", "red")}


def render_terminal(answer: Answer, canvas: Canvas) -> str:
    """The answer as text with (or without) colour codes, no line wider than the canvas."""
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=canvas.width,
        force_terminal=bool(canvas.colors),
        color_system=canvas.colors or None,
        no_color=not canvas.colors,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    words = Words(answer.lang)
    console.print(_head(answer, words))
    for title, body in _sections(answer, words, canvas):
        console.print()
        console.print(Text(title, style="bold"))
        console.print(body)
    console.print()
    console.print(_stamp(answer, words))
    return "\n".join(line.rstrip() for line in buffer.getvalue().split("\n")).rstrip("\n") + "\n"


def _sections(answer: Answer, words: Words, canvas: Canvas) -> Iterator[tuple[str, RenderableType]]:
    """The parts that are there, in reading order."""
    others = parts.other_readings(answer)
    if others:
        rows = [(words.reading(r), f"{words('choose_with')} {parts.choosing_flag(r)}") for r in others]
        yield words("alternatives"), _pairs(rows)
    if answer.flow:
        yield words("flow"), _flow(answer.flow, words, canvas.width)
    for table in answer.tables:
        yield terminal_line(table.title), _table(table, canvas.width)
    if answer.evidence:
        blocks = [excerpt_block(n, excerpt, canvas) for n, excerpt in enumerate(answer.evidence, start=1)]
        yield words("key_evidence"), _spaced(blocks)
    if answer.risks:
        yield words("risks"), _claims(answer.risks, "▲", "yellow")
    if answer.missing:
        yield words("missing"), _bullets(answer.missing, "○", "red")
    if answer.nearest:
        yield words("nearest"), _claims(answer.nearest, "→", "cyan")
    if answer.searched:
        shown = answer.searched[: parts.SEARCHES_SHOWN]
        yield words("searched"), _pairs([parts.search_line(search, words) for search in shown])
    if answer.faults:
        yield words("faults"), _bullets(answer.faults, "✗", "red")


def _head(answer: Answer, words: Words) -> RenderableType:
    style = STATUS_STYLES[answer.status]
    body: list[RenderableType] = [
        Text(terminal_line(" ".join(answer.question.split())), style="bold"),
        Text(),
    ]
    lead = parts.lead_sentence(answer, words)
    if lead:
        body.append(Text(terminal_line(lead)))
    for claim in answer.conclusion:
        body += [Text(terminal_line(claim.text)), _cited(claim.citations)]
    body += [Text(), Text(terminal_line(parts.reading_line(answer, words)), style="dim")]
    title = Text(terminal_line(parts.verdict_line(answer, words)), style=f"bold {style}")
    return Panel(
        Group(*body), title=title, title_align="left", border_style=style, box=box.ROUNDED, padding=(0, 1)
    )


def _flow(rows: Sequence[FlowRow], words: Words, width: int) -> RenderableType:
    if width < 4 * COLUMN_WIDTH:
        return _spaced([_stacked(row, words) for row in rows])
    grid = _grid()
    for name, ratio in (("stage", 3), ("trigger", 4), ("handler", 4), ("evidence", 6)):
        grid.add_column(words(name), ratio=ratio, overflow="fold")
    for row in rows:
        grid.add_row(_stage(row, words), _cell(row.trigger), _cell(row.handler), _cited(row.evidence))
    return grid


def _stacked(row: FlowRow, words: Words) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(words("trigger"), _cell(row.trigger))
    grid.add_row(words("handler"), _cell(row.handler))
    grid.add_row(words("evidence"), _cited(row.evidence))
    return Group(_stage(row, words), Padding(grid, (0, 0, 0, 2)))


def _stage(row: FlowRow, words: Words) -> Text:
    mark, style = MARKS[row.state]
    stage = Text.assemble((f"{mark} ", style), (terminal_line(row.stage), "bold"))
    if row.state == "to_be_confirmed":
        stage.append(f"\n  {words('to_be_confirmed')}", style=style)
    return stage


def _table(table: Table, width: int) -> RenderableType:
    if width < len(table.columns) * COLUMN_WIDTH:
        return _spaced([_stacked_cells(table.columns, row) for row in table.rows])
    grid = _grid()
    for number, column in enumerate(table.columns):
        grid.add_column(terminal_line(column), ratio=2 if number == 0 else 4, overflow="fold")
    for row in table.rows:
        grid.add_row(*(_claim_cell(cell, bold=number == 0) for number, cell in enumerate(row)))
    return grid


def _stacked_cells(columns: Sequence[str], row: Sequence[Claim]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for column, cell in zip(columns[1:], row[1:], strict=False):
        grid.add_row(terminal_line(column), _claim_cell(cell))
    return Group(_claim_cell(row[0], bold=True), Padding(grid, (0, 0, 0, 2)))


def _spaced(blocks: Sequence[RenderableType]) -> RenderableType:
    """Blocks with an empty line between them."""
    rows: list[RenderableType] = []
    for block in blocks:
        rows += [Text(), block] if rows else [block]
    return Group(*rows)


def _grid() -> Grid:
    return Grid(
        box=box.HORIZONTALS,
        show_lines=True,
        expand=True,
        header_style="bold dim",
        border_style="dim",
        pad_edge=False,
    )


def _claim_cell(cell: Claim, *, bold: bool = False) -> RenderableType:
    text = _cell(cell.text)
    if bold:
        text.stylize("bold")
    return Group(text, _cited(cell.citations)) if cell.citations else text


def _cell(text: str) -> Text:
    return Text(terminal_line(" ".join(text.split()))) if text.strip() else Text("—", style="dim")


def _cited(citations: Sequence[Citation]) -> Places:
    return Places([terminal_line(place) for place in parts.places(citations)])


def _claims(claims: Sequence[Claim], mark: str, style: str) -> RenderableType:
    grid = _list_grid()
    for claim in claims:
        grid.add_row(Text(mark, style=style), Group(Text(terminal_line(claim.text)), _cited(claim.citations)))
    return grid


def _bullets(lines: Sequence[str], mark: str, style: str) -> RenderableType:
    grid = _list_grid()
    for line in lines:
        grid.add_row(Text(mark, style=style), Text(terminal_line(line)))
    return grid


def _list_grid() -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _pairs(rows: Sequence[tuple[str, str]]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold", style="cyan")
    grid.add_column(overflow="fold", style="dim")
    for left, right in rows:
        grid.add_row(Text(terminal_line(left)), Text(terminal_line(right)))
    return grid


def _stamp(answer: Answer, words: Words) -> RenderableType:
    lines = [" · ".join(parts.stamp_items(answer, words)), *answer.stamp.notes]
    return Text("\n".join(terminal_line(line) for line in lines), style="dim")
