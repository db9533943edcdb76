"""Typed paths: what is accepted, what is refused, and what is suggested instead."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from indexer.reader import Index
from tests.indexer.trees import write
from tools.fence import Resolved, Unknown, resolve

IndexOf = Callable[[Mapping[str, str | bytes]], Index]

FILES = {
    "README.md": "# hello\n",
    "src/app.py": "def main():\n    return 1\n",
    "src/web/login.ts": "export const a = 1\n",
    "src/web/路由/登录 页.ts": "export const b = 1\n",
    "a:12": "odd name\n",
    "app/[slug]/page.tsx": "export default 1\n",
    "one/index.ts": "export const i = 1\n",
    "two/index.ts": "export const i = 2\n",
    "é/naïve.py": "x = 1\n",
}


@pytest.fixture
def index(index_of: IndexOf) -> Index:
    """An index of FILES."""
    return index_of(FILES)


@pytest.mark.parametrize(
    ("typed", "path", "lines"),
    [
        ("src/app.py", "src/app.py", (0, 0)),
        ("./src/app.py", "src/app.py", (0, 0)),
        ("src//app.py", "src/app.py", (0, 0)),
        ("src\\web\\login.ts", "src/web/login.ts", (0, 0)),
        (" `src/app.py` ", "src/app.py", (0, 0)),
        ("src/app.py:2", "src/app.py", (2, 2)),
        ("src/app.py:1-2", "src/app.py", (1, 2)),
        ("src/app.py:1:7", "src/app.py", (1, 1)),
        ("src/app.py：1–2", "src/app.py", (1, 2)),
        ("src/app.py#L1-L2", "src/app.py", (1, 2)),
        ("SRC/App.PY", "src/app.py", (0, 0)),
        ("src/web/路由/登录 页.ts:1", "src/web/路由/登录 页.ts", (1, 1)),
        ("src\\web\\路由\\登录 页.ts", "src/web/路由/登录 页.ts", (0, 0)),
        ("a:12", "a:12", (0, 0)),
        ("a:12:1", "a:12", (1, 1)),
        ("app/[slug]/page.tsx", "app/[slug]/page.tsx", (0, 0)),
        ("src/web/../app.py", "src/app.py", (0, 0)),
        ("/src/app.py", "src/app.py", (0, 0)),
        ("e\u0301/nai\u0308ve.py", "é/naïve.py", (0, 0)),
    ],
)
def test_every_form_of_a_real_path_is_understood(
    index: Index, typed: str, path: str, lines: tuple[int, int]
) -> None:
    """However people, models and systems write a real path, it becomes the one canonical form."""
    found = resolve(index, typed)
    assert found == Resolved(path, "file", *lines)


def test_absolute_paths_inside_the_root_are_understood(index: Index) -> None:
    """A path copied from a terminal works, also through the real name of a linked root."""
    assert resolve(index, str(index.root / "src" / "app.py")) == Resolved("src/app.py", "file")
    assert resolve(index, str(index.root)) == Resolved("", "folder")
    assert resolve(index, f"{index.root}/src/app.py:2") == Resolved("src/app.py", "file", 2, 2)


@pytest.mark.parametrize(
    ("typed", "path", "kind"),
    [
        (r"C:\Users\me\repo\src\app.py", "src/app.py", "file"),
        (r"d:/work/Repo/src/web/login.ts:1", "src/web/login.ts", "file"),
        (r"\\?\C:\work\repo\src\app.py", "src/app.py", "file"),
        ("file:///C:/work/repo/src/app.py", "src/app.py", "file"),
        (r"C:\work\repo\repo\src\app.py", "src/app.py", "file"),
        (r"C:\work\repo\src\web", "src/web", "folder"),
    ],
)
def test_a_path_of_windows_into_a_checkout_of_this_name_is_understood(
    index: Index, typed: str, path: str, kind: str
) -> None:
    """A path that was written on Windows names the same file here: the root is called `repo`."""
    found = resolve(index, typed)
    assert isinstance(found, Resolved)
    assert (found.path, found.kind) == (path, kind)


@pytest.mark.parametrize(
    "typed",
    [
        r"C:\work\other\src\app.py",
        r"C:\work\repo\src\absent.py",
        r"C:\work\repo",
        r"C:\work\repo\..\secret.txt",
        r"C:\work\repo\.git\config",
    ],
)
def test_a_path_of_windows_is_no_way_around_the_fence(index: Index, typed: str) -> None:
    """Another folder, a file that is not here, what leads out and what is never read stay refused."""
    (index.root.parent / "secret.txt").write_text("s3cret")
    found = resolve(index, typed)
    assert isinstance(found, Unknown)
    assert found.refused


@pytest.mark.parametrize("typed", ["", ".", "./", "src", "src/", "src/web", "SRC\\WEB"])
def test_folders_are_found(index: Index, typed: str) -> None:
    """A folder is what has indexed files below it; '' and '.' are the root."""
    found = resolve(index, typed)
    assert isinstance(found, Resolved)
    assert found.kind == "folder"


@pytest.mark.parametrize(
    "typed",
    [
        "..",
        "../secret",
        "src/../../secret",
        "/etc/passwd",
        "..\\..\\secret",
        "C:\\Windows\\win.ini",
        "a/../../../etc",
    ],
)
def test_what_leads_out_is_refused(index: Index, typed: str) -> None:
    """No form of a path outside the root is followed, and no names are suggested for it."""
    found = resolve(index, typed)
    assert isinstance(found, Unknown)
    assert found.refused
    assert not found.suggestions


@pytest.mark.parametrize(
    "typed", ["src/app.py\0.txt", "x" * 10_000, "\n", "👻", "*" * 300, "/" * 500, ":12", "#L3"]
)
def test_nonsense_is_unknown_and_harmless(index: Index, typed: str) -> None:
    """Whatever text comes in, the answer is a value."""
    found = resolve(index, typed)
    assert isinstance(found, Unknown) or found.kind == "folder"


@pytest.mark.parametrize("typed", [".git/config", ".rea/index.db", ".git", "src/../.git/HEAD"])
def test_bookkeeping_is_refused(index: Index, typed: str) -> None:
    """Git's own files and the index are not content."""
    found = resolve(index, typed)
    assert isinstance(found, Unknown)
    assert found.refused


