"""The threads of a server: results, errors, stages, and what is told while nothing happens."""

from __future__ import annotations

import asyncio
import threading

import pytest

from rea.hosting.work import Cancelled, Stage, Work
from rea.hosting.workshop import Workshop
from tests.rea.mcp.harness import PATIENCE


async def _nothing(stage: Stage) -> None:
    """Nobody listens."""


def test_what_a_function_returns_or_raises_comes_back() -> None:
    """From its thread to the event loop."""

    async def go() -> str:
        workshop = Workshop()
        with pytest.raises(ZeroDivisionError):
            await workshop.run(lambda work: 1 // 0, _nothing)
        return await workshop.run(lambda work: threading.current_thread().name, _nothing)

    assert asyncio.run(go()) != threading.current_thread().name


def test_the_last_stage_is_told_again_while_nothing_happens() -> None:
    """Always a little greater, and less than the stage that follows: a client sees that the call lives."""
    heard: list[float] = []
    enough = threading.Event()

    def work_silently(work: Work) -> str:
        work.tell(1.0, 3.0, "the model is at work")
        assert enough.wait(PATIENCE)
        work.tell(1.0, 3.0, "next")
        return "done"

    async def hear(stage: Stage) -> None:
        heard.append(stage.done)
        if len(heard) == 4:
            enough.set()

    async def go() -> str:
        return await Workshop(beat_seconds=0.001).run(work_silently, hear)

    assert asyncio.run(go()) == "done"
    assert len(heard) >= 4
    assert heard == sorted(set(heard))


def test_a_call_nobody_waits_for_is_called_off() -> None:
    """Its function sees it at its next step, and the workshop is empty then."""
    ended: list[str] = []

    def go_on_and_on(work: Work) -> None:
        try:
            while True:
                work.check()
        except Cancelled:
            ended.append("called off")
            raise

    async def go() -> None:
        workshop = Workshop()
        task = asyncio.ensure_future(workshop.run(go_on_and_on, _nothing))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(workshop.close, PATIENCE)

    asyncio.run(go())
    assert ended == ["called off"]


def test_closing_calls_everything_off_and_says_whether_it_ended() -> None:
    """What does not look up in time is still working."""
    begun, go = threading.Event(), threading.Event()

    def deaf(work: Work) -> None:
        begun.set()
        go.wait(PATIENCE)

    async def run() -> None:
        workshop = Workshop()
        task = asyncio.ensure_future(workshop.run(deaf, _nothing))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        assert not workshop.close(0.0)
        go.set()
        assert await asyncio.to_thread(workshop.close, PATIENCE)
        await task

    asyncio.run(run())
