"""Ranks the files of an index for one query: all signals, fused, with tests, docs and translations demoted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.rank import signals
from rea.rank.fuse import RankedFile, Ranking, fuse
from rea.rank.graph import as_seeds, by_calls

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import ChunkHit
    from rea.rank.query import Query

# What a role is worth when the question does not ask for it.
ROLE_FACTORS: Mapping[str, float] = {
    "code": 1.0, "config": 0.8, "test": 0.3, "doc": 0.4, "translation": 0.2, "example": 0.35, "data": 0.5,
}  # fmt: skip
# A question that uses these words wants that role.
ROLE_WORDS: Mapping[str, frozenset[str]] = {
    "test": frozenset(("test", "spec", "fixtur")),
    "doc": frozenset(("document", "readm", "doc", "changelog")),
    "translation": frozenset(("translat", "local", "languag", "i18n")),
    "example": frozenset(("exampl", "sampl", "demo")),
}


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal's rank counts."""

    text: float = 1.0
    path: float = 0.6
    symbol: float = 0.6
    named: float = 2.0
    route: float = 0.3
    mark: float = 0.7
    commit: float = 0.2
    call: float = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """The fused files, best first, and the chunks that matched."""

    files: tuple[RankedFile, ...]
    hits: tuple[ChunkHit, ...]


class Ranker:
    """Holds the tables that are the same for every query on one index view."""

    def __init__(self, index: Index, weights: Weights | None = None) -> None:
        self.index = index
        self.weights = weights or Weights()
        self.roles = {record.path: record.role for record in index.files()}
        self._paths = signals.path_table(index)
        self._frequency: dict[str, float] = {}

    def rank(self, query: Query) -> Ranked:
        """Files best first with reasons, and the matching chunks."""
        weights = self.weights
        text, hits = signals.by_text(self.index, query, weights.text)
        by_path = signals.by_path(self._paths, query, weights.path)
        candidates = dict.fromkeys(text.paths + by_path.paths)
        rankings = [
            text,
            by_path,
            signals.by_symbols(self.index, query, candidates, self.rarity, weights.symbol),
            signals.by_identifiers(self.index, query, weights.named),
            signals.by_routes(self.index, query, weights.route),
            signals.by_marks(self.index, query, self._paths, weights.mark),
            signals.by_commits(self.index, query, self.roles, weights.commit),
        ]
        factors = self._factors(query)
        first = fuse(rankings, factors=factors)
        if weights.call:
            seeds = as_seeds({file.path: file.score for file in first[:12]}, 12)
            rankings.append(self._calls(seeds, hits))
        return Ranked(fuse(rankings, factors=factors), hits)

    def _calls(self, seeds: tuple[tuple[str, float], ...], hits: tuple[ChunkHit, ...]) -> Ranking:
        return by_calls(self.index, seeds, hits, self.weights.call)

    def rarity(self, term: str) -> float:
        """Inverse document frequency over chunks (Robertson's, never negative)."""
        import math

        if term not in self._frequency:
            frequency = self.index.document_frequency(term)
            total = max(1, len(self.roles) * 4)
            self._frequency[term] = math.log(1 + total / (1 + frequency))
        return self._frequency[term]

    def _factors(self, query: Query) -> dict[str, float]:
        wanted = {role for role, words in ROLE_WORDS.items() if any(word in words for word in query.terms)}
        return {
            path: 1.0 if role in wanted else ROLE_FACTORS.get(role, 1.0) for path, role in self.roles.items()
        }
