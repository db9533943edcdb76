"""Worker processes for a build. They take batches on demand; one that dies or hangs costs one file its parse.

multiprocessing's own Pool and concurrent.futures were rejected: both lose, on a worker's death, which file
it was at, and neither lets a worker keep postings between batches.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.errors import IndexProblem
from indexer.storage.rows import BatchResult, Job, SegmentData, SkipRow

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess


# A batch is some tens of files: short enough to share the work evenly, long enough to hide the pipe.
BATCH_BYTES = 256 << 10
BATCH_FILES = 64
# Batches a worker has at hand, so that it never waits for the parent's inserts.
QUEUED = 2
# Text in memory as postings, all workers together; about three times as many bytes of memory.
POSTING_TEXT_BYTES = 256 << 20
MIN_SEGMENT_BYTES = 16 << 20
# From so much text on space counts more than time.
SQUEEZED_TEXT_BYTES = 100 << 20
# The parser stops by itself long before; this is for a grammar that loops outside of its own checks.
HANG_SECONDS = 120.0
POLL_SECONDS = 1.0
# Deaths that no file explains (for example the system's memory killer).
MAX_CRASHES = 5

Outcome = tuple[BatchResult | None, SegmentData | None]


def batches(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    """Groups jobs, in order, into batches of about BATCH_BYTES."""
    batch: list[Job] = []
    size = 0
    for job in jobs:
        if batch and (size + job.size > BATCH_BYTES or len(batch) >= BATCH_FILES):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job.size
    if batch:
        yield batch


def segment_bytes(workers: int) -> int:
    """How much text one worker collects before it hands over a segment."""
    return max(MIN_SEGMENT_BYTES, POSTING_TEXT_BYTES // workers)


def _is_large(jobs: Sequence[Job]) -> bool:
    """Whether outlines are to be compressed: they are half as large as the text, and then a fifth."""
    return sum(job.size for job in jobs) > SQUEEZED_TEXT_BYTES


def run_here(root: Path, jobs: Iterable[Job]) -> Iterator[Outcome]:
    """Indexes in this process: for trees that are done before a worker has started."""
    from indexer.building.worker import Indexer

    indexer = Indexer(root)
    limit = segment_bytes(1)
    jobs = list(jobs)
    indexer.squeeze = _is_large(jobs)
    for batch in batches(jobs):
        result = indexer.run(batch)
        segment = indexer.builder.finish() if indexer.builder.text_bytes >= limit else None
        yield result, segment
    yield None, indexer.builder.finish()


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, and the jobs whose words it still holds or that it has yet to do."""

    process: BaseProcess
    pipe: Connection
    current: Any  # shared: the id of the file it is at
    held: list[Job] = field(default_factory=list)
    todo: deque[list[Job]] = field(default_factory=deque)
    seen: int = 0
    since: float = field(default_factory=time.monotonic)
    closing: bool = False


