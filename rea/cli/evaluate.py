"""What `rea eval` hands to an evaluation: how to ask, how to rank, how to judge support."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rea.settings import Settings

if TYPE_CHECKING:
    from evals.records import Progress, Repository
    from indexer.reader import Index
    from rea.answer import Answer

# What decides an answer besides the repository; a change in any of these makes earlier answers void.
CODE = ("*.py", "*.yaml", "*.scm", "*.sql", "*.j2")


@dataclass(frozen=True, slots=True)
class Asker:
    """Answers one question as `rea ask` would, unrecorded. Sent to worker processes."""

    settings: Settings
    playbooks: Path

    def __call__(self, repository: Repository, question: str) -> Answer:
        """The checked answer."""
        from rea.cli.models import limits_of, opened_models, vector_server
        from rea.loop.agent import run
        from rea.loop.reasoner import PlanRequest
        from rea.loop.reasoners import make_reasoner
        from rea.question import clean_question

        chosen = self.settings
        index = _opened(repository)
        folders = (self.playbooks, index.root / ".rea" / "playbooks")
        request = PlanRequest(clean_question(question), lang=chosen.lang)
        with opened_models(chosen, self.playbooks.parent) as models:
            server = vector_server(chosen)
            reasoner = make_reasoner(
                models, folders, chosen.max_files, semantic=chosen.semantic, server=server
            )
            return run(request, reasoner, index, limits_of(chosen))


def rank_files(repository: Repository, text: str, count: int) -> tuple[str, ...]:
    """The files `rea locate` names for a text, best first. Sent to worker processes."""
    from rea.rank.locate import locate

    words = text.encode("utf-8", "replace").decode("utf-8")
    return tuple(file.path for file in locate(_opened(repository), words, count))


@lru_cache(maxsize=1)
def _opened(repository: Repository) -> Index:
    """The index as it was just brought up to date; one is kept per worker."""
    from indexer.reader import open_index

    return open_index(repository.root, refresh=False, index_path=repository.index_path)


def supports(keywords: Sequence[str], claim: str, lines: Sequence[str]) -> bool:
    """Whether a name that the claim speaks of occurs in the lines: the checker's own rule."""
    from rea.checking.identifiers import names_in, occurs_any

    names = tuple(keywords) or names_in(claim)
    return bool(names) and occurs_any(names, lines)


def engine(*playbooks: Path) -> str:
    """A hash of REA's own code and data, and of further playbook folders."""
    import indexer
    import rea
    import tools

    own = [Path(str(package.__file__)).parent for package in (rea, tools, indexer)]
    return _hashed([*own, *playbooks])


def index_code() -> str:
    """A hash of what writes indexes."""
    import indexer

    return _hashed([Path(str(indexer.__file__)).parent])


def _hashed(folders: Sequence[Path]) -> str:
    text = hashlib.sha256()
    for folder in folders:
        for path in sorted({found for pattern in CODE for found in folder.rglob(pattern)}):
            text.update(path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape") + b"\0")
            text.update(path.read_bytes())
    return text.hexdigest()[:12]


def cores() -> int:
    """How many processes can run at once."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def question_bar(quiet: bool) -> Iterator[Progress | None]:
    """A bar over the questions, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tools.text import safe_text

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[at]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, at="")

        def show(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, at=safe_text(what)[:60])

        yield show
