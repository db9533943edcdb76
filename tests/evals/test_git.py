"""Tests of the git an evaluation needs, on real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals import git
from tests.indexer.trees import git as run
from tests.indexer.trees import repository, write

FILES = {"src/a.py": "one\r\ntwo\r\n", "docs/left out.md": "x\n", "数据.txt": "x\n"}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose attributes and filters would change what is checked out or archived."""
    root = write(tmp_path / "repo", {".gitattributes": "docs export-ignore\n*.py filter=evil eol=lf\n"})
    repository(root, FILES)
    run(root, "config", "filter.evil.smudge", "touch ../smudged")
    return root


def test_a_tree_is_what_was_committed(repo: Path) -> None:
    """Every regular file with its very bytes: no filter runs, nothing is left out, no line end converted."""
    (repo / "src/a.py").write_text("changed since\n")
    files = git.tree(repo, git.head(repo))
    assert [blob.rel for blob in files] == [".gitattributes", "docs/left out.md", "src/a.py", "数据.txt"]
    texts = list(git.contents(repo, [blob.sha for blob in files]))
    assert texts[1:] == [
        b"x\n",
        b"one\ntwo\n",
        b"x\n",
    ]  # eol=lf is a decision of the commit, made when adding
    assert not (repo.parent / "smudged").exists()


def test_links_are_left_out(repo: Path) -> None:
    """A link could lead out of the tree."""
    (repo / "link").symlink_to("/etc/passwd")
    run(repo, "add", "link")
    run(repo, "commit", "-q", "-m", "Link")
    assert "link" not in [blob.rel for blob in git.tree(repo, "HEAD")]


def test_bare_repositories_are_read(repo: Path, tmp_path: Path) -> None:
    """A mirror has no work tree."""
    bare = tmp_path / "mirror"
    run(tmp_path, "clone", "-q", "--bare", str(repo), str(bare))
    assert git.git_dir(bare) == bare
    assert git.head(bare) == git.head(repo)
    assert git.has_commit(bare, git.head(repo))
    assert not git.has_commit(bare, "0" * 40)
    assert len(git.tree(bare, git.head(repo))) == 4


def test_a_folder_inside_a_repository_is_none(repo: Path) -> None:
    """The repository around is not asked by mistake."""
    assert git.git_dir(repo / "src") is None
    assert git.head(repo / "src") == ""
    with pytest.raises(git.CheckoutError, match="src is not a git repository"):
        git.tree(repo / "src", "HEAD")


def test_what_is_missing_is_told_in_one_line(repo: Path) -> None:
    """An unknown commit or object is an error that a user can act on."""
    with pytest.raises(git.CheckoutError):
        git.tree(repo, "0" * 40)
    with pytest.raises(git.CheckoutError):
        list(git.contents(repo, ["0" * 40]))


def test_a_clone_is_at_its_commit(repo: Path, tmp_path: Path) -> None:
    """The commit asked for, not the newest one."""
    first = git.head(repo)
    write(repo, {"later.py": "x\n"})
    run(repo, "add", "-A")
    run(repo, "commit", "-q", "-m", "Later")
    git.clone(str(repo), first, tmp_path / "clone")
    assert git.head(tmp_path / "clone") == first
    assert not (tmp_path / "clone/later.py").exists()


@pytest.mark.parametrize("url", ["", "--upload-pack=touch pwned", "ext::touch pwned"])
def test_a_url_cannot_run_anything(url: str, tmp_path: Path) -> None:
    """A suite from somebody else may hold any text as its repository."""
    with pytest.raises(git.CheckoutError):
        git.clone(url, "", tmp_path / "clone")
    assert list(tmp_path.iterdir()) == []


def test_the_origin_is_known(repo: Path, tmp_path: Path) -> None:
    """A clone knows where it comes from, other repositories do not."""
    git.clone(str(repo), "", tmp_path / "clone")
    assert git.origin(tmp_path / "clone") == str(repo)
    assert git.origin(repo) == ""
