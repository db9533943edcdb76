"""Runs a command in a session of its own and watches the memory of every process in it.

The memory is the sum of the proportional set sizes (PSS) of all processes of the session, sampled: pages that
workers share count once. Where /proc has no PSS, the sum of resident sizes stands in.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from evals.benchmarks.records import Run

# Reading PSS walks page tables; four times a second is below one percent of what is measured.
DYING_SECONDS = 5.0
SAMPLE_SECONDS = 0.25


class CommandError(Exception):
    """A command ended with an error or took too long; the message says which and shows its last lines."""


class _Watch(threading.Thread):
    """Samples the memory of a session until told to stop."""

    def __init__(self, session: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._session = session
        self._over = threading.Event()

    def run(self) -> None:
        wait = 0.02  # short at first, so that short commands are seen at all
        while not self._over.wait(wait):
            self.peak = max(self.peak, session_memory(self._session))
            wait = min(SAMPLE_SECONDS, wait * 2)

    def finish(self) -> int:
        self._over.set()
        self.join()
        return self.peak


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str] | None = None,
    stdin: str = "",
    timeout: float = 3600.0,
    accept: tuple[int, ...] = (0,),
) -> Run:
    """Runs a command to its end. Raises CommandError when its exit code is not in `accept` or time is up."""
    # Files, not pipes: nobody has to empty them while the clock runs.
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        before = _cpu_of_children()
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **(environment or {})},
            stdin=given,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        watch = _Watch(process.pid)
        watch.start()
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired as over:
            raise CommandError(f"gave up after {timeout:.0f} s") from over
        finally:
            seconds = time.perf_counter() - started
            peak = watch.finish()
            end_session(process)
        out.seek(0)
        err.seek(0)
        if code not in accept:
            tail = err.read().decode(errors="replace").strip().splitlines()[-3:]
            raise CommandError(f"{command[0]} ended with {code}: {' / '.join(tail)}")
        return Run(seconds, _cpu_of_children() - before, peak, out.read().decode(errors="replace"))


def _cpu_of_children() -> float:
    """Processor seconds of all children that ended so far, with theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def end_session(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of the session that `process` leads."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    # The others of the session are no children of this process: they die when the system gets to it.
    deadline = time.monotonic() + DYING_SECONDS
    while session_memory(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)


def session_memory(session: int) -> int:
    """Bytes of all processes of a session; 0 when there is none (any more)."""
    return sum(_memory(folder) for folder in Path("/proc").iterdir() if _session_of(folder) == session)


def _session_of(folder: Path) -> int:
    if not folder.name.isdecimal():
        return -1
    try:
        # The command name in parentheses may hold blanks; the session is the fourth field after it.
        return int((folder / "stat").read_text().rpartition(")")[2].split()[3])
    except (OSError, IndexError, ValueError):
        return -1


def _memory(folder: Path) -> int:
    try:
        for line in (folder / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
