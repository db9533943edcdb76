"""One step from the best files over calls and imports, in both directions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rea.rank.fuse import Ranking

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import ChunkHit, Reference, Symbol

# A name defined in more places says nothing about which one is meant.
MOST_DEFINITIONS = 4
MOST_NAMES = 60
MOST_CALLERS = 12


def by_calls(index: Index, seeds: Sequence[tuple[str, float]], hits: Iterable[ChunkHit], weight: float) -> Ranking:
    """Files that define what the seeds' matching lines call, and files that call what those lines define.

    `seeds` are (path, score) best first. A vote is the seed's score, shared by the candidates of a name.
    """
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for hit in hits:
        if len(spans[hit.chunk.path]) < 4:
            spans[hit.chunk.path].append((hit.chunk.start, hit.chunk.end))
    votes: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for path, score in seeds:
        for target, share, reason in _callees(index, path, spans.get(path, [])):
            votes[target] += score * share
            reasons.setdefault(target, reason)
        for target, share, reason in _callers(index, path, spans.get(path, [])):
            votes[target] += score * share
            reasons.setdefault(target, reason)
    order = sorted(votes, key=lambda path: (-votes[path], path))[:80]
    return Ranking("call", weight, tuple(order), {path: reasons[path] for path in order})


def _inside(line: int, spans: Sequence[tuple[int, int]]) -> bool:
    return not spans or any(start <= line <= end for start, end in spans)


def _callees(
    index: Index, path: str, spans: Sequence[tuple[int, int]]
) -> Iterable[tuple[str, float, str]]:
    names: dict[str, Reference] = {}
    for reference in index.references_in(path):
        near = reference.kind == "call" and _inside(reference.line, spans)
        if (near or reference.kind in ("import", "decorator")) and len(names) < MOST_NAMES:
            names.setdefault(reference.name.rsplit(".", 1)[-1].rsplit("/", 1)[-1], reference)
    for name, reference in names.items():
        if len(name) < 4:
            continue
        targets = _definers(index.symbols_named(name), path)
        for target in targets:
            yield target, 1.0 / len(targets), f"defines {name}, used in {path}:{reference.line}"


def _callers(
    index: Index, path: str, spans: Sequence[tuple[int, int]]
) -> Iterable[tuple[str, float, str]]:
    asked = 0
    for symbol in index.symbols_in(path):
        if asked >= 6 or len(symbol.name) < 5:
            continue
        if symbol.kind not in ("function", "method", "class", "component") or not _inside(symbol.start, spans):
            continue
        if len(_definers(index.symbols_named(symbol.name), "")) > 2:
            continue
        asked += 1
        references, _ = index.references_to(symbol.name, limit_files=40)
        callers = {ref.path: ref for ref in references if ref.path != path}
        if 0 < len(callers) <= MOST_CALLERS:
            for target, reference in callers.items():
                share = 0.7 / math.sqrt(len(callers))
                yield target, share, f"uses {symbol.name} of {path} in line {reference.line}"


def _definers(symbols: Sequence[Symbol], without: str) -> tuple[str, ...]:
    paths = tuple(dict.fromkeys(symbol.path for symbol in symbols if symbol.kind not in ("variable", "key", "field")))
    if len(paths) > MOST_DEFINITIONS or without in paths:
        return ()
    return paths


def as_seeds(scores: Mapping[str, float], limit: int) -> tuple[tuple[str, float], ...]:
    """The best `limit` files of a fused ranking as seeds, scores scaled so that the first is 1."""
    order = sorted(scores, key=lambda path: (-scores[path], path))[:limit]
    top = scores[order[0]] if order else 1.0
    return tuple((path, scores[path] / top) for path in order)
