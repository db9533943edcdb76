"""The signals: each reads one part of the index and ranks files for a query on its own."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.words import stem, sub_words
from rea.rank.fuse import Ranking

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import ChunkHit
    from rea.rank.query import Query

CHUNKS = 400
LONGEST = 120
# A file is as good as its best chunk; further chunks that match add a little.
FURTHER_CHUNKS = 0.25


@dataclass(frozen=True, slots=True)
class PathTable:
    """The stemmed segments of every path: the file name's own, and those of its folders; and their rarity."""

    names: Mapping[str, frozenset[str]]
    folders: Mapping[str, frozenset[str]]
    rarity: Mapping[str, float]


def path_table(index: Index) -> PathTable:
    """Built once per index view."""
    names: dict[str, frozenset[str]] = {}
    folders: dict[str, frozenset[str]] = {}
    counts: dict[str, int] = defaultdict(int)
    cache: dict[str, frozenset[str]] = {}
    for record in index.files():
        folder, _, name = record.path.rpartition("/")
        if folder not in cache:
            cache[folder] = frozenset(stem(part) for part in sub_words(folder))
        names[record.path] = frozenset(stem(part) for part in sub_words(name.rsplit(".", 1)[0] or name))
        folders[record.path] = cache[folder]
        for part in names[record.path] | cache[folder]:
            counts[part] += 1
    total = max(1, len(names))
    rarity = {part: math.log(1 + total / count) for part, count in counts.items()}
    return PathTable(names, folders, rarity)


def by_text(index: Index, query: Query, weight: float) -> tuple[Ranking, tuple[ChunkHit, ...]]:
    """BM25 over chunks; the best chunk speaks for its file."""
    if not query.terms:
        return Ranking("text", weight, (), {}), ()
    hits = index.rank_chunks(query.terms, limit=CHUNKS)
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    further: dict[str, int] = defaultdict(int)
    for hit in hits:
        path = hit.chunk.path
        if path not in scores:
            scores[path] = hit.score
            words = ", ".join(hit.terms[:4])
            reasons[path] = f"text: {words} in lines {hit.chunk.start}-{hit.chunk.end}"
        else:
            further[path] += 1
            scores[path] += hit.score * FURTHER_CHUNKS ** further[path]
    return _ranking("text", weight, scores, reasons), hits


def by_path(table: PathTable, query: Query, weight: float) -> Ranking:
    """Words of the query in file and folder names, rare words first; a file name counts double."""
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for path, own in table.names.items():
        found = [(term, 2.0) for term in query.paths if term in own]
        found += [(term, 1.0) for term in query.paths if term in table.folders[path] and term not in own]
        if not found:
            continue
        value = sum(query.paths[term] * table.rarity[term] * times for term, times in found)
        # A long name matches by chance more easily.
        scores[path] = value / math.sqrt(2 + len(own))
        reasons[path] = "path: " + ", ".join(term for term, _ in found[:4])
    return _ranking("path", weight, scores, reasons)


def by_symbols(index: Index, query: Query, paths: Iterable[str], rarity: Callable[[str], float],
               weight: float) -> Ranking:  # fmt: skip
    """Words of the query in the names of what a file defines; only the given candidate files are looked at."""
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for path in paths:
        best, best_name, total = 0.0, "", 0.0
        for symbol in index.symbols_in(path):
            parts = {stem(part) for part in sub_words(symbol.qualname)}
            found = [term for term in query.terms if term in parts]
            if not found:
                continue
            value = sum(query.terms[term] * rarity(term) for term in found) / math.sqrt(1 + len(parts))
            total += value
            if value > best:
                best, best_name = value, symbol.qualname
        if best:
            scores[path] = best + 0.1 * min(total - best, 3 * best)
            reasons[path] = f"defines {best_name}"
    return _ranking("symbol", weight, scores, reasons)


def by_identifiers(index: Index, query: Query, weight: float) -> Ranking:
    """Files that define a name the question spells out, and files whose path it spells out."""
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for name in query.identifiers:
        symbols = index.symbols_named(name) or index.symbols_named(name.rsplit(".", 1)[-1])
        for symbol in symbols[:40]:
            scores[symbol.path] += 1.0 / math.sqrt(len(symbols))
            reasons.setdefault(symbol.path, f"defines {symbol.qualname}, named in the question")
    for wanted in query.files:
        matches = [record.path for record in index.files() if _same_tail(record.path, wanted)]
        for path in matches[:10]:
            scores[path] += 2.0 / len(matches)
            reasons[path] = f"path {wanted} named in the question"
    return _ranking("named", weight, scores, reasons)


def _same_tail(path: str, wanted: str) -> bool:
    wanted = wanted.strip("/").lower()
    lowered = path.lower()
    return lowered == wanted or lowered.endswith("/" + wanted) or wanted.endswith("/" + lowered)


def by_routes(index: Index, query: Query, weight: float) -> Ranking:
    """Words of the query in route patterns and handler names."""
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    best: dict[str, float] = {}
    for route in index.routes():
        parts = {stem(part) for part in sub_words(f"{route.pattern} {route.handler}")}
        value = sum(query.terms[term] for term in parts if term in query.terms)
        value += sum(0.5 for fragment in query.routes if fragment and fragment in route.pattern)
        if value:
            value /= math.sqrt(1 + len(parts))
            scores[route.path] += 0.2 * value
            if value > best.get(route.path, 0.0):
                best[route.path] = value
                reasons[route.path] = f"route {route.method} {route.pattern}".rstrip()
    for path, value in best.items():
        scores[path] += value
    return _ranking("route", weight, scores, reasons)


def by_marks(index: Index, query: Query, table: PathTable, weight: float) -> Ranking:
    """Files with a part in build, CI, migration and so on, when the query wants that part."""
    wanted = {kind: 1.0 / (1 + 0.1 * position) for position, kind in enumerate(query.marks)}
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for mark in index.marks():
        if mark.kind not in wanted:
            continue
        own = table.names.get(mark.path, frozenset()) | table.folders.get(mark.path, frozenset())
        matched = sum(query.paths[term] * table.rarity.get(term, 1.0) for term in own if term in query.paths)
        depth = mark.path.count("/")
        scores[mark.path] = wanted[mark.kind] * (1.0 + matched) / (1 + 0.1 * depth)
        reasons[mark.path] = f"marked as {mark.kind}"
    return _ranking("mark", weight, scores, reasons)


def by_commits(index: Index, query: Query, known: Mapping[str, object], weight: float) -> Ranking:
    """Files touched by commits whose titles use the query's words; a commit that touches much says little."""
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for commit in index.commits():
        parts = {stem(part) for part in sub_words(commit.title)}
        found = [term for term in query.terms if term in parts]
        if not found:
            continue
        value = sum(query.terms[term] for term in found) / math.sqrt(1 + len(parts))
        touched = [path for path in commit.files if path in known]
        for path in touched:
            scores[path] += value / (1 + len(touched))
            reasons.setdefault(path, f"commit {commit.hash}: {commit.title[:60]}")
    return _ranking("commit", weight, scores, reasons)


def _ranking(signal: str, weight: float, scores: Mapping[str, float], reasons: Mapping[str, str]) -> Ranking:
    order = sorted(scores, key=lambda path: (-scores[path], path))[:LONGEST]
    return Ranking(signal, weight, tuple(order), {path: reasons[path] for path in order})
