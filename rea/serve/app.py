"""The pages and what they ask for. Everything blocking runs in threads, so the server always answers."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from rea.errors import ReaError, RunError
from rea.hosting.asking import Host, answered
from rea.hosting.repositories import Repository
from rea.hosting.runs import opened_runs
from rea.hosting.work import Stage, Work
from rea.hosting.workshop import Workshop
from rea.render.safe import terminal_line
from rea.serve import pages

if TYPE_CHECKING:
    from starlette.requests import Request

    from indexer.reader import Index
    from rea.runs.blackboard import RunSummary

T = TypeVar("T")
MOST_RUNS = 50
# How soon a closed tab is noticed while nothing new happens.
BEAT_SECONDS = 1.0
# The status of a page that nobody waits for any more; nobody reads it.
GONE = 499


@dataclass(frozen=True, slots=True)
class Site:
    """What is served: one repository, with the user's settings."""

    repository: Repository
    workshop: Workshop
    host: Host


class Pages:
    """The handlers. One for the process."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def home(self, request: Request) -> Response:
        """The ask box and earlier runs. Builds no index."""
        try:
            runs = await asyncio.to_thread(self._runs)
        except ReaError as error:
            return self._fault(request, error)
        return self._page(request, "home.html.j2", runs=runs, sends=self._site.host.settings.sends)

    async def answer(self, request: Request) -> Response:
        """Ask, and lead to the answer: what the form does where no script runs."""
        try:
            run = await self._while_wanted(request, self._asked(request))
        except ReaError as error:
            return self._fault(request, error)
        return RedirectResponse(f"{_base(request)}runs/{run}", 303) if run else Response(status_code=GONE)

    async def ask(self, request: Request) -> Response:
        """The same as a stream of events: `stage` while it works, then `answer` or `fault`."""
        return StreamingResponse(self._events(request), media_type="text/event-stream")

    async def run(self, request: Request) -> Response:
        """An earlier answer with its lines as they are now."""
        wanted = str(request.path_params["run"])
        return await self._worked(
            request, lambda index: HTMLResponse(_answer_page(index, wanted, _base(request)))
        )

    async def overview(self, request: Request) -> Response:
        """What the repository holds, in plots and in words."""

        def made(index: Index) -> Response:
            from rea.serve.figures import charts

            return self._page(request, "overview.html.j2", charts=charts(index), text=index.overview())

        return await self._worked(request, made)

    async def file(self, request: Request) -> Response:
        """A file's lines and definitions; a folder's entries."""
        path, symbol = request.query_params.get("path", ""), request.query_params.get("symbol", "")
        line = _number(request.query_params.get("line", ""))

        def made(index: Index) -> Response:
            from rea.serve.fileview import FileView, file_view
            from tools.results import TreeResult

            found = file_view(index, path or ".", line, symbol)
            if isinstance(found, FileView):
                return self._page(request, "file.html.j2", file=found)
            if isinstance(found, TreeResult):
                return self._page(request, "folder.html.j2", tree=found)
            return self._page(request, "fault.html.j2", 404, text=found.message, step=found.hint)

        return await self._worked(request, made)

    async def unknown(self, request: Request, _: Exception) -> Response:
        """An address that is no page."""
        text = "There is no such page."
        return self._page(request, "fault.html.j2", 404, text=text, step="Those there are stand above.")

    async def defect(self, request: Request, error: Exception) -> Response:
        """What no page expected: told to the reader, and in one line to who started the server."""
        text = _defect(error)
        sys.stderr.write(f"{terminal_line(text)}\n")
        return self._page(request, "fault.html.j2", 500, text=text, step="Please report it.")

    def _runs(self) -> tuple[RunSummary, ...]:
        with opened_runs(self._site.repository.root) as board:
            return tuple(board.runs(MOST_RUNS)) if board is not None else ()

    def _asked(self, request: Request) -> Callable[[Work], str]:
        """The question of a request as work that gives the id of its run."""
        from rea.loop.reasoner import PlanRequest
        from rea.question import clean_question

        given, site = request.query_params, self._site
        question = clean_question(given.get("q", ""))
        reading = (given.get("layer", ""), given.get("kind", ""), given.get("flow", ""))
        asked = PlanRequest(question, *reading, site.host.settings.lang)

        def work_on(work: Work) -> str:
            with site.repository.lease(work) as lease:
                reply = answered(lease.index, asked, site.host, work, fresh=bool(given.get("fresh")))
            if not reply.answer.stamp.run_id:
                raise RunError(
                    "The answer could not be kept, so it cannot be shown.", next_step=" ".join(reply.notes)
                )
            return reply.answer.stamp.run_id

        return work_on

    async def _events(self, request: Request) -> AsyncIterator[str]:
        news: asyncio.Queue[str] = asyncio.Queue()

        async def tell(stage: Stage) -> None:
            share = None if stage.total is None else min(1.0, stage.done / stage.total)
            news.put_nowait(_event("stage", text=stage.text, share=share))

        async def worked() -> None:
            try:
                run = await self._site.workshop.run(self._asked(request), tell)
                news.put_nowait(_event("answer", address=f"{_base(request)}runs/{run}"))
            except ReaError as error:
                news.put_nowait(_event("fault", text=str(error), step=error.next_step))
            except Exception as error:  # noqa: BLE001 - told to the one who asked, whatever it is
                news.put_nowait(_event("fault", text=_defect(error), step="Please report it."))

        task = asyncio.create_task(worked())
        try:
            while not (task.done() and news.empty()):
                try:
                    yield await asyncio.wait_for(news.get(), BEAT_SECONDS)
                except asyncio.TimeoutError:
                    yield ": working\n\n"
        finally:
            task.cancel()

    async def _worked(self, request: Request, made: Callable[[Index], Response]) -> Response:
        """A page that needs the index."""

        def work_on(work: Work) -> Response:
            with self._site.repository.lease(work) as lease:
                return made(lease.index)

        try:
            return await self._while_wanted(request, work_on) or Response(status_code=GONE)
        except ReaError as error:
            return self._fault(request, error)

    async def _while_wanted(self, request: Request, function: Callable[[Work], T]) -> T | None:
        """What the function returns or raises; called off, and None, when the reader leaves before that."""
        work = asyncio.create_task(self._site.workshop.run(function, _untold))
        left = asyncio.create_task(_left(request))
        try:
            await asyncio.wait((work, left), return_when=asyncio.FIRST_COMPLETED)
            return await work if work.done() else None
        finally:
            work.cancel()
            left.cancel()

    def _fault(self, request: Request, error: ReaError) -> Response:
        status = 404 if isinstance(error, RunError) else 400
        return self._page(request, "fault.html.j2", status, text=str(error), step=error.next_step)

    def _page(self, request: Request, name: str, status: int = 200, **values: object) -> Response:
        text = pages.render(name, base=_base(request), repository=self._site.repository.name, **values)
        return HTMLResponse(text, status, {"content-security-policy": pages.policy()})


async def _left(request: Request) -> None:
    """Waits until the reader hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _untold(stage: Stage) -> None:
    """Nobody watches."""


