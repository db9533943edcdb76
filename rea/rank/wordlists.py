"""The ranking's word lists, read from words.yaml when first needed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from indexer.datafiles import load_table


@lru_cache(maxsize=16)
def word_list(name: str) -> frozenset[str]:
    """The words of one list, as they are written. KeyError for a list that does not exist."""
    return frozenset(_table()[name].split())


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    return {name: str(words) for name, words in load_table(Path(__file__).with_name("words.yaml")).items()}
