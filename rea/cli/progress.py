"""Progress on standard error: a bar while an index is built, one line while a question is answered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from rea.loop.events import CallDone, Event, ModelAtWork, Noticed, PlanMade, Reflected, Reused, TurnBegun
from rea.plan import Plan, Reading
from rea.render.fold import fold

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.status import Status

# A refresh that takes less is not worth a flicker.
SHOW_AFTER_BYTES = 2_000_000


class IndexBar:
    """Told by the indexer how far it is; shows a bar only on a terminal and for a long wait."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._task: TaskID | None = None

    def __call__(self, done: int, total: int, phase: str) -> None:
        """`done` of `total` bytes in a phase."""
        if self._bar is None or total < SHOW_AFTER_BYTES:
            return
        if self._task is None:
            self._bar.start()
            self._task = self._bar.add_task(phase, total=total)
        self._bar.update(self._task, completed=min(done, total), total=total, description=phase)

    def done(self) -> None:
        """The index is ready: take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


@contextmanager
def count_progress(what: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A bar for so many things done of so many; silent where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_console(), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def index_progress(quiet: bool = False) -> Iterator[IndexBar]:
    """A bar for one build."""
    if quiet or not sys.stderr.isatty():
        yield IndexBar(None)
        return
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    bar = IndexBar(Progress(*columns, console=_console(), transient=True))
    try:
        yield bar
    finally:
        bar.done()


class AskObserver:
    """Watches a run for a user: one line that changes, notes, and the question which reading is meant."""

    def __init__(self, quiet: bool = False) -> None:
        terminal = sys.stderr.isatty()
        self.can_ask = terminal and sys.stdin.isatty() and not quiet
        self._quiet = quiet
        self._turn = ""
        self._status: Status | None = None
        if terminal and not quiet:
            self._status = _console().status("")

    def __enter__(self) -> AskObserver:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def notice(self, event: Event) -> None:
        """Show where the run is."""
        if isinstance(event, TurnBegun):
            self._turn = "concluding" if event.last else f"turn {event.turn} of at most {event.max_turns}"
            self._show(self._turn)
        elif isinstance(event, PlanMade):
            self._show(f"{len(event.plan.nodes)} stages to prove")
        elif isinstance(event, CallDone):
            self._show(f"{self._turn} · {event.outcome.tool} {_subject(event)}")
        elif isinstance(event, Reflected):
            self._show(f"{self._turn} · going over it again ({event.number} of {event.most})")
        elif isinstance(event, ModelAtWork):
            self._show(f"{self._turn or 'planning'} · {_at_work(event)}")
        elif isinstance(event, (Reused, Noticed)):
            self._say(event)

    def _show(self, text: str) -> None:
        if self._status is not None:
            from rich.text import Text

            from tools.text import safe_text

            self._status.update(Text(safe_text(text)[:120], style="dim"))

    def _say(self, event: Reused | Noticed) -> None:
        if self._quiet or (isinstance(event, Reused) and self._status is None):
            return
        text = event.text if isinstance(event, Noticed) else _reused(event)
        width = _console().width if sys.stderr.isatty() else 0
        sys.stderr.write("\n".join(fold(f"rea: {text}", width) if width else [f"rea: {text}"]) + "\n")

    def choose(self, plan: Plan) -> Reading | None:
        """Ask on the terminal which reading is meant; the first is the default."""
        if not self.can_ask:
            return None
        from rea.render.words import Words
        from tools.text import safe_text

        if self._status is not None:
            self._status.stop()
        words = Words(plan.lang)
        readings = (plan.reading, *plan.alternatives)
        click.echo(words("which_reading"), err=True)
        for number, reading in enumerate(readings, start=1):
            click.echo(f"  {number}  {safe_text(words.reading(reading))}", err=True)
        choice = click.prompt(words("number"), type=click.IntRange(1, len(readings)), default=1, err=True)
        if self._status is not None:
            self._status.start()
        return readings[int(choice) - 1]


def _console() -> Console:
    """Standard error; with NO_COLOR it gets neither colours nor the faint print that some take for one."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def _reused(event: Reused) -> str:
    import time

    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(event.created))
    return f"Answered from run {event.run_id} of {day}; nothing it cites has changed (--fresh asks anew)."


def _at_work(event: ModelAtWork) -> str:
    """What the model does, how full its window is, what the run took so far."""
    doing = {"text": "writing", "thought": "thinking", "call": f"calls {event.text}"}
    cost = "" if event.cost is None else f" · ${event.cost:.3f}"
    doings = doing.get(event.kind, event.text)
    return f"{doings} · window {event.share:.0%} · {event.tokens:,} tokens{cost}"


def _subject(event: CallDone) -> str:
    arguments = event.outcome.arguments
    for name in ("pattern", "path", "name", "query"):
        if arguments.get(name):
            return str(arguments[name])
    return ""
