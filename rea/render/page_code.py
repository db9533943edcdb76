"""Lines of code as pieces with a colour: what the template writes, each piece escaped by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.parsing.languages import language_of
from rea.render.excerpts import LEXERS
from rea.render.safe import terminal_line

# As in the tools: longer lines are cut, wherever they come from.
MOST_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text. `style` is a class of the style sheet, `marked`: a name the claim is about."""

    text: str
    style: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered line; `cited` when it belongs to the span and is not only context."""

    number: int
    pieces: tuple[Piece, ...]
    cited: bool


def code_lines(
    path: str, first: int, lines: Sequence[str], cited: tuple[int, int], names: Sequence[str]
) -> tuple[Line, ...]:
    """The lines from number `first` on, those of `cited` (inclusive) marked, in them the names."""
    shown = [_cut(terminal_line(line)) for line in lines]
    wanted = [re.escape(name) for name in sorted(set(names), key=len, reverse=True) if name]
    pattern = re.compile(rf"(?<!\w)({'|'.join(wanted)})(?!\w)") if wanted else None
    found = []
    for number, pieces in enumerate(_coloured(shown, path), first):
        inside = cited[0] <= number <= cited[1]
        kept = _marked(pieces, pattern) if inside and pattern is not None else pieces
        found.append(Line(number, tuple(kept), inside))
    return tuple(found)


def _cut(line: str) -> str:
    return line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…"


def _marked(pieces: Sequence[Piece], pattern: re.Pattern[str]) -> Iterator[Piece]:
    for piece in pieces:
        for position, text in enumerate(pattern.split(piece.text)):
            if text:
                yield Piece(text, piece.style, position % 2 == 1)


def _coloured(lines: list[str], path: str) -> list[list[Piece]]:
    """Each line in pieces; a lexer that changes the text is not trusted, the lines stay plain."""
    plain = [[Piece(line)] for line in lines]
    language = language_of(path)
    if not language or not lines:
        return plain
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(LEXERS.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return plain
    rows: list[list[Piece]] = [[]]
    for kind, text in lexer.get_tokens("\n".join(lines)):
        style = _style(tuple(kind))
        for position, part in enumerate(text.split("\n")):
            if position:
                rows.append([])
            if part:
                rows[-1].append(Piece(part, style))
    same = ["".join(piece.text for piece in row) for row in rows[: len(lines)]] == lines
    return rows[: len(lines)] if same else plain


def _style(kind: tuple[str, ...]) -> str:
    """The class of a token type, by its outermost names: four colours are enough to read by."""
    if not kind:
        return ""
    if kind[0] == "Comment" or kind[-1] == "Doc":
        return "c"
    if kind[:2] == ("Literal", "String"):
        return "s"
    if kind[:2] == ("Literal", "Number"):
        return "n"
    return "k" if kind[0] == "Keyword" else ""
