"""Small repositories to rank, indexed on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from indexer.reader import Index, open_index
from tests.indexer.trees import repository


@pytest.fixture
def index_of(tmp_path: Path) -> Iterator[Callable[[Mapping[str, str]], Index]]:
    """Makes a git repository of the given files and opens its index."""
    with ExitStack() as stack:

        def make(files: Mapping[str, str]) -> Index:
            return stack.enter_context(open_index(repository(tmp_path / "repo", files)))

        yield make
