"""Tests of the report as a record and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.compare import compare
from evals.reports.model import read_report, to_json
from indexer.errors import DataFileError
from tests.evals.samples import line, report

REPORT = report(line("a", 0.5), line("b", None), line("c-中", 1.0, flow="storage"))


def test_a_report_comes_back_as_it_was(tmp_path: Path) -> None:
    """Also with a comparison beside it."""
    file = tmp_path / "report.json"
    file.write_text(to_json(REPORT, compare(REPORT, REPORT)), encoding="utf-8")
    assert read_report(file) == REPORT
    assert json.loads(file.read_text(encoding="utf-8"))["comparison"]["moves"] == []


def test_half_a_character_can_be_written() -> None:
    """A path with an undecodable byte must not cost the whole report."""
    to_json(report(line("a\udc80", 1.0))).encode("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": 99}',
        '{"format": 1}',
        "[" * 100_000,
        to_json(REPORT).replace('"n": 2', '"n": "x"'),
    ],
)
def test_what_is_no_report_is_told(tmp_path: Path, text: str) -> None:
    """A wrong baseline is an error in one line that names the file, not its folder."""
    file = tmp_path / "base.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError, match=r"^base\.json: ") as raised:
        read_report(file)
    assert str(tmp_path) not in str(raised.value)


def test_an_absent_baseline_is_told(tmp_path: Path) -> None:
    """By its name."""
    with pytest.raises(DataFileError, match=r"absent\.json"):
        read_report(tmp_path / "absent.json")


def test_failures_are_counted() -> None:
    """A question without any answer is none of the scored ones."""
    assert REPORT.failed == 0
    assert REPORT.measure("recall") is not None
    assert REPORT.measure("absent") is None
