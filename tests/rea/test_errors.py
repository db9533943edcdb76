"""Tests of the error tree."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import evals
import indexer
import rea
import rea.errors
import tools
from rea.errors import BROKEN_PIPE, EXITS, INTERRUPTED, STATUS_EXIT, ReaError


def _tree(kind: type[ReaError]) -> Iterator[type[ReaError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _tree(child)


for package in (indexer, tools, rea, evals):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
ERRORS = sorted(set(_tree(ReaError)), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_is_drawn_with_its_code_and_has_a_next_step(kind: type[ReaError]) -> None:
    """The tree in the docstring names each error and its exit code; each says what to do in a sentence."""
    drawing = rea.errors.__doc__ or ""
    line = next((line for line in drawing.split("\n") if f" {kind.__name__} " in line), "")
    assert str(kind.exit_code) in line.split()
    assert kind("x").next_step.endswith((".", "?"))


def test_a_next_step_can_be_given() -> None:
    """The place that raises knows best what to do."""
    assert rea.errors.UsageError("x", next_step="Do this.").next_step == "Do this."


def test_exit_codes_are_distinct_and_documented() -> None:
    """No two kinds of ending share a code, and --help lists each."""
    of_errors = {kind.exit_code for kind in ERRORS}
    of_endings = [*STATUS_EXIT.values(), INTERRUPTED, BROKEN_PIPE]
    assert len(set(of_endings)) == len(of_endings)
    assert of_errors.isdisjoint(of_endings)
    assert set(EXITS) == of_errors | set(of_endings)


def test_every_status_has_a_code() -> None:
    """An answer always decides how the process ends, and only answered is success."""
    assert {status for status, code in STATUS_EXIT.items() if code == 0} == {"answered"}
    assert set(STATUS_EXIT) == {"answered", "partial", "ambiguous", "not_found", "failed"}
