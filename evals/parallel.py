"""Carries out independent jobs, several at a time, and brings each result back as it comes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

from indexer.errors import ReaError

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with one job, in one line."""

    text: str


def carry_out(
    jobs: Sequence[Job], work: Callable[[Job], Result], workers: int
) -> Iterator[tuple[Job, Result | Failure]]:
    """Results as they come; an error costs its own job only.

    Workers are processes, because the work is Python and threads would take turns; they are spawned, so that
    nothing of this process is shared. `work` and the jobs must be picklable.
    """
    if workers <= 1 or len(jobs) <= 1:
        for job in jobs:
            yield job, _guarded(work, job)
        return
    pool = ProcessPoolExecutor(
        min(workers, len(jobs)), mp_context=get_context("spawn"), initializer=_ignore_interrupts
    )
    try:
        futures: dict[Future[Result | Failure], Job] = {pool.submit(_guarded, work, job): job for job in jobs}
        for future in as_completed(futures):
            try:
                yield futures[future], future.result()
            except BrokenProcessPool:
                yield futures[future], Failure("its worker process died")
    finally:
        # On Ctrl-C the jobs under way end by themselves and no new one is begun.
        pool.shutdown(wait=True, cancel_futures=True)


def _guarded(work: Callable[[Job], Result], job: Job) -> Result | Failure:
    try:
        return work(job)
    except ReaError as error:
        return Failure(str(error))
    except Exception as error:  # noqa: BLE001 - one job must not end the evaluation; the error is reported
        return Failure(f"{type(error).__name__}: {error}")


def _ignore_interrupts() -> None:
    """The parent decides what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
