"""Measures of one ranking against the files that had to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.records import Better, Score

# How many ranked files are kept: the deepest measure looks at ten, the rest shows how far off a miss was.
KEPT = 50


@dataclass(frozen=True, slots=True)
class RankMeasure:
    """The fields are those of `Measure`; `kind` and `k` say what is computed."""

    name: str
    title: str
    kind: str
    k: int
    headline: bool = True
    unit: str = ""
    better: Better = "higher"
    share: bool = True

    def score(self, ranked: Sequence[str], gold: Sequence[str]) -> Score:
        """The score of one ranking."""
        ranks = [ranked.index(path) + 1 for path in gold if path in ranked]
        inside = sum(rank <= self.k for rank in ranks)
        values = {
            "acc": float(inside == len(gold)),
            "hit": float(inside > 0),
            "recall": inside / len(gold),
            "mrr": 1 / min(ranks) if ranks else 0.0,
        }
        evidence = tuple(f"{path}: {_rank(ranked, path)}" for path in gold)
        return Score(values[self.kind], f"{inside} of {len(gold)} files among the first {self.k}", evidence)


def _rank(ranked: Sequence[str], path: str) -> str:
    return f"rank {ranked.index(path) + 1}" if path in ranked else f"not among {len(ranked)}"


def status(ranked: Sequence[str], gold: Sequence[str]) -> str:
    """Where the first file was found."""
    ranks = [ranked.index(path) + 1 for path in gold if path in ranked]
    return f"rank {min(ranks)}" if ranks else "not found"


# Acc@k: all files among the first k; Hit@k: at least one; R@k: the share; MRR: 1 / rank of the first.
RANK_MEASURES = (
    RankMeasure("acc1", "Acc@1", "acc", 1),
    RankMeasure("acc3", "Acc@3", "acc", 3),
    RankMeasure("acc5", "Acc@5", "acc", 5),
    RankMeasure("acc10", "Acc@10", "acc", 10),
    RankMeasure("hit5", "Hit@5", "hit", 5, headline=False),
    RankMeasure("recall5", "R@5", "recall", 5),
    RankMeasure("recall10", "R@10", "recall", 10),
    RankMeasure("mrr", "MRR", "mrr", KEPT),
)


@dataclass(frozen=True, slots=True)
class RankSeconds:
    """How long a ranking took, the index being there."""

    name: str = "seconds"
    title: str = "seconds"
    unit: str = "s"
    better: Better = "lower"
    share: bool = False
    headline: bool = False
