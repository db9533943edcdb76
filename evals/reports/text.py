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


def render_text(report: Report, comparison: Comparison | None = None) -> str:
    """The whole report."""
    grids = [question_grid(report), *group_grids(report), overall_grid(report)]
    blocks = ["\n".join(head_lines(report)), *map(draw, grids)]
    if failures := failure_lines(report):
        blocks.append("\n".join(["Ended with an error:", *(f"  {line}" for line in failures)]))
    if comparison is not None:
        blocks += [draw(move_grid(comparison)), draw(change_grid(comparison)), "\n".join(comparison.notes)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def draw(grid: Grid) -> str:
    """Aligned columns: the first to the left, the others to the right."""
    lines = [grid.title]
    if grid.rows:
        cells = [grid.header, *grid.rows]
        widths = [max(len(row[column]) for row in cells) for column in range(len(grid.header))]
        drawn = []
        for row in cells:
            rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            drawn.append("  ".join([row[0].ljust(widths[0]), *rest]).rstrip())
        drawn.insert(1, "-" * max(map(len, drawn)))
        lines += drawn
    if grid.note:
        lines.append(grid.note)
    return "\n".join(lines)
