"""Keeps line patterns from data files harmless: a pattern may be slow on no line, whoever wrote it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as sre  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
else:
    import sre_constants as sre
    import sre_parse as parser

# Each further open repetition multiplies the worst case by the length of a line (cut at 400 characters).
MOST_OPEN_REPEATS = 5


@dataclass(frozen=True, slots=True)
class LinePattern:
    """A pattern for single lines, case-insensitive; compiled when first used, since most never are."""

    source: str

    def search(self, line: str) -> re.Match[str] | None:
        """The first match in a line."""
        return _compiled(self.source).search(line)


@lru_cache(maxsize=1024)
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def compile_line_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a pattern for single lines, case-insensitive.

    Raises ValueError with a reason for bad syntax, a repetition inside a repetition, more than five open
    repetitions in one alternative, or a back-reference.
    """
    try:
        tree: Any = parser.parse(pattern, re.IGNORECASE)
        compiled = re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"bad pattern: {error}") from error
    if _open_repeats(tree, inside=False) > MOST_OPEN_REPEATS:
        raise ValueError(f"more than {MOST_OPEN_REPEATS} open repetitions (*, +) in one alternative")
    return compiled


def _open_repeats(tree: Iterable[Any], *, inside: bool) -> int:
    """The largest number of open repetitions along one alternative. ValueError when one lies in another."""
    total = 0
    for operator, argument in tree:
        if operator in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            _, most, body = argument
            is_open = most is sre.MAXREPEAT or most > 20
            if inside and is_open:
                raise ValueError("a repetition inside a repetition")
            total += _open_repeats(body, inside=inside or most is sre.MAXREPEAT or most > 1) + is_open
        elif operator is sre.BRANCH:
            total += max((_open_repeats(branch, inside=inside) for branch in argument[1]), default=0)
        elif operator is sre.SUBPATTERN:
            total += _open_repeats(argument[3], inside=inside)
        elif operator in (sre.ASSERT, sre.ASSERT_NOT):
            total += _open_repeats(argument[1], inside=inside)
        elif operator in (sre.GROUPREF, sre.GROUPREF_EXISTS):
            raise ValueError("a back-reference")
    return total
