"""Tests that need a process of their own: pipes that close, Ctrl-C, terminals."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CODE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'rea'; import rea.entry; rea.entry.main()"
)
COMMAND = [sys.executable, "-I", "-c", CODE]


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """A clean environment with folders of its own."""
    # The size of the terminal is asked of the terminal: pytest's line editor says 80 to all its children.
    dropped = ("REA_", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    mine = {"REA_CONFIG_DIR": str(tmp_path / "config"), "REA_CACHE_DIR": str(tmp_path / "cache")}
    mine["REA_SEMANTIC"] = "off"
    return {**kept, **mine, "TERM": "xterm-256color", **more}


def in_terminal(
    command: list[str], env: dict[str, str], keys: bytes = b"", columns: int = 100
) -> tuple[int, str]:
    """Runs a command on a pseudo-terminal of its own and returns its exit code and all it showed."""
    pid, master = pty.fork()
    if pid == 0:
        # Before the command starts: it may ask for the size at once.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        # Not through os.environ, which does not know what a library has set behind its back.
        os.execve(command[0], command, env)
    shown = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([master], [], [], 0.2)
        if ready:
            try:
                piece = os.read(master, 65_536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        if keys and b"[1]" in shown:
            os.write(master, keys)
            keys = b""
    os.close(master)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), shown.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "arguments", [["ask", "how does login work"], ["tool", "search_text", "e"], ["overview"]]
)
def test_a_reader_that_goes_away(demo: Path, tmp_path: Path, arguments: list[str]) -> None:
    """`rea … | head -1`: no message, no traceback, the code a shell knows."""
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--repo", str(demo)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 141
    assert errors == b""


def test_the_question_may_come_from_standard_input(demo: Path, tmp_path: Path) -> None:
    """`-` reads it, line ends and all; with standard input closed that is a usage error."""
    command = [*COMMAND, "ask", "-", "--plan-only", "--repo", str(demo)]
    env = environment(tmp_path)
    run = subprocess.run(
        command, input="how does\nlogin work\n", capture_output=True, text=True, env=env, check=True
    )
    assert run.stdout.startswith("how does login work\n")
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, text=True, env=env, check=False
    )
    assert closed.returncode == 2
    assert closed.stderr.count("\n") == 1


def test_ctrl_c_while_indexing(tmp_path: Path) -> None:
    """Interrupted in the middle: one line, 130, and the next command works."""
    root = tmp_path / "r"
    root.mkdir()
    for number in range(3000):
        (root / f"m{number}.py").write_text("def login(name):\n    return name\n" * 200)
    command = [*COMMAND, "index", "--repo", str(root)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(root.glob(".rea/*.tmp")) and time.monotonic() < deadline:
        time.sleep(0.05)  # what is to be interrupted has to be under way
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130, (out, errors)
    assert errors.decode().count("\n") == 1
    assert errors.decode().startswith("rea: Interrupted.")
    again = subprocess.run(
        [*COMMAND, "index", "--json", "--repo", str(root)],
        capture_output=True,
        env=environment(tmp_path),
        check=True,
    )
    assert b'"files": 3000' in again.stdout


def test_an_answer_on_a_terminal(demo: Path, tmp_path: Path) -> None:
    """On a terminal the answer has colour and fits; progress is wiped away before it."""
    command = [*COMMAND, "ask", "how does login work", "--fresh", "--repo", str(demo)]
    code, shown = in_terminal(command, environment(tmp_path))
    assert code in (0, 10)
    assert "\x1b[1m" in shown
    assert "Flow" in shown


def test_no_color_is_obeyed(demo: Path, tmp_path: Path) -> None:
    """NO_COLOR leaves a plain answer on a terminal."""
    command = [*COMMAND, "ask", "how does login work", "-q", "--repo", str(demo)]
    _, shown = in_terminal(command, environment(tmp_path, NO_COLOR="1"))
    assert "Flow" in shown
    assert "\x1b[" not in shown


def test_an_ambiguous_question_is_asked_back_on_a_terminal(tmp_path: Path) -> None:
    """Where somebody can answer, the readings are offered by number; in a pipe nobody is asked."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from rea.cli.progress import AskObserver\n"
        "from tests.rea.conftest import make_plan\n"
        "with AskObserver() as observer:\n"
        "    chosen = observer.choose(make_plan(ambiguous=True))\n"
        "print('chosen', chosen.kind if chosen else 'nothing')\n"
    )
    command = [sys.executable, "-c", code]
    _, shown = in_terminal(command, environment(tmp_path), b"2\r")
    assert "Which one is meant?" in shown
    assert "1  login" in shown
    assert "2  updates · data migration · server" in shown
    assert "chosen data_migration" in shown
    _, shown = in_terminal(command, environment(tmp_path), b"7\r1\r")
    assert "chosen \r" in shown
    run = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path), check=True)
    assert (run.stdout, run.stderr) == ("chosen nothing\n", "")


def test_a_terminal_that_knows_no_unicode(demo: Path, tmp_path: Path) -> None:
    """An old encoding gets replacements, not a crash."""
    env = environment(tmp_path, PYTHONIOENCODING="ascii", LC_ALL="C")
    command = [sys.executable, "-c", CODE, "ask", "how does login work", "--repo", str(demo)]
    run = subprocess.run(command, capture_output=True, env=env, cwd=tmp_path, check=False)
    assert run.returncode in (0, 10)
    assert run.stderr == b""
    run.stdout.decode("ascii")
