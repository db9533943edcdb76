"""The cache of vectors beside the index. It holds nothing that cannot be made again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rea.semantic.embedder import Embedder

DATABASE = "vectors.db"
FORMAT = 1
WAIT_SECONDS = 2.0
# Texts embedded between two writes: an interrupted run keeps what it has done.
STEP = 256
# Variables of one statement of SQLite.
ASKED_AT_ONCE = 500

Progress = Callable[[int, int], None]


def text_key(text: str) -> bytes:
    """What a text is known by."""
    return hashlib.sha1(text.encode("utf-8", "replace"), usedforsecurity=False).digest()


class Vectors:
    """Vectors of texts, embedded once per model. Where no file can be kept they are made again each time."""

    def __init__(self, path: Path | None, embedder: Embedder) -> None:
        self._embedder = embedder
        self._db = _opened(path) if path is not None else None

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def of(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """One row a text, in order; only texts not met before are embedded.

        Where new rows have another length than kept ones, another model has taken the name: all is made anew.
        """
        from indexer.arrays import np

        keys = [text_key(text) for text in texts]
        if not keys:
            return np.empty((0, 0), np.float32)
        wanted = dict(zip(keys, texts, strict=True))
        known = self._known(keys)
        made = self._made({key: text for key, text in wanted.items() if key not in known}, progress)
        length = len(next(iter((made or known).values())))
        if made and any(len(row) != length for row in known.values()):
            self._forget_all_but(length)
            made |= self._made({key: wanted[key] for key in known}, progress)
        rows = known | made
        return np.stack([rows[key] for key in keys]).astype(np.float32)

    def _made(
        self, texts: Mapping[bytes, str], progress: Progress | None
    ) -> dict[bytes, NDArray[np.float16]]:
        """Rows newly embedded, kept step by step."""
        from indexer.arrays import np

        pending, made = list(texts.items()), {}
        for start in range(0, len(pending), STEP):
            part = pending[start : start + STEP]
            rows = self._embedder.embed([text for _, text in part])
            news = {key: row.astype(np.float16) for (key, _), row in zip(part, rows, strict=True)}
            made.update(news)
            self._keep({key: row.tobytes() for key, row in news.items()})
            if progress is not None:
                progress(min(start + STEP, len(pending)), len(pending))
        return made

    def _forget_all_but(self, length: int) -> None:
        """Drop the model's rows of another length."""
        if self._db is not None:
            with suppress(sqlite3.Error), self._db:
                self._db.execute(
                    "DELETE FROM vectors WHERE model = ? AND length(vector) != ?",
                    (self._embedder.name, 2 * length),
                )

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float16]]:
        from indexer.arrays import np

        found: dict[bytes, NDArray[np.float16]] = {}
        if self._db is None:
            return found
        wanted = list(dict.fromkeys(keys))
        with suppress(sqlite3.Error):
            for start in range(0, len(wanted), ASKED_AT_ONCE):
                part = wanted[start : start + ASKED_AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = self._db.execute(
                    f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})",  # noqa: S608 - marks only
                    (self._embedder.name, *part),
                )
                found.update((bytes(key), np.frombuffer(data, np.float16)) for key, data in rows)
        # A file may come with the repository: what has another length is no vector of this model.
        sizes = {len(row) for row in found.values()}
        return found if len(sizes) <= 1 else {}

    def _keep(self, made: dict[bytes, bytes]) -> None:
        if self._db is None:
            return
        rows = [(self._embedder.name, key, data) for key, data in made.items()]
        with suppress(sqlite3.Error), self._db:
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)


def _opened(path: Path) -> sqlite3.Connection | None:
    """A usable file, made anew when it is damaged or of another format; None where there can be none."""
    if path.is_symlink():
        return None
    for _ in range(2):
        try:
            db = sqlite3.connect(path, timeout=WAIT_SECONDS)
            db.execute("PRAGMA trusted_schema = OFF")
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version in (0, FORMAT):
                db.executescript(Path(__file__).with_name("vectors.sql").read_text(encoding="utf-8"))
                db.execute(f"PRAGMA user_version = {FORMAT}")
                return db
            db.close()
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            pass
        with suppress(OSError):
            path.unlink(missing_ok=True)
    return None
