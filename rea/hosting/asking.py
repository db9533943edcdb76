"""One question answered for a server: as `rea ask` does, but over a shared index; nobody is asked back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import RunError
from rea.hosting.work import AskWatcher, Work

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.answer import Answer
    from rea.loop.reasoner import PlanRequest
    from rea.runs.blackboard import Blackboard
    from rea.settings import Settings


@dataclass(frozen=True, slots=True)
class Host:
    """What a server answers with: the user's settings and the folder of the user's configuration."""

    settings: Settings
    folder: Path


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, and what its reader should know about how it came about."""

    answer: Answer
    notes: tuple[str, ...]


def answered(
    index: Index, request: PlanRequest, host: Host, work: Work, follow: str = "", *, fresh: bool = False
) -> Reply:
    """The answer to a question that was cleaned; with `follow` it starts with what that run has read.

    UsageError for a reading that does not exist, RunError for such a run; Cancelled.
    """
    from rea.cli.models import limits_of, notices, opened_models, vector_server
    from rea.loop.agent import go_on, run
    from rea.loop.earlier import to_follow
    from rea.loop.reasoners import check_reading, make_reasoner

    settings = host.settings
    folders = (host.folder / "playbooks", index.root / ".rea" / "playbooks")
    check_reading(request, folders)
    watcher = AskWatcher(work)
    board = _blackboard(index, fresh, watcher)
    try:
        with opened_models(settings, host.folder) as models:
            watcher.notes += notices(models, settings)
            server = vector_server(settings, watcher.notes.append)
            reasoner = make_reasoner(models, folders, settings.max_files, watcher, settings.semantic, server)
            limits = limits_of(settings)
            if follow:
                if board is None:
                    raise RunError(
                        "There are no runs to go on from.", next_step="Ask without an earlier run."
                    )
                earlier = to_follow(board.load(follow), index, request)
                answer = go_on(earlier, reasoner, index, limits, watcher, board)
            else:
                answer = run(request, reasoner, index, limits, watcher, board)
    finally:
        if board is not None:
            board.close()
    return Reply(answer, tuple(watcher.notes))


def _blackboard(index: Index, fresh: bool, watcher: AskWatcher) -> Blackboard | None:
    """The runs beside the index; without a place for them the question is answered all the same."""
    from rea.runs.blackboard import DATABASE, Blackboard

    try:
        return Blackboard(index.database.with_name(DATABASE), reuse=not fresh)
    except RunError as error:
        watcher.notes.append(f"This run is not recorded: {error}")
        return None
