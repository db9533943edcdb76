"""Tests of `rea index --status PATH`: each path is in, out with the rule, or unknown with real names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.indexer.trees import repository, write
from tests.rea.cli.conftest import Rea, is_one_line


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a file for each kind of answer."""
    files: dict[str, str | bytes] = {
        "src/api.py": "import os\n\n\nclass Shelf:\n    def put(self):\n        return save()\n",
        "src/old.py": "# -*- coding: latin-1 -*-\nname = 'é'\n".encode("latin-1"),
        "src/broken.py": "def good():\n    return 1\n\n\ndef bad(:\n  (((\n",
        "vendor/lib/x.js": "export const x = 1\n",
        "Dockerfile": "FROM scratch\n",
        ".gitignore": "*.log\n",
    }
    repository(tmp_path / "shop", files)
    return write(tmp_path / "shop", {"noise.log": "x\n"})


def row(rea: Rea, root: Path, path: str) -> dict[str, object]:
    """What the JSON says of a path."""
    done = rea("index", "--status", path, "--json", "--repo", str(root))
    assert (done.code, done.err) == (0, "")
    (found,) = json.loads(done.out)["paths"]
    assert isinstance(found, dict)
    return found


def test_an_indexed_file_is_described(rea: Rea, root: Path) -> None:
    """Language, encoding, lines, definitions with their lines, and that nothing was degraded."""
    found = row(rea, root, "src/api.py")
    assert (found["kind"], found["language"], found["encoding"], found["lines"]) == (
        "file",
        "python",
        "utf-8",
        6,
    )
    assert found["degraded"] == ""
    assert found["symbols"] == [
        {"name": "Shelf", "kind": "class", "start": 4, "end": 6, "confidence": "parsed"},
        {"name": "Shelf.put", "kind": "method", "start": 5, "end": 6, "confidence": "parsed"},
    ]
    text = rea("index", "--status", "src/api.py", "--repo", str(root)).out
    assert "degraded      no" in text
    assert "4-6  class Shelf" in text


def test_what_was_degraded_is_said(rea: Rea, root: Path) -> None:
    """Another encoding and text that does not parse: the file is in, with what may be read badly."""
    assert row(rea, root, "src/old.py")["encoding"] == "cp1252"
    broken = rea("index", "--status", "src/broken.py", "--repo", str(root)).out
    assert "parse errors" in broken
    assert "found by pattern" in broken


def test_a_marked_file_says_what_it_is_for(rea: Rea, root: Path) -> None:
    """Configuration marks of the file."""
    assert row(rea, root, "Dockerfile")["marks"] == ["container"]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("vendor/lib/x.js", "Code of others"),
        ("noise.log", ".gitignore:1:*.log"),
        (".git/HEAD", "never entered"),
    ],
)
def test_a_file_that_is_out_names_the_rule(rea: Rea, root: Path, path: str, says: str) -> None:
    """Vendored, ignored, never entered."""
    found = row(rea, root, path)
    assert found["kind"] == "left out"
    assert says in str(found["reason"])


def test_a_folder_is_counted(rea: Rea, root: Path) -> None:
    """Files, languages, and what is left out below it."""
    found = row(rea, root, "src")
    assert (found["kind"], found["files"], found["languages"]) == ("folder", 3, {"python": 3})
    assert row(rea, root, ".")["left_out"] == {"vendored": 1}


@pytest.mark.parametrize("typed", ["src\\api.py", "C:\\Users\\me\\shop\\src\\api.py", "{root}/src/api.py"])
def test_paths_are_understood_as_others_write_them(rea: Rea, root: Path, typed: str) -> None:
    """Backslashes, a Windows path of another checkout, an absolute path."""
    assert row(rea, root, typed.format(root=root))["path"] == "src/api.py"


def test_a_path_is_meant_from_the_current_folder(
    rea: Rea, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the shell completes it; where nothing is, the root of the repository is tried."""
    monkeypatch.chdir(root / "src")
    assert row(rea, root, "api.py")["path"] == "src/api.py"
    assert row(rea, root, "src/api.py")["path"] == "src/api.py"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--status", "src/apy.py"), "src/api.py"),
        (("--status", "../x"), "outside"),
        (("--status", "/etc/passwd"), "outside"),
        (("--status", ""), ""),
        (("src/api.py",), "--status"),
    ],
)
def test_a_path_that_cannot_be_meant_is_one_line(
    rea: Rea, root: Path, arguments: tuple[str, ...], says: str
) -> None:
    """Nothing of that name, outside, or no --status before it: usage, with what to do."""
    done = rea("index", *arguments, "--repo", str(root))
    if arguments[-1] == "":
        assert done.code == 0  # the root
        return
    assert (done.code, is_one_line(done)) == (2, True)
    assert says in done.err
