"""A span of shown lines and the hash of its text: ties a tool's result to the file as it was when read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["high", "medium", "low"]
Json = dict[str, object]


def hash_lines(lines: Iterable[str]) -> str:
    """SHA-1 hex of whole, unredacted lines joined with a newline: the anchor a checker compares."""
    return hashlib.sha1("\n".join(lines).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Span:
    """Lines `start`-`end` (1-based, inclusive) of `path` that a tool showed, with the hash of their text."""

    path: str
    start: int
    end: int
    text_hash: str
