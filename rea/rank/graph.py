"""One step from the best files over calls and imports, in both directions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rea.rank.fuse import Ranking

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import ChunkHit, Reference, Symbol

# A name defined in more files says nothing about which one is meant.
MOST_DEFINITIONS = 4
MOST_NAMES = 60
MOST_CALLERS = 12
MOST_ASKED = 6
SHORTEST_CALLEE, SHORTEST_CALLER = 4, 5
CALLER_SHARE = 0.7
SPANS_PER_FILE = 4
LONGEST = 80
_VALUES = frozenset(("variable", "key", "field", "column"))
_CALLABLE = frozenset(("function", "method", "class", "component", "struct"))

Span = tuple[int, int]


class CallGraph:
    """Definitions by name and the references of files, remembered while one question is answered."""

    def __init__(self, index: Index, names: Iterable[tuple[str, str, str]]) -> None:
        self._index = index
        self._names = names
        self._symbols: dict[str, tuple[Symbol, ...]] = {}
        self._references: dict[str, tuple[Reference, ...]] = {}
        self._users: dict[str, Mapping[str, int]] = {}

    @cached_property
    def _definers(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for name, kind, path in self._names:
            if kind not in _VALUES and len(name) >= SHORTEST_CALLEE:
                found.setdefault(name, {})[path] = None
        return {name: tuple(paths) for name, paths in found.items() if len(paths) <= MOST_DEFINITIONS}

    def definers(self, name: str) -> tuple[str, ...]:
        """The few files that define a name; none when it is defined in many."""
        return self._definers.get(name, ())

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """The definitions of a file."""
        if path not in self._symbols:
            self._symbols[path] = self._index.symbols_in(path)
        return self._symbols[path]

    def references(self, path: str) -> tuple[Reference, ...]:
        """The references of a file."""
        if path not in self._references:
            self._references[path] = self._index.references_in(path)
        return self._references[path]

    def users(self, name: str) -> Mapping[str, int]:
        """The files that use a name, with the first line that does."""
        if name not in self._users:
            lines: dict[str, int] = {}
            for reference in self._index.references_to(name, limit_files=40)[0]:
                lines.setdefault(reference.path, reference.line)
            self._users[name] = lines
        return self._users[name]


def by_calls(
    graph: CallGraph, seeds: Sequence[tuple[str, float]], hits: Iterable[ChunkHit], weight: float
) -> Ranking:
    """Files that define what the seeds' matching lines use, and files that use what those lines define.

    `seeds` are (path, score) best first. A vote is the seed's score, shared by the candidates of a name.
    """
    spans: dict[str, list[Span]] = defaultdict(list)
    for hit in hits:
        if len(spans[hit.chunk.path]) < SPANS_PER_FILE:
            spans[hit.chunk.path].append((hit.chunk.start, hit.chunk.end))
    votes: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for path, score in seeds:
        near = spans.get(path, [])
        for target, share, reason in (*_used(graph, path, near), *_users(graph, path, near)):
            votes[target] += score * share
            reasons.setdefault(target, reason)
    order = sorted(votes, key=lambda path: (-votes[path], path))[:LONGEST]
    return Ranking("call", weight, tuple(order), {path: reasons[path] for path in order})


def _inside(line: int, spans: Sequence[Span]) -> bool:
    return not spans or any(start <= line <= end for start, end in spans)


def _used(graph: CallGraph, path: str, spans: Sequence[Span]) -> Iterable[tuple[str, float, str]]:
    lines: dict[str, int] = {}
    for reference in graph.references(path):
        wanted = reference.kind in ("import", "decorator", "type") or _inside(reference.line, spans)
        if wanted and len(lines) < MOST_NAMES:
            lines.setdefault(
                reference.name.replace("\\", ".").rsplit(".", 1)[-1].rsplit("/", 1)[-1], reference.line
            )
    for name, line in lines.items():
        targets = graph.definers(name)
        if path not in targets:
            for target in targets:
                yield target, 1.0 / len(targets), f"defines {name}, used in {path}:{line}"


def _users(graph: CallGraph, path: str, spans: Sequence[Span]) -> Iterable[tuple[str, float, str]]:
    asked = 0
    for symbol in graph.symbols(path):
        if asked >= MOST_ASKED or len(symbol.name) < SHORTEST_CALLER or symbol.kind not in _CALLABLE:
            continue
        if not _inside(symbol.start, spans) or not 0 < len(graph.definers(symbol.name)) <= 2:
            continue
        asked += 1
        users = {target: line for target, line in graph.users(symbol.name).items() if target != path}
        if 0 < len(users) <= MOST_CALLERS:
            for target, line in users.items():
                share = CALLER_SHARE / math.sqrt(len(users))
                yield target, share, f"uses {symbol.name} of {path} in line {line}"


def by_users(
    graph: CallGraph, seeds: Sequence[tuple[str, float]]
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """What files gain that use what the seeds define, whichever lines those are, and the reason of each.

    A seed gives its score to each of its users, less the more they are.
    """
    gains: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for path, score in seeds:
        ties: dict[str, float] = defaultdict(float)
        for name in dict.fromkeys(symbol.name for symbol in graph.symbols(path)):
            definers = graph.definers(name)
            if path not in definers:
                continue
            for user, line in graph.users(name).items():
                if user != path:
                    ties[user] += 1.0 / len(definers)
                    reasons.setdefault(user, f"uses {name} of {path} in line {line}")
        for user, tie in ties.items():
            gains[user] += score * min(1.0, tie) / math.sqrt(1 + len(ties))
    return gains, reasons


def as_seeds(scores: Mapping[str, float], limit: int) -> tuple[tuple[str, float], ...]:
    """The best `limit` files as seeds, scores scaled so that the first is 1."""
    order = sorted(scores, key=lambda path: (-scores[path], path))[:limit]
    top = scores[order[0]] if order else 1.0
    return tuple((path, scores[path] / top) for path in order)
