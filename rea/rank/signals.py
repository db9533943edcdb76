"""The signals: each reads one part of the index and ranks files for a query on its own."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.text.words import terms_of
from rea.rank.fuse import Ranking, Scored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from indexer.reader import Index
    from indexer.records import ChunkHit, Commit, ConfigMark, Route
    from rea.rank.query import Query

CHUNKS = 400
LONGEST = 120
# What being named for a thing is worth without any matching text, against 1.0 for the best text.
NAMED_FLOOR = 0.3


def by_score(
    paths: Sequence[str], scores: NDArray[np.float64], hits: Sequence[ChunkHit], factors: Mapping[str, float]
) -> Scored:
    """The text score of every file that has one, times what its role is worth."""
    found = {
        paths[at]: float(scores[at]) * factors.get(paths[at], 1.0) for at in scores.nonzero()[0].tolist()
    }
    reasons: dict[str, str] = {}
    for hit in hits:
        words = ", ".join(hit.terms[:4])
        reasons.setdefault(hit.chunk.path, f"text: {words} in lines {hit.chunk.start}-{hit.chunk.end}")
    return Scored(found, reasons)


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


def by_things(nouns: Mapping[str, frozenset[str]], query: Query, text: Scored, weight: float) -> Ranking:
    """Files whose name says nothing but the thing looked for (`contact_service`), best text first.

    `nouns` holds the nouns of each file's name; each further one halves, thirds, … what the file is worth.
    """
    top = max(text.scores.values(), default=0.0) or 1.0
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for path, own in nouns.items():
        thing = max((noun for noun in own if noun in query.things), key=query.things.__getitem__, default="")
        if thing and path in text.scores:
            scores[path] = query.things[thing] / len(own) * (NAMED_FLOOR + text.scores[path] / top)
            reasons[path] = f"named for {thing}, which the repository is about"
    return _ranking("thing", weight, scores, reasons)


@dataclass(frozen=True, slots=True)
class Tables:
    """Routes, marks and commits, each with the stems of its own words."""

    routes: tuple[tuple[Route, frozenset[str]], ...]
    marks: tuple[tuple[ConfigMark, frozenset[str]], ...]
    commits: tuple[tuple[Commit, frozenset[str], tuple[str, ...]], ...]


def tables_of(index: Index, known: Mapping[str, str]) -> Tables:
    """Read once per index view; of a commit only the files that still exist (`known`) are kept."""
    return Tables(
        tuple((route, frozenset(terms_of(f"{route.pattern} {route.handler}"))) for route in index.routes()),
        tuple((mark, frozenset(terms_of(mark.path))) for mark in index.marks()),
        tuple(
            (commit, frozenset(terms_of(commit.title)), tuple(path for path in commit.files if path in known))
            for commit in index.commits()
        ),
    )


def by_routes(tables: Tables, query: Query, rarity: Callable[[str], float], weight: float) -> Ranking:
    """Words of the query in route patterns and handler names."""
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for route, parts in tables.routes:
        value = sum(query.terms[term] * rarity(term) for term in parts if term in query.terms)
        value += sum(3.0 for fragment in query.routes if fragment and fragment in route.pattern)
        value /= math.sqrt(1 + len(parts))
        if value > scores.get(route.path, 0.0):
            scores[route.path] = value
            reasons[route.path] = f"route {route.method} {route.pattern}".rstrip()
    return _ranking("route", weight, scores, reasons)


def by_marks(tables: Tables, query: Query, weight: float) -> Ranking:
    """Files with a part in build, CI, migration and so on, when the query wants that part."""
    wanted = {kind: 1.0 / (1 + 0.1 * position) for position, kind in enumerate(query.marks)}
    scores: dict[str, float] = {}
    reasons: dict[str, str] = {}
    for mark, own in tables.marks:
        if mark.kind in wanted:
            matched = sum(query.paths.get(term, 0.0) for term in own)
            value = wanted[mark.kind] * (1.0 + matched) / (1 + 0.2 * mark.path.count("/"))
            if value > scores.get(mark.path, 0.0):
                scores[mark.path] = value
                reasons[mark.path] = f"marked as {mark.kind}"
    return _ranking("mark", weight, scores, reasons)


def by_commits(tables: Tables, query: Query, weight: float) -> Ranking:
    """Files touched by commits whose titles use the query's words; a commit that touches much says little."""
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, str] = {}
    for commit, parts, touched in tables.commits:
        value = sum(query.terms[term] for term in parts if term in query.terms) / math.sqrt(1 + len(parts))
        if value:
            for path in touched:
                scores[path] += value / (1 + len(touched))
                reasons.setdefault(path, f"commit {commit.hash}: {commit.title[:60]}")
    return _ranking("commit", weight, scores, reasons)


def _ranking(signal: str, weight: float, scores: Mapping[str, float], reasons: Mapping[str, str]) -> Ranking:
    order = sorted(scores, key=lambda path: (-scores[path], path))[:LONGEST]
    return Ranking(signal, weight, tuple(order), {path: reasons[path] for path in order})
