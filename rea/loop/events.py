"""What a run tells while it is under way, and the one question it may ask back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rea.plan import Plan, Reading

if TYPE_CHECKING:
    # The registry loads pydantic and all tools; who shows the progress of an index needs neither.
    from tools.registry import ToolOutcome


@dataclass(frozen=True, slots=True)
class PlanMade:
    """The plan is frozen."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A turn starts; `last` is the one without tool calls."""

    turn: int
    max_turns: int
    last: bool


@dataclass(frozen=True, slots=True)
class CallDone:
    """A tool call was carried out."""

    outcome: ToolOutcome


@dataclass(frozen=True, slots=True)
class Reflected:
    """The reasoner is told what was wrong; `number` counts these messages."""

    text: str
    number: int
    most: int


@dataclass(frozen=True, slots=True)
class Reused:
    """The answer is that of an earlier run; `created` in seconds since the epoch."""

    run_id: str
    created: float


@dataclass(frozen=True, slots=True)
class ModelAtWork:
    """A piece of a model's reply arrived, or the reason why it waits (`kind` as in rea.chat.messages.Delta).

    `share` is the part of the window the request takes, 0 to 1; `tokens` and `cost` (None: price not known)
    are those of the run so far.
    """

    kind: str
    text: str
    share: float
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something a user should know that is no error, in one sentence."""

    text: str


Event = PlanMade | TurnBegun | CallDone | Reflected | Reused | ModelAtWork | Noticed


class Observer(Protocol):
    """Watches a run. Must not change it, except by choosing between readings when asked.

    `can_ask`: somebody is there to answer `choose`.
    """

    can_ask: bool

    def notice(self, event: Event) -> None:
        """Something happened."""
        ...

    def choose(self, plan: Plan) -> Reading | None:
        """Which reading of an ambiguous question is meant; None when nobody can be asked."""
        ...


class Silent:
    """Hears everything, says nothing."""

    can_ask = False

    def notice(self, event: Event) -> None:
        """Nothing."""

    def choose(self, plan: Plan) -> Reading | None:
        """Nobody to ask."""
        return None
