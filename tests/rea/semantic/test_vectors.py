"""Tests of the cache of vectors: embedded once, believed only if it fits, never a reason to fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexer.arrays import np
from rea.semantic.vectors import DATABASE, STEP, Vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Counting:
    """Counts what it is asked for: the vector of a text is its length and its first letter."""

    def __init__(self, name: str = "counting") -> None:
        self.languages: tuple[str, ...] = ("",)
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        self.asked += texts
        return np.array([[len(text), ord(text[0])] for text in texts], np.float32)


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    """Also when it is asked for twice at once, and by another process later."""
    first = Counting()
    vectors = Vectors(tmp_path / DATABASE, first)
    rows = vectors.of(["aa", "b", "aa"])
    assert rows.tolist() == [[2, 97], [1, 98], [2, 97]]
    assert first.asked == ["aa", "b"]
    vectors.close()
    second = Counting()
    assert Vectors(tmp_path / DATABASE, second).of(["b", "ccc"]).tolist() == [[1, 98], [3, 99]]
    assert second.asked == ["ccc"]


def test_another_model_has_its_own(tmp_path: Path) -> None:
    """Vectors of two models are never mixed."""
    Vectors(tmp_path / DATABASE, Counting()).of(["aa"])
    other = Counting("other")
    Vectors(tmp_path / DATABASE, other).of(["aa"])
    assert other.asked == ["aa"]


def test_progress_is_told_for_what_is_new(tmp_path: Path) -> None:
    """Steps add up to the number of texts that had to be embedded."""
    vectors, told = Vectors(tmp_path / DATABASE, Counting()), list[tuple[int, int]]()
    texts = [f"a{number}" for number in range(STEP + 5)]
    vectors.of(texts[:5])
    vectors.of(texts, lambda done, of: told.append((done, of)))
    assert told == [(STEP, STEP)]


@pytest.mark.parametrize("content", [b"", b"garbage", "link", "folder", "other format", "wrong rows"])
def test_a_file_that_cannot_be_used_costs_only_time(tmp_path: Path, content: bytes | str) -> None:
    """Damaged, of another format, a link, a folder, rows that fit no model: the vectors are right."""
    path = tmp_path / DATABASE
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "link":
        (tmp_path / "target").write_bytes(b"keep")
        path.symlink_to(tmp_path / "target")
    elif content == "folder":
        path.mkdir()
    elif content == "other format":
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
    else:
        Vectors(path, Counting()).of(["aa", "b"])
        with sqlite3.connect(path) as db:
            db.execute("UPDATE vectors SET vector = zeroblob(6) WHERE text = (SELECT min(text) FROM vectors)")
    assert Vectors(path, Counting()).of(["aa", "b"]).tolist() == [[2, 97], [1, 98]]
    if content == "link":
        assert (tmp_path / "target").read_bytes() == b"keep"


def test_without_a_file_it_works_too() -> None:
    """A read-only place keeps nothing."""
    assert Vectors(None, Counting()).of(["aa"]).tolist() == [[2, 97]]
    assert len(Vectors(None, Counting()).of([])) == 0
