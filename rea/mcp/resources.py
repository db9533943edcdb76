"""What a client may read beside the tools: each repository's overview and the answers given before."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from rea.errors import RunError
from rea.hosting.repositories import Repositories, Repository
from rea.hosting.runs import opened_runs
from rea.hosting.work import Work
from tools.text import safe_text

if TYPE_CHECKING:
    from rea.runs.blackboard import StoredRun

SCHEME = "rea:///"
MOST_RUNS = 20
TEMPLATES = (
    (
        "rea:///{repo}/overview",
        "overview",
        "A repository on two pages: layout, counts, configuration, commits.",
    ),
    ("rea:///{repo}/runs/{id}", "answer", "The answer to an earlier question, with what it was made from."),
)


class UnknownResourceError(LookupError):
    """Nothing has this address."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A resource as listed; `kind` is its media type."""

    uri: str
    name: str
    title: str
    kind: str


def listed(repositories: Repositories, work: Work) -> list[Entry]:
    """The overviews, then the latest answers, newest first. Builds no index."""
    entries = []
    for repository in repositories.all():
        name = f"{repository.name} overview"
        entries.append(
            Entry(_uri(repository, "overview"), name, f"Overview of {repository.name}", "text/plain")
        )
    for repository in repositories.all():
        work.check()
        with opened_runs(repository.root) as board:
            for run in board.runs(MOST_RUNS) if board is not None else ():
                title = safe_text(f"{run.question[:100]} ({run.status}, {_day(run.created)})")
                name = f"{repository.name} answer {run.id}"
                entries.append(Entry(_uri(repository, "runs", run.id), name, title, "text/markdown"))
    return entries


def read(repositories: Repositories, uri: str, work: Work) -> tuple[str, str]:
    """The text of a resource and its media type. UnknownResourceError, or ReaError when it cannot be had."""
    parts = [unquote(part) for part in uri.removeprefix("rea:").strip("/").split("/")]
    if not uri.startswith("rea:") or parts[0] not in repositories.names:
        raise UnknownResourceError(f"There is no resource {uri[:200]!r}.")
    repository = repositories.get(parts[0])
    if parts[1:] == ["overview"]:
        with repository.lease(work) as lease:
            return "\n".join(safe_text(line) for line in lease.index.overview().split("\n")), "text/plain"
    if len(parts) == 3 and parts[1] == "runs":
        with opened_runs(repository.root) as board:
            if board is None:
                raise UnknownResourceError(f"There is no run {parts[2][:40]!r}: nothing was asked here yet.")
            try:
                return _shown(board.load(parts[2])), "text/markdown"
            except RunError as error:
                raise UnknownResourceError(str(error)) from error
    raise UnknownResourceError(f"There is no resource {uri[:200]!r}.")


def _uri(repository: Repository, *parts: str) -> str:
    return SCHEME + "/".join(quote(part, safe="") for part in (repository.name, *parts))


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def _shown(run: StoredRun) -> str:
    """The answer as Markdown. Whatever this user's REA did not write is not shown: it may say anything."""
    from rea.render import render

    head = safe_text(f"Run {run.summary.id} of {_day(run.summary.created)}: {run.summary.status}")
    if run.answer is None:
        return f"{head}\n\nThere is no answer. `rea ask --resume {run.summary.id}` finishes the run.\n"
    if not run.own:
        return f"{head}\n\nThis answer was not written by this user's REA, so it is not shown.\n"
    return f"{head}\n\n{render(run.answer, 'markdown')}"
