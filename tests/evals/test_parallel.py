"""Tests of carrying out jobs in worker processes."""

from __future__ import annotations

import os

import pytest

from evals.parallel import Failure, carry_out
from indexer.errors import RepositoryError


def work(job: int) -> int:
    """Doubles; 3 is told, 4 is a defect, 5 takes its process along."""
    if job == 3:
        raise RepositoryError("three is no repository")
    if job == 4:
        raise KeyError("four")
    if job == 5:
        os._exit(1)
    return job * 2


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_costs_its_own_job_only(workers: int) -> None:
    """Results and failures of all jobs come back, each once."""
    results = dict(carry_out([1, 2, 3, 4], work, workers))
    assert results == {1: 2, 2: 4, 3: Failure("three is no repository"), 4: Failure("KeyError: 'four'")}


def test_a_worker_that_dies_does_not_end_the_evaluation() -> None:
    """Its jobs are reported as failed; what came back before is kept."""
    results = dict(carry_out([1, 5], work, 2))
    assert results[5] == Failure("its worker process died")


def test_one_job_needs_no_worker() -> None:
    """Nothing is started for it."""
    assert list(carry_out([7], work, 8)) == [(7, 14)]
    assert list(carry_out([], work, 8)) == []
