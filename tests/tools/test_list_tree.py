"""Listings: depth, counts, what is cut, and that no folder is too large."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from indexer.reader import Index
from tests.indexer.trees import write
from tools.limits import Limits
from tools.list_tree import MAX_ENTRIES, list_tree
from tools.results import ToolError, TreeResult
from tools.text import render_json, render_text

IndexOf = Callable[[Mapping[str, str | bytes]], Index]


def _tree(index: Index, path: str = "", depth: int = 2) -> TreeResult:
    result = list_tree(index, path, depth)
    assert isinstance(result, TreeResult)
    return result


def test_folders_come_first_with_their_counts(index_of: IndexOf) -> None:
    """A listing shows folders before files, each folder with the number of files below it."""
    index = index_of({"b.py": "x\ny\n", "src/a.py": "1\n", "src/deep/c.py": "1\n", "src/deep/er/d.py": "1\n"})
    result = _tree(index)
    assert [(e.path, e.kind, e.depth, e.files, e.lines) for e in result.entries] == [
        ("src", "folder", 1, 3, 0),
        ("src/deep", "folder", 2, 2, 0),
        ("src/a.py", "file", 2, 0, 1),
        ("b.py", "file", 1, 0, 2),
    ]
    assert result.files == 4
    assert not result.truncated


def test_depth_limits_the_levels(index_of: IndexOf) -> None:
    """Depth 1 shows direct children only; a depth of nonsense is put within 1 and 8."""
    index = index_of({"a/b/c/d.py": "1\n", "e.py": "1\n"})
    assert {entry.path for entry in _tree(index, depth=1).entries} == {"a", "e.py"}
    assert {entry.path for entry in _tree(index, depth=-5).entries} == {"a", "e.py"}
    assert "a/b/c/d.py" in _tree(index, depth=10**9).paths()


def test_a_subfolder_is_listed_by_any_form_of_its_name(index_of: IndexOf) -> None:
    """Backslashes and a trailing slash name the same folder; a file's path lists its folder."""
    index = index_of({"src/web/a.ts": "1\n", "src/b.py": "1\n"})
    for typed in ("src/web", "src\\web\\", "./src/web", "src/web/a.ts"):
        assert _tree(index, typed).paths() == ("src/web/a.ts",)


def test_skipped_files_are_named_with_their_reason(index_of: IndexOf) -> None:
    """What is not indexed is still listed, with the reason, after what is."""
    index = index_of({"a.py": "1\n", "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0"})
    last = _tree(index).entries[-1]
    assert (last.path, last.kind, last.note) == ("logo.png", "skipped", "binary")


def test_a_large_folder_does_not_take_the_room_of_the_others(index_of: IndexOf) -> None:
    """Small folders are listed whole; of the large one the cut entries are counted exactly."""
    files = {f"big/f{number:04d}.py": "1\n" for number in range(900)}
    index = index_of({**files, "one/a.py": "1\n", "two/b.py": "1\n"})
    result = _tree(index)
    paths = result.paths()
    assert "one/a.py" in paths
    assert "two/b.py" in paths
    more = [entry for entry in result.entries if entry.kind == "more"]
    shown = sum(path.startswith("big/") for path in paths)
    assert [(entry.path, entry.files) for entry in more] == [("big", 900 - shown)]
    assert shown > 50
    assert result.truncated
    assert f"… {900 - shown} more" in render_text(result)


def test_thousands_of_entries_stay_under_the_cap(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """A folder of 2,000 files is answered within the size cap, and every file is counted."""
    root = tmp_path / "repo"
    folder = root / "many"
    folder.mkdir(parents=True)
    for number in range(2_000):
        (folder / f"{number}.txt").touch()
    write(root, {"src/a.py": "1\n"})
    index = opened(root)
    limits = Limits(characters=4_000)
    result = list_tree(index, "", 3, limits=limits)
    assert isinstance(result, TreeResult)
    assert result.files == 2_001
    assert len(result.entries) <= MAX_ENTRIES
    assert len(render_text(result)) <= 4_000
    assert len(render_json(result)) <= 4_000
    assert "src/a.py" in result.paths()
    listed = sum(path.startswith("many/") for path in result.paths())
    assert sum(entry.files for entry in result.entries if entry.kind == "more") == 2_000 - listed


def test_long_names_stay_under_the_cap(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """Names of 250 characters in nested folders cannot break the cap."""
    part = "n" * 250
    root = write(tmp_path / "repo", {f"{part}/{part}/{number}{part[:240]}.py": "1\n" for number in range(60)})
    result = list_tree(opened(root), "", 8)
    assert len(render_text(result)) <= Limits().characters
    assert len(render_json(result)) <= Limits().characters


def test_a_missing_folder_gets_the_nearest_names(index_of: IndexOf) -> None:
    """An unknown folder is an error value with real names, and an example that is right."""
    index = index_of({"server/router/api.go": "package api\n"})
    result = list_tree(index, "src/router")
    assert isinstance(result, ToolError)
    assert result.kind == "unknown_path"
    assert result.suggestions == ("server/router",)


@pytest.mark.parametrize("typed", ["..", "/", "/etc"])
def test_nothing_outside_is_listed(index_of: IndexOf, typed: str) -> None:
    """A folder outside the root is refused."""
    result = list_tree(index_of({"a.py": "1\n"}), typed)
    assert isinstance(result, ToolError)
    assert result.kind == "refused"


def test_an_empty_repository_says_so(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """No files is an answer, not a failure."""
    (tmp_path / "repo").mkdir()
    result = list_tree(opened(tmp_path / "repo"))
    assert isinstance(result, TreeResult)
    assert result.entries == ()
    assert result.hint == "No files here."
