"""A reasoner that plays back prepared steps: it drives the loop's tests and ships for those of users."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rea.loop.reasoner import PlanRequest, RunState, Step
from rea.plan import Plan

if TYPE_CHECKING:
    from indexer.reader import Index

ScriptedStep = Step | Callable[[RunState], Step]


class ScriptedReasoner:
    """Returns one prepared step per turn; a callable gets the state, so that it can cite what was read.

    When the steps run out the last one is repeated. `states` keeps every state it was shown.
    """

    name = "scripted"

    def __init__(self, plan: Plan, steps: Sequence[ScriptedStep]) -> None:
        if not steps:
            raise ValueError("a script needs at least one step")
        self._plan = plan
        self._steps = tuple(steps)
        self.states: list[RunState] = []

    def plan(self, request: PlanRequest, index: Index) -> Plan:
        """The prepared plan, whatever is asked."""
        return self._plan

    def next(self, state: RunState) -> Step:
        """The step of this turn."""
        step = self._steps[min(len(self.states), len(self._steps) - 1)]
        self.states.append(state)
        return step(state) if callable(step) else step
