"""Folds a line to the width of a terminal: at blanks, and goes on below the column it began in."""

from __future__ import annotations

import re
import unicodedata

_COLUMN = re.compile(r"\S {2,}(?=\S)")
_PIECE = re.compile(r" *[^ ]+")


def width_of(text: str) -> int:
    """The columns a text takes; characters of Chinese and its neighbours take two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def fold(line: str, width: int) -> list[str]:
    """The line in pieces of at most `width` columns. A single word that is longer stays whole.

    What is folded goes on below the last column of a table that begins in the left half, else two further in.
    """
    if width_of(line) <= width:
        return [line]
    left = len(line) - len(line.lstrip(" "))
    columns = [match.end() for match in _COLUMN.finditer(line) if width_of(line[: match.end()]) <= width // 2]
    hang = " " * (columns[-1] if columns else min(left + 2, width // 2))
    lines: list[str] = []
    current = ""
    for piece in _PIECE.findall(line):
        if current.strip() and width_of(current + piece) > width:
            lines.append(current)
            current, piece = hang, piece.lstrip(" ")
        current += piece
    return [*lines, current]
