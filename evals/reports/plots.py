"""A plot per measure as inline SVG: a row per group, a dot per question, a bar for mean ± standard error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from evals.measures import Line, MeasureInfo, mean_of
from evals.reports.figures import figure, label
from evals.reports.model import Report

WIDTH, LEFT, RIGHT = 720, 190, 90
ROW, TOP, BOTTOM = 34, 8, 24
# Dots of equal value are stacked, at most so many; more would leave the row.
MOST_STACKED = 4
MOST_LABEL = 24
# More groupings would bury the plot: suite, flow and tier.
LABELS = 3


@dataclass(frozen=True, slots=True)
class Plot:
    """A measure's plot: `svg` is markup that holds no unescaped text."""

    title: str
    svg: str


def plots(report: Report) -> list[Plot]:
    """A plot for each measure that was scored at least once."""
    return [_plot(report, measure) for measure in report.measures if measure.name in report.overall.means]


def _plot(report: Report, measure: MeasureInfo) -> Plot:
    rows = [(name, part) for name, part in _rows(report) if _values(part, measure)]
    top = 1.0 if measure.share else max(value for _, value in _values(report.questions, measure)) or 1.0
    height = TOP + ROW * len(rows) + BOTTOM
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label(measure))}">',
        *_axis(measure, top, height),
    ]
    for number, (name, part) in enumerate(rows):
        parts += _row(name, _values(part, measure), measure, top, TOP + ROW * number + ROW / 2)
    parts.append("</svg>")
    return Plot(label(measure), "".join(parts))


def _rows(report: Report) -> list[tuple[str, Sequence[Line]]]:
    """All questions, then those of each value of the first labels, as far as these divide the questions."""
    rows: list[tuple[str, Sequence[Line]]] = [("all", report.questions)]
    labels = dict.fromkeys(label for line in report.questions for label in line.labels)
    for by in list(labels)[:LABELS]:
        names = sorted({line.labels[by] for line in report.questions if by in line.labels})
        if len(names) > 1:
            rows += [
                (name, [line for line in report.questions if line.labels.get(by) == name]) for name in names
            ]
    return rows


def _values(lines: Iterable[Line], measure: MeasureInfo) -> list[tuple[str, float]]:
    scored = ((line, line.scores.get(measure.name)) for line in lines)
    return [
        (line.key, score.value) for line, score in scored if score is not None and score.value is not None
    ]


def _axis(measure: MeasureInfo, top: float, height: int) -> list[str]:
    parts = []
    for step in range(5):
        x = _x(top * step / 4, top)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>')
        text = figure(top * step / 4, measure) if not measure.share else f"{step / 4:g}"
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height - 8}">{text}</text>')
    return parts


def _row(
    name: str, values: Sequence[tuple[str, float]], measure: MeasureInfo, top: float, y: float
) -> list[str]:
    shown = name if len(name) <= MOST_LABEL else name[: MOST_LABEL - 1] + "…"
    parts = [f'<text class="name" x="{LEFT - 12}" y="{y + 4:.1f}">{escape(shown)}</text>']
    stacked: Counter[int] = Counter()
    for key, value in values:
        x = _x(value, top)
        level = min(stacked[round(x)], MOST_STACKED)
        stacked[round(x)] += 1
        tip, cy = escape(f"{key}: {figure(value, measure)}"), y + 8 - 4 * level
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{cy:.1f}" r="3"><title>{tip}</title></circle>')
    mean = mean_of([value for _, value in values])
    if mean is not None:
        error = mean.error or 0.0
        low, high, x = (
            _x(max(0.0, mean.value - error), top),
            _x(min(top, mean.value + error), top),
            _x(mean.value, top),
        )
        parts.append(f'<line class="error" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<line class="mean" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 10:.1f}" y2="{y + 10:.1f}"/>')
        text = f"{figure(mean.value, measure)} ({mean.n})"
        parts.append(f'<text class="value" x="{WIDTH - RIGHT + 14}" y="{y + 4:.1f}">{escape(text)}</text>')
    return parts


def _x(value: float, top: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * min(1.0, max(0.0, value / top))
