"""Tests of the plan of a model: kept to the playbooks and what the user fixed, else put right or replaced."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from rea.chat.messages import Message, ModelCall, Reply, ToolSpec, Usage
from rea.chat.planning import LAYERS, TRIES, Planned, ask_for_plan
from rea.loop.reasoner import PlanRequest
from rea.playbooks.loading import load_playbooks
from tests.rea.conftest import make_plan

BOOKS = load_playbooks(())
OFFLINE = make_plan()
GOOD: dict[str, object] = {
    "flow": "login", "layer": "mixed", "reason": "named",
    "nodes": [{"id": "submit"}, {"id": "issue", "ask": "Why?"}],
}  # fmt: skip


class Model:
    """Says one plan after the other, the last one again and again, and keeps what it was asked."""

    def __init__(self, *plans: object) -> None:
        self.plans = list(plans)
        self.asked: list[str] = []

    def __call__(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
        """One reply: text as it is, anything else as a call."""
        self.asked.append(messages[-1].text)
        plan = self.plans[min(len(self.asked), len(self.plans)) - 1]
        call = () if isinstance(plan, str) else (ModelCall("c", "plan", json.dumps(plan)),)
        return Reply(plan if isinstance(plan, str) else "", call, "stop", Usage(1, 0, 1), "m")


def planned(model: Model, request: PlanRequest = PlanRequest("how does login work")) -> Planned:  # noqa: B008 - frozen
    """What comes of it."""
    return ask_for_plan(model, request, OFFLINE, BOOKS, "overview")


def test_a_good_plan_is_taken_at_once() -> None:
    """Its nodes in the order of the playbook, its own question where it asks one, nothing to say."""
    model = Model(GOOD)
    made = planned(model)
    assert ([node.id for node in made.plan.nodes], made.remark, len(model.asked)) == (
        ["submit", "issue"],
        "",
        1,
    )
    assert made.plan.nodes[1].question == "Why?"
    assert (
        made.plan.nodes[0].question == next(n for n in BOOKS["login"].nodes if n.id == "submit").prove["en"]
    )
    assert made.plan.reading.reason == "named"


@pytest.mark.parametrize(
    "wrap", ["{}", "Here it is:\n```json\n{}\n```", '{{"name": "plan", "arguments": {}}}']
)
def test_a_plan_in_text_is_taken(wrap: str) -> None:
    """Models without tool calls write it down."""
    assert planned(Model(wrap.format(json.dumps(GOOD)))).remark == ""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"flow": "quantum"}, "there is no flow 'quantum'"),
        ({"kind": "sideways"}, "has no kind 'sideways'"),
        ({"layer": "moon"}, f"layer is one of {', '.join(LAYERS)}"),
        ({"nodes": [{"id": "issue"}, {"id": "quantum"}, {"id": "submit"}]}, "not nodes of login: quantum"),
        ({"nodes": [{"id": "issue"}]}, "name at least 2 nodes"),
    ],
)
def test_what_does_not_fit_is_told_and_mended(change: dict[str, object], fault: str) -> None:
    """The model is told what exists; when it mends it, nothing has to be put right."""
    model = Model({**GOOD, **change}, GOOD)
    assert planned(model).remark == ""
    assert fault in model.asked[1] and len(model.asked) == 2


def test_a_plan_that_is_never_right_is_put_into_form() -> None:
    """Three tries; then only what exists of it is used, and that is said."""
    bad = {**GOOD, "nodes": ["submit", "issue", "quantum"], "kind": "sideways"}
    model = Model(bad)
    made = planned(model)
    assert len(model.asked) == TRIES
    assert [node.id for node in made.plan.nodes] == ["submit", "issue"]
    assert "valid form" in made.remark


@pytest.mark.parametrize("said", ["I would rather not.", "{not json", {"flow": "quantum", "nodes": []}, {}])
def test_no_plan_is_the_offline_plan(said: object) -> None:
    """Prose, broken JSON, a flow of its own: the plan that needs no model, and that is said."""
    made = planned(Model(said))
    assert made.plan == OFFLINE
    assert "offline plan" in made.remark


def test_what_the_user_fixed_is_kept() -> None:
    """Layer and flow are not the model's to choose."""
    request = PlanRequest("how does login work", layer="server", flow="login")
    model = Model({**GOOD, "layer": "client"})
    made = planned(model, request)
    assert "the user asked for layer server" in model.asked[1]
    assert made.plan.reading.layer == "server"
    update = planned(Model({**GOOD, "flow": "update", "nodes": []}), request)
    assert update.plan.reading.flow == "login"
