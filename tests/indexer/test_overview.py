"""The overview fits the prompt, says the essentials, and never changes by itself."""

from __future__ import annotations

from pathlib import Path

from indexer.overview import MOST
from indexer.reader import open_index, rebuild_index
from tests.indexer.trees import APP, git, repository, write


def test_a_small_repository(tmp_path: Path) -> None:
    """Folders, languages, definitions and commits are all there."""
    with open_index(repository(tmp_path, APP)) as index:
        text = index.overview()
    assert "4 files indexed" in text
    assert "- app/ 2" in text
    assert "app/auth.py 3" in text
    assert "First" in text


def test_a_huge_repository_is_cut_by_rule(tmp_path: Path) -> None:
    """Thousands of folders and long titles: at most the limit, and what was cut is counted."""
    files = {f"folder{n:04}/sub{n % 3}/file{n}.py": f"def f{n}():\n    pass\n" for n in range(1500)}
    root = repository(tmp_path, files)
    for n in range(60):
        git(root, "commit", "-q", "--allow-empty", "-m", f"Commit number {n} " + "with a long title " * 9)
    with open_index(root) as index:
        text = index.overview()
    assert 2000 <= len(text) <= MOST
    assert "more" in text
    assert "Commit number 59" in text


def test_an_empty_folder(tmp_path: Path) -> None:
    """Even nothing has an overview."""
    with open_index(tmp_path) as index:
        assert index.overview().startswith("0 files indexed")


def test_it_is_the_same_every_time(tmp_path: Path) -> None:
    """Built twice, read twice: the same bytes."""
    root = write(tmp_path / "tree", APP)
    with open_index(root) as first, rebuild_index(root, index_path=tmp_path / "i.db") as second:
        assert first.overview() == first.overview() == second.overview()


def test_missing_history_is_said(tmp_path: Path) -> None:
    """Without git the overview says so instead of showing nothing."""
    with open_index(write(tmp_path, APP)) as index:
        assert index.overview().endswith("History: no git history.")
