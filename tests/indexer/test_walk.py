"""Which files are listed: git trees, plain trees and everything odd that lies in them."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from indexer.errors import RepositoryError
from indexer.paths import os_path
from indexer.walk import Walk, WalkOptions, walk
from tests.indexer.trees import git, repository, write


def paths(found: Walk) -> list[str]:
    """The files to read."""
    return [file.path for file in found.files]


def reasons(found: Walk) -> dict[str, str]:
    """The reason of each skipped path."""
    return {row.path: row.reason for row in found.skipped}


# -- git ------------------------------------------------------------------------------------------------------


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


def test_an_empty_repository_is_empty(tmp_path: Path) -> None:
    """Before the first commit there may be nothing to list, or only untracked files."""
    git(tmp_path, "init", "-q")
    assert walk(tmp_path).files == ()
    write(tmp_path, {"a.py": "a\n"})
    assert paths(walk(tmp_path)) == ["a.py"]


def test_a_checked_out_submodule_is_indexed(tmp_path: Path) -> None:
    """Submodules that are there are listed by their own ignore rules under their path; absent ones get a row."""
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


# -- links and odd files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [repository, write])
def test_links_are_never_followed(tmp_path: Path, kind: object) -> None:
    """What a link points to is listed once under its own path, or, outside the root, not at all."""
    write(tmp_path / "outside", {"secret.py": "s\n"})
    root = tmp_path / "root"
    write(root, {"src/a.py": "a\n"})
    (root / "file-link.py").symlink_to("src/a.py")
    (root / "folder-link").symlink_to("src", target_is_directory=True)
    (root / "out-link").symlink_to(tmp_path / "outside", target_is_directory=True)
    (root / "src" / "loop").symlink_to("..", target_is_directory=True)
    (root / "ring").symlink_to("ring")
    (root / "broken").symlink_to("nowhere")
    if kind is repository:
        repository(root, {})
    found = walk(root)
    assert paths(found) == ["src/a.py"]
    assert reasons(found) == {
        "broken": "symlink_broken",
        "file-link.py": "symlink",
        "folder-link": "symlink",
        "out-link": "symlink_outside",
        "ring": "symlink_loop",
        "src/loop": "symlink_loop",
    }
    assert "secret" not in str(found)
    assert str(tmp_path) not in str(found)


def test_a_tracked_folder_replaced_by_a_link_is_not_read_through(tmp_path: Path) -> None:
    """Git still tracks `src/a.py`, but `src` now leads out of the root: nothing behind it is read."""
    outside = write(tmp_path / "outside", {"a.py": "secret\n"})
    root = repository(tmp_path / "root", {"src/a.py": "a\n", "b.py": "b\n"})
    (root / "src" / "a.py").unlink()
    (root / "src").rmdir()
    (root / "src").symlink_to(outside, target_is_directory=True)
    found = walk(root)
    assert paths(found) == ["b.py"]
    assert reasons(found) == {"src": "symlink_outside"}


def test_a_root_that_is_a_link_is_followed(tmp_path: Path) -> None:
    """The user may name the root by a link."""
    write(tmp_path / "real", {"a.py": "a\n"})
    (tmp_path / "link").symlink_to("real", target_is_directory=True)
    assert paths(walk(tmp_path / "link")) == ["a.py"]


def test_pipes_and_sockets_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a pipe would wait for ever: it is a row."""
    write(tmp_path, {"a.py": "a\n"})
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        monkeypatch.chdir(tmp_path)  # the path of a socket is limited to about 100 bytes
        made.bind("socket")
        found = walk(tmp_path)
    assert paths(found) == ["a.py"]
    assert reasons(found) == {"pipe": "special", "socket": "special"}


def test_an_unreadable_folder_is_a_row(tmp_path: Path) -> None:
    """A folder without permission is named with the reason; the rest is listed."""
    if os.getuid() == 0:
        pytest.skip("root reads everything")
    write(tmp_path, {"a.py": "a\n", "closed/b.py": "b\n"})
    (tmp_path / "closed").chmod(0)
    found = walk(tmp_path)
    (tmp_path / "closed").chmod(0o700)
    assert paths(found) == ["a.py"]
    assert reasons(found) == {"closed/": "unreadable"}


