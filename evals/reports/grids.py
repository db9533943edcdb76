"""The tables of a report, before they are drawn as text, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.compare import Comparison
from evals.measures import Group, MeasureInfo
from evals.reports.figures import chance, figure, label, with_error
from evals.reports.model import Report


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the first column is text, the others are figures. `note` stands under it."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def head_lines(report: Report) -> list[str]:
    """What was asked of what, and what a reader of the figures has to know."""
    settings = ", ".join(f"{name} {value}" for name, value in report.settings.items())
    lines = [f"{len(report.questions)} questions; {settings}"]
    for suite in report.suites:
        commit = f" at {suite.commit[:10]}" if suite.commit else ""
        lines.append(f"{suite.name}{commit}: {suite.questions} questions")
        lines += [f"{suite.name}: note: {note}" for note in suite.notes]
    return lines


def overall_grid(report: Report) -> Grid:
    """Every measure over all questions."""
    rows = []
    for measure in report.measures:
        mean = report.overall.means.get(measure.name)
        if mean is not None:
            rows.append((label(measure), with_error(mean, measure), str(mean.n)))
    unscored = [m.title for m in report.measures if m.name not in report.overall.means]
    note = f"Not scored: {', '.join(unscored)}." if unscored else ""
    return Grid("All questions", ("measure", "mean ± standard error", "n"), tuple(rows), note)


def group_grids(report: Report) -> list[Grid]:
    """The headline measures per group."""
    shown = headline(report)
    names = dict.fromkeys(group.by for group in report.groups if group.by != "all")
    return [_group_grid(by, [g for g in report.groups if g.by == by], shown) for by in names]


def _group_grid(by: str, groups: Sequence[Group], shown: Sequence[MeasureInfo]) -> Grid:
    rows = []
    for group in groups:
        cells = []
        for measure in shown:
            mean = group.means.get(measure.name)
            cells.append(with_error(mean, measure) + (f" ({mean.n})" if mean is not None else ""))
        rows.append((group.name, str(group.questions), *cells))
    header = (by, "questions", *(measure.title for measure in shown))
    return Grid(f"By {by}", header, tuple(rows), "Mean ± standard error (n).")


def question_grid(report: Report) -> Grid:
    """One row per question."""
    shown = headline(report)
    rows = []
    for line in report.questions:
        scores = [line.scores.get(measure.name) for measure in shown]
        cells = [
            "-" if score is None or score.value is None else figure(score.value, measure)
            for score, measure in zip(scores, shown, strict=True)
        ]
        rows.append((line.key, line.status, *cells))
    header = ("question", "status", *(measure.title for measure in shown))
    return Grid("Questions", header, tuple(rows))


def failure_lines(report: Report) -> list[str]:
    """What ended with an error."""
    return [f"{line.key}: {error}" for line in report.questions for error in line.errors]


def change_grid(comparison: Comparison) -> Grid:
    """Every measure before and after."""
    rows = []
    for change in comparison.changes:
        measure = change.measure
        difference = change.after - change.before
        rows.append(
            (
                label(measure),
                figure(change.before, measure),
                figure(change.after, measure),
                ("+" if difference >= 0 else "-") + figure(abs(difference), measure),
                str(change.n),
                f"{change.improved} / {change.worsened}",
                chance(change.p),
                change.test,
            )
        )
    header = ("measure", "before", "after", "change", "n", "better / worse", "p", "test")
    lost = [f"{c.measure.title} ({c.lost})" for c in comparison.changes if c.lost]
    note = f"Scored before and not now: {', '.join(lost)}." if lost else ""
    return Grid("Against the baseline", header, tuple(rows), note)


def move_grid(comparison: Comparison) -> Grid:
    """What moved, question by question."""
    marks = {True: "better", False: "worse", None: ""}
    rows = tuple(
        (move.key, move.what, move.before, move.after, marks[move.better]) for move in comparison.moves
    )
    note = "" if rows else "Nothing moved."
    return Grid("What moved", ("question", "measure", "before", "after", ""), rows, note)


def headline(report: Report) -> list[MeasureInfo]:
    """The measures every table shows, as far as anything was scored."""
    return [m for m in report.measures if m.headline and m.name in report.overall.means]
