"""Definitions by regular expressions: for languages without a grammar and files their parser could not read.

The rows are marked `regex`: they also match comments and examples.
"""

from __future__ import annotations

from indexer.records import ReferenceKind, Symbol


def regex_symbols(path: str, language: str, text: str) -> list[Symbol]:
    """The definitions regular expressions find, in order of lines."""
    return []


def regex_uses(language: str, text: str) -> list[tuple[ReferenceKind, int, str]]:
    """Calls and imports as (kind, line, name)."""
    return []
