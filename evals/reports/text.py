"""The report as plain text tables."""

from __future__ import annotations

from evals.compare import Comparison
from evals.reports.grids import (
    Grid,
    change_grid,
    failure_lines,
    group_grids,
    head_lines,
    move_grid,
    overall_grid,
    question_grid,
)
from evals.reports.model import Report


def render_text(report: Report, comparison: Comparison | None = None, *, width: int = 0) -> str:
    """The whole report; tables wider than `width` columns (0: any width will do) are stacked."""
    grids = [question_grid(report), *group_grids(report), overall_grid(report)]
    blocks = ["\n".join(head_lines(report)), *(draw(grid, width) for grid in grids)]
    if failures := failure_lines(report):
        blocks.append("\n".join(["Ended with an error:", *(f"  {line}" for line in failures)]))
    if comparison is not None:
        blocks += [
            draw(move_grid(comparison), width),
            draw(change_grid(comparison), width),
            "\n".join(comparison.notes),
        ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def draw(grid: Grid, width: int = 0) -> str:
    """Aligned columns: the first to the left, the others to the right; stacked where they have no room."""
    lines = [grid.title]
    if grid.rows:
        cells = [grid.header, *grid.rows]
        widths = [max(len(row[column]) for row in cells) for column in range(len(grid.header))]
        drawn = []
        for row in cells:
            rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            drawn.append("  ".join([row[0].ljust(widths[0]), *rest]).rstrip())
        if width and max(map(len, drawn)) > width:
            return _stacked(grid)
        drawn.insert(1, "-" * max(map(len, drawn)))
        lines += drawn
    if grid.note:
        lines.append(grid.note)
    return "\n".join(lines)


def _stacked(grid: Grid) -> str:
    """A line for the first cell of a row and one for the others, each behind the name of its column."""
    lines = [grid.title]
    for row in grid.rows:
        named = zip(grid.header[1:], row[1:], strict=True)
        lines += [row[0], "  " + ", ".join(f"{name} {cell}" for name, cell in named if cell.strip())]
    return "\n".join([*lines, grid.note] if grid.note else lines)