class Crew:
    """The parent's side: hands out batches, collects results, replaces the dead. A context manager."""

    def __init__(self, root: Path, count: int) -> None:
        self._root = root
        self._queue: deque[list[Job]] = deque()
        self._count = count
        self._context = _context()
        self._workers: list[_Worker] = []
        self._crashes = 0
        self._skips: list[SkipRow] = []
        self._squeeze = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        """Ends all workers; after a normal run there are none left."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers = []

    def start(self) -> None:
        """Starts the workers before there is work: they load their parsers while files are being listed."""
        for _ in range(self._count):
            self._start()

    @property
    def started(self) -> bool:
        """Whether there are workers."""
        return bool(self._workers)

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """Indexes files and yields results as they come. Raises IndexProblem if workers keep dying."""
        jobs = list(jobs)
        self._squeeze = _is_large(jobs)
        self._queue = deque(batches(jobs))
        for _ in range(min(self._count, len(self._queue)) - len(self._workers)):
            self._start()
        for worker in [worker for _ in range(QUEUED) for worker in self._workers]:
            self._feed(worker)
        while self._workers or self._queue:
            if not self._workers:
                self._replace()
            ready = wait([worker.pipe for worker in self._workers], POLL_SECONDS)
            for worker in [worker for worker in self._workers if worker.pipe in ready]:
                yield from self._receive(worker)
            self._check_hangs()
            if self._skips:
                yield BatchResult(skipped=self._skips), None
                self._skips = []

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        current = self._context.RawValue("q", 0)
        inherited = [worker.pipe for worker in self._workers] + [ours] if _forks(self._context) else []
        arguments = (self._root, theirs, current, segment_bytes(self._count), inherited)
        process = self._context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        with _interrupts_held():
            process.start()
        theirs.close()
        worker = _Worker(process, ours, current)
        self._workers.append(worker)
        return worker

    def _replace(self) -> None:
        worker = self._start()
        for _ in range(QUEUED):
            self._feed(worker)

    def _feed(self, worker: _Worker) -> None:
        """Sends the next batch, or the word to finish."""
        if worker.closing:
            return
        batch = self._queue.popleft() if self._queue else None
        with suppress(OSError):  # a dead worker is noticed when it is read from
            worker.pipe.send(batch and (batch, self._squeeze))
        if batch is None:
            worker.closing = True
        else:
            worker.todo.append(batch)

    def _receive(self, worker: _Worker) -> Iterator[Outcome]:
        try:
            result, segment = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if result is None:
            self._workers.remove(worker)
            worker.process.join()
            worker.pipe.close()
            yield None, segment
            return
        worker.held += worker.todo.popleft()
        if segment is not None:
            worker.held = []
        self._feed(worker)
        yield result, segment

    def _check_hangs(self) -> None:
        now = time.monotonic()
        for worker in self._workers:
            if worker.current.value != worker.seen:
                worker.seen, worker.since = worker.current.value, now
            elif worker.seen and now - worker.since > HANG_SECONDS:
                worker.process.kill()  # its pipe closes, and the next round buries it

    def _bury(self, worker: _Worker) -> None:
        """Puts the jobs of a dead worker back. Its file is not parsed again, nor read a third time."""
        self._workers.remove(worker)
        worker.process.join()
        worker.pipe.close()
        culprit = worker.current.value
        redo: list[Job] = []
        for job in worker.held + [job for batch in worker.todo for job in batch]:
            if job.file_id != culprit:
                redo.append(job)
            elif job.plain:
                self._skips.append(
                    SkipRow(job.path, "unreadable", "indexing it crashes", job.size, job.mtime_ns, 1)
                )
            else:
                redo.append(job._replace(plain=True))
        if not culprit:
            self._crashes += 1
            if self._crashes > MAX_CRASHES:
                raise IndexProblem(
                    f"Indexing stopped: worker processes keep dying (exit code {worker.process.exitcode})."
                )
        self._queue.extendleft(reversed(list(batches(redo))))
        if self._queue:
            self._replace()


def head_start() -> bool:
    """Whether workers that start before the files are listed save time: they do unless this process has the
    parsers loaded, which forked workers inherit."""
    return "indexer.building.worker" not in sys.modules


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keeps a Ctrl-C until a process has started. Python runs callbacks after a fork, and an exception raised
    in one of them is reported and dropped: the interrupt would be lost, and the build would go on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context() -> BaseContext:
    """Fork where it is safe: it starts in milliseconds. A process with threads may fork into a deadlock."""
    if sys.platform == "linux" and threading.active_count() == 1 and _system_threads() == 1:
        return get_context("fork")
    return get_context("spawn")


def _forks(context: BaseContext) -> bool:
    return context.get_start_method() == "fork"


def _system_threads() -> int:
    """The threads of this process, those of libraries included."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208 (Path.iterdir would build paths)
    except OSError:
        return 1


def _work(root: Path, pipe: Connection, current: Any, limit: int, inherited: list[Connection]) -> None:  # noqa: ANN401
    """The life of a worker process."""
    for other in inherited:
        other.close()  # else the parent's death would not close our pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    # Postings are a few large containers without cycles: the collector would walk them again and again.
    gc.disable()
    from indexer.building.worker import Indexer, load_tables

    load_tables()
    indexer = Indexer(root)
    try:
        while (order := pipe.recv()) is not None:
            batch, indexer.squeeze = order
            result = BatchResult()
            for job in batch:
                current.value = job.file_id
                indexer.run_one(job, result)
            current.value = 0
            full = indexer.builder.text_bytes >= limit
            pipe.send((result, indexer.builder.finish() if full else None))
            if full:
                gc.collect()
        pipe.send((None, indexer.builder.finish()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone
    # Freeing the postings one by one would take longer than some builds.
    os._exit(0)
