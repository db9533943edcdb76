"""Reciprocal-rank fusion, the one way rankings are combined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# Cormack, Clarke and Büttcher (SIGIR 2009) found 60 good for long lists of equals. Our lists are short and their
# tops far better than their tails, so the curve is steeper (measured on the golden applications).
RRF_K = 20.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """One signal's opinion: paths best first, and for each the reason shown to people."""

    signal: str
    weight: float
    paths: tuple[str, ...]
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file with its fused score and the reasons, strongest signal first."""

    path: str
    score: float
    why: tuple[str, ...]


def fuse(rankings: Iterable[Ranking], *, factors: Mapping[str, float] | None = None) -> tuple[RankedFile, ...]:
    """One ranking from many: the sum of weight / (k + rank), times the file's factor. Ties go by path."""
    scores: dict[str, float] = {}
    reasons: dict[str, list[tuple[float, str]]] = {}
    for ranking in rankings:
        for position, path in enumerate(ranking.paths, start=1):
            share = ranking.weight / (RRF_K + position)
            scores[path] = scores.get(path, 0.0) + share
            reason = ranking.reasons.get(path)
            if reason:
                reasons.setdefault(path, []).append((share, reason))
    if factors:
        scores = {path: score * factors.get(path, 1.0) for path, score in scores.items()}
    order = sorted(scores, key=lambda path: (-scores[path], path))
    return tuple(RankedFile(path, round(scores[path], 6), _why(reasons.get(path, ()))) for path in order)


def _why(reasons: Sequence[tuple[float, str]]) -> tuple[str, ...]:
    ordered = sorted(reasons, key=lambda item: -item[0])
    return tuple(dict.fromkeys(text for _, text in ordered))
