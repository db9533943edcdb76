"""From cases to measures: every metric on every question, means with n and standard error per group."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evals.metrics import ALL
from evals.records import Case, Score

# How questions are grouped, in the order of the reports.
GROUPINGS: Mapping[str, Callable[[Case], str]] = {
    "all": lambda case: "all",
    "suite": lambda case: case.suite.name,
    "flow": lambda case: case.question.flow,
    "tier": lambda case: case.question.tier,
    "language": lambda case: case.question.lang,
    "difficulty": lambda case: case.question.difficulty,
}


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
class Row:
    """One question with its scores by metric."""

    case: Case
    scores: Mapping[str, Score]

    @property
    def status(self) -> str:
        """The status of the first answer, `error` when there is none."""
        return self.case.runs[0].answer.status if self.case.runs else "error"


def score_all(cases: Iterable[Case]) -> tuple[Row, ...]:
    """Every metric on every question."""
    return tuple(Row(case, {metric.name: metric.score(case) for metric in ALL}) for case in cases)


def group_all(rows: Sequence[Row]) -> tuple[Group, ...]:
    """Means per group; a grouping that does not divide the questions is left out."""
    groups: list[Group] = []
    for by, name_of in GROUPINGS.items():
        parts: dict[str, list[Row]] = {}
        for row in rows:
            parts.setdefault(name_of(row.case), []).append(row)
        if by == "all" or len(parts) > 1:
            groups += [Group(by, name, len(part), _means(part)) for name, part in sorted(parts.items())]
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


def _means(rows: Sequence[Row]) -> dict[str, Mean]:
    means = {}
    for metric in ALL:
        values = [score.value for row in rows if (score := row.scores[metric.name]).value is not None]
        if (mean := mean_of(values)) is not None:
            means[metric.name] = mean
    return means
