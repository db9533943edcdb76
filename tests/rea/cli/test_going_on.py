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
from tests.rea.chat.conftest import does
from tests.rea.chat.fake_server import serving
from tests.rea.cli.conftest import Rea
from tests.rea.cli.test_hostile_models import PLAN, SESSION, TOKENS, finish

GUARD = "server/larder/security/guard.py"

ASK = "how does login work"
# Ends the process without a word when that turn begins, as kill -9 would.
DIES = """
import os, signal
TURN = int(os.environ.pop("DIE_IN_TURN"))
from rea.cli.progress import AskObserver
from rea.loop.events import TurnBegun
notice = AskObserver.notice
def dying(self, event):
    if isinstance(event, TurnBegun) and event.turn == TURN:
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
        [sys.executable, "-c", DIES, "ask", ASK, "--repo", str(repo)],
        env={**os.environ, "DIE_IN_TURN": "3"},
        check=False,
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


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_a_model_run_killed_in_any_turn_reads_nothing_twice(rea: Rea, tmp_path: Path, turn: int) -> None:
    """The next process asks the model on with what was read; only what was never read is looked up."""
    repo = make_demo(tmp_path / "larder")
    reads = [does(("read_slice", {"path": path, "start": 1, "end": 80})) for path in (SESSION, TOKENS, GUARD)]
    script = [PLAN, *reads]
    model = ("--model", "played", "--repo", str(repo), "--max-turns", "8", "--base-url")
    with serving(*script) as server:
        died = subprocess.run(
            [sys.executable, "-c", DIES, "ask", ASK, *model, server.url],
            env={**os.environ, "DIE_IN_TURN": str(turn)},
            check=False,
        )
        assert died.returncode == -signal.SIGKILL
        assert len(server.seen) == turn
    run_id = rea("runs", "--repo", str(repo)).out.split()[0]
    known = [SESSION, TOKENS, GUARD][: turn - 1]
    with serving(*reads[turn - 1 :], finish()) as server:
        done = rea("ask", "--resume", run_id, *model, server.url, "--json")
        first = json.dumps(server.seen[0].body["messages"])
    answer = answer_of(done.out)
    stamp = answer["stamp"]
    assert isinstance(stamp, dict)
    assert all(f"read {path}:1-80" in first or f"{path}:1-" in first for path in known)
    assert stamp["tool_calls"] == 3 - len(known)
    assert answer["files_read"] == [SESSION, TOKENS, GUARD]
    assert answer["status"] == "partial" and answer["evidence"]


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
