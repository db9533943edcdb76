"""Exact tests on paired differences, without a statistics library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# 2520 = lcm(1..10): shares with denominators up to ten are whole numbers of these units, others are rounded.
UNITS = 2520


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A two-sided p-value with the name of the test it comes from."""

    name: str
    p: float


def paired_test(differences: Sequence[float], *, share: bool) -> PairedTest:
    """The exact test for one measure: `differences` are after minus before, one per question.

    Shares: sign-flip permutation of the differences; where all of them are -1, 0 or 1 that is McNemar's exact
    test. Counts and amounts: sign test, because one slow question must not decide.
    """
    if not any(differences):
        return PairedTest("nothing moved", 1.0)
    if not share:
        return PairedTest("exact sign test", sign_test(differences))
    if all(value in (-1.0, 0.0, 1.0) for value in differences):
        return PairedTest("exact McNemar test", sign_test(differences))
    return PairedTest("exact sign-flip permutation test", permutation_test(differences))


def sign_test(differences: Sequence[float]) -> float:
    """Binomial probability of signs split at least as unevenly; a question without change does not count."""
    ups = sum(value > 0 for value in differences)
    downs = sum(value < 0 for value in differences)
    n = ups + downs
    if not n:
        return 1.0
    tail: int = sum(math.comb(n, k) for k in range(min(ups, downs) + 1))
    return min(1.0, 2 * tail / (1 << n))


def permutation_test(differences: Sequence[float]) -> float:
    """Probability that random signs bring a sum at least as far from 0, over all 2^n sign patterns.

    The distribution of the sum is built step by step on a grid of 1/2520, so no pattern is sampled.
    """
    import numpy as np

    sizes = [round(abs(value) * UNITS) for value in differences]
    observed = abs(sum(round(value * UNITS) for value in differences))
    sizes = [size for size in sizes if size]
    total = sum(sizes)
    if not total:
        return 1.0
    chance = np.zeros(2 * total + 1)
    chance[total] = 1.0
    for size in sizes:
        moved = np.zeros_like(chance)
        moved[size:] += chance[:-size] / 2
        moved[:-size] += chance[size:] / 2
        chance = moved
    sums = np.abs(np.arange(-total, total + 1))
    return min(1.0, float(chance[sums >= observed].sum()))
