"""Tests of the checks of an installation and of a repository, on real folders in a bad state."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from indexer.files.walk import MAX_FILE_BYTES
from rea.health.checks import Finding, carried_out, ok
from rea.health.examination import examine
from rea.health.installation import installation
from tests.indexer.trees import APP, git, repository, write
from tests.rea.health.conftest import by_id


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REA_CACHE_DIR", str(tmp_path / "cache"))


def examined(root: Path | None, tmp_path: Path) -> dict[str, Finding]:
    """The findings about a repository, by id."""
    return by_id(examine(root, {}, tmp_path / "config").checks)


def test_this_installation_is_whole() -> None:
    """Python, packages, git, search and grammars are what the tests themselves run on."""
    found = by_id(installation())
    assert {name: finding for name, finding in found.items() if finding.verdict not in ("ok", "note")} == {}
    assert "languages are parsed" in found["grammars"].text


def test_without_git_the_answer_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """REA works without; what is lost is said."""
    from indexer.gitio import git_executable

    monkeypatch.setenv("PATH", str(tmp_path))
    git_executable.cache_clear()
    try:
        finding = by_id(installation())["git"]
    finally:
        git_executable.cache_clear()
    assert (finding.verdict, finding.fix) == ("warn", "Install git.")


def test_a_check_that_breaks_is_a_failure_and_stops_no_other() -> None:
    """An import that fails, a library that crashes: the report is still whole."""

    def breaks() -> Finding:
        raise ImportError("libfoo.so: not found")

    found = by_id(carried_out("G", (("a", "a", breaks), ("b", "b", lambda: ok("fine")))))
    assert found["a"].verdict == "fail"
    assert "libfoo.so" in found["a"].text
    assert found["b"].verdict == "ok"


def test_a_sound_repository_has_no_complaint(tmp_path: Path) -> None:
    """Everything about it is ok, and no run is a note."""
    found = examined(repository(tmp_path / "r", APP), tmp_path)
    assert {name for name, finding in found.items() if finding.verdict in ("warn", "fail")} == set()
    assert found["tools"].text == "5 of 5 answer"
    assert found["plan"].text.endswith("7 stages to prove")


def test_no_repository_is_no_failure_and_builds_no_index(tmp_path: Path) -> None:
    """The installation can be checked from anywhere."""
    found = examined(None, tmp_path)
    assert found["index"].verdict == "note"
    assert "tools" not in found


@pytest.mark.parametrize(
    ("files", "check", "verdict", "says"),
    [
        ({"a.png": b"\x89PNG\0"}, "index", "fail", "no file is indexed"),
        ({"a.py": "x = 1\n", ".rea/playbooks/p.yaml": "flow: [\n"}, "repo-playbooks", "fail", "p.yaml:2"),
        ({"a.py": "x = 1\n", ".rea/playbooks/p.txt": "x"}, "repo-playbooks", "warn", "not read"),
        ({"a.py": "def a(:\n ((\n" * 20, "b.py": "x = 1\n"}, "parsing", "warn", "1 of 2 code files parsed"),
        ({"a.md": "# only words\n"}, "tools", "ok", "1 have nothing to work on here"),
    ],
)
def test_what_is_wrong_with_a_repository_is_named(
    tmp_path: Path, files: Mapping[str, str | bytes], check: str, verdict: str, says: str
) -> None:
    """With the file and, for what has to be done, what to do."""
    found = examined(repository(tmp_path / "r", files), tmp_path)
    assert (found[check].verdict, says in found[check].text) == (verdict, True), found[check]


def test_a_large_file_in_no_search_is_a_warning(tmp_path: Path) -> None:
    """Absence cannot be proven while a text is unread."""
    root = repository(tmp_path / "r", {"a.py": "x = 1\n"})
    with (root / "big.py").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    found = examined(root, tmp_path)
    assert found["coverage"].verdict == "warn"
    assert "too_large" in found["coverage"].text


def test_folders_without_history_and_with_a_linked_index_are_noted(tmp_path: Path) -> None:
    """A `.rea` that leads elsewhere is not used; that there is no git is worth knowing."""
    root = write(tmp_path / "r", {"a.py": "def a():\n    return 1\n"})
    (root / ".rea").symlink_to(tmp_path)
    found = examined(root, tmp_path)
    assert found["history"].verdict == "note"
    assert found["place"].verdict == "note"
    assert "is a symbolic link" in found["place"].text


def test_a_shallow_clone_is_a_warning(tmp_path: Path) -> None:
    """Its history ends too early for git_pick and for `rea check`."""
    origin = repository(tmp_path / "origin", APP)
    write(origin, {"b.py": "y = 1\n"})
    git(origin, "add", "-A")
    git(origin, "commit", "-q", "-m", "Second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{origin}", "clone")
    found = examined(tmp_path / "clone", tmp_path)
    assert (found["history"].verdict, found["history"].fix) == ("warn", "git fetch --unshallow")


def test_a_folder_that_is_none_and_a_place_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure of the index says what the commands would say."""
    assert examined(tmp_path / "nowhere", tmp_path)["index"].verdict == "fail"
    root = write(tmp_path / "r", {"a.py": "x = 1\n"})
    (root / ".rea").symlink_to(os.devnull)
    monkeypatch.setenv("REA_CACHE_DIR", os.path.join(os.devnull, "x"))  # noqa: PTH118 - a path that cannot be
    found = examined(root, tmp_path)
    assert found["place"].verdict == "fail"
    assert "REA_CACHE_DIR" in found["index"].fix
