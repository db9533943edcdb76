"""Each folder of tests/extract/<language>/<case>/ holds an input and, as text, what is extracted from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.indexer.snapshots import render

CASES = Path(__file__).parents[1] / "extract"
FOLDERS = sorted(file.parent for file in CASES.glob("*/*/input.*"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_snapshot(folder: Path, accept: bool) -> None:
    """What is extracted is what was accepted; a folder ending in `known-bug` records a fault to repair."""
    (file,) = folder.glob("input.*")
    expected = folder / "expected.txt"
    actual = render(file)
    if accept:
        expected.write_text(actual, encoding="utf-8")
    assert actual == (expected.read_text(encoding="utf-8") if expected.exists() else "")
