"""Ranks the files of an index for one query: the text score, helped by routes, marks, commits and calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rea.rank import signals
from rea.rank.crowd import crowds, thinned, variants
from rea.rank.domain import domain_nouns, nouns_of
from rea.rank.fuse import RankedFile, Ranking, blend
from rea.rank.graph import CallGraph, as_seeds, by_calls
from rea.rank.layers import layer_table

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import ChunkHit
    from rea.rank.query import Query
    from rea.semantic.fuzzy import Fuzzy

# What a role is worth when the question does not ask for it.
ROLE_FACTORS: Mapping[str, float] = {
    "code": 1.0, "config": 0.8, "test": 0.15, "doc": 0.25, "translation": 0.2, "example": 0.35, "data": 0.5,
}  # fmt: skip
# A question that uses these words wants that role.
ROLE_WORDS: Mapping[str, frozenset[str]] = {
    "test": frozenset(("test", "spec", "fixtur")),
    "doc": frozenset(("document", "readm", "doc", "changelog")),
    "translation": frozenset(("translat", "local", "languag", "i18n")),
    "example": frozenset(("exampl", "sampl", "demo")),
}
DEEPEST = 200
SEEDS = 8


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the best file of each further signal gains, against 1.0 for the best file by text."""

    named: float = 1.0
    route: float = 0.15
    mark: float = 0.3
    commit: float = 0.05
    call: float = 0.25
    thing: float = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """The files, best first, and the chunks that matched."""

    files: tuple[RankedFile, ...]
    hits: tuple[ChunkHit, ...]


class Ranker:
    """Holds the tables that are the same for every query on one index view."""

    def __init__(self, index: Index, weights: Weights | None = None, fuzzy: Fuzzy | None = None) -> None:
        self.index = index
        self.fuzzy = fuzzy
        self.weights = weights or Weights()
        self.scorer = index.scorer
        self.roles: Mapping[str, str] = {record.path: record.role for record in index.files()}

    @cached_property
    def names(self) -> tuple[tuple[str, str, str], ...]:
        """(name, kind, path) of all definitions."""
        return tuple(self.index.symbol_names())

    @cached_property
    def layers(self) -> Mapping[str, str]:
        """The layer of every file, '' where unknown."""
        return layer_table(self.index.files(), self.index.marks())

    @property
    def code_layers(self) -> Mapping[str, str]:
        """The layer of every file of code."""
        return {path: layer for path, layer in self.layers.items() if self.roles[path] == "code"}

    @cached_property
    def nouns(self) -> tuple[str, ...]:
        """What the repository is about."""
        own = (path for path, role in self.roles.items() if role == "code")
        return domain_nouns(own, self.names, self.index.document_frequency)

    @cached_property
    def file_nouns(self) -> Mapping[str, frozenset[str]]:
        """What each file of code is named for."""
        return {
            path: frozenset(nouns_of(path.rpartition("/")[2].rsplit(".", 1)[0]))
            for path, role in self.roles.items()
            if role == "code"
        }

    @cached_property
    def graph(self) -> CallGraph:
        """Calls and imports between files."""
        return CallGraph(self.index, self.names)

    @cached_property
    def tables(self) -> signals.Tables:
        """Routes, marks and commits with their words."""
        return signals.tables_of(self.index, self.roles)

    @cached_property
    def crowd_of(self) -> Mapping[str, str]:
        """Files that are one of many alike."""
        return crowds(self.roles, self.index.marks(), self.roles)

    @cached_property
    def variant_of(self) -> Mapping[str, str]:
        """Files that are one of several versions of the same."""
        defined: dict[str, set[str]] = {}
        for name, _, path in self.names:
            defined.setdefault(path, set()).add(name)
        return variants(self.roles, {path: frozenset(names) for path, names in defined.items()})

    def rank(self, query: Query) -> Ranked:
        """Files best first with reasons, and the matching chunks."""
        weights = self.weights
        scores, chunks = self.scorer.score(query.terms, query.paths)
        hits = self.scorer.best_chunks(chunks, query.terms, signals.CHUNKS)
        factors = self._factors(query)
        text = signals.by_score(self.scorer.paths, scores, hits, factors)
        further = [
            signals.by_identifiers(self.index, query, weights.named),
            signals.by_routes(self.tables, query, self.rarity, weights.route),
            signals.by_marks(self.tables, query, weights.mark),
            signals.by_commits(self.tables, query, weights.commit),
            signals.by_things(self.file_nouns, query, text, weights.thing),
        ]
        first = blend(text, further, factors)
        if weights.call:
            further.append(self._calls(first, hits))
            first = blend(text, further, factors)
        order = {file.path: file for file in first[:DEEPEST]}
        return Ranked(tuple(order[path] for path in thinned(order, self.crowd_of, self.variant_of)), hits)

    def _calls(self, files: tuple[RankedFile, ...], hits: tuple[ChunkHit, ...]) -> Ranking:
        seeds = as_seeds({file.path: file.score for file in files[:SEEDS]}, SEEDS)
        return by_calls(self.graph, seeds, hits, self.weights.call)

    def rarity(self, term: str) -> float:
        """Inverse document frequency of a stem."""
        return self.scorer.rarity(term)

    def _factors(self, query: Query) -> dict[str, float]:
        wanted = {role for role, words in ROLE_WORDS.items() if words & query.asked}
        if query.marks:
            wanted.add("config")
        return {
            path: 1.0 if role in wanted else ROLE_FACTORS.get(role, 1.0) for path, role in self.roles.items()
        }
