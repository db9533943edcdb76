"""What part a file plays, from its path alone: code, test, doc, config, translation, example or data."""

from __future__ import annotations

from indexer.records import FileRole


def role_of(path: str) -> FileRole:
    """The role of a canonical path."""
    return "code"
