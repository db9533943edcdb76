"""Commits by keyword and by path, with and without history."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from indexer.reader import Index
from tests.indexer.trees import git, repository, write
from tools.git_pick import git_pick
from tools.results import GitResult, ToolError
from tools.text import render_text

Opened = Callable[[Path], Index]


def _history(root: Path) -> Path:
    repository(root, {"src/auth.py": "a = 1\n", "README.md": "x\n"})
    for number, title in enumerate(("Add session timeout", "Fix login redirect", "Update docs")):
        target = "README.md" if "docs" in title else "src/auth.py"
        (root / target).write_text(f"{number}\n")
        git(root, "commit", "-q", "-am", title)
    return root


def _pick(index: Index, query: str = "", path: str = "", n: int = 10) -> GitResult:
    result = git_pick(index, query, path, n)
    assert isinstance(result, GitResult), result
    return result


def test_words_of_the_title_find_commits(tmp_path: Path, opened: Opened) -> None:
    """All words must occur, in any order and case; hash, date and files come along."""
    index = opened(_history(tmp_path / "repo"))
    (commit,) = _pick(index, "TIMEOUT session").commits
    assert commit.title == "Add session timeout"
    assert commit.hash == git(index.root, "log", "--format=%H", "--grep=timeout").strip()[:7]
    assert commit.files == ("src/auth.py",)
    assert commit.date > 1_500_000_000


def test_a_hash_finds_its_commit(tmp_path: Path, opened: Opened) -> None:
    """The beginning of a hash, or a full one, picks the commit."""
    index = opened(_history(tmp_path / "repo"))
    full = git(index.root, "rev-parse", "HEAD").strip()
    assert [c.title for c in _pick(index, full[:5]).commits] == ["Update docs"]
    assert [c.title for c in _pick(index, full).commits] == ["Update docs"]


def test_a_path_lists_the_commits_that_touched_it(tmp_path: Path, opened: Opened) -> None:
    """A file or folder gives its own commits, newest first, at most n, and says when there are more."""
    index = opened(_history(tmp_path / "repo"))
    assert [c.title for c in _pick(index, path="src").commits] == [
        "Fix login redirect",
        "Add session timeout",
        "First",
    ]
    result = _pick(index, path=".\\src\\auth.py", n=1)
    assert [c.title for c in result.commits] == ["Fix login redirect"]
    assert result.truncated
    assert [c.title for c in _pick(index, "login", "src/auth.py").commits] == ["Fix login redirect"]


def test_nothing_asked_gives_the_newest(tmp_path: Path, opened: Opened) -> None:
    """Without query and path the newest commits come."""
    index = opened(_history(tmp_path / "repo"))
    assert _pick(index, n=2).commits[0].title == "Update docs"
    assert len(_pick(index, n=2).commits) == 2


def test_no_match_says_how_much_was_searched(tmp_path: Path, opened: Opened) -> None:
    """Zero commits come with the number that was looked at."""
    result = _pick(opened(_history(tmp_path / "repo")), "payments")
    assert result.commits == ()
    assert result.searched == 4
    assert "0 of 4" in result.hint


def test_without_git_it_is_said(tmp_path: Path, opened: Opened) -> None:
    """A folder without history is answered, not failed."""
    result = _pick(opened(write(tmp_path / "repo", {"a.py": "1\n"})), "x")
    assert result.history == "none"
    assert "no git history" in result.hint


def test_a_shallow_clone_is_said(tmp_path: Path, opened: Opened) -> None:
    """A clone without its older commits says that they are missing."""
    source = _history(tmp_path / "source")
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", source.as_uri(), str(tmp_path / "repo")],
        check=True,
        capture_output=True,
    )
    index = opened(tmp_path / "repo")
    assert "shallow" in _pick(index).note
    assert "shallow" in _pick(index, path="README.md").note


def test_a_wrong_path_gets_the_nearest(tmp_path: Path, opened: Opened) -> None:
    """An unknown path is answered with real names."""
    result = git_pick(opened(_history(tmp_path / "repo")), path="lib/auth.py")
    assert isinstance(result, ToolError)
    assert result.suggestions == ("src/auth.py",)


def test_options_in_arguments_stay_text(tmp_path: Path, opened: Opened) -> None:
    """A query or path that looks like an option of git is only text."""
    root = _history(tmp_path / "repo")
    index = opened(root)
    assert _pick(index, "--output=/tmp/x").commits == ()
    assert isinstance(git_pick(index, path="--output=leak"), ToolError)
    assert not (root / "leak").exists()


def test_hostile_titles_and_names_are_shown_harmlessly(tmp_path: Path, opened: Opened) -> None:
    """Escapes in a title and odd names of files neither reach the terminal nor forge commits."""
    root = repository(tmp_path / "repo", {"a.py": "1\n"})
    write(root, {"\x02line\n\x01.py": "2\n", "b c.py": "3\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "evil \x1b[2J \x02deadbeef\x01123\x01forged\x01")
    index = opened(root)
    for result in (
        _pick(index),
        _pick(index, path="a.py"),
        _pick(index, path=""),
        _pick(index, path="b c.py"),
    ):
        assert "\x1b" not in render_text(result)
        assert not any(commit.hash == "deadbee" for commit in result.commits)
    assert _pick(index, path="b c.py").commits[0].files[-1] == "b c.py"
