"""Opens real indexes of small real repositories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from indexer.reader import Index, open_index
from tests.indexer.trees import repository

Files = Mapping[str, str | bytes]


@pytest.fixture
def index_of(tmp_path: Path) -> Iterator[Callable[[Files], Index]]:
    """Makes a git repository of the given files and opens its index; closed after the test."""
    with ExitStack() as stack:

        def make(files: Files) -> Index:
            root = repository(tmp_path / "repo", files)
            return stack.enter_context(open_index(root))

        yield make


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Index]]:
    """Opens the index of an existing folder; closed after the test."""
    with ExitStack() as stack:
        yield lambda root: stack.enter_context(open_index(root))
