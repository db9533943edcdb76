"""Tests of --resume and --follow on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.demo_repo import make_demo
from tests.rea.cli.conftest import Rea

ASK = "how does login work"
# Ends the process without a word when the third turn begins, as kill -9 would.
DIES = """
import os, signal
from rea.cli.progress import AskObserver
from rea.loop.events import TurnBegun
notice = AskObserver.notice
def dying(self, event):
    if isinstance(event, TurnBegun) and event.turn == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    notice(self, event)
AskObserver.notice = dying
from rea.entry import main
main()
"""


def answer_of(text: str) -> dict[str, object]:
    """The JSON of an answer."""
    parsed = json.loads(text)
    assert isinstance(parsed, dict)
    return parsed


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_run_killed_with_kill_9_is_finished(rea: Rea, tmp_path: Path) -> None:
    """The answer has the id of the run that was killed, and all its parts."""
    repo = make_demo(tmp_path / "larder")
    died = subprocess.run(
        [sys.executable, "-c", DIES, "ask", ASK, "--repo", str(repo)], env=dict(os.environ), check=False
    )
    assert died.returncode == -signal.SIGKILL
    (line,) = rea("runs", "--repo", str(repo)).out.splitlines()
    run_id = line.split()[0]
    assert "running" in line
    done = rea("ask", "--resume", run_id, "--repo", str(repo), "--json")
    assert done.code == 0, done.err
    answer = answer_of(done.out)
    assert answer["question"] == ASK
    assert answer["flow"]
    again = rea("ask", "--resume", run_id, "--repo", str(repo))
    assert again.code == 7
    assert "has ended: answered" in again.err


def test_a_further_question_goes_on_from_a_run(rea: Rea, tmp_path: Path) -> None:
    """It is answered as a run of its own."""
    repo = make_demo(tmp_path / "larder")
    first = answer_of(rea("ask", ASK, "--repo", str(repo), "--json").out)
    stamp = first["stamp"]
    assert isinstance(stamp, dict)
    done = rea("ask", "--follow", stamp["run_id"], "where is the token stored", "--repo", str(repo), "--json")
    assert done.code in (0, 10), done.err
    assert answer_of(done.out)["question"] == "where is the token stored"
    assert len(rea("runs", "--repo", str(repo)).out.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--resume", "nothing"), 7, "no run begins"),
        (("--follow", "nothing", ASK), 7, "no run begins"),
        (("--resume", "abc", ASK), 2, "--resume takes"),
        (("--resume", "abc", "--follow", "abc"), 2, "--resume takes"),
        (("--follow", "abc"), 2, "question"),
    ],
)
def test_misuse_is_told_in_one_line(
    rea: Rea, demo: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    """Unknown runs and flags that do not go together."""
    done = rea("ask", *arguments, "--repo", str(demo))
    assert done.code == code
    assert says in done.err
    assert done.err.count("\n") == 1
