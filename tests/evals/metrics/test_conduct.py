"""Tests of the measures about conduct: stages, citations, abstention, stability, effort."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.metrics import ALL
from evals.metrics.abstention import Abstention
from evals.metrics.citation_accuracy import CitationAccuracy
from evals.metrics.citations_exist import CitationsExist
from evals.metrics.citations_in_range import CitationsInRange
from evals.metrics.citations_supported import CitationsSupported
from evals.metrics.citations_unchanged import CitationsUnchanged
from evals.metrics.cost import Cost
from evals.metrics.false_abstention import FalseAbstention
from evals.metrics.node_coverage import NodeCoverage
from evals.metrics.nodes_proven import NodesProven
from evals.metrics.seconds import Seconds
from evals.metrics.stability import Stability
from evals.metrics.tokens import Tokens
from evals.metrics.tool_calls import ToolCalls
from evals.metrics.turns import Turns
from evals.records import Metric
from rea.answer import Status
from tests.evals.samples import NONE, answer, case, cite

TOKENS = cite("server/tokens.py", 5, 6, "issue_token")
LOGIN = cite("web/login.js", 1, 3, "submit")


def test_the_parts_of_citation_accuracy_are_told_apart() -> None:
    """One absent file, one range too long, one changed text, one unsupported claim, one true citation."""
    given = case(
        answer(
            TOKENS,
            replace(TOKENS, path="gone.py"),
            replace(TOKENS, end=60),
            replace(TOKENS, text_hash="0" * 40),
            replace(TOKENS, keywords=("nowhere",)),
        )
    )
    parts: list[Metric] = [
        CitationsExist(),
        CitationsInRange(),
        CitationsUnchanged(),
        CitationsSupported(),
        CitationAccuracy(),
    ]
    assert [part.score(given).value for part in parts] == pytest.approx([0.8, 0.6, 0.4, 0.4, 0.2])
    assert CitationsExist().score(given).evidence == ("gone.py:5-6",)


def test_citations_of_unanswerable_questions_count_too() -> None:
    """A wrong citation is wrong whatever was asked; without any there is nothing to judge."""
    assert CitationAccuracy().score(case(answer(TOKENS), question=NONE)).value == 1.0
    assert CitationAccuracy().score(case(answer())).value is None


def test_node_coverage_and_proof_differ() -> None:
    """Stages with one evidence are covered, not proven; stages without any are neither."""
    given = case(answer(TOKENS, LOGIN, missing=2))
    assert NodeCoverage().score(given).value == 0.5
    assert NodeCoverage().score(given).evidence == ("missing Missing 0", "missing Missing 1")
    assert NodesProven().score(given).value == 0.25
    assert NodeCoverage().score(case(answer(status="not_found"))).value == 0.0


@pytest.mark.parametrize(
    ("status", "right", "wrong"),
    [("not_found", 1.0, 1.0), ("failed", 0.0, 1.0), ("partial", 0.0, 0.0), ("answered", 0.0, 0.0)],
)
def test_abstention_is_right_only_where_there_is_no_answer(
    status: Status, right: float, wrong: float
) -> None:
    """Where there is no answer "not found" is right; where there is one it is wrong, and so is "failed"."""
    given = answer(status=status)
    assert Abstention().score(case(given, question=NONE)).value == right
    assert Abstention().score(case(given)).value is None
    assert FalseAbstention().score(case(given)).value == wrong
    assert FalseAbstention().score(case(given, question=NONE)).value is None


def test_stability_needs_two_runs() -> None:
    """Common cited files over all, pair by pair; another status is another answer."""
    assert Stability().score(case(answer(TOKENS))).value is None
    assert Stability().score(case(answer(TOKENS), answer(TOKENS))).value == 1.0
    assert Stability().score(case(answer(TOKENS), answer(TOKENS, LOGIN))).value == 0.5
    assert Stability().score(case(answer(TOKENS), answer(TOKENS, status="partial"))).value == 0.0
    assert Stability().score(case(answer(), answer())).value == 1.0


def test_effort_comes_from_the_stamp() -> None:
    """Turns, calls and seconds are counted; tokens and cost are unscored, not 0, where none are known."""
    given = answer(TOKENS)
    assert (Turns().score(case(given)).value, ToolCalls().score(case(given)).value) == (3, 7)
    assert Seconds().score(case(given)).value == 0.5
    assert (Tokens().score(case(given)).value, Cost().score(case(given)).value) == (None, None)
    paid = replace(given, stamp=replace(given.stamp, tokens=1200, cost=0.25))
    assert (Tokens().score(case(paid)).value, Cost().score(case(paid)).value) == (1200, 0.25)


def test_repeats_are_averaged() -> None:
    """The value is the mean over the runs, the evidence that of the first."""
    score = CitationAccuracy().score(case(answer(TOKENS), answer(replace(TOKENS, path="gone.py"))))
    assert score.value == 0.5
    assert "2 runs" in score.explanation


def test_every_metric_has_a_name_of_its_own() -> None:
    """Reports and baselines are keyed by it."""
    assert len({metric.name for metric in ALL}) == len(ALL) == 20
    assert all(metric.title and (metric.share or metric.unit or metric.title) for metric in ALL)
