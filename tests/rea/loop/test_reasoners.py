"""Tests of the choice of reasoner and reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from rea.chat.connect import connect
from rea.errors import UsageError
from rea.loop.reasoner import PlanRequest
from rea.loop.reasoners import check_reading, make_reasoner
from rea.settings import Settings


def test_offline_needs_nothing() -> None:
    """The default reasoner is made without key, network or file."""
    assert make_reasoner(None, (), 20).name == "offline"


def test_a_model_that_is_named_is_the_one_that_thinks() -> None:
    """With a model the reasoner carries its name; making it sends nothing."""
    models = connect(Settings(model="some-model", base_url="http://127.0.0.1:1/v1"))
    assert make_reasoner(models, (), 20).name == "some-model"
    models.close()


@pytest.mark.parametrize(
    "request_",
    [
        PlanRequest("x"),
        PlanRequest("x", flow="login"),
        PlanRequest("x", kind="data_migration"),
        PlanRequest("x", flow="update", kind="data_migration"),
    ],
)
def test_real_readings_pass(request_: PlanRequest) -> None:
    """Flows and kinds of the playbooks are accepted, a kind also without its flow."""
    check_reading(request_, ())


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (PlanRequest("x", flow="logn"), "--flow 'logn'"),
        (PlanRequest("x", kind="migration"), "--kind 'migration'"),
        (PlanRequest("x", flow="login", kind="data_migration"), "--kind 'data_migration'"),
    ],
)
def test_unknown_readings_are_told_the_real_ones(request_: PlanRequest, message: str) -> None:
    """The message names the flag, the next step lists what exists."""
    with pytest.raises(UsageError, match=message) as caught:
        check_reading(request_, ())
    assert "Known:" in caught.value.next_step


def test_playbooks_of_the_user_count(tmp_path: Path) -> None:
    """A flow in the user's own folder is a flow."""
    text = (
        "flow: payment\ntitles: {en: Payment, zh: 支付}\nmatch: {en: [payment], zh: [支付]}\n"
        "nodes:\n  - id: charge\n    titles: {en: Charge, zh: 扣款}\n    prove: {en: Where?, zh: 在哪?}\n"
        "    needs: [write]\n    evidence: {write: [charge]}\n"
    )
    (tmp_path / "payment.yaml").write_text(text, encoding="utf-8")
    check_reading(PlanRequest("x", flow="payment"), (tmp_path,))
