"""What `rea eval` hands to the evaluation: how to ask, how to judge support, and a hash of what answers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rea.identifiers import names_in, occurs_any
from rea.settings import Settings

if TYPE_CHECKING:
    from evals.records import Repository
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
        from rea.agent import run
        from rea.limits import Limits
        from rea.question import clean_question
        from rea.reasoner import PlanRequest
        from rea.reasoners import make_reasoner

        chosen = self.settings
        index = _opened(repository)
        folders = (self.playbooks, index.root / ".rea" / "playbooks")
        reasoner = make_reasoner(chosen.model, folders, chosen.max_files)
        limits = Limits(chosen.max_turns, chosen.max_files, seconds=chosen.max_seconds)
        return run(PlanRequest(clean_question(question), lang=chosen.lang), reasoner, index, limits)


@lru_cache(maxsize=1)
def _opened(repository: Repository) -> Index:
    """The index as the parent has just brought it up to date; one is kept per worker."""
    from indexer.reader import open_index

    return open_index(repository.root, refresh=False, index_path=repository.index_path)


def supports(keywords: Sequence[str], claim: str, lines: Sequence[str]) -> bool:
    """Whether a name that the claim speaks of occurs in the lines: the checker's own rule."""
    names = tuple(keywords) or names_in(claim)
    return bool(names) and occurs_any(names, lines)


def engine() -> str:
    """A hash of REA's own code and data."""
    import indexer
    import rea
    import tools

    text = hashlib.sha256()
    for package in (rea, tools, indexer):
        folder = Path(str(package.__file__)).parent
        for path in sorted(found for pattern in CODE for found in folder.rglob(pattern)):
            text.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return text.hexdigest()[:12]
