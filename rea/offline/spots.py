"""Finds the lines of a file that could prove a node, by its patterns, its words and its best chunks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.records import Chunk, Symbol
from indexer.text.words import terms_of
from rea.playbooks.loading import PlaybookNode

LONGEST_LINE = 400
# A span shows its reason and enough around it to be read, not the whole function.
MOST_LINES = 40
BEFORE, AFTER = 4, 14
# What a line gains when it looks like the evidence asked for; what comments, imports, declarations are worth.
ROLE_FACTOR, ROLE_GAIN, ASIDE = 1.6, 2.0, 0.3
DECLARATIONS = frozenset(("interface", "type"))
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]{2,}")
_IMPORT = re.compile(
    r"^\s*(import\b|from\s+\S+\s+import\b|use\s+[\w\\:]+|using\s+[\w.]+;|#include\b|package\b|require\b)"
)
_COMMENT = re.compile(r"^\s*(//|#(?!\[|include|define)|\*|/\*|<!--|--\s|;;|\"\"\")")


@dataclass(frozen=True, slots=True)
class Spot:
    """A span worth citing for a node. `line` is the one that decided it, `names` its identifiers."""

    path: str
    start: int
    end: int
    line: int
    role: str
    score: float
    symbol: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileView:
    """What is known of a file while looking for spots in it: its lines, the stems of each, and so on."""

    path: str
    lines: Sequence[str]
    words: Sequence[frozenset[str]]
    symbols: Sequence[Symbol]
    chunks: Mapping[Chunk, float]


def words_of(lines: Iterable[str]) -> tuple[frozenset[str], ...]:
    """The stems of each line."""
    return tuple(frozenset(terms_of(line[:LONGEST_LINE])) for line in lines)


def find_spots(
    view: FileView,
    node: PlaybookNode,
    terms: Mapping[str, float],
    rarity: Callable[[str], float],
    most: int = 6,
) -> tuple[Spot, ...]:
    """The best spans of one file for one node, best first, none overlapping another."""
    boost = _chunk_boost(view)
    declared = _declared(view.symbols)
    weights = {term: weight * rarity(term) for term, weight in terms.items()}
    scored: list[tuple[float, int, str]] = []
    for number, (raw, words) in enumerate(zip(view.lines, view.words, strict=True), start=1):
        value = sum(weights[term] for term in words if term in weights)
        near = boost.get(number, 0.0)
        if not words or not (value or near):
            continue
        line = raw[:LONGEST_LINE]
        role = next((role for role, pattern in node.evidence.items() if pattern.matches(line)), "")
        if role:
            value = value * ROLE_FACTOR + ROLE_GAIN
        elif not value:
            continue
        value *= 1.0 + near
        if number in declared or _IMPORT.match(line) or _COMMENT.match(line):
            value *= ASIDE
        scored.append((value, number, role))
    return _spans(view, _smoothed(scored), weights, most)


def _declared(symbols: Sequence[Symbol]) -> frozenset[int]:
    """Lines of mere declarations: they say what something is called, not what happens."""
    return frozenset(
        number
        for symbol in symbols
        if symbol.kind in DECLARATIONS
        for number in range(symbol.start, symbol.end + 1)
    )


def _smoothed(scored: Sequence[tuple[float, int, str]]) -> list[tuple[float, int, str]]:
    """A line gains from good lines close below it: a span is cited, not a line."""
    values = {number: value for value, number, _ in scored}
    result = []
    for value, number, role in scored:
        near = sum(values.get(number + step, 0.0) / (1 + abs(step)) for step in (-2, -1, 1, 2, 3, 4, 5, 6))
        result.append((value + 0.4 * near, number, role))
    return sorted(result, key=lambda item: (-item[0], item[1]))


def _chunk_boost(view: FileView) -> dict[int, float]:
    boost: dict[int, float] = {}
    top = max(view.chunks.values(), default=1.0)
    for chunk, score in view.chunks.items():
        for number in range(chunk.start, chunk.end + 1):
            boost[number] = max(boost.get(number, 0.0), score / top)
    return boost


def _spans(
    view: FileView, ordered: Sequence[tuple[float, int, str]], weights: Mapping[str, float], most: int
) -> tuple[Spot, ...]:
    spots: list[Spot] = []
    for value, number, role in ordered:
        if len(spots) == most:
            break
        symbol = enclosing(view.symbols, number)
        start, end = _around(symbol, number, len(view.lines))
        if any(start <= spot.end and spot.start <= end for spot in spots):
            continue
        names = _telling(names_of(view.lines[number - 1]), weights)
        spots.append(
            Spot(
                view.path, start, end, number, role, round(value, 3), symbol.qualname if symbol else "", names
            )
        )
    return tuple(spots)


def enclosing(symbols: Sequence[Symbol], line: int) -> Symbol | None:
    """The innermost definition that holds a line; one-line values count only where nothing else does."""
    best: Symbol | None = None
    for symbol in symbols:
        if symbol.start <= line <= symbol.end:
            smaller = best is None or symbol.end - symbol.start <= best.end - best.start
            if smaller and (symbol.end > symbol.start or best is None):
                best = symbol
    return best


def _around(symbol: Symbol | None, line: int, total: int) -> tuple[int, int]:
    if symbol and symbol.end - symbol.start < MOST_LINES:
        if symbol.end - symbol.start >= 3:
            # The index may be older than the text.
            return symbol.start, min(total, symbol.end)
        return max(1, symbol.start - BEFORE), min(total, symbol.end + BEFORE)
    start, end = max(1, line - BEFORE), min(total, line + AFTER)
    if symbol:
        start, end = max(start, symbol.start), min(end, symbol.end)
    return start, end


def _telling(names: Sequence[str], weights: Mapping[str, float]) -> tuple[str, ...]:
    """Names that use the query's words first, then long ones: those say what a line is about."""

    def rank(name: str) -> tuple[float, int]:
        return -sum(weights.get(term, 0.0) for term in set(terms_of(name))), -len(name)

    return tuple(sorted(names, key=rank))


def names_of(line: str) -> tuple[str, ...]:
    """The identifiers of a line, in order."""
    return tuple(dict.fromkeys(_IDENTIFIER.findall(line[:LONGEST_LINE])))[:12]
