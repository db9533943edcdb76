"""The overview."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index


def render_overview(index: Index) -> str:
    """Stub."""
    return str(index.file_count())
