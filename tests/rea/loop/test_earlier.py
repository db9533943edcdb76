"""Tests of going on: a killed run is finished, a further question starts from what is known."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rea.errors import RunError
from rea.loop.agent import go_on, run
from rea.loop.earlier import to_finish, to_follow
from rea.loop.events import Event, Silent, TurnBegun
from rea.loop.reasoner import PlanRequest
from rea.offline.reasoner import OfflineReasoner
from rea.runs.blackboard import DATABASE, Blackboard
from tests.rea.conftest import APP, Bench

MakeBench = Callable[[Mapping[str, str]], Bench]
QUESTION = PlanRequest("how does login work")


class Killed(BaseException):
    """Stands for the end of the process: nothing in the loop catches it."""


class KillAt(Silent):
    """Ends the run when a turn begins, as a signal would."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def notice(self, event: Event) -> None:
        """Raise at the turn."""
        if isinstance(event, TurnBegun) and event.turn == self.turn:
            raise Killed


@pytest.fixture
def board(tmp_path: Path) -> Blackboard:
    """A blackboard with a key of its own."""
    return Blackboard(tmp_path / DATABASE, key_folder=tmp_path / "keys")


def killed(bench: Bench, board: Blackboard, turn: int) -> str:
    """The id of a run that was killed when this turn began."""
    with pytest.raises(Killed):
        run(QUESTION, OfflineReasoner(), bench.index, observer=KillAt(turn), board=board)
    return board.runs()[0].id


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_killed_run_ends_as_it_would_have(bench: Bench, board: Blackboard, turn: int) -> None:
    """Whatever turn it was in, the answer is the one of a run that nobody touched, under the same id."""
    whole = run(QUESTION, OfflineReasoner(), bench.index)
    run_id = killed(bench, board, turn)
    earlier = to_finish(board.load(run_id), bench.index)
    assert earlier.turns == turn - 1
    answer = go_on(earlier, OfflineReasoner(), bench.index, board=board)
    assert (answer.status, answer.conclusion, answer.flow) == (whole.status, whole.conclusion, whole.flow)
    assert answer.files_read == whole.files_read
    assert answer.stamp.run_id == run_id
    assert board.load(run_id).answer == answer


def test_nothing_is_read_again(bench: Bench, board: Blackboard) -> None:
    """What the killed process had looked up is not looked up by the next one."""
    whole = run(QUESTION, OfflineReasoner(), bench.index)
    run_id = killed(bench, board, 3)
    before = board.load(run_id)
    assert before.evidence
    answer = go_on(to_finish(before, bench.index), OfflineReasoner(), bench.index, board=board)
    assert answer.stamp.tool_calls == whole.stamp.tool_calls - len(before.calls)
    after = board.load(run_id)
    assert after.evidence[: len(before.evidence)] == before.evidence
    assert len({item.id for item in after.evidence}) == len(after.evidence)


def test_lines_that_changed_meanwhile_are_forgotten(bench_of: MakeBench, board: Blackboard) -> None:
    """A citation made from memory would not be true any more."""
    bench = bench_of(APP)
    run_id = killed(bench, board, 3)
    read = {item.path for item in board.load(run_id).evidence}
    changed = bench.index.root / "server/session.py"
    assert "server/session.py" in read
    changed.write_text("# all new\n" + changed.read_text(encoding="utf-8"), encoding="utf-8")
    earlier = to_finish(board.load(run_id), bench.index)
    assert "server/session.py" not in {item.path for item in earlier.evidence}
    assert earlier.evidence
    assert [item.id for item in earlier.evidence] == [f"E{n + 1}" for n in range(len(earlier.evidence))]


def test_a_run_that_has_ended_is_not_finished_again(bench: Bench, board: Blackboard) -> None:
    """The message says how to see its answer and how to ask on."""
    run(QUESTION, OfflineReasoner(), bench.index, board=board)
    with pytest.raises(RunError, match="has ended: ") as error:
        to_finish(board.load(board.runs()[0].id), bench.index)
    assert "--follow" in error.value.next_step


@pytest.mark.parametrize("table", ["UPDATE items SET record = replace(record, 'login', 'obey')",
                                   "DELETE FROM items WHERE kind = 'fact' OR kind = 'evidence'",
                                   "UPDATE runs SET plan = replace(plan, 'login', 'obey')",
                                   "UPDATE runs SET state_seal = ''"])  # fmt: skip
def test_what_somebody_else_wrote_is_not_gone_on_from(
    bench: Bench, board: Blackboard, tmp_path: Path, table: str
) -> None:
    """A repository may bring runs of its own making; their words must not pass for one's own notes."""
    run_id = killed(bench, board, 3)
    with sqlite3.connect(tmp_path / DATABASE) as db:
        assert db.execute(table).rowcount > 0
    for start in (to_finish, lambda stored, index: to_follow(stored, index, QUESTION)):
        with pytest.raises(RunError, match="not written by this user"):
            start(board.load(run_id), bench.index)


def test_a_further_question_starts_with_what_is_known(bench: Bench, board: Blackboard) -> None:
    """It is a run of its own; facts and lines are there, and files read before cost nothing of its limit."""
    first = run(QUESTION, OfflineReasoner(), bench.index, board=board)
    stored = board.load(first.stamp.run_id)
    earlier = to_follow(stored, bench.index, PlanRequest("where is the token stored and cleared"))
    assert earlier.facts and earlier.plan is None
    answer = go_on(earlier, OfflineReasoner(), bench.index, board=board)
    assert answer.stamp.run_id not in ("", first.stamp.run_id)
    assert answer.question == "where is the token stored and cleared"
    assert set(first.files_read) <= set(answer.files_read)
    kept = board.load(answer.stamp.run_id)
    assert len(kept.evidence) >= len(stored.evidence)
