"""Which of the listed files are read: by name, by attribute, by the user's patterns."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.files.walk import WalkOptions, walk
from tests.indexer.trees import repository, write
from tests.indexer.walked import paths, reasons

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
    """`dist`, `target`, `vendor` and their like are left out only with a sign of what they are."""
    write(tmp_path, files)
    assert paths(walk(tmp_path)) == kept


@pytest.mark.parametrize("kind", [repository, write])
def test_reaignore_brings_back_and_takes_out(tmp_path: Path, kind: object) -> None:
    """`!` in `.reaignore` re-adds vendored, generated and ignored paths; other patterns leave files out."""
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
    """Set attributes leave files out, unset ones bring them back; a bare suffix counts for nothing."""
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
