"""What is listed: git trees, plain trees and repositories inside one another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.files.walk import walk
from indexer.paths import os_path
from tests.indexer.trees import git, repository, write
from tests.indexer.walked import paths, reasons


def test_tracked_and_untracked_files_are_in_ignored_ones_out(tmp_path: Path) -> None:
    """Tracked files are in even if ignored; untracked ones unless ignored; the git folder never."""
    root = repository(tmp_path, {"a.py": "a\n", "forced.log": "x\n", "sub/b.py": "b\n"})
    write(root, {".gitignore": "*.log\nout/\n", "new.py": "n\n", "noise.log": "x\n", "out/x.py": "x\n"})
    found = walk(root)
    assert paths(found) == [".gitignore", "a.py", "forced.log", "new.py", "sub/b.py"]
    assert found.is_git
    assert found.repositories == ("",)
    assert found.skipped == ()


def test_size_and_time_are_those_on_disk(tmp_path: Path) -> None:
    """A candidate carries the size in bytes and the time of last change in nanoseconds."""
    root = repository(tmp_path, {"a.py": "12345"})
    os.utime(root / "a.py", ns=(5, 1_234_567_891))
    (file,) = walk(root).files
    assert (file.size, file.mtime_ns, file.forced) == (5, 1_234_567_891, False)


def test_names_may_hold_anything(tmp_path: Path) -> None:
    """Chinese, spaces, quotes, line ends and undecodable bytes in names are listed and can be opened."""
    names = ["登录/流程 图.md", 'quo"te.py', "tab\there.py", "new\nline.py", "-dash.py", "back\\slash.py"]
    root = repository(tmp_path, {name: "x\n" for name in names})
    with open(os.path.join(os.fsencode(root), b"caf\xe9.py"), "wb") as file:  # noqa: PTH118, PTH123
        file.write(b"x\n")
    found = walk(root)
    assert len(found.files) == 7
    assert "登录/流程 图.md" in paths(found)
    assert all(os_path(root, path).read_bytes() == b"x\n" for path in paths(found))


def test_roots_may_be_called_anything(tmp_path: Path) -> None:
    """A root with a Chinese, an undecodable or an odd name works, with and without git."""
    for number, raw in enumerate(("代码库".encode(), b"caf\xe9", b"with space [x]", b"-n")):
        for kind in (repository, write):
            root = Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), raw))) / f"{kind.__name__}{number}"  # noqa: PTH118
            root.mkdir(parents=True)
            kind(root, {"a.py": "x\n", "源/b.py": "y\n"})
            assert paths(walk(root)) == ["a.py", "源/b.py"]


def test_a_deleted_tracked_file_is_dropped_and_noted(tmp_path: Path) -> None:
    """What git tracks but the disk no longer has is not listed; a note says so."""
    root = repository(tmp_path, {"a.py": "a\n", "b.py": "b\n"})
    (root / "b.py").unlink()
    found = walk(root)
    assert paths(found) == ["a.py"]
    assert found.skipped == ()
    assert "1 tracked file" in found.notes[0]


def test_an_unmerged_file_is_listed_once(tmp_path: Path) -> None:
    """In the middle of a merge, a file with conflicts (three index entries) is one file."""
    root = repository(tmp_path, {"a.py": "one\n"})
    git(root, "checkout", "-q", "-b", "side")
    write(root, {"a.py": "two\n"})
    git(root, "commit", "-qam", "two")
    git(root, "checkout", "-q", "main")
    write(root, {"a.py": "three\n"})
    git(root, "commit", "-qam", "three")
    with pytest.raises(Exception, match="merge"):
        git(root, "merge", "side")
    assert paths(walk(root)) == ["a.py"]


def test_a_folder_of_a_repository_is_the_scope(tmp_path: Path) -> None:
    """A root below the top of a work tree lists only its own files, by the rules of the whole tree."""
    files = {"apps/web/a.ts": "a\n", "apps/api/b.py": "b\n", ".gitignore": "*.log\n/apps/web/gen/\n"}
    root = repository(tmp_path, {**files, ".reaignore": "/apps/web/old/\n"})
    write(root, {"apps/web/x.log": "x\n", "apps/web/gen/y.ts": "y\n", "apps/web/old/z.ts": "z\n"})
    found = walk(root / "apps" / "web")
    assert paths(found) == ["a.ts"]
    assert reasons(found) == {"old/z.ts": "ignored"}
    assert found.is_git


def test_a_folder_its_repository_ignores_is_listed_without_git(tmp_path: Path) -> None:
    """Asked for outright, a folder that the enclosing repository ignores is not empty."""
    root = repository(tmp_path, {".gitignore": "scratch/\n"})
    write(root, {"scratch/a.py": "a\n", "scratch/.gitignore": "*.py\n"})
    found = walk(root / "scratch")
    assert paths(found) == [".gitignore", "a.py"]
    assert not found.is_git
    assert "ignores this folder" in found.notes[0]


def test_untracked_dependencies_are_one_row(tmp_path: Path) -> None:
    """An installed dependency folder that nobody ignores is one row with the number of its files."""
    root = repository(tmp_path, {"a.py": "a\n", "vendored/node_modules/old/x.js": "x\n"})
    write(root, {f"web/node_modules/p{number}/node_modules/q/i.js": "x\n" for number in range(3)})
    rows = {row.path: (row.reason, row.detail.partition(";")[0]) for row in walk(root).skipped}
    assert rows["web/node_modules/"] == ("vendored", "3 files")
    assert rows["vendored/node_modules/old/x.js"][0] == "vendored"
    assert len(rows) == 2


def test_a_damaged_repository_is_listed_without_git(tmp_path: Path) -> None:
    """When git fails, files are listed by the file system, `.gitignore` obeyed, and a note says why."""
    root = repository(tmp_path, {"a.py": "a\n", ".gitignore": "*.log\n"})
    write(root, {"x.log": "x\n"})
    (root / ".git" / "index").write_bytes(b"not an index")
    found = walk(root)
    assert paths(found) == [".gitignore", "a.py"]
    assert not found.is_git
    assert "git could not list the repository" in found.notes[0]
    assert str(tmp_path) not in str(found)


def test_an_empty_repository_is_empty(tmp_path: Path) -> None:
    """Before the first commit there may be nothing to list, or only untracked files."""
    git(tmp_path, "init", "-q")
    assert walk(tmp_path).files == ()
    write(tmp_path, {"a.py": "a\n"})
    assert paths(walk(tmp_path)) == ["a.py"]


def test_a_checked_out_submodule_is_indexed(tmp_path: Path) -> None:
    """Submodules that are there are listed by their own ignore rules; absent ones get a row."""
    library = repository(tmp_path / "library", {"lib.py": "l\n", ".gitignore": "*.tmp\n"})
    root = repository(tmp_path / "root", {"a.py": "a\n"})
    for name in ("here", "gone"):
        git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), f"mods/{name}")
    git(root, "commit", "-qm", "submodules")
    write(root, {"mods/here/noise.tmp": "x\n"})
    git(root, "submodule", "deinit", "-q", "-f", "mods/gone")
    found = walk(root)
    assert paths(found) == [".gitmodules", "a.py", "mods/here/.gitignore", "mods/here/lib.py"]
    assert reasons(found) == {"mods/gone": "submodule_absent"}
    assert found.repositories == ("", "mods/here")


def test_an_unpacked_submodule_is_a_plain_folder(tmp_path: Path) -> None:
    """A submodule whose files are there without its git folder (an archive) is listed all the same."""
    library = repository(tmp_path / "library", {"lib.py": "l\n"})
    root = repository(tmp_path / "root", {"a.py": "a\n"})
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "mods/lib")
    (root / "mods" / "lib" / ".git").unlink()
    assert paths(walk(root)) == [".gitmodules", "a.py", "mods/lib/lib.py"]


def test_a_clone_lying_in_a_work_tree_is_indexed(tmp_path: Path) -> None:
    """A repository nested in another is listed by its own rules, unless the outer one ignores it."""
    root = repository(tmp_path, {"a.py": "a\n", ".gitignore": "ignored-clone/\n"})
    for name in ("clone", "ignored-clone"):
        (root / name).mkdir()
        repository(root / name, {"b.py": "b\n", ".gitignore": "*.log\n"})
    write(root, {"clone/x.log": "x\n", "clone/new.py": "n\n"})
    found = walk(root)
    assert paths(found) == [".gitignore", "a.py", "clone/.gitignore", "clone/b.py", "clone/new.py"]
    assert found.repositories == ("", "clone")


def test_a_folder_of_repositories_is_one_tree(tmp_path: Path) -> None:
    """Several repositories in a plain folder are indexed together, each by its own ignore rules."""
    for name in ("shop", "服务"):
        (tmp_path / name).mkdir()
        repository(tmp_path / name, {"a.py": "a\n", ".gitignore": "*.log\n"})
        write(tmp_path, {f"{name}/x.log": "x\n"})
    write(tmp_path, {"notes.md": "n\n"})
    found = walk(tmp_path)
    assert paths(found) == ["notes.md", "shop/.gitignore", "shop/a.py", "服务/.gitignore", "服务/a.py"]
    assert not found.is_git
    assert found.repositories == ("shop", "服务")


def test_a_sparse_checkout_says_what_is_missing(tmp_path: Path) -> None:
    """Tracked files outside a sparse checkout are rows, one for each topmost missing folder."""
    root = repository(
        tmp_path, {"src/a.py": "a\n", "docs/x/b.md": "b\n", "docs/c.md": "c\n", "top.py": "t\n"}
    )
    git(root, "sparse-checkout", "set", "src")
    found = walk(root)
    assert paths(found) == ["src/a.py", "top.py"]
    assert [(row.path, row.reason, row.detail) for row in found.skipped] == [
        ("docs/", "not_checked_out", "2 files")
    ]


def test_a_shallow_clone_lists_like_any_other(tmp_path: Path) -> None:
    """A clone without history has all its files."""
    origin = repository(tmp_path / "origin", {"a.py": "a\n", "b/c.py": "c\n"})
    git(tmp_path, "clone", "-q", "--depth", "1", origin.as_uri(), "clone")
    assert paths(walk(tmp_path / "clone")) == ["a.py", "b/c.py"]


def test_outside_git_only_our_ignore_files_count(tmp_path: Path) -> None:
    """As ripgrep: `.ignore` and `.reaignore` count, `.gitignore` does not, hidden files are in."""
    write(
        tmp_path,
        {
            ".gitignore": "*\n",
            ".ignore": "*.tmp\n",
            ".reaignore": "/private/\n",
            "a.py": "a\n",
            "b.tmp": "b\n",
            "private/c.py": "c\n",
            ".config/d.yml": "d\n",
            ".git/config": "not a repository\n",
            ".hg/store": "x\n",
            ".rea/index.db": "x\n",
            "sub/.svn/entries": "x\n",
        },
    )
    found = walk(tmp_path)
    assert paths(found) == [".config/d.yml", ".gitignore", ".ignore", ".reaignore", "a.py"]
    assert reasons(found) == {"b.tmp": "ignored", "private/": "ignored"}
    assert not found.is_git


def test_details_name_the_rule(tmp_path: Path) -> None:
    """For what an ignore file leaves out, the row names file and line."""
    write(tmp_path, {".reaignore": "# notes\nold/\n", "old/a.py": "a\n"})
    assert [row.detail for row in walk(tmp_path).skipped] == [".reaignore:2"]
