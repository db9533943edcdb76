"""Tests of the blackboard: nothing is lost, nothing foreign is believed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rea.answer import SearchFact
from rea.errors import RunError
from rea.loop.ledger import Evidence
from rea.loop.reasoner import Explore, NewFact, PlanRequest, ToolCall
from rea.runs.blackboard import DATABASE, KEEP_RUNS, Blackboard, CallRecord, TurnRecord, run_key
from tests.rea.conftest import make_plan
from tests.rea.samples import sample

ASK = PlanRequest("how does login work")
EVIDENCE = Evidence("E1", "read_slice", "src/登录.py", 3, 4, "0" * 40, ("a", "b"), 1)
TURN = TurnRecord(
    1,
    Explore((ToolCall("read_slice", {"path": "src/登录.py", "start": 3}),), thought="look"),
    "- mind the gap",
    (EVIDENCE,),
    (SearchFact("saml", 9, 0),),
    (NewFact("x", "src/登录.py", 3, 4, "issue", "write"),),
    (CallRecord("read_slice {}", True),),
)


@pytest.fixture
def board(tmp_path: Path) -> Blackboard:
    """A new blackboard with its own key."""
    return Blackboard(tmp_path / DATABASE, key_folder=tmp_path / "keys")


def finished(board: Blackboard, key: str = "k") -> str:
    """A run that ended with the sample answer."""
    run_id = board.start(key, ASK, "offline", "abc")
    board.finish(run_id, sample())
    return run_id


def test_everything_of_a_run_comes_back(board: Blackboard) -> None:
    """Plan, turns, evidence, searches, facts, calls and answer are read as they were written."""
    run_id = board.start("k", ASK, "offline", "abc")
    board.save_plan(run_id, make_plan())
    board.save_turn(run_id, TURN)
    board.save_turn(run_id, TurnRecord(2, None, "", (EVIDENCE,)))
    board.finish(run_id, sample())
    run = board.load(run_id[:5])
    assert run.request == ASK
    assert run.plan == make_plan()
    assert run.turns == 2
    assert run.evidence == (EVIDENCE, EVIDENCE)
    assert (run.searches, run.facts, run.calls) == (TURN.searches, TURN.facts, TURN.calls)
    assert run.answer == sample()
    assert run.own
    assert run.summary.status == "answered"


def test_a_killed_run_keeps_its_turns(board: Blackboard, tmp_path: Path) -> None:
    """A run that never ended is there with status running, its turns readable by another process."""
    run_id = board.start("k", ASK, "offline", "abc")
    board.save_turn(run_id, TURN)
    with Blackboard(tmp_path / DATABASE, key_folder=tmp_path / "keys") as other:
        run = other.load(run_id)
    assert run.summary.status == "running"
    assert run.answer is None
    assert run.evidence == (EVIDENCE,)


def test_the_newest_answer_of_a_key_is_found(board: Blackboard) -> None:
    """Only a finished run with the same key is found, the latest first."""
    assert board.find("k") is None
    board.start("k", ASK, "offline", "abc")
    assert board.find("k") is None
    finished(board)
    newest = finished(board)
    found = board.find("k")
    assert found is not None
    assert found[0].id == newest
    assert found[1] == sample()
    assert board.find("other") is None


def test_without_reuse_nothing_is_found(board: Blackboard, tmp_path: Path) -> None:
    """--fresh opens the same file and finds no answer in it."""
    finished(board)
    with Blackboard(tmp_path / DATABASE, reuse=False, key_folder=tmp_path / "keys") as fresh:
        assert fresh.find("k") is None
        assert len(fresh.runs()) == 1


def test_an_answer_that_came_with_the_repository_is_not_believed(board: Blackboard, tmp_path: Path) -> None:
    """A run sealed with another user's key is listed and shown as foreign, never given as an answer."""
    with Blackboard(tmp_path / DATABASE, key_folder=tmp_path / "attacker") as attacker:
        run_id = finished(attacker)
        assert attacker.find("k") is not None
    assert board.find("k") is None
    assert board.load(run_id).own is False


