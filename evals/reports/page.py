"""The report as one self-contained HTML page: tables, a plot per measure, each score with its reason."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from evals.compare import Comparison
from evals.measures import Line
from evals.reports.figures import figure
from evals.reports.grids import (
    change_grid,
    failure_lines,
    group_grids,
    head_lines,
    headline,
    move_grid,
    overall_grid,
)
from evals.reports.model import Report
from evals.reports.plots import plots

if TYPE_CHECKING:
    from jinja2 import Template


def render_html(report: Report, comparison: Comparison | None = None) -> str:
    """The whole report."""
    return _template().render(
        kind={"answers": "Answers", "localize": "Localisation"}[report.kind],
        head=head_lines(report),
        overall=overall_grid(report),
        groups=group_grids(report),
        changes=change_grid(comparison) if comparison else None,
        moves=move_grid(comparison) if comparison else None,
        notes=comparison.notes if comparison else (),
        plots=plots(report),
        shown=headline(report),
        questions=[(line, _cells(report, line), _reasons(report, line)) for line in report.questions],
        failures=failure_lines(report),
    )


def _cells(report: Report, line: Line) -> list[str]:
    scores = [(line.scores.get(measure.name), measure) for measure in headline(report)]
    return ["-" if s is None or s.value is None else figure(s.value, measure) for s, measure in scores]


def _reasons(report: Report, line: Line) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """(measure, value, explanation, evidence) of every score there is."""
    found = []
    for measure in report.measures:
        score = line.scores.get(measure.name)
        if score is not None and score.value is not None:
            found.append((measure.title, figure(score.value, measure), score.explanation, score.evidence))
    return found


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.j2")
