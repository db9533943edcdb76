"""Tests of asking the questions of suites."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.journal import Journal
from evals.records import Repository
from evals.runner import RunOptions, run_suites
from evals.sources import Source
from evals.suite import Question, Suite
from tests.evals.samples import GOLD, NONE, SUITE, Scripted, TextTree, answer, supports

BOOM = Question(id="demo-boom", flow="other", question="boom?", gold_files=("README.md",))


def source(tmp_path: Path, suite: Suite = SUITE, tree_id: str = "t1") -> Source:
    """A suite with a place to ask at; the scripted ask never looks there."""
    return Source(suite, tmp_path / "demo.yaml", Repository(tmp_path / "secret"), "c1", tree_id, TextTree())


def options(repeats: int = 1, jobs: int = 1, **settings: str) -> RunOptions:
    """How to run."""
    return RunOptions({"model": "scripted", **settings}, jobs, repeats)


@pytest.mark.parametrize("jobs", [1, 2])
def test_questions_keep_their_order(tmp_path: Path, jobs: int) -> None:
    """Whoever finishes first, cases come in the order of the suite with their citations checked."""
    ask = Scripted(tmp_path / "log", {NONE.question: answer(status="not_found")})
    cases = run_suites([source(tmp_path)], ask, supports, options(jobs=jobs), Journal(None))
    assert [case.question.id for case in cases] == ["demo-1", "demo-none"]
    assert cases[0].runs[0].checks[0].holds
    assert cases[1].runs[0].answer.status == "not_found"
    assert sorted(ask.calls()) == sorted([GOLD.question, NONE.question])


def test_an_interrupted_evaluation_goes_on(tmp_path: Path) -> None:
    """What the journal holds is not asked again; the result is the same."""
    ask, file = Scripted(tmp_path / "log"), tmp_path / "runs.jsonl"
    half = source(tmp_path, SUITE.model_copy(update={"questions": (GOLD,)}))
    with Journal(file) as journal:
        run_suites([half], ask, supports, options(), journal)
    with Journal(file) as journal:
        cases = run_suites([source(tmp_path)], ask, supports, options(), journal)
    assert ask.calls() == [GOLD.question, NONE.question]
    assert cases[0].runs[0].answer == answer(*(check.cited.citation for check in cases[0].runs[0].checks))


@pytest.mark.parametrize("change", ["text", "settings", "question"])
def test_other_text_settings_or_words_are_asked_anew(tmp_path: Path, change: str) -> None:
    """An answer of the journal counts only for exactly what it was given to."""
    ask, journal = Scripted(tmp_path / "log"), Journal(None)
    suite = SUITE.model_copy(update={"questions": (GOLD,)})
    run_suites([source(tmp_path, suite)], ask, supports, options(), journal)
    reworded = suite.model_copy(update={"questions": (GOLD.model_copy(update={"question": "Other?"}),)})
    again = {
        "text": (source(tmp_path, suite, tree_id="t2"), options()),
        "settings": (source(tmp_path, suite), options(code="other")),
        "question": (source(tmp_path, reworded), options()),
    }[change]
    run_suites([again[0]], ask, supports, again[1], journal)
    assert len(ask.calls()) == 2


def test_golden_files_may_be_corrected_without_asking_again(tmp_path: Path) -> None:
    """Answers are kept, scores are not."""
    ask, journal = Scripted(tmp_path / "log"), Journal(None)
    suite = SUITE.model_copy(update={"questions": (GOLD,)})
    run_suites([source(tmp_path, suite)], ask, supports, options(), journal)
    corrected = suite.model_copy(
        update={"questions": (GOLD.model_copy(update={"gold_files": ("README.md",), "gold_spans": ()}),)}
    )
    (case,) = run_suites([source(tmp_path, corrected)], ask, supports, options(), journal)
    assert case.question.gold_files == ("README.md",)
    assert len(ask.calls()) == 1


def test_repeats_are_runs_of_their_own(tmp_path: Path) -> None:
    """Each is asked, and each is kept."""
    ask = Scripted(tmp_path / "log")
    suite = SUITE.model_copy(update={"questions": (GOLD,)})
    (case,) = run_suites([source(tmp_path, suite)], ask, supports, options(repeats=3), Journal(None))
    assert len(case.runs) == len(ask.calls()) == 3


def test_an_error_is_reported_and_tried_again(tmp_path: Path) -> None:
    """Without any path of the machine; the next evaluation asks the question again."""
    ask, journal = Scripted(tmp_path / "log"), Journal(None)
    suite = SUITE.model_copy(update={"questions": (BOOM,)})
    (case,) = run_suites([source(tmp_path, suite)], ask, supports, options(), journal)
    assert case.runs == ()
    assert case.errors == ("ValueError: no answer about demo",)
    run_suites([source(tmp_path, suite)], ask, supports, options(), journal)
    assert len(ask.calls()) == 2


def test_progress_counts_every_question(tmp_path: Path) -> None:
    """From what the journal holds to all."""
    journal = Journal(None)
    seen: list[tuple[int, int, str]] = []
    ask = Scripted(tmp_path / "log")
    run_suites([source(tmp_path)], ask, supports, options(), journal, lambda *now: seen.append(now))
    assert seen == [(1, 2, "demo/demo-1"), (2, 2, "demo/demo-none")]