def test_links_out_of_the_root_are_refused(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """No link to a file or folder outside is followed, not even one made after indexing."""
    (tmp_path / "secret.txt").write_text("s3cret\n")
    root = write(tmp_path / "repo", {"a.py": "x = 1\n", "sub/b.py": "y = 1\n"})
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "outdir").symlink_to(tmp_path)
    index = opened(root)
    (root / "late.txt").symlink_to(tmp_path / "secret.txt")
    (root / "a.py").unlink()
    (root / "a.py").symlink_to(tmp_path / "secret.txt")
    for typed in ("out.txt", "outdir/secret.txt", "late.txt", "a.py"):
        found = resolve(index, typed)
        assert isinstance(found, Unknown), typed
        assert found.refused, typed


def test_a_link_inside_names_the_real_file(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """A link within the repository resolves to the one path its target is indexed under."""
    root = write(tmp_path / "repo", {"src/a.py": "x = 1\n"})
    (root / "link.py").symlink_to("src/a.py")
    (root / "dir").symlink_to("src")
    index = opened(root)
    assert resolve(index, "link.py") == Resolved("src/a.py", "file")
    assert resolve(index, "dir/a.py") == Resolved("src/a.py", "file")


def test_a_root_reached_through_a_link_is_the_same_root(
    tmp_path: Path, opened: Callable[[Path], Index]
) -> None:
    """With a linked root, both names of the root are accepted in absolute paths."""
    real = write(tmp_path / "real", {"a.py": "x = 1\n"})
    link = tmp_path / "link"
    link.symlink_to(real)
    index = opened(link)
    for base in (real, link):
        assert resolve(index, str(base / "a.py")) == Resolved("a.py", "file")


def test_a_unique_name_is_suggested_alone(index: Index) -> None:
    """When only one file has the name, it is the suggestion; nothing is opened in its stead."""
    found = resolve(index, "lib/login.ts")
    assert isinstance(found, Unknown)
    assert found.suggestions == ("src/web/login.ts",)
    assert not found.refused


def test_all_files_of_an_ambiguous_name_are_suggested(index: Index) -> None:
    """When several files have the name, all are listed, the ones in a typed folder first."""
    found = resolve(index, "x/two/index.ts")
    assert isinstance(found, Unknown)
    assert found.suggestions == ("two/index.ts", "one/index.ts")


@pytest.mark.parametrize(
    ("typed", "expected"), [("src/web/login.js", "src/web/login.ts"), ("logins.ts", "src/web/login.ts")]
)
def test_similar_names_are_suggested(index: Index, typed: str, expected: str) -> None:
    """Another ending or a misspelling leads to the real name."""
    found = resolve(index, typed)
    assert isinstance(found, Unknown)
    assert expected in found.suggestions


def test_skipped_files_are_told_apart_from_missing_ones(index_of: IndexOf) -> None:
    """A generated file may be read by its exact path; a binary one is refused with its reason."""
    index = index_of({"a.py": "x = 1\n", "package-lock.json": "{}\n", "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0"})
    lock = resolve(index, "package-lock.json")
    assert isinstance(lock, Resolved)
    assert lock.skipped == "generated"
    logo = resolve(index, "logo.png")
    assert isinstance(logo, Unknown)
    assert "binary" in logo.reason


@pytest.mark.skipif(os.name == "nt", reason="names of bytes exist on POSIX only")
def test_names_that_are_not_text_have_a_reversible_form(
    tmp_path: Path, opened: Callable[[Path], Index]
) -> None:
    """A file whose name is not UTF-8 resolves by the escaped form the listing shows."""
    root = write(tmp_path / "repo", {"a.py": "x = 1\n"})
    (root / os.fsdecode(b"caf\xe9.py")).write_text("y = 1\n")
    index = opened(root)
    odd = next(record.path for record in index.files() if record.path != "a.py")
    assert resolve(index, odd) == Resolved(odd, "file")
