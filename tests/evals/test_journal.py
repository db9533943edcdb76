"""Tests of the journal: what was done is not done again, whatever happened in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.journal import Journal, JournalError, run_key


def test_values_come_back(tmp_path: Path) -> None:
    """In the same process and in the next one."""
    file = tmp_path / "runs.jsonl"
    with Journal(file) as journal:
        journal.add("k1", "demo/a", {"status": "answered", "数": [1, None]})
        assert journal.get("k1") == {"status": "answered", "数": [1, None]}
    with Journal(file) as journal:
        assert journal.get("k1") == {"status": "answered", "数": [1, None]}
        assert journal.get("k2") is None


@pytest.mark.parametrize("torn", ['{"key": "k2", "val', "garbage\n", '{"key": "k2"}\n', "[]\n", "\x00\xff"])
def test_a_killed_process_costs_one_line(tmp_path: Path, torn: str) -> None:
    """What is left of a line that was being written neither hides the others nor swallows the next."""
    file = tmp_path / "runs.jsonl"
    with Journal(file) as journal:
        journal.add("k1", "demo/a", 1)
    with file.open("ab") as raw:
        raw.write(torn.encode("latin-1"))
    with Journal(file) as journal:
        journal.add("k3", "demo/c", 3)
    with Journal(file) as journal:
        assert (journal.get("k1"), journal.get("k2"), journal.get("k3")) == (1, None, 3)


def test_fresh_forgets(tmp_path: Path) -> None:
    """The file begins anew."""
    file = tmp_path / "runs.jsonl"
    with Journal(file) as journal:
        journal.add("k1", "demo/a", 1)
    with Journal(file, fresh=True) as journal:
        assert journal.get("k1") is None
    assert file.read_text() == ""


def test_without_a_file_it_remembers_for_now() -> None:
    """Nothing is written."""
    with Journal(None) as journal:
        journal.add("k1", "demo/a", 1)
        assert journal.get("k1") == 1


def test_an_unwritable_place_is_told(tmp_path: Path) -> None:
    """Before anything is asked."""
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError):
        Journal(tmp_path / "file" / "runs.jsonl")


def test_the_key_depends_on_every_part() -> None:
    """And not on their order."""
    assert run_key({"a": 1, "b": "x"}) == run_key({"b": "x", "a": 1})
    assert run_key({"a": 1, "b": "x"}) != run_key({"a": 1, "b": "y"})
