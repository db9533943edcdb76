"""Cutting long lines to 200 characters, around the match where there is one, whatever the pattern is."""

from __future__ import annotations

import re
from functools import lru_cache

from tools.limits import MAX_LINE_CHARACTERS

# Python's engine backtracks. A pattern with at most one repeat, of a single character, and few alternatives
# costs at most the square of the text it sees; anything else is only searched for its literal parts.
_MAX_SEEN = 2_000
_MAX_ALTERNATIVES = 8
_REPEAT = re.compile(r"(?<!\\)[*+?{]")
_GROUP_REPEAT = re.compile(r"\)[*+?{]")
_LITERAL_RUN = re.compile(r"\w{3,}")


def cut_line(text: str, limit: int = MAX_LINE_CHARACTERS) -> str:
    """The beginning of a line, at most `limit` characters, the last one an ellipsis if something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def cut_around(text: str, start: int, end: int, limit: int = MAX_LINE_CHARACTERS) -> str:
    """At most `limit` characters of a line that show `start`-`end`, with an ellipsis where it was cut."""
    if len(text) <= limit:
        return text
    room = limit - 2
    first = max(0, min(start - max(0, room - (end - start)) // 2, len(text) - room))
    last = min(len(text), first + room)
    return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")


def find_match(pattern: str, text: str, *, ignore_case: bool, literal: bool) -> tuple[int, int]:
    """Where a pattern known to match a line does so, roughly; (0, 0) when it cannot be told cheaply."""
    if literal:
        return _find_literal(pattern, text, ignore_case)
    compiled = _compiled(pattern, ignore_case)
    if compiled is not None and (match := compiled.search(text[:_MAX_SEEN])):
        return match.span()
    for run in sorted(_LITERAL_RUN.findall(re.sub(r"\\.", " ", pattern)), key=len, reverse=True):
        found = _find_literal(run, text, ignore_case)
        if found != (0, 0):
            return found
    return 0, 0


def _find_literal(needle: str, text: str, ignore_case: bool) -> tuple[int, int]:
    at = text.lower().find(needle.lower()) if ignore_case else text.find(needle)
    return (at, at + len(needle)) if at >= 0 else (0, 0)


@lru_cache(maxsize=32)
def _compiled(pattern: str, ignore_case: bool) -> re.Pattern[str] | None:
    """The pattern for Python's engine, or None when it is another dialect or might take long."""
    repeats = len(_REPEAT.findall(pattern.replace("(?:", "(")))
    if repeats > 1 or _GROUP_REPEAT.search(pattern) or pattern.count("|") > _MAX_ALTERNATIVES:
        return None
    try:
        return re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, RecursionError, OverflowError):
        return None