@pytest.mark.parametrize("missing", ["nowhere", "file.txt", "file.txt/below"])
def test_a_root_that_is_no_folder_is_refused(tmp_path: Path, missing: str) -> None:
    """A missing path and a file give one clear line."""
    write(tmp_path, {"file.txt": "x\n"})
    with pytest.raises(RepositoryError) as caught:
        walk(tmp_path / missing)
    assert "\n" not in str(caught.value)


# -- without git ----------------------------------------------------------------------------------------------


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


# -- names, attributes and user's patterns --------------------------------------------------------------------

NOISE = {
    "node_modules/left-pad/index.js": "vendored",
    "web/node_modules/x/y.js": "vendored",
    "ios/Pods/Alamofire/A.swift": "vendored",
    "vendor/github.com/pkg/errors/errors.go": "vendored",
    "third_party/zlib/zlib.c": "vendored",
    ".venv/lib/python3/site.py": "vendored",
    "static/js/vendor/jquery.js": "vendored",
    "gradlew": "vendored",
    "package-lock.json": "generated",
    "api/service.pb.go": "generated",
    "proto/user_pb2.py": "generated",
    "src/__snapshots__/a.test.js.snap": "generated",
    "assets/app.min.js": "minified",
    "assets/logo.png": "binary",
}
OWN = {
    "src/app.js": "",
    "resources/views/vendor/mail/button.blade.php": "",
    "app/vendor/models.py": "",
    "src/main/java/com/shop/vendor/Vendor.java": "",
    "src/main/java/com/ctrip/build/Tool.java": "",
    "build/webpack.config.js": "",
    "build/package.sh": "",
    "scripts/dist/upload.py": "",
    "lib/target/arm.c": "",
    "external/service/main.go": "",
    "bin/deploy": "",
    "env/prod.yml": "",
    "db/schema.rb": "",
    "public/index.html": "",
    "docs/logo.svg": "",
}


@pytest.mark.parametrize("kind", [repository, write])
def test_noise_is_left_out_and_own_source_kept(tmp_path: Path, kind: object) -> None:
    """Dependencies, generated and binary files go by name, tracked or not; look-alikes of one's own stay."""
    content = {path: "x = 1\n" for path in {**NOISE, **OWN}}
    (repository if kind is repository else write)(tmp_path, content)
    found = walk(tmp_path)
    assert set(paths(found)) == set(OWN)
    told = reasons(found)
    for path, reason in NOISE.items():
        covering = [row for row in told if path == row or (row.endswith("/") and path.startswith(row))]
        assert [told[row] for row in covering] == [reason], path


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        ({"package.json": "{}", "dist/index.js": "x", "src/a.js": "x"}, ["package.json", "src/a.js"]),
        ({"dist/index.js": "x", "a.go": "x"}, ["a.go", "dist/index.js"]),
        ({"Cargo.toml": "", "target/debug/build.rs": "x", "src/m.rs": "x"}, ["Cargo.toml", "src/m.rs"]),
        ({"src/target/m.rs": "x"}, ["src/target/m.rs"]),
        ({"A.csproj": "", "obj/A.cs": "x", "bin/Debug/A.cs": "x", "A.cs": "x"}, ["A.cs", "A.csproj"]),
        ({"bin/tool.cs": "x"}, ["bin/tool.cs"]),
        ({"py/pyvenv.cfg": "", "py/lib/a.py": "x", "a.py": "x"}, ["a.py"]),
        ({"out/CACHEDIR.TAG": "", "out/a.py": "x", "a.py": "x"}, ["a.py"]),
        ({"build/CMakeCache.txt": "", "build/x.cmake": "x"}, []),
        ({"vendor/shop.py": "x"}, ["vendor/shop.py"]),
        ({"vendor/lib/LICENSE": "x", "vendor/shop.py": "x"}, []),
        ({"src/third_party/login.py": "x"}, ["src/third_party/login.py"]),
        ({"src/third_party/x/LICENSE": "x", "src/third_party/x/a.c": "x"}, []),
        ({"public/libs/a/a.min.js": "x", "public/libs/a/a.js": "x"}, []),
        ({"public/libs/own.js": "x"}, ["public/libs/own.js"]),
    ],
)
def test_evidence_decides_on_ambiguous_folders(
    tmp_path: Path, files: dict[str, str], kept: list[str]
) -> None:
    """`dist`, `target`, `vendor` and their like are left out only with a sign that they are what they seem."""
    write(tmp_path, files)
    assert paths(walk(tmp_path)) == kept


