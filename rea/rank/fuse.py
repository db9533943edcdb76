"""Reciprocal-rank fusion, the one way rankings are combined."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# Cormack, Clarke and Büttcher (SIGIR 2009) found 60 good for long lists of equals. A node's first files are
# far better than its tail, so the curve is steeper here (by ablation, docs/quality.md).
RRF_K = 6.0


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


def fuse(
    rankings: Iterable[Ranking], *, factors: Mapping[str, float] | None = None
) -> tuple[RankedFile, ...]:
    """One ranking from many: the sum of weight / (k + rank), times the file's factor. Ties go by path."""
    shares: dict[str, list[float]] = {}
    reasons: dict[str, list[tuple[float, str]]] = {}
    for ranking in rankings:
        for position, path in enumerate(ranking.paths, start=1):
            share = ranking.weight / (RRF_K + position)
            shares.setdefault(path, []).append(share)
            reason = ranking.reasons.get(path)
            if reason:
                reasons.setdefault(path, []).append((share, reason))
    # fsum: the sum must not depend on the order of the rankings, or equal files swap places.
    scores = {path: math.fsum(parts) * (factors or {}).get(path, 1.0) for path, parts in shares.items()}
    order = sorted(scores, key=lambda path: (-scores[path], path))[:LONGEST]
    return tuple(RankedFile(path, round(scores[path], 6), _why(reasons.get(path, ()))) for path in order)


def _why(reasons: Sequence[tuple[float, str]]) -> tuple[str, ...]:
    ordered = sorted(reasons, key=lambda item: -item[0])
    return tuple(dict.fromkeys(text for _, text in ordered))


# Within a signal that only helps, the first ten files or so matter.
BLEND_SOFTENER = 8.0
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Scored:
    """The leading signal: files with comparable scores, best first, and the reason of each."""

    scores: Mapping[str, float]
    reasons: Mapping[str, str]


def blend(lead: Scored, further: Iterable[Ranking], factors: Mapping[str, float]) -> tuple[RankedFile, ...]:
    """The leading scores, scaled to a best of 1, plus what each further signal gives for its rank."""
    top = max(lead.scores.values(), default=0.0) or 1.0
    scores = {path: score / top for path, score in lead.scores.items()}
    reasons = {path: [(scores[path], reason)] for path, reason in lead.reasons.items()}
    for ranking in further:
        for position, path in enumerate(ranking.paths):
            gain = ranking.weight * factors.get(path, 1.0) / (1 + position / BLEND_SOFTENER)
            scores[path] = scores.get(path, 0.0) + gain
            if path in ranking.reasons:
                reasons.setdefault(path, []).append((gain, ranking.reasons[path]))
    order = sorted(scores, key=lambda path: (-scores[path], path))[:LONGEST]
    return tuple(RankedFile(path, round(scores[path], 6), _why(reasons.get(path, ()))) for path in order)
