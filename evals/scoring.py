"""What metrics share: a score over the repeats of a question, and scores of found against wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from evals.records import Better, Case, Check, Run, Score
from rea.answer import Answer

# A "failed" run proves nothing, so its user is left without an answer just as with "not found".
ABSTAINED = ("not_found", "failed")


class Share:
    """Base of measures between 0 and 1 where more is better."""

    unit: str = ""
    better: Better = "higher"
    share: bool = True
    headline: bool = False


class Amount:
    """Base of counts and amounts, fewer being better."""

    better: Better = "lower"
    share: bool = False
    headline: bool = False


def unscored(why: str) -> Score:
    """No value, with the reason."""
    return Score(None, why)


def over_runs(case: Case, score: Callable[[Run], Score]) -> Score:
    """The mean of the scores of all repeats; reason and evidence are the first repeat's."""
    if not case.runs:
        return unscored("no run of it ended with an answer")
    scores = [score(run) for run in case.runs]
    values = [item.value for item in scores if item.value is not None]
    if not values or len(scores) == 1:
        return scores[0]
    shown = f"mean of {len(values)} runs; the first: {scores[0].explanation}"
    return Score(sum(values) / len(values), shown, scores[0].evidence)


def answerable_only(case: Case, score: Callable[[Run], Score]) -> Score:
    """As `over_runs`, but unscored where the repository has no answer."""
    if not case.question.answerable:
        return unscored("the repository has no answer to find")
    return over_runs(case, score)


def found_share(wanted: Sequence[str], found: Iterable[str], what: str) -> Score:
    """The share of `wanted` that is in `found`; the evidence lists the rest as missing."""
    have = set(found)
    missing = tuple(item for item in wanted if item not in have)
    hit = len(wanted) - len(missing)
    return Score(
        hit / len(wanted), f"{hit} of {len(wanted)} {what}", tuple(f"missing {item}" for item in missing)
    )


def checked_share(case: Case, holds: Callable[[Check], bool | None], what: str) -> Score:
    """The share of printed citations for which `holds`; those for which it is None do not count."""

    def of_run(run: Run) -> Score:
        judged = [(check, value) for check in run.checks if (value := holds(check)) is not None]
        if not judged:
            return unscored("nothing is cited")
        bad = [_place(check) for check, value in judged if not value]
        good = len(judged) - len(bad)
        return Score(good / len(judged), f"{good} of {len(judged)} citations {what}", tuple(bad))

    return over_runs(case, of_run)


def amount(case: Case, value: Callable[[Answer], float | None], unit: str) -> Score:
    """A figure of the stamp."""

    def of_run(run: Run) -> Score:
        number = value(run.answer)
        return unscored("not counted") if number is None else Score(number, f"{number:g} {unit}".strip())

    return over_runs(case, of_run)


def _place(check: Check) -> str:
    citation = check.cited.citation
    return f"{citation.path}:{citation.start}-{citation.end}"