@pytest.mark.parametrize("kind", [repository, write])
def test_reaignore_brings_back_and_takes_out(tmp_path: Path, kind: object) -> None:
    """`!` in `.reaignore` re-adds vendored, generated and ignored paths; other patterns leave tracked files out."""
    files = {
        ".reaignore": "!node_modules/ours/\n!package-lock.json\n!local.log\nlegacy/\n",
        "node_modules/ours/a.js": "a\n",
        "node_modules/theirs/b.js": "b\n",
        "package-lock.json": "{}\n",
        "legacy/c.py": "c\n",
        "a.py": "a\n",
    }
    write(tmp_path, {".gitignore": "*.log\n"})
    (repository if kind is repository else write)(tmp_path, files)
    write(tmp_path, {"local.log": "l\n", "other.log": "o\n"})
    found = walk(tmp_path)
    wanted = [".gitignore", ".reaignore", "a.py", "local.log", "node_modules/ours/a.js", "package-lock.json"]
    assert [path for path in paths(found) if path != "other.log"] == wanted
    assert ("other.log" in paths(found)) == (kind is write)
    forced = {file.path for file in found.files if file.forced}
    assert forced == {"local.log", "node_modules/ours/a.js", "package-lock.json"}


def test_options_win_over_files(tmp_path: Path) -> None:
    """Patterns of the caller bring back and take out whatever `.reaignore` says."""
    repository(tmp_path, {".reaignore": "a/\n!b/\n", "a/x.py": "x\n", "b/y.py": "y\n", "c.py": "c\n"})
    found = walk(tmp_path, WalkOptions(include=("a/",), exclude=("b/",)))
    assert paths(found) == [".reaignore", "a/x.py", "c.py"]


def test_linguist_attributes_count(tmp_path: Path) -> None:
    """Set attributes leave files out, unset ones bring them back; language tuning by bare suffix is ignored."""
    attributes = (
        "lib/jquery/** linguist-vendored\n"
        "gen.go linguist-generated=true\n"
        "vendor/** -linguist-vendored\n"
        "ours.pb.go linguist-generated=false\n"
        "*.js linguist-vendored\n"
        '"with space.py" linguist-generated\n'
        "*.txt text eol=lf\n"
    )
    files = {"lib/jquery/j.py": "x", "gen.go": "x", "vendor/lib/LICENSE": "x", "vendor/lib/own.go": "x"}
    more = {"ours.pb.go": "x", "app.js": "x", "with space.py": "x", "b.txt": "x"}
    repository(tmp_path, {".gitattributes": attributes, **files, **more})
    found = walk(tmp_path)
    kept = [".gitattributes", "app.js", "b.txt", "ours.pb.go", "vendor/lib/LICENSE", "vendor/lib/own.go"]
    assert paths(found) == kept
    expected = {"gen.go": "generated", "lib/jquery/j.py": "vendored", "with space.py": "generated"}
    assert reasons(found) == expected


def test_a_file_over_the_limit_is_a_row(tmp_path: Path) -> None:
    """Too large files are named with their size and the limit."""
    write(tmp_path, {"big.sql": "x" * 2_000, "small.sql": "x" * 1_000})
    found = walk(tmp_path, WalkOptions(max_bytes=1_000))
    assert paths(found) == ["small.sql"]
    assert [(row.path, row.reason) for row in found.skipped] == [("big.sql", "too_large")]


def test_order_is_by_path(tmp_path: Path) -> None:
    """Files and rows come sorted, however the disk or git orders them."""
    write(tmp_path, {name: "x\n" for name in ("b.py", "a/z.py", "a.py", "B.py", "é.py", "a-b/c.py")})
    found = walk(tmp_path)
    assert paths(found) == sorted(paths(found))


def test_a_deep_tree_is_walked(tmp_path: Path) -> None:
    """Ninety folders inside one another are no problem."""
    write(tmp_path, {"d/" * 90 + "a.py": "x\n"})
    assert len(walk(tmp_path).files) == 1
