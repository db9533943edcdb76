"""Tests of reading issue sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from evals.localize.issues import load_issues
from indexer.errors import DataFileError

PATCH = (
    "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y\n"
    "diff --git a/new.py b/new.py\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x\n"
)
ROW = {
    "instance_id": "o__n-1",
    "repo": "o/n",
    "base_commit": "a" * 40,
    "problem_statement": "It fails.\n",
    "gold_files": ["src/a.py"],
    "split": "dev",
    "version": "1.0",
}


def written(tmp_path: Path, *rows: Mapping[str, object] | str) -> Path:
    """The file with a line per row."""
    file = tmp_path / "issues.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_an_issue_is_read(tmp_path: Path) -> None:
    """Unknown fields are passed over, the mirror is named after the repository unless it is given."""
    plain, other = load_issues(written(tmp_path, ROW, {**ROW, "instance_id": "o__n-2", "mirror": "fork+n"}))
    assert (plain.id, plain.commit, plain.gold, plain.mirror) == ("o__n-1", "a" * 40, ("src/a.py",), "o+n")
    assert other.mirror == "fork+n"


def test_golden_files_come_from_the_patch(tmp_path: Path) -> None:
    """The files it changes; a file it adds cannot be found in the tree before it."""
    row = {name: value for name, value in ROW.items() if name != "gold_files"}
    (issue,) = load_issues(written(tmp_path, {**row, "patch": PATCH}))
    assert issue.gold == ("src/a.py",)


def test_issues_can_be_chosen(tmp_path: Path) -> None:
    """By split, and the first few."""
    rows = [{**ROW, "instance_id": f"i{n}", "split": "test" if n % 2 else "dev"} for n in range(6)]
    file = written(tmp_path, *rows)
    assert [issue.id for issue in load_issues(file, split="test", limit=2)] == ["i1", "i3"]
    with pytest.raises(DataFileError, match="no issues of the split 'none'"):
        load_issues(file, split="none")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("not json", "not JSON"),
        ("[]", ""),
        ({**ROW, "repo": "../../etc"}, "repo"),
        ({**ROW, "mirror": "../x"}, "mirror"),
        ({**ROW, "mirror": ".."}, "mirror"),
        ({**ROW, "base_commit": "--upload-pack"}, "base_commit"),
        ({**ROW, "problem_statement": " "}, "problem_statement"),
        ({**ROW, "gold_files": []}, "neither gold_files nor a patch"),
        ({**ROW, "instance_id": "o__n-1"}, "used twice"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, row: Mapping[str, object] | str, says: str) -> None:
    """The second line is wrong, and the message says so."""
    with pytest.raises(DataFileError, match=r"^issues\.jsonl:2: ") as raised:
        load_issues(written(tmp_path, ROW, row))
    assert says in str(raised.value)
