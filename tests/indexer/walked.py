"""What tests ask of a walk."""

from __future__ import annotations

from indexer.files.walk import Walk


def paths(found: Walk) -> list[str]:
    """The files to read."""
    return [file.path for file in found.files]


def reasons(found: Walk) -> dict[str, str]:
    """The reason of each skipped path."""
    return {row.path: row.reason for row in found.skipped}
