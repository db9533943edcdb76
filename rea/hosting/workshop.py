"""Threads for blocking work, so that the event loop always answers: pings, cancellations, other calls."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from rea.hosting.work import Cancelled, Stage, Work

T = TypeVar("T")

# Calls that work at the same time; more wait their turn.
MOST_AT_ONCE = 8
# A model may think for minutes without a sign; clients give up on calls that tell nothing for about a minute.
BEAT_SECONDS = 10.0
# So small that a next stage is always greater than all repetitions of the one before it.
BEAT_STEP = 1e-6


class Workshop:
    """Runs functions in daemon threads, tells their stages, and calls them off when nobody waits any more."""

    def __init__(self, beat_seconds: float = BEAT_SECONDS) -> None:
        self._beat_seconds = beat_seconds
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._lock = threading.Lock()
        self._under_way: dict[threading.Thread, Work] = {}

    async def run(self, function: Callable[[Work], T], tell: Callable[[Stage], Awaitable[None]]) -> T:
        """What the function returns or raises. When this is cancelled, its Work is, and it soon stops."""
        async with self._places:
            loop = asyncio.get_running_loop()
            done: asyncio.Future[T] = loop.create_future()
            news = asyncio.Event()
            work = Work(lambda: _soon(loop, news.set))
            thread = threading.Thread(target=self._live, args=(function, work, done, loop), daemon=True)
            with self._lock:
                self._under_way[thread] = work
            thread.start()
            try:
                return await self._told(done, news, work, tell)
            finally:
                work.cancel()

    def _live(
        self,
        function: Callable[[Work], T],
        work: Work,
        done: asyncio.Future[T],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """The life of a thread: the result or the error goes back to the event loop."""

        def settle(set_it: Callable[[], object]) -> None:
            if not done.done():
                set_it()

        try:
            result = function(work)
        except Cancelled:
            _soon(loop, lambda: settle(done.cancel))
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            caught = error if isinstance(error, Exception) else RuntimeError(repr(error))
            _soon(loop, lambda: settle(lambda: done.set_exception(caught)))
        else:
            _soon(loop, lambda: settle(lambda: done.set_result(result)))
        finally:
            with self._lock:
                self._under_way.pop(threading.current_thread(), None)

    async def _told(
        self,
        done: asyncio.Future[T],
        news: asyncio.Event,
        work: Work,
        tell: Callable[[Stage], Awaitable[None]],
    ) -> T:
        """Waits for the end; tells every stage that is new until then, and the last one again and again."""
        done.add_done_callback(lambda _: news.set())
        told, repeated = None, 0
        while not done.done():
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), self._beat_seconds)
            news.clear()
            stage = work.stage
            if stage is None or done.done():
                continue
            repeated = repeated + 1 if stage is told else 0
            told = stage
            await tell(replace(stage, done=stage.done + repeated * BEAT_STEP))
        return done.result()

    def close(self, seconds: float) -> bool:
        """Call everything off; False when something still works after so many seconds."""
        with self._lock:
            under_way = dict(self._under_way)
        for work in under_way.values():
            work.cancel()
        until = time.monotonic() + seconds
        for thread in under_way:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in under_way)


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    """Call in the event loop's thread; when the loop is gone, nobody waits."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
