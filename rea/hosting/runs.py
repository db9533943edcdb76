"""The runs of a repository, read without building an index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import ReaError

if TYPE_CHECKING:
    from rea.runs.blackboard import Blackboard


@contextmanager
def opened_runs(root: Path) -> Iterator[Blackboard | None]:
    """The blackboard of a repository, None when nothing was ever asked there or it cannot be read."""
    from indexer.storage.place import existing
    from rea.runs.blackboard import DATABASE, Blackboard

    try:
        path = existing(root).database.with_name(DATABASE)
        board = Blackboard(path) if path.exists() else None
    except ReaError:
        board = None
    try:
        yield board
    finally:
        if board is not None:
            board.close()
