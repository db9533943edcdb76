"""Pages and templates: the script blocks inside, parsed by their own grammar at their own lines."""

from __future__ import annotations

from indexer.parts import Findings


def embedded_findings(path: str, language: str, source: bytes, found: Findings) -> None:
    """Add what the blocks of a page define and use."""
