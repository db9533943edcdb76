"""Tests of means, standard errors and groups."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.measures import group_lines, info, mean_of, score_case
from evals.metrics.file_recall import FileRecall
from tests.evals.samples import answer, case, cite, line, report


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_the_standard_error_is_the_sample_deviation_over_root_n(values: list[float]) -> None:
    """Mean and error agree with the statistics module."""
    mean = mean_of(values)
    assert mean is not None
    assert mean.error is not None
    assert mean.value == pytest.approx(statistics.fmean(values))
    assert mean.error == pytest.approx(statistics.stdev(values) / len(values) ** 0.5, abs=1e-12)


def test_one_value_has_no_error_and_none_no_mean() -> None:
    """A single question says nothing about the spread."""
    single = mean_of([0.5])
    assert single is not None
    assert (single.n, single.value, single.error) == (1, 0.5, None)
    assert mean_of([]) is None


def test_unscored_questions_are_left_out_of_the_mean() -> None:
    """Unscored is not zero: n says how many were scored."""
    mean = report(line("a", 1.0), line("b", None), line("c", 0.5)).overall.means["recall"]
    assert (mean.n, mean.value) == (2, 0.75)


def test_groups_follow_the_labels() -> None:
    """Every label that divides the questions makes groups, in order; one that does not makes none."""
    lines = [line("a", 1.0, flow="login"), line("b", 0.0, flow="storage"), line("c", 0.5, flow="login")]
    groups = report(*lines).groups
    assert [(g.by, g.name, g.questions) for g in groups] == [
        ("all", "all", 3), ("flow", "login", 2), ("flow", "storage", 1),
    ]  # fmt: skip
    assert groups[1].means["recall"].value == 0.75


def test_a_measure_nobody_scored_is_absent() -> None:
    """No mean is invented."""
    (group,) = group_lines([line("a", None)], [info(FileRecall())][:0])
    assert group.means == {}
    assert "recall" not in report(line("a", None)).overall.means


def test_a_case_becomes_a_line_with_every_metric() -> None:
    """Labels come from the question; a question without any run is an error."""
    scored = score_case(case(answer(cite("server/tokens.py", 5, 6, "issue_token"))))
    assert scored.key == "demo/demo-1"
    assert scored.labels == {
        "suite": "demo", "flow": "login", "tier": "detailed", "language": "en", "difficulty": "normal",
    }  # fmt: skip
    assert scored.status == "answered"
    assert len(scored.scores) == 20
    assert score_case(case(errors=("broken",))).status == "error"
