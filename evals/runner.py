"""Asks the questions of suites, several at a time, and brings back cases ready to be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evals.answers import check_citations, from_value, to_value
from evals.journal import Journal, run_key
from evals.parallel import Failure, carry_out
from evals.records import Ask, Case, Progress, Repository, Run, Supports
from evals.sources import Source
from evals.suite import Question
from rea.answer import Answer


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run. `settings` is everything besides text and question that decides an answer."""

    settings: Mapping[str, str | int | float | bool]
    jobs: int = 1
    repeats: int = 1


@dataclass(frozen=True, slots=True)
class _Job:
    """One question to ask once. It goes to a worker, so it holds what the worker needs and no more."""

    label: str
    key: str
    repository: Repository
    question: str


def run_suites(
    sources: Sequence[Source],
    ask: Ask,
    supports: Supports,
    options: RunOptions,
    journal: Journal,
    progress: Progress | None = None,
) -> tuple[Case, ...]:
    """Every question of every suite, in order. Answers the journal holds are taken from it."""
    asked = [(source, question) for source in sources for question in source.suite.questions]
    jobs = {
        (source.suite.name, question.id): [_job(source, question, n, options) for n in range(options.repeats)]
        for source, question in asked
    }
    every = [job for repeats in jobs.values() for job in repeats]
    outcomes = _known(every, journal)
    todo = [job for job in every if job.key not in outcomes]
    for job, outcome in carry_out(todo, partial(_ask, ask), options.jobs):
        outcomes[job.key] = outcome
        if not isinstance(outcome, Failure):
            journal.add(job.key, job.label, to_value(outcome))
        if progress is not None:
            progress(len(outcomes), len(every), job.label)
    return tuple(
        _case(source, question, [outcomes[job.key] for job in jobs[source.suite.name, question.id]], supports)
        for source, question in asked
    )


def _job(source: Source, question: Question, repeat: int, options: RunOptions) -> _Job:
    label = f"{source.suite.name}/{question.id}" + (f" (run {repeat + 1})" if repeat else "")
    key = run_key(
        {
            "suite": source.suite.name,
            "id": question.id,
            "question": question.question,
            "repeat": repeat,
            "commit": source.commit,
            "tree": source.tree_id,
            "settings": dict(options.settings),
        }
    )
    return _Job(label, key, source.repository, question.question)


def _known(jobs: Sequence[_Job], journal: Journal) -> dict[str, Answer | Failure]:
    """What the journal holds of the jobs. Errors are not kept, so they are tried again."""
    known: dict[str, Answer | Failure] = {}
    for job in jobs:
        answer = from_value(journal.get(job.key))
        if answer is not None:
            known[job.key] = answer
    return known


def _ask(ask: Ask, job: _Job) -> Answer:
    return ask(job.repository, job.question)


def _case(
    source: Source, question: Question, outcomes: Sequence[Answer | Failure], supports: Supports
) -> Case:
    runs = tuple(
        Run(outcome, check_citations(outcome, source.clean, supports))
        for outcome in outcomes
        if not isinstance(outcome, Failure)
    )
    errors = tuple(_without_place(source, o.text) for o in outcomes if isinstance(o, Failure))
    return Case(source.suite, question, runs, errors)


def _without_place(source: Source, text: str) -> str:
    """An error message without the paths of this machine: reports are passed on."""
    root, index = source.repository.root, source.repository.index_path
    for place in (root, root.resolve(), *((index.parent,) if index else ()), Path.home()):
        text = text.replace(str(place), source.suite.name if place != Path.home() else "~")
    return text
