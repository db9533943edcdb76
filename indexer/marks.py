"""Config marks: which files build, configure, migrate, test or ship the application."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.records import ConfigMark


def marks_of(paths: Iterable[str]) -> list[ConfigMark]:
    """The marks of all paths, sorted by kind and path; a file can have several."""
    return []
