"""Two reports side by side: what moved, question by question, and whether it is more than chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evals.exact import paired_test
from evals.measures import Line, MeasureInfo
from evals.reports.model import Report

# Smaller differences are rounding.
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Change:
    """One measure before and after, over the `n` questions scored in both reports.

    `improved` and `worsened` count questions; `p` is two-sided; `lost` were scored before and are not now.
    """

    measure: MeasureInfo
    n: int
    before: float
    after: float
    improved: int
    worsened: int
    test: str
    p: float
    lost: int

    @property
    def moved(self) -> bool:
        """Whether any question changed."""
        return bool(self.improved or self.worsened)


@dataclass(frozen=True, slots=True)
class Move:
    """What changed for one question: `what` is a measure's title or `status`."""

    key: str
    what: str
    before: str
    after: str
    better: bool | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A report against a baseline. `notes` say what else differs between the two."""

    changes: tuple[Change, ...]
    moves: tuple[Move, ...]
    notes: tuple[str, ...]


def compare(baseline: Report, report: Report) -> Comparison:
    """Pair the questions of two reports by suite and id."""
    before = {line.key: line for line in baseline.questions}
    pairs = [(before[line.key], line) for line in report.questions if line.key in before]
    changes = [change for measure in report.measures if (change := _change(measure, pairs)) is not None]
    moves = [move for pair in pairs for move in _moves(report, *pair)]
    return Comparison(tuple(changes), tuple(moves), tuple(_notes(baseline, report)))


def _change(measure: MeasureInfo, pairs: list[tuple[Line, Line]]) -> Change | None:
    old_new = [(_value(old, measure.name), _value(new, measure.name)) for old, new in pairs]
    both = [(old, new) for old, new in old_new if old is not None and new is not None]
    if not both:
        return None
    differences = [new - old if abs(new - old) > SAME else 0.0 for old, new in both]
    ups, downs = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    improved, worsened = (downs, ups) if measure.better == "lower" else (ups, downs)
    test = paired_test(differences, share=measure.share)
    n = len(both)
    return Change(
        measure=measure,
        n=n,
        before=sum(old for old, _ in both) / n,
        after=sum(new for _, new in both) / n,
        improved=improved,
        worsened=worsened,
        test=test.name,
        p=test.p,
        lost=sum(old is not None and new is None for old, new in old_new),
    )


def _moves(report: Report, old: Line, new: Line) -> Iterator[Move]:
    if old.status != new.status:
        yield Move(new.key, "status", old.status, new.status, None)
    for measure in report.measures:
        # Seconds and tokens differ every time: they are in the table of changes only.
        if not measure.share:
            continue
        was, now = _value(old, measure.name), _value(new, measure.name)
        if was is None and now is None:
            continue
        better = None
        if was is not None and now is not None:
            if abs(was - now) <= SAME:
                continue
            better = (now > was) == (measure.better == "higher")
        yield Move(new.key, measure.title, _shown(was), _shown(now), better)


def _value(line: Line, name: str) -> float | None:
    score = line.scores.get(name)
    return score.value if score is not None else None


def _shown(value: float | None) -> str:
    return "unscored" if value is None else f"{value:.3f}"


def _notes(baseline: Report, report: Report) -> Iterator[str]:
    for name in sorted({*baseline.settings, *report.settings}):
        old, new = baseline.settings.get(name, "(none)"), report.settings.get(name, "(none)")
        if old != new:
            yield f"{name}: {old} before, {new} now"
    commits = {suite.name: suite.commit for suite in baseline.suites}
    for suite in report.suites:
        if commits.get(suite.name, suite.commit) != suite.commit:
            yield f"{suite.name}: other commits, {commits[suite.name][:10]} before, {suite.commit[:10]} now"
    old_questions = {line.key: line.question for line in baseline.questions}
    new_questions = {line.key: line.question for line in report.questions}
    reworded = [key for key, text in new_questions.items() if old_questions.get(key, text) != text]
    if reworded:
        yield f"{len(reworded)} questions are worded differently, the first: {reworded[0]}"
    for keys, where in (
        (old_questions.keys() - new_questions.keys(), "baseline"),
        (new_questions.keys() - old_questions.keys(), "new report"),
    ):
        if keys:
            yield f"{len(keys)} questions are only in the {where}"