def _answer_page(index: Index, wanted: str, base: str) -> str:
    from rea.render.page import render_page
    from rea.render.page_sources import gather

    with opened_runs(index.root) as board:
        if board is None:
            raise RunError(f"There is no run {wanted[:40]}: nothing was asked here yet.")
        stored = board.load(wanted)
    if stored.answer is None:
        raise RunError(
            f"Run {stored.summary.id} has no answer.",
            next_step=f"`rea ask --resume {stored.summary.id}` finishes it.",
        )
    if not stored.own:
        raise RunError("This answer was not written by this user's REA, so it is not shown.")
    return render_page(stored.answer, gather(index, stored.answer), base)


def _defect(error: Exception) -> str:
    return f"A defect of REA: {type(error).__name__}: {error}"


def _event(name: str, **data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n"


def _base(request: Request) -> str:
    """The address all pages begin with."""
    return f"{request.scope['root_path']}/"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def make_app(site: Site) -> Starlette:
    """The application, without its guard."""
    own = Pages(site)
    return Starlette(
        routes=[
            Route("/", own.home),
            Route("/answer", own.answer),
            Route("/ask", own.ask),
            Route("/runs/{run}", own.run),
            Route("/overview", own.overview),
            Route("/file", own.file),
        ],
        exception_handlers={404: own.unknown, Exception: own.defect},
    )
