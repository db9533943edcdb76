"""Opens real indexes of small real repositories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from indexer.reader import Index, open_index
from tests.indexer.trees import repository

Files = Mapping[str, str | bytes]


@pytest.fixture(scope="session")
def index_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Files], Index]]:
    """Makes a git repository of the given files and opens its index.

    The same files give the same index again: tests that change a repository make their own and use `opened`.
    """
    made: dict[frozenset[tuple[str, str | bytes]], Index] = {}
    with ExitStack() as stack:

        def make(files: Files) -> Index:
            key = frozenset(files.items())
            if key not in made:
                root = repository(tmp_path_factory.mktemp("tools") / "repo", files)
                made[key] = stack.enter_context(open_index(root))
            return made[key]

        yield make


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Index]]:
    """Opens the index of an existing folder; closed after the test."""
    with ExitStack() as stack:
        yield lambda root: stack.enter_context(open_index(root))