def test_a_changed_answer_breaks_its_seal(board: Blackboard, tmp_path: Path) -> None:
    """One letter changed in a stored answer and it is not used again."""
    finished(board)
    with sqlite3.connect(tmp_path / DATABASE) as raw:
        raw.execute("UPDATE runs SET answer = replace(answer, 'login', 'logout')")
    assert board.find("k") is None


def test_the_key_is_for_its_owner_only(board: Blackboard, tmp_path: Path) -> None:
    """Nobody else on the machine can read the key."""
    finished(board)
    assert (tmp_path / "keys" / "seal.key").stat().st_mode & 0o077 == 0


def test_without_a_place_for_the_key_answers_are_kept_but_not_reused(tmp_path: Path) -> None:
    """A key folder that cannot be made costs the reuse, not the run."""
    (tmp_path / "file").write_text("")
    with Blackboard(tmp_path / DATABASE, key_folder=tmp_path / "file" / "keys") as board:
        run_id = finished(board)
        assert board.find("k") is None
        assert board.load(run_id).answer == sample()


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to be read as one" * 20, b"\0" * 5000]
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    """A file that is no database is kept under another name and a new one begun."""
    (tmp_path / DATABASE).write_bytes(content)
    with Blackboard(tmp_path / DATABASE, key_folder=tmp_path) as board:
        finished(board)
        assert len(board.runs()) == 1
    assert (tmp_path / f"{DATABASE}.damaged").read_bytes() == content


def test_a_file_of_another_format_is_set_aside(tmp_path: Path) -> None:
    """Another version's runs are neither read as ours nor lost."""
    with sqlite3.connect(tmp_path / DATABASE) as raw:
        raw.execute("CREATE TABLE runs (other TEXT)")
        raw.execute("PRAGMA user_version = 99")
    with Blackboard(tmp_path / DATABASE, key_folder=tmp_path) as board:
        assert board.runs() == ()
    assert (tmp_path / f"{DATABASE}.damaged").exists()


def test_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    """A repository must not be able to have another file written."""
    (tmp_path / "target").write_text("precious")
    (tmp_path / DATABASE).symlink_to(tmp_path / "target")
    with pytest.raises(RunError, match="symbolic link"):
        Blackboard(tmp_path / DATABASE, key_folder=tmp_path)
    assert (tmp_path / "target").read_text() == "precious"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """The message names the file; no traceback is needed to understand it."""
    with pytest.raises(RunError, match=r"runs\.db cannot be opened"):
        Blackboard(tmp_path / "gone" / DATABASE, key_folder=tmp_path)


@pytest.mark.parametrize("wrong", ["", "zz", "%", "'; DROP TABLE runs; --", "x" * 500])
def test_unknown_ids_are_errors(board: Blackboard, wrong: str) -> None:
    """An id that no run begins with is named in a short message."""
    finished(board)
    with pytest.raises(RunError) as caught:
        board.load(wrong)
    assert len(str(caught.value)) < 100


def test_an_ambiguous_beginning_is_an_error(board: Blackboard) -> None:
    """A beginning that several runs share chooses none of them."""
    ids = [finished(board) for _ in range(40)]
    shared = next(letter for letter in "0123456789abcdef" if sum(i.startswith(letter) for i in ids) > 1)
    with pytest.raises(RunError, match="runs begin with"):
        board.load(shared)


def test_old_runs_go(board: Blackboard) -> None:
    """The file does not grow for ever; what belongs to an old run goes with it."""
    first = board.start("k", ASK, "offline", "abc")
    board.save_turn(first, TURN)
    for _ in range(KEEP_RUNS):
        board.start("k", ASK, "offline", "abc")
    assert len(board.runs(1000)) == KEEP_RUNS
    with pytest.raises(RunError):
        board.load(first)


def test_run_keys_do_not_run_together() -> None:
    """Where one part ends and the next begins makes a difference."""
    assert run_key(["ab", "c"]) != run_key(["a", "bc"])
    assert run_key(["a"]) == run_key(["a"])
