"""One file as the route readers see it: strings, brackets and arguments without a parser, in linear time.

Route tables are read by name and shape, so a light scan that skips strings and comments does; it works on
files a parser stumbles over too. Every look around is bounded, whatever the file holds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from indexer.records import Symbol

ARGUMENT_REACH = 6_000  # characters that one call's arguments may take
BLOCK_REACH = 400_000  # characters that a group's function may take
SCAN_BASE = (
    1_000_000  # characters that all scans of a file may cross together, at least and at most: unclosed
)
SCAN_MOST = 6_000_000  # brackets let each call scan to the end of its reach
MAX_ARGUMENTS = 64
TARGET_ROWS = 60  # a decorator stands at most so many rows above what it decorates

_LINE_END = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(r"""\\.|["'`()\[\]{},#/;]""", re.DOTALL)
_STRINGS = {
    '"': re.compile(r'"(?:[^"\\\n]|\\.){0,4000}"', re.DOTALL),
    "'": re.compile(r"'(?:[^'\\\n]|\\.){0,4000}'", re.DOTALL),
    "`": re.compile(r"`(?:[^`\\]|\\.){0,4000}`", re.DOTALL),
}
_TRIPLE = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!"")){0,20000}"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\')){0,20000}\'\'\'', re.DOTALL
)
_NAMED = re.compile(r"\s{0,200}([\"']?)([A-Za-z_]\w{0,60})\1\s{0,20}(?:=(?![=>])|:(?![:=]))\s{0,200}")
_LIST = re.compile(r"(?m)^([A-Za-z_]\w{0,80})\s{0,5}(?::[^=\n]{1,60})?=\s{0,5}(?=[\[(])")
_HASH = frozenset({"python", "ruby", "elixir", "php", "perl", "yaml"})
_NO_SLASH = frozenset({"python", "ruby", "elixir"})
_TARGETS = frozenset({"function", "method", "class", "interface", "struct", "trait"})
_TYPES = frozenset({"class", "interface", "struct", "trait"})


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call: positional and named texts, with the offsets of its brackets."""

    start: int
    end: int
    positional: tuple[str, ...] = ()
    named: dict[str, str] = field(default_factory=dict)

    def get(self, key: int | str) -> str:
        """A positional argument by index (negative from the end) or a named one; '' when absent."""
        if isinstance(key, str):
            return self.named.get(key, "")
        return self.positional[key] if -len(self.positional) <= key < len(self.positional) else ""


@dataclass(frozen=True, slots=True)
class Target:
    """What a decorator stands above: a symbol and the row (1-based) of its name."""

    symbol: Symbol
    row: int

    @property
    def is_type(self) -> bool:
        """Whether it is a class-like definition."""
        return self.symbol.kind in _TYPES


class Source:
    """A file's text with its path, language and symbols, and the scans that the route readers share."""

    def __init__(self, path: str, language: str, text: str, symbols: Sequence[Symbol]) -> None:
        self.path = path
        self.language = language
        self.text = text
        self.symbols = symbols
        self._budget = min(SCAN_MOST, SCAN_BASE + 4 * len(text))

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line(self, offset: int) -> int:
        """The 1-based line of a character offset."""
        return bisect_right(self._starts, offset)

    def offset(self, line: int) -> int:
        """The offset at which a 1-based line starts; the text's length past the last."""
        return self._starts[line - 1] if line <= len(self._starts) else len(self.text)

    def row_text(self, line: int) -> str:
        """The text of a 1-based line, with its line end."""
        return self.text[self.offset(line) : self.offset(line + 1)]

    def commented(self, offset: int) -> bool:
        """Whether the text before `offset` on its line opens a comment."""
        start = max(self._starts[self.line(offset) - 1], offset - 400)
        before = self.text[start:offset]
        bare = before.lstrip()
        if bare.startswith(("//", "/*", "*", "<!--", "--", "{/*", "#")) and not bare.startswith(("#[", "*/")):
            return not (bare.startswith("#") and self.language not in _HASH)
        return self.language not in _NO_SLASH and (" //" in before or " /*" in before)

    def spend(self, characters: int) -> bool:
        """Take a scan of so many characters from the file's budget; False when it is used up."""
        self._budget -= characters
        return self._budget > 0

    @cached_property
    def lists(self) -> dict[str, int]:
        """The top-level names that a list or tuple is assigned to, with the offsets of their brackets."""
        return {match[1]: match.end() for match in _LIST.finditer(self.text)}

    @cached_property
    def _targets(self) -> tuple[list[int], list[Target]]:
        """The definitions a decorator can stand above, by the row of their names."""
        found = []
        for symbol in self.symbols:
            if symbol.kind not in _TARGETS:
                continue
            row = symbol.start
            for candidate in range(symbol.start, min(symbol.end, symbol.start + TARGET_ROWS) + 1):
                if symbol.signature and self.row_text(candidate).strip().startswith(symbol.signature[:120]):
                    row = candidate
                    break
            found.append(Target(symbol, row))
        found.sort(key=lambda target: (target.row, -target.symbol.end))
        return [target.row for target in found], found

    def below(self, line: int) -> Target | None:
        """The definition a decorator on `line` belongs to: the first whose name stands at or below it."""
        rows, targets = self._targets
        index = bisect_right(rows, line - 1)
        if index < len(rows) and rows[index] <= line + TARGET_ROWS:
            return targets[index]
        return None

    def structure(self, start: int, end: int) -> Iterator[tuple[int, str]]:
        """Brackets, commas and semicolons between two offsets that are in no string and no comment."""
        text, position = self.text, start
        if self._budget <= 0:
            return
        try:
            while match := _TOKEN.search(text, position, end):
                position, char = match.end(), match[0]
                if char in "\"'`":
                    position = self.string_end(match.start())
                elif char == "/":
                    position = self._slash_end(match.start(), end)
                elif char == "#":
                    position = self._hash_end(match.start(), end)
                elif char[0] != "\\":
                    yield match.start(), char
        finally:
            self._budget -= position - start

    def string_end(self, start: int) -> int:
        """The offset after the string literal that opens at `start`; one further when none does."""
        text, quote = self.text, self.text[start]
        if quote == "'" and self.language == "rust":
            return start + 1
        if self.language == "python" and text.startswith(quote * 3, start):
            match = _TRIPLE.match(text, start)
        else:
            match = _STRINGS[quote].match(text, start)
        return match.end() if match else start + 1

    def _slash_end(self, start: int, end: int) -> int:
        text = self.text
        if self.language in _NO_SLASH:
            return start + 1
        if text.startswith("//", start):
            return self._line_end(start, end)
        if text.startswith("/*", start):
            found = text.find("*/", start + 2, end)
            return found + 2 if found >= 0 else start + 2
        return start + 1

    def _hash_end(self, start: int, end: int) -> int:
        if self.language not in _HASH or self.text.startswith(("#[", "#{"), start):
            return start + 1
        return self._line_end(start, end)

    def _line_end(self, start: int, end: int) -> int:
        return min(self.offset(self.line(start) + 1), end)

    def close(self, opening: int, reach: int = ARGUMENT_REACH) -> int:
        """The offset of the bracket that closes the one at `opening`; -1 when it is not within reach."""
        depth = 0
        for offset, char in self.structure(opening, min(len(self.text), opening + reach)):
            if char in "([{":
                depth += 1
            elif char in ")]}":
                depth -= 1
                if depth <= 0:
                    return offset
        return -1

    def trail(self, start: int, reach: int = BLOCK_REACH) -> int:
        """The offset where the expression around `start` ends: at a comma, semicolon or closing bracket."""
        depth, end = 0, min(len(self.text), start + reach)
        for offset, char in self.structure(start, end):
            if char in "([{":
                depth += 1
            elif char in ")]}":
                depth -= 1
            if depth < 0 or (depth == 0 and char in ",;"):
                return offset
        return end

    def arguments(self, opening: int, reach: int = ARGUMENT_REACH) -> Arguments | None:
        """The arguments of the call whose bracket opens at `opening`; the last is cut where reach ends.

        None when nothing follows the bracket. (Inline handlers may be as long as a file.)
        """
        pieces, depth, start = [], 0, opening + 1
        for offset, char in self.structure(opening, min(len(self.text), opening + reach)):
            if char in "([{":
                depth += 1
            elif char in ")]}":
                depth -= 1
                if depth <= 0:
                    pieces.append(self.text[start:offset])
                    return _arguments(opening, offset, pieces)
            elif char == "," and depth == 1 and len(pieces) < MAX_ARGUMENTS:
                pieces.append(self.text[start:offset])
                start = offset + 1
        end = min(len(self.text), opening + reach)
        cut = start < end and self._budget > 0
        return _arguments(opening, end, [*pieces, self.text[start:end]]) if cut else None


def _arguments(start: int, end: int, pieces: list[str]) -> Arguments:
    positional: list[str] = []
    named: dict[str, str] = {}
    for piece in pieces:
        match = _NAMED.match(piece)
        if match and match.end() < len(piece):
            named.setdefault(match[2], piece[match.end() :].strip())
        elif piece.strip():
            positional.append(piece.strip())
    return Arguments(start, end, tuple(positional), named)
