"""Asks the questions of suites, several at a time, each in a state of its own, and brings back scored cases.

Workers are processes: answering is Python work, threads would take turns. Each opens an index once and keeps
it for the next question of the same repository.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context

from evals.answers import check_citations
from evals.journal import Journal, run_key
from evals.records import Ask, Case, Outcome, Progress, Run, Supports
from evals.sources import Source
from evals.suite import Question
from indexer.errors import ReaError


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run. `settings` is everything besides text and question that decides an answer."""

    settings: Mapping[str, object]
    jobs: int = 1
    repeats: int = 1


@dataclass(frozen=True, slots=True)
class _Job:
    """One question to ask once."""

    source: Source
    question: Question
    repeat: int

    @property
    def label(self) -> str:
        """For messages and the journal."""
        again = f" (run {self.repeat + 1})" if self.repeat else ""
        return f"{self.source.suite.name}/{self.question.id}{again}"

    def key(self, settings: Mapping[str, object]) -> str:
        """What the answer depends on."""
        parts = {"suite": self.source.suite.name, "commit": self.source.commit, "tree": self.source.tree_id}
        asked = {"question": self.question.question, "repeat": self.repeat, "settings": dict(settings)}
        return run_key({**parts, **asked})


def run_suites(
    sources: Sequence[Source],
    ask: Ask,
    supports: Supports,
    options: RunOptions,
    journal: Journal,
    progress: Progress | None = None,
) -> tuple[Case, ...]:
    """Every question of every suite, in order. Answers the journal holds are taken from it."""
    jobs = [
        _Job(source, question, repeat)
        for source in sources
        for question in source.suite.questions
        for repeat in range(options.repeats)
    ]
    keys = {(job.label): job.key(options.settings) for job in jobs}
    outcomes = {job.label: known for job in jobs if (known := journal.get(keys[job.label])) is not None}
    todo = [job for job in jobs if job.label not in outcomes]
    for done, (job, outcome) in enumerate(_carry_out(todo, ask, options.jobs), start=len(outcomes) + 1):
        outcomes[job.label] = outcome
        journal.add(keys[job.label], job.label, outcome)
        if progress is not None:
            progress(done, len(jobs), job.label)
    return tuple(
        _case(
            source,
            question,
            [outcomes[_Job(source, question, n).label] for n in range(options.repeats)],
            supports,
        )
        for source in sources
        for question in source.suite.questions
    )


def _carry_out(jobs: Sequence[_Job], ask: Ask, workers: int) -> Iterator[tuple[_Job, Outcome]]:
    """Outcomes as they come."""
    if workers <= 1 or len(jobs) <= 1:
        for job in jobs:
            yield job, _asked(ask, job)
        return
    pool = ProcessPoolExecutor(
        min(workers, len(jobs)), mp_context=get_context("spawn"), initializer=_ignore_interrupts
    )
    try:
        futures: dict[Future[Outcome], _Job] = {pool.submit(_asked, ask, job): job for job in jobs}
        for future in as_completed(futures):
            try:
                yield futures[future], future.result()
            except BrokenProcessPool:
                yield futures[future], Outcome(None, "its worker process died")
    finally:
        # On Ctrl-C the questions under way end by themselves, no new one is begun.
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """The parent decides what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _asked(ask: Ask, job: _Job) -> Outcome:
    try:
        return Outcome(ask(job.source.repository, job.question.question))
    except ReaError as error:
        return Outcome(None, str(error))
    except Exception as error:  # noqa: BLE001 - one question must not end the evaluation; the error is reported
        return Outcome(None, f"{type(error).__name__}: {error}")


def _case(source: Source, question: Question, outcomes: Sequence[Outcome], supports: Supports) -> Case:
    runs = tuple(
        Run(outcome.answer, check_citations(outcome.answer, source.clean, supports))
        for outcome in outcomes
        if outcome.answer is not None
    )
    errors = tuple(outcome.error for outcome in outcomes if outcome.answer is None)
    return Case(source.suite, question, runs, errors)
