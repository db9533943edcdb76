"""The report as Markdown."""

from __future__ import annotations

import re

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

_MARKUP = re.compile(r"([\\`*_\[\]<>|#~&])")


def render_markdown(report: Report, comparison: Comparison | None = None) -> str:
    """The whole report."""
    blocks = ["# Evaluation", _list(head_lines(report)), draw(overall_grid(report))]
    if comparison is not None:
        blocks += [draw(change_grid(comparison)), _list(comparison.notes), draw(move_grid(comparison))]
    blocks += [draw(grid) for grid in (*group_grids(report), question_grid(report))]
    if failures := failure_lines(report):
        blocks += ["## Ended with an error", _list(failures)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def draw(grid: Grid) -> str:
    """A heading, a pipe table, the note."""
    parts = [f"## {escape(grid.title)}"]
    if grid.rows:
        rule = "|".join(["---", *["--:"] * (len(grid.header) - 1)])
        parts.append("\n".join([_row(grid.header), f"|{rule}|", *map(_row, grid.rows)]))
    if grid.note:
        parts.append(escape(grid.note))
    return "\n\n".join(parts)


def escape(text: str) -> str:
    """Text that is text, whatever it holds: question ids, error messages and paths come from elsewhere."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(map(escape, cells)) + " |"


def _list(lines: tuple[str, ...] | list[str]) -> str:
    return "\n".join(f"- {escape(line)}" for line in lines)
