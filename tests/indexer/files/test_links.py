"""Links, pipes, sockets and other odd things that lie in a tree."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from indexer.errors import RepositoryError
from indexer.files.walk import walk
from tests.indexer.trees import repository, write
from tests.indexer.walked import paths, reasons


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
