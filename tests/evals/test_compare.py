"""Tests of comparing two reports."""

from __future__ import annotations

from evals.compare import compare
from tests.evals.samples import line, report


def test_questions_are_paired_by_suite_and_id() -> None:
    """Means are over common questions only; improved and worsened follow the direction of the measure."""
    before = report(line("a", 0.5, seconds=2.0), line("b", 1.0, seconds=2.0), line("gone", 0.0))
    after = report(line("b", 0.75, seconds=1.0), line("a", 1.0, seconds=3.0), line("new", 1.0))
    found = compare(before, after)
    recall, seconds = found.changes
    assert (recall.n, recall.before, recall.after) == (2, 0.75, 0.875)
    assert (recall.improved, recall.worsened) == (1, 1)
    assert (seconds.improved, seconds.worsened) == (1, 1)
    assert seconds.test == "exact sign test"
    assert "1 questions are only in the baseline" in found.notes
    assert "1 questions are only in the new report" in found.notes


def test_every_move_is_listed() -> None:
    """Status, values and values that came or went; amounts are not listed, they differ every time."""
    before = report(line("a", 0.5), line("b", None), line("c", 1.0, status="answered"))
    after = report(line("a", 0.75, seconds=9), line("b", 1.0), line("c", None, status="not_found"))
    moves = [
        (move.key, move.what, move.before, move.after, move.better) for move in compare(before, after).moves
    ]
    assert moves == [
        ("demo/a", "recall", "0.500", "0.750", True),
        ("demo/b", "recall", "unscored", "1.000", None),
        ("demo/c", "status", "answered", "not_found", None),
        ("demo/c", "recall", "1.000", "unscored", None),
    ]


def test_what_is_no_longer_scored_is_counted() -> None:
    """A mean that rises because questions dropped out is seen."""
    before = report(line("a", 0.0), line("b", 1.0))
    after = report(line("a", None), line("b", 1.0))
    assert compare(before, after).changes[0].lost == 1


def test_equal_reports_differ_in_nothing() -> None:
    """No move, p = 1, no note."""
    same = report(line("a", 0.5), line("b", 1.0))
    found = compare(same, same)
    assert found.moves == ()
    assert found.notes == ()
    assert {change.p for change in found.changes} == {1.0}
    assert not any(change.moved for change in found.changes)


def test_other_settings_are_said() -> None:
    """Two reports made with different budgets are not silently compared."""
    found = compare(
        report(line("a", 0.5)), report(line("a", 0.5), settings={"model": "other", "max_files": 5})
    )
    assert found.notes == ("max_files: (none) before, 5 now", "model: scripted before, other now")
