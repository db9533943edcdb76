"""Tests of the measures about files and lines: recall, precision, spans."""

from __future__ import annotations

import pytest

from evals.metrics.cited_precision import CitedPrecision
from evals.metrics.cited_precision_gold import CitedPrecisionGold
from evals.metrics.cited_recall import CitedRecall
from evals.metrics.file_recall import FileRecall
from evals.metrics.span_recall import SpanRecall
from evals.records import Metric
from tests.evals.samples import GOLD, NONE, answer, case, cite

TOKENS = cite("server/tokens.py", 5, 6, "issue_token")
SESSION = cite("server/session.py", 1, 2, "open_session")
README = cite("README.md", 1, 1, "Demo")


def test_file_recall_counts_what_was_read() -> None:
    """Golden files that were read, whether they are cited or not; the missing ones are named."""
    score = FileRecall().score(case(answer(README, read=("server/tokens.py", "README.md"))))
    assert score.value == 0.5
    assert score.evidence == ("missing web/login.js",)
    assert "2 read" in score.explanation


def test_cited_recall_counts_what_is_cited() -> None:
    """Reading alone does not help the reader."""
    score = CitedRecall().score(case(answer(TOKENS, read=("web/login.js",))))
    assert score.value == 0.5


def test_precision_forgives_accepted_files() -> None:
    """Accepted files are no mistake, but not golden either; the rest is named."""
    given = case(answer(TOKENS, SESSION, README))
    assert CitedPrecision().score(given).value == pytest.approx(2 / 3)
    assert CitedPrecision().score(given).evidence == ("off target README.md",)
    assert CitedPrecisionGold().score(given).value == pytest.approx(1 / 3)


def test_nothing_cited_has_no_precision() -> None:
    """Unscored is not zero: recall already tells."""
    assert CitedPrecision().score(case(answer())).value is None
    assert CitedPrecisionGold().score(case(answer())).value is None
    assert CitedRecall().score(case(answer())).value == 0.0


@pytest.mark.parametrize(("start", "end", "value"), [(5, 6, 0.5), (6, 6, 0.5), (1, 5, 0.5), (1, 4, 0.0)])
def test_a_span_counts_when_a_line_of_it_is_cited(start: int, end: int, value: float) -> None:
    """One common line is enough, a neighbour is not."""
    assert SpanRecall().score(case(answer(cite("server/tokens.py", start, end, "x")))).value == value


def test_spans_of_other_files_do_not_count() -> None:
    """The same lines elsewhere prove nothing."""
    assert SpanRecall().score(case(answer(cite("server/session.py", 1, 2, "x")))).value == 0.0


def test_a_question_without_golden_lines_is_unscored() -> None:
    """Suites may leave them out."""
    bare = GOLD.model_copy(update={"gold_spans": ()})
    assert SpanRecall().score(case(answer(TOKENS), question=bare)).value is None


@pytest.mark.parametrize(
    "metric", [FileRecall(), CitedRecall(), CitedPrecision(), CitedPrecisionGold(), SpanRecall()]
)
def test_where_there_is_no_answer_nothing_can_be_recalled(metric: Metric) -> None:
    """Questions without an answer, and runs that ended in an error, are unscored."""
    assert metric.score(case(answer(TOKENS), question=NONE)).value is None
    assert metric.score(case(errors=("broken",))).value is None
