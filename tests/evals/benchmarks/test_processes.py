"""Running a command and watching the memory of all its processes."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from evals.benchmarks.processes import CommandError, run, session_memory

MEGA = 1_000_000
# Three processes of one session, two of them children, that hold some memory for a moment.
FAMILY = """
import os, time
for _ in range(2):
    if os.fork() == 0:
        held = bytearray(os.urandom(1)) * 60_000_000
        time.sleep(1.0)
        os._exit(0)
os.wait(), os.wait()
"""


def test_output_and_seconds_are_those_of_the_command(tmp_path: Path) -> None:
    """The run keeps what was printed and took at least as long as the command slept."""
    done = run([sys.executable, "-c", "import time; time.sleep(0.2); print('hello')"], cwd=tmp_path)
    assert done.stdout == "hello\n"
    assert done.seconds >= 0.2


def test_memory_of_children_counts(tmp_path: Path) -> None:
    """The peak is that of all processes together, not of the one that was started."""
    assert run([sys.executable, "-c", FAMILY], cwd=tmp_path).peak_bytes > 110 * MEGA


def test_processor_seconds_of_children_count(tmp_path: Path) -> None:
    """Work done in a child is work, waiting is not."""
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    family = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    assert run([sys.executable, "-c", family], cwd=tmp_path).cpu_seconds >= 0.3
    assert run(["sleep", "0.3"], cwd=tmp_path).cpu_seconds < 0.2


def test_standard_input_is_handed_over(tmp_path: Path) -> None:
    """A list of files reaches the command whole."""
    text = "\n".join(f"python\tfile{number}.py" for number in range(20_000))
    done = run([sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"], cwd=tmp_path, stdin=text)
    assert int(done.stdout) == len(text)


def test_a_failing_command_is_an_error_with_its_last_lines(tmp_path: Path) -> None:
    """A measurement is never made of a command that failed."""
    with pytest.raises(CommandError, match="no luck"):
        run([sys.executable, "-c", "import sys; sys.exit('no luck')"], cwd=tmp_path)


def test_a_command_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    """Giving up leaves no process behind."""
    started = time.monotonic()
    with pytest.raises(CommandError, match="gave up"):
        run(["sh", "-c", "echo $$ > leader; sleep 30 & sleep 30"], cwd=tmp_path, timeout=0.5)
    assert time.monotonic() - started < 10
    assert session_memory(int((tmp_path / "leader").read_text())) == 0


def test_the_memory_of_no_session_is_nothing() -> None:
    """A session that does not exist uses no memory, one that does uses some."""
    assert session_memory(2**22 + 1) == 0
    assert session_memory(os.getsid(0)) > 0
