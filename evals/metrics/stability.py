"""Stability: how alike the answers to the same question are when it is asked again."""

from __future__ import annotations

from itertools import combinations

from evals.answers import cited_files
from evals.records import Case, Score
from evals.scoring import Share, unscored
from rea.answer import Answer


class Stability(Share):
    """Needs two runs of a question (--repeats)."""

    name = "stability"
    title = "stability over repeats"

    def score(self, case: Case) -> Score:
        """Mean over pairs of runs: common cited files / all cited files, 0 when the status differs."""
        answers = [run.answer for run in case.runs]
        if len(answers) < 2:
            return unscored("asked once")
        pairs = list(combinations(answers, 2))
        value = sum(_alike(one, other) for one, other in pairs) / len(pairs)
        statuses = ", ".join(sorted({answer.status for answer in answers}))
        return Score(value, f"{len(answers)} runs, status {statuses}")


def _alike(one: Answer, other: Answer) -> float:
    if one.status != other.status:
        return 0.0
    here, there = set(cited_files(one)), set(cited_files(other))
    return len(here & there) / len(here | there) if here | there else 1.0
