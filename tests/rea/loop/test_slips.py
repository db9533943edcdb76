"""Tests of slips: a citation that does not hold costs its statement, and only many of them another round."""

from __future__ import annotations

from dataclasses import replace

from rea.answer import Claim
from rea.loop.events import Reflected
from rea.loop.reasoner import Finish, RunState
from tests.rea.conftest import Bench
from tests.rea.loop.test_agent import FILES, SPOTS, Watch, ask, honest, reads


def slipping(state: RunState, slips: int) -> Finish:
    """A whole, true draft with risks beside it; the last ones name what is not in their lines."""
    draft = honest(state).draft
    path, start, end, name = SPOTS["issue"][0]
    good = Claim(f"{name} sets no expiry.", (state.ledger.cite(path, start, end, [name]),))
    bad = [
        Claim(f"revoke_{number} is missing.", (state.ledger.cite(path, start, end, [f"revoke_{number}"]),))
        for number in range(slips)
    ]
    return Finish(replace(draft, risks=(good, *bad)))


def test_a_slip_beside_a_whole_answer_is_taken_out_without_another_round(bench: Bench) -> None:
    """One citation of ten that does not hold costs its statement and no turn; the answer says so."""
    watch = Watch()
    answer = ask(bench, reads(*FILES), lambda state: slipping(state, 1), watch=watch)
    assert answer.status == "answered"
    assert watch.of(Reflected) == []
    assert [claim.text for claim in answer.risks] == ["issue_token sets no expiry."]
    (fault,) = answer.faults
    assert "revoke_0" in fault


def test_more_than_a_slip_is_sent_back(bench: Bench) -> None:
    """Several citations that do not hold are told, so that they can be mended."""
    watch = Watch()
    answer = ask(bench, reads(*FILES), lambda state: slipping(state, 2), honest, watch=watch)
    assert len(watch.of(Reflected)) == 1
    assert (answer.status, answer.faults) == ("answered", ())
