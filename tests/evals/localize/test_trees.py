"""Tests of trees of base commits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from evals.git import CheckoutError, head
from evals.localize.trees import Workshop, export
from tests.indexer.trees import git, repository, write

FILES = {"a.py": "def fix_me():\n    pass\n", "pkg/b.py": "import a\n"}


@pytest.fixture
def mirrors(tmp_path: Path) -> Path:
    """A mirror whose newest commit holds the fix."""
    work = repository(tmp_path / "work", FILES)
    write(work, {"a.py": "def fixed():\n    pass\n", "later.py": "x = 1\n"})
    git(work, "add", "-A")
    git(work, "commit", "-q", "-m", "The fix")
    (tmp_path / "mirrors" / "o+n").mkdir(parents=True)
    git(tmp_path, "clone", "-q", "--bare", str(work), str(tmp_path / "mirrors/o+n/repo"))
    return tmp_path / "mirrors"


def base(mirrors: Path) -> str:
    """The commit before the fix."""
    return git(mirrors / "o+n/repo", "rev-parse", "HEAD~1").strip()


def files_of(root: Path) -> dict[str, str]:
    """Everything below a folder."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_tree_holds_its_commit_and_no_history(mirrors: Path, tmp_path: Path) -> None:
    """Neither the fix nor any way to it can be seen."""
    workshop = Workshop(mirrors, tmp_path / "cache", "v1")
    with workshop.checked_out("o+n", base(mirrors)) as repository:
        assert files_of(repository.root) == FILES
        assert repository.index_path is not None
        assert repository.index_path.exists()
        root = repository.root
    assert not root.exists()


def test_an_index_is_made_once_per_commit(mirrors: Path, tmp_path: Path) -> None:
    """The second time it is taken as it is; other code makes a new one and drops the old."""
    commit = base(mirrors)
    with Workshop(mirrors, tmp_path / "cache", "v1").checked_out("o+n", commit) as first:
        assert first.index_path is not None
        written = first.index_path.stat().st_mtime_ns
    with Workshop(mirrors, tmp_path / "cache", "v1").checked_out("o+n", commit) as again:
        assert again.index_path == first.index_path
        assert first.index_path.stat().st_mtime_ns == written
    with Workshop(mirrors, tmp_path / "cache", "v2").checked_out("o+n", commit) as other:
        assert other.index_path is not None
        assert other.index_path.exists()
    assert not first.index_path.exists()


def test_equal_files_are_written_once(mirrors: Path, tmp_path: Path) -> None:
    """Two trees share what their commits share."""
    mirror, blobs = mirrors / "o+n/repo", tmp_path / "blobs"
    export(mirror, base(mirrors), tmp_path / "one", blobs)
    export(mirror, head(mirror), tmp_path / "two", blobs)
    assert (tmp_path / "one/pkg/b.py").samefile(tmp_path / "two/pkg/b.py")
    assert not (tmp_path / "one/a.py").samefile(tmp_path / "two/a.py")


def test_a_missing_mirror_or_commit_is_told(mirrors: Path, tmp_path: Path) -> None:
    """And nothing is left behind."""
    workshop = Workshop(mirrors, tmp_path / "cache", "v1")
    assert workshop.mirror("absent+n") is None
    for name, commit in (("absent+n", "0" * 40), ("o+n", "0" * 40)):
        with pytest.raises(CheckoutError), workshop.checked_out(name, commit):
            pass
    assert not list((tmp_path / "cache").rglob("*.py"))


def test_files_whose_bytes_are_not_there_are_left_out(mirrors: Path, tmp_path: Path) -> None:
    """A partial copy lists files that it does not hold; the tree holds the others."""
    mirror = mirrors / "o+n/repo"
    lost = git(mirror, "rev-parse", f"{base(mirrors)}:a.py").strip()
    for pack in (mirror / "objects/pack").glob("*.pack"):
        moved = pack.rename(tmp_path / pack.name)
        with moved.open("rb") as packed:
            subprocess.run(["git", "unpack-objects", "-q"], cwd=mirror, stdin=packed, check=True)
    (mirror / "objects" / lost[:2] / lost[2:]).unlink()
    export(mirror, base(mirrors), tmp_path / "tree", tmp_path / "blobs")
    assert files_of(tmp_path / "tree") == {"pkg/b.py": FILES["pkg/b.py"]}
