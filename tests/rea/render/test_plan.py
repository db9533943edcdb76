"""Tests of the plan as text."""

from __future__ import annotations

from dataclasses import replace

from rea.plan import Plan, PlanNode
from rea.render.plan import render_plan
from rea.runs.codec import from_json
from tests.rea.conftest import make_plan
from tests.rea.samples import HOSTILE

PLAN = make_plan(ambiguous=True)


def test_the_plan_shows_reading_terms_and_stages() -> None:
    """Everything that would be proven is listed before anything is searched."""
    text = render_plan(PLAN, "terminal")
    for piece in (
        "how does login work",
        "Read as: login",
        "Terms: login",
        "1. Credential submission",
        "write, read, clear",
    ):
        assert piece in text
    assert "--kind data_migration" in text


def test_the_plan_as_json_is_the_record() -> None:
    """Programs get the plan as it is."""
    assert from_json(Plan, render_plan(PLAN, "json")) == PLAN


def test_optional_stages_are_marked() -> None:
    """A stage that may be missing is told so."""
    plan = replace(PLAN, nodes=(PlanNode("x", "Extra", "?", ("a",), optional=True),))
    assert "Extra (optional)" in render_plan(plan, "terminal")
    assert "**Extra** (optional)" in render_plan(plan, "markdown")


def test_hostile_playbooks_are_escaped() -> None:
    """A playbook may come from the studied repository; its words are text."""
    plan = replace(PLAN, question=HOSTILE, nodes=(PlanNode("x", HOSTILE, HOSTILE, (HOSTILE,)),))
    for form in ("terminal", "markdown", "json"):
        text = render_plan(plan, form)
        assert "\x1b" not in text
        assert "\u202e" not in text
