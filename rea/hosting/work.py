"""Blocking work of a request: it runs in a thread of its own, can be called off, and tells how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from rea.loop.events import CallDone, Event, ModelAtWork, Noticed, PlanMade, Reflected, Reused, TurnBegun
from rea.plan import Plan, Reading

# The same words are not told more often: a build has thousands of steps.
TELL_SECONDS = 1.0
# A progress notification has to be greater than the one before it.
LEAST_STEP = 0.001


class Cancelled(KeyboardInterrupt):
    """The request was called off, or the server ends.

    What Ctrl-C is to a command: nothing that handles errors may swallow it, and a run it breaks off is kept
    as interrupted, so that it can be finished later.
    """


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a request is: `done` of `total` (None: not known), and what it is doing, in a few words."""

    done: float
    total: float | None
    text: str


class Work:
    """One request under way. The thread that works calls `check` and `tell`, the server calls `cancel`.

    `on_stage` is called in the working thread when `stage` is a new one.
    """

    def __init__(self, on_stage: Callable[[], None] = lambda: None) -> None:
        self._cancelled = threading.Event()
        self._on_stage = on_stage
        self._done = 0.0
        self._told = 0.0
        self.stage: Stage | None = None

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._cancelled.set()

    def check(self) -> None:
        """Raise Cancelled when the request was called off."""
        if self._cancelled.is_set():
            raise Cancelled

    def tell(self, done: float, total: float | None, text: str) -> None:
        """Say how far it is. `done` always grows, as the protocol wants it. Raises Cancelled."""
        self.check()
        now = time.monotonic()
        if self.stage is not None and text == self.stage.text and now - self._told < TELL_SECONDS:
            return
        self._done = max(self._done + LEAST_STEP, done)
        self._told = now
        self.stage = Stage(self._done, total, text)
        self._on_stage()

    def indexing(self, done: int, total: int, phase: str) -> None:
        """The indexer's progress: the first unit of every request."""
        self.tell(min(1.0, done / total) if total else 0.0, None, f"index: {phase}")


class AskWatcher:
    """Watches a question being answered. It cannot ask back: an ambiguous one is answered as read first."""

    can_ask = False

    def __init__(self, work: Work) -> None:
        self._work = work
        self._turn = 0
        self._total: float | None = None
        self._calls = 0
        self.notes: list[str] = []

    def notice(self, event: Event) -> None:
        """Pass it on as a stage; what a user should know is kept for the answer. Raises Cancelled."""
        if isinstance(event, Noticed):
            self.notes.append(event.text)
            self._work.check()
        elif isinstance(event, Reused):
            self._tell("answered from an earlier run")
        elif isinstance(event, TurnBegun):
            self._turn, self._calls = event.turn, 0
            self._total = 2.0 + event.max_turns
            self._tell("concluding" if event.last else f"turn {event.turn} of at most {event.max_turns}")
        elif isinstance(event, PlanMade):
            self._tell(f"{len(event.plan.nodes)} stages to prove")
        elif isinstance(event, CallDone):
            self._calls += 1
            self._tell(f"turn {self._turn}: {event.outcome.tool}")
        elif isinstance(event, Reflected):
            self._tell(f"turn {self._turn}: going over it again")
        elif isinstance(event, ModelAtWork):
            self._tell(f"turn {self._turn}: the model is at work")

    def choose(self, plan: Plan) -> Reading | None:
        """Nobody to ask."""
        self._work.check()
        return None

    def _tell(self, text: str) -> None:
        """Index, then turns: a call is a part of its turn that never fills it."""
        self._work.tell(1.0 + self._turn + self._calls / (self._calls + 1), self._total, text)
