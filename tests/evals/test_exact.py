"""Tests of the exact paired tests, against counting every pattern of signs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.exact import UNITS, paired_test, permutation_test, sign_test


def counted(differences: list[float]) -> float:
    """The share of sign patterns whose sum is at least as far from 0, one by one."""
    units = [round(value * UNITS) for value in differences]
    sums = [
        abs(sum(s * abs(u) for s, u in zip(signs, units, strict=True)))
        for signs in product((1, -1), repeat=len(units))
    ]
    return sum(value >= abs(sum(units)) for value in sums) / len(sums)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([k / 12 for k in range(-12, 13)]), min_size=1, max_size=9))
def test_the_permutation_test_counts_every_pattern(differences: list[float]) -> None:
    """The step-by-step distribution equals the enumeration."""
    assert permutation_test(differences) == pytest.approx(counted(differences))


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), max_size=40))
def test_mcnemar_is_the_permutation_test_of_yes_and_no(differences: list[float]) -> None:
    """For yes/no measures both tests agree, so naming the simpler one is honest."""
    assert sign_test(differences) == pytest.approx(permutation_test(differences))


def test_known_values() -> None:
    """Eight of eight in one direction, nine to one, five to five."""
    assert sign_test([1.0] * 8) == pytest.approx(2 / 2**8)
    assert sign_test([1.0] * 9 + [-1.0]) == pytest.approx(22 / 1024)
    assert sign_test([1.0] * 5 + [-1.0] * 5) == 1.0
    assert sign_test([]) == 1.0


def test_the_test_fits_the_measure_and_is_named() -> None:
    """Shares by permutation, yes/no by McNemar, amounts by sign, nothing by nothing."""
    assert paired_test([0.5, -0.25], share=True).name == "exact sign-flip permutation test"
    assert paired_test([1.0, 0.0], share=True).name == "exact McNemar test"
    assert paired_test([3.0, -120.0], share=False).name == "exact sign test"
    assert paired_test([0.0, 0.0], share=True) == paired_test([], share=False)


def test_many_questions_are_no_trouble() -> None:
    """Five hundred graded differences take a moment and give a small probability."""
    assert 0 < permutation_test([0.1, 0.2, -0.05, 0.3] * 125) < 1e-20
