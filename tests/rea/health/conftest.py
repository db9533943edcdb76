"""Runs on a real blackboard beside a real index, made by scripted reasoners."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rea.answer import Answer
from rea.health.checks import Check, Finding
from rea.health.pastruns import past_runs
from rea.loop.agent import run
from rea.loop.limits import Limits
from rea.loop.reasoner import PlanRequest
from rea.loop.scripted import ScriptedReasoner, ScriptedStep
from rea.runs.blackboard import DATABASE, Blackboard
from tests.rea.conftest import Bench


class Past:
    """A repository in which questions are asked."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    @property
    def database(self) -> Path:
        """The file of runs."""
        return self.bench.index.database.with_name(DATABASE)

    def ask(self, *steps: ScriptedStep, limits: Limits | None = None) -> Answer:
        """One run, kept."""
        with Blackboard(self.database, reuse=False) as board:
            script = ScriptedReasoner(self.bench.plan, steps)
            return run(PlanRequest("how does login work"), script, self.bench.index, limits, board=board)

    def findings(self) -> dict[str, Finding]:
        """What the checks of past runs say, by id."""
        return by_id(past_runs(self.bench.index))


def by_id(checks: Iterable[Check]) -> dict[str, Finding]:
    """Findings by the id of their check."""
    return {check.id: check.finding for check in checks}


@pytest.fixture
def past(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Past:
    """A small application nobody has asked about; the seal's key is its own."""
    monkeypatch.setenv("REA_CACHE_DIR", str(tmp_path / "cache"))
    return Past(bench)
