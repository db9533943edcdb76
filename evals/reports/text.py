"""The report as plain text tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evals.measures import Group
from evals.metrics import ALL
from evals.records import Metric
from evals.reports.figures import label, with_error
from evals.reports.model import QuestionLine, Report

# What the tables per group and the list of questions show; the rest is in the overall table and in the JSON.
SHOWN = ("file_recall", "cited_recall", "cited_precision", "span_recall", "citation_accuracy")
GROUP_EXTRA = ("abstention", "false_abstention")


def render_text(report: Report, *, questions: bool = True) -> str:
    """The whole report."""
    blocks = [head(report), _overall(report)]
    names = dict.fromkeys(group.by for group in report.groups if group.by != "all")
    blocks += [_groups(by, [group for group in report.groups if group.by == by]) for by in names]
    if questions:
        blocks.append(_questions(report.questions))
    blocks.append(_failures(report.questions))
    return "\n\n".join(block for block in blocks if block) + "\n"


def head(report: Report) -> str:
    """What was asked of what, and what a reader of the figures has to know."""
    lines = [
        f"{len(report.questions)} questions; " + ", ".join(f"{k} {v}" for k, v in report.settings.items())
    ]
    for suite in report.suites:
        commit = f" at {suite.commit[:10]}" if suite.commit else ""
        lines.append(f"  {suite.name}{commit}: {suite.questions} questions")
        lines += [f"    note: {note}" for note in suite.notes]
    return "\n".join(lines)


def metrics(names: Iterable[str]) -> list[Metric]:
    """The metrics of these names, in report order."""
    wanted = set(names)
    return [metric for metric in ALL if metric.name in wanted]


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Aligned columns: the first to the left, the others to the right."""
    cells = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        lines.append(
            "  ".join(
                [first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
            ).rstrip()
        )
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def _overall(report: Report) -> str:
    group = report.overall()
    if group is None:
        return ""
    rows = []
    for metric in ALL:
        mean = group.means.get(metric.name)
        if mean is not None:
            rows.append([label(metric), with_error(mean, metric), str(mean.n)])
    return table(["measure", "mean ± standard error", "n"], rows)


def _groups(by: str, groups: Sequence[Group]) -> str:
    shown = metrics((*SHOWN, *GROUP_EXTRA))
    rows = []
    for group in groups:
        cells = [with_error(group.means.get(metric.name), metric) for metric in shown]
        counts = [_n(group, metric) for metric in shown]
        rows.append(
            [group.name, str(group.questions)] + [f"{c}{n}" for c, n in zip(cells, counts, strict=True)]
        )
    return table([by, "questions", *(metric.name for metric in shown)], rows)


def _n(group: Group, metric: Metric) -> str:
    mean = group.means.get(metric.name)
    return f" n={mean.n}" if mean is not None else ""


def _questions(lines: Sequence[QuestionLine]) -> str:
    shown = metrics((*SHOWN, "turns", "seconds"))
    rows = []
    for line in lines:
        values = [line.scores.get(metric.name) for metric in shown]
        cells = ["-" if s is None or s.value is None else f"{s.value:.2f}" for s in values]
        rows.append([line.key, line.status, *cells])
    return table(["question", "status", *(metric.name for metric in shown)], rows)


def _failures(lines: Sequence[QuestionLine]) -> str:
    failed = [f"  {line.key}: {error}" for line in lines for error in line.errors]
    return "\n".join(["ended with an error:", *failed]) if failed else ""
