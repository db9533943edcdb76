"""The limits of one tool call.

A size cap no repository can break, and a deadline after which it stops early.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tools.results import (
    GitResult,
    SearchResult,
    SliceResult,
    ToolError,
    TraceResult,
    TreeResult,
)
from tools.text import render_json, render_text

MAX_LINE_CHARACTERS = 200  # one line of a result; longer ones are cut around the match
MAX_SLICE_LINES = 200  # more was seen to make models lose their way
MAX_HITS = 30
# Of the first 200 lines of 695 code files of five applications 99 % fit uncut (into 12,000: 94 %).
DEFAULT_CHARACTERS = 16_000
DEFAULT_SECONDS = 20.0
MIN_CHARACTERS = 1_000

AnyResult = TypeVar(
    "AnyResult", TreeResult, SearchResult, SliceResult, TraceResult, GitResult, ToolError, covariant=False
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Size of a result in characters (of its text and of its JSON) and seconds a call may take."""

    characters: int = DEFAULT_CHARACTERS
    seconds: float = DEFAULT_SECONDS


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment in monotonic time.

    Tools ask it inside their loops and return what they have when it is over.
    """

    seconds: float = DEFAULT_SECONDS
    _started: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """Seconds that remain, never negative."""
        return max(0.0, self._started + self.seconds - time.monotonic())

    def over(self) -> bool:
        """True when no time remains."""
        return self.left() <= 0.0


def fit(result: AnyResult, characters: int) -> AnyResult:
    """The largest beginning of a result whose text and JSON both stay within `characters`.

    A result that cannot be made small enough is returned with no rows at all, and says so by being truncated.
    """
    limit = max(MIN_CHARACTERS, characters)

    def fits(candidate: AnyResult) -> bool:
        return len(render_text(candidate)) <= limit and len(render_json(candidate)) <= limit

    if fits(result):
        return result
    return result.keep(_largest(result.size(), lambda count: fits(result.keep(count))))


def _largest(size: int, accepts: Callable[[int], bool]) -> int:
    """The largest count below `size` that is accepted, by bisection; 0 when none is."""
    low, high = 0, size
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if accepts(middle) else (low, middle)
    return low
