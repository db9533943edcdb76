"""Ranks chunks by BM25 over stemmed sub-words. Paths play no part: their ranking is done above, and fused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from indexer.arrays import np
from indexer.search.lookup import Field, Segment, WordAt
from indexer.text.words import stem, terms_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint32]
    Scores = NDArray[np.float64]

# The usual values (Robertson and Zaragoza 2009, section 3.1; Lucene's defaults).
K1 = 1.2
B = 0.75

_UPPER_REST = re.compile(rb"[A-Z]*(?![a-z])")
_LOWER_REST = re.compile(rb"[a-z]*")
_DIGIT_REST = re.compile(rb"[0-9]*")


class Ranker:
    """Scores chunks of some segments; remembers where terms occur."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._found: dict[str, list[tuple[Numbers, Numbers]]] = {}

    def frequency(self, term: str) -> int:
        """How many chunks hold all sub-words of a term."""
        stems = terms_of(term)
        if not stems:
            return 0
        total = 0
        for number in range(len(self._segments)):
            held = self.occurrences(stems[0])[number][0]
            for other in stems[1:]:
                held = np.intersect1d(held, self.occurrences(other)[number][0], assume_unique=True)
            total += len(held)
        return total

    def rank(self, terms: Mapping[str, float], limit: int) -> list[tuple[float, int, int, tuple[str, ...]]]:
        """The best chunks as (score, segment's position, chunk, terms that occur in it), unordered.

        More than `limit` are returned where scores are equal at the end; the caller orders and cuts.
        """
        weights = _stem_weights(terms)
        scores = self._scores(weights)
        everything = np.concatenate(scores) if scores else np.empty(0)
        hits = int(np.count_nonzero(everything))
        if not hits:
            return []
        least = np.partition(everything, len(everything) - limit)[-limit] if hits > limit else 0.0
        found: list[tuple[float, int, int, tuple[str, ...]]] = []
        for number, values in enumerate(scores):
            chosen = np.flatnonzero((values >= least) & (values > 0))
            names = self._terms_in(terms, number, chosen)
            found += [
                (float(values[chunk]), number, int(chunk), held)
                for chunk, held in zip(chosen, names, strict=True)
            ]
        return found

    def _scores(self, weights: Mapping[str, float]) -> list[Scores]:
        chunks = sum(segment.live_chunks for segment in self._segments)
        average = sum(segment.live_tokens for segment in self._segments) / max(1, chunks)
        lengths = [K1 * (1 - B + B * segment.table[3] / max(average, 1.0)) for segment in self._segments]
        scores = [np.zeros(segment.table.shape[1]) for segment in self._segments]
        for term, weight in weights.items():
            occurrences = self.occurrences(term)
            holding = sum(len(held) for held, _ in occurrences)
            rarity = np.log1p((chunks - holding + 0.5) / (holding + 0.5))
            for total, length, (held, counts) in zip(scores, lengths, occurrences, strict=True):
                total[held] += weight * rarity * counts * (K1 + 1) / (counts + length[held])
        return scores

    def _terms_in(
        self, terms: Mapping[str, float], number: int, chunks: NDArray[np.intp]
    ) -> list[tuple[str, ...]]:
        """For each of some chunks of a segment, the terms whose sub-words all occur in it."""
        held: list[list[str]] = [[] for _ in chunks]
        for term in terms:
            stems = terms_of(term)
            if not stems:
                continue
            inside = np.ones(len(chunks), bool)
            for part in stems:
                inside &= np.isin(chunks, self.occurrences(part)[number][0])
            for at in np.flatnonzero(inside):
                held[at].append(term)
        return [tuple(names) for names in held]

    def occurrences(self, term: str) -> list[tuple[Numbers, Numbers]]:
        """For each segment the live chunks that hold a stem, and how often."""
        found = self._found.get(term)
        if found is None:
            found = [segment.chunks_of(_postings(segment.words, term)) for segment in self._segments]
            self._found[term] = found
        return found


def _stem_weights(terms: Mapping[str, float]) -> dict[str, float]:
    """Weight by stem. Parts of a compound share its weight; a stem named twice keeps the larger one."""
    weights: dict[str, float] = {}
    for term, weight in terms.items():
        stems = terms_of(term)
        for part in stems:
            weights[part] = max(weights.get(part, 0.0), weight / len(stems))
    return weights


def words_with_stem(field: Field, term: str) -> list[WordAt]:
    """The words of a field that have a stemmed sub-word, or run of sub-words, equal to `term`."""
    if term.isascii():

        def accept(page: bytes, at: int) -> int:
            return -1 if _is_part(page, at, term) else at + 1

        return list(field.matching(term.encode(), lower=True, accept=accept))
    needles = {form.encode() for form in (term, term.capitalize(), term.upper())}
    return sorted({at for needle in needles for at in field.matching(needle, lower=False, accept=None)})


def _postings(field: Field, term: str) -> list[Numbers]:
    return field.postings(words_with_stem(field, term))


def _is_part(page: bytes, at: int, term: str) -> bool:
    """Whether the text at a place starts a sub-word whose stem is the term."""
    here, before = page[at : at + 1], page[at - 1 : at]
    if here.isdigit():
        if before.isdigit():
            return False
    elif before.isalpha() and not (here.isupper() and (before.islower() or page[at + 1 : at + 2].islower())):
        return False
    end = at + len(term)
    last = page[end - 1 : end]
    rest = _UPPER_REST if last.isupper() else _LOWER_REST if last.isalpha() else _DIGIT_REST
    match = rest.match(page, end)
    stop = match.end() if match else end
    return _stem_of(page[at:stop]) == term


@lru_cache(maxsize=100_000)
def _stem_of(part: bytes) -> str:
    return stem(part.decode("ascii", "replace").lower())
