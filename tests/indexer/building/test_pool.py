"""Worker processes: what one of them does not survive costs one file its parse, and nothing else."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from indexer.building.pool import BATCH_BYTES, Crew, Outcome, batches, run_here, segment_bytes
from indexer.storage.rows import FileRow, Job
from tests.indexer.trees import write


def _jobs(root: Path, count: int) -> list[Job]:
    body = "".join(f"def f{n}(x):\n    return g{n}(x) + 1\n\n" for n in range(60))
    write(root, {f"m{n}.py": body for n in range(count)})
    return [Job(n + 1, f"m{n}.py", len(body), 1) for n in range(count)]


def test_batches_keep_order_and_size() -> None:
    """Nothing is lost or reordered, and no batch of several files passes the limit."""
    jobs = [Job(n, str(n), 100_000, 0) for n in range(50)]
    cut = list(batches(jobs))
    assert [job for batch in cut for job in batch] == jobs
    assert all(sum(job.size for job in batch) <= BATCH_BYTES for batch in cut)


def test_more_workers_keep_less_text_each() -> None:
    """Memory is bounded for all workers together, and a segment never gets tiny."""
    assert segment_bytes(2) > segment_bytes(8) >= segment_bytes(1000) > 1_000_000


def _rows(outcomes: list[Outcome]) -> list[FileRow]:
    return sorted(row for result, _ in outcomes if result for row in result.files)


def test_workers_and_this_process_give_the_same_rows(tmp_path: Path) -> None:
    """Where a file is indexed makes no difference."""
    jobs = _jobs(tmp_path, 60)
    with Crew(tmp_path, 3) as crew:
        assert _rows(list(crew.run(jobs))) == _rows(list(run_here(tmp_path, jobs)))


def test_a_process_with_threads_starts_workers_another_way(tmp_path: Path) -> None:
    """Forking a process that has threads can hang; workers started afresh give the same rows."""
    jobs = _jobs(tmp_path, 12)
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        with Crew(tmp_path, 2) as crew:
            assert _rows(list(crew.run(jobs))) == _rows(list(run_here(tmp_path, jobs)))
    finally:
        done.set()
        thread.join()


def test_workers_may_wait_for_work_that_never_comes(tmp_path: Path) -> None:
    """A crew started ahead ends cleanly with more workers than files, and with no file at all."""
    with Crew(tmp_path, 3) as crew:
        crew.start()
        assert len(_rows(list(crew.run(_jobs(tmp_path, 1))))) == 1
    with Crew(tmp_path, 2) as crew:
        crew.start()


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """Files whose postings died with a worker are indexed again; each occurs in exactly one segment."""
    jobs = _jobs(tmp_path, 200)
    outcomes = []
    killed = False
    with Crew(tmp_path, 2) as crew:
        for outcome in crew.run(jobs):
            outcomes.append(outcome)
            if not killed:
                _kill_a_child()
                killed = True
    final = {row.id: row for result, _ in outcomes if result for row in result.files}
    assert sorted(final) == [job.file_id for job in jobs]
    assert sum(segment.chunks for _, segment in outcomes if segment) == _chunks(tmp_path, jobs)


def _kill_a_child() -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("needs /proc")
    os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)


def _chunks(root: Path, jobs: list[Job]) -> int:
    return sum(segment.chunks for _, segment in run_here(root, jobs) if segment)


def test_a_plain_job_is_not_parsed(tmp_path: Path) -> None:
    """The second try of a file that killed a worker uses regular expressions, and the note says so."""
    (job, *_) = _jobs(tmp_path, 1)
    (row,) = _rows(list(run_here(tmp_path, [job._replace(plain=True)])))
    assert "not parsed" in row.note
    assert row.symbols > 0
