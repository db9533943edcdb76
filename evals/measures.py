"""Means with n and standard error, over all questions and per group of questions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.metrics import ALL
from evals.records import Better, Case, Measure, Score


@dataclass(frozen=True, slots=True)
class MeasureInfo:
    """A measure as a report keeps it. The fields are those of `Measure`."""

    name: str
    title: str
    unit: str
    better: Better
    share: bool
    headline: bool


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over `n` scored questions. `error` is its standard error, None for a single value."""

    n: int
    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """The questions that share one property. Measures without a scored question are left out."""

    by: str
    name: str
    questions: int
    means: Mapping[str, Mean]


@dataclass(frozen=True, slots=True)
class Line:
    """One question with its scores by measure. `labels` are what questions are grouped by, in that order."""

    suite: str
    id: str
    question: str
    labels: Mapping[str, str]
    status: str
    errors: tuple[str, ...]
    scores: Mapping[str, Score]

    @property
    def key(self) -> str:
        """Names the question across reports."""
        return f"{self.suite}/{self.id}"


def info(measure: Measure) -> MeasureInfo:
    """What a report keeps of a measure."""
    return MeasureInfo(
        measure.name, measure.title, measure.unit, measure.better, measure.share, measure.headline
    )


def score_case(case: Case) -> Line:
    """Every metric on one question."""
    asked = case.question
    labels = {
        "suite": case.suite.name,
        "flow": asked.flow,
        "tier": asked.tier,
        "language": asked.lang,
        "difficulty": asked.difficulty,
    }
    status = case.runs[0].answer.status if case.runs else "error"
    scores = {metric.name: metric.score(case) for metric in ALL}
    return Line(case.suite.name, asked.id, asked.question, labels, status, case.errors, scores)


def group_lines(lines: Sequence[Line], measures: Iterable[Measure]) -> tuple[Group, ...]:
    """Means of all questions, then per label; a label that does not divide the questions is left out."""
    names = [measure.name for measure in measures]
    groups = [Group("all", "all", len(lines), _means(lines, names))]
    for by in dict.fromkeys(label for line in lines for label in line.labels):
        parts: dict[str, list[Line]] = {}
        for line in lines:
            parts.setdefault(line.labels.get(by, ""), []).append(line)
        if len(parts) > 1:
            ordered = sorted(parts.items())
            groups += [Group(by, name, len(part), _means(part, names)) for name, part in ordered]
    return tuple(groups)


def mean_of(values: Sequence[float]) -> Mean | None:
    """The mean and its standard error (sample deviation / √n); None without values."""
    n = len(values)
    if not n:
        return None
    mean = math.fsum(values) / n
    if n == 1:
        return Mean(1, mean, None)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Mean(n, mean, math.sqrt(variance / n))


def _means(lines: Sequence[Line], names: Sequence[str]) -> dict[str, Mean]:
    means = {}
    for name in names:
        values = [score.value for line in lines if (score := line.scores[name]).value is not None]
        if (mean := mean_of(values)) is not None:
            means[name] = mean
    return means
