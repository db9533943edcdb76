"""The index file: every SQL statement of the index, and its format version."""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from indexer.errors import IndexCorrupt, IndexLocked, IndexUnwritable
from indexer.records import Commit, ConfigMark, SkippedFile
from indexer.storage.rows import FileRow, Outline, RouteRow, SegmentData, SkipRow, Stat

# Raise it with every change of schema.sql, of a packed layout, or of what the rows mean; older files are
# rebuilt.
# 1 to 4: never released.
# 5: first version. Bitmaps of pages. Words as columns of numbers, outlines by column, write-ahead log from
# the start.
FORMAT_VERSION = 5

# Identifies the file to `file(1)` and keeps us from reading somebody else's database.
APPLICATION_ID = 0x52454131  # "REA1"

_PAGE_BITS = 24
_GROUP_BITS = 8
# Larger than SQLite's default 4 KB: the file is mostly blobs.
_PAGE_SIZE = 8192
# SQLite's limit of bound parameters was 999 before 3.32.
_BATCH = 900


@contextmanager
def translated() -> Iterator[None]:
    """Turns SQLite's errors into ours: full or read-only places, and damaged files."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if any(
            sign in text for sign in ("full", "readonly", "unable to open", "disk I/O", "attempt to write")
        ):
            raise IndexUnwritable(f"The index cannot be written: {text}.") from error
        if "locked" in text or "busy" in text:
            raise IndexLocked(f"The index is in use: {text}.") from error
        raise IndexCorrupt(f"The index cannot be read: {text}.") from error
    except sqlite3.DatabaseError as error:
        raise IndexCorrupt(f"The index is damaged: {error}.") from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EPERM, errno.EDQUOT):
            raise IndexUnwritable(f"The index cannot be written: {error.strerror}.") from error
        raise


class Store:
    """One connection to one index file. Not tied to a thread, but to be used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    @classmethod
    def create(cls, path: Path) -> Store:
        """A new, empty index file without a journal: it becomes an index only when it is renamed."""
        with translated():
            db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            db.execute(f"PRAGMA page_size = {_PAGE_SIZE}")
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute("BEGIN")
            schema = (package_files("indexer.storage") / "schema.sql").read_text("utf-8")
            for statement in _statements(schema):
                db.execute(statement)
        return cls(db)

    @classmethod
    def open(cls, path: Path) -> Store:
        """An existing index file; raises IndexCorrupt if it is none, or one of another version."""
        with translated():
            db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None,
                                 check_same_thread=False, timeout=10.0)  # fmt: skip
            try:
                _check_format(db)
            except sqlite3.OperationalError:
                # A read-only folder: no shared-memory file can be made, and nobody can be writing either.
                db.close()
                db = sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True, isolation_level=None,
                                     check_same_thread=False)  # fmt: skip
                _check_format(db)
            except BaseException:
                db.close()
                raise
        return cls(db)

    def seal(self) -> None:
        """Ends `create`: from now on readers and one writer can share the file."""
        with translated():
            self._db.execute("COMMIT")
            self._db.execute("PRAGMA locking_mode = NORMAL")
            # Changing to the write-ahead log later would need the file without readers.
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.close()

    def close(self) -> None:
        """Closes the connection; the last one folds the write-ahead log into the file."""
        self._db.close()

    # ---- transactions

    def begin_write(self) -> None:
        """Starts a refresh; readers keep seeing the state before it."""
        with translated():
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("BEGIN IMMEDIATE")

    def begin_read(self) -> None:
        """Fixes what this connection sees until `end`."""
        with translated():
            self._db.execute("BEGIN")
            self._db.execute("SELECT 1 FROM meta").fetchone()

    def commit(self) -> None:
        """Makes the changes of this transaction visible."""
        with translated():
            self._db.execute("COMMIT")

    def rollback(self) -> None:
        """Forgets the changes of this transaction, if there is one."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    # ---- writing

    def set_meta(self, **values: str | int | float) -> None:
        """Sets named values."""
        self._many("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())

    def add_files(
        self, rows: Iterable[FileRow], outlines: Iterable[Outline], routes: Iterable[RouteRow]
    ) -> None:
        """Adds files; one that is there already (a repeated batch) is replaced."""
        rows = list(rows)
        self._many("DELETE FROM routes WHERE file_id = ?", ((row.id,) for row in rows))
        self._many("INSERT OR REPLACE INTO files VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", rows)
        self._many("INSERT OR REPLACE INTO outlines VALUES (?,?,?)", outlines)
        self._many("INSERT INTO routes VALUES (?,?,?,?,?,?)", routes)

    def retire(self, file_ids: Iterable[int]) -> None:
        """Takes files out: their rows go, their postings are masked."""
        ids = [(file_id,) for file_id in file_ids]
        for table, column in (("files", "id"), ("outlines", "file_id"), ("routes", "file_id")):
            self._many(f"DELETE FROM {table} WHERE {column} = ?", ids)  # noqa: S608 (fixed names)
        self._many("INSERT OR IGNORE INTO retired VALUES (?)", ids)

    def touch(self, stats: Iterable[tuple[int, int, int]]) -> None:
        """Notes new (size, mtime_ns) for files (third: id) whose content did not change."""
        self._many("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", stats)

    def add_skipped(self, rows: Iterable[SkipRow]) -> None:
        """Adds or replaces skipped files."""
        self._many("INSERT OR REPLACE INTO skipped VALUES (?,?,?,?,?,?)", rows)

    def drop_skipped(self, paths: Iterable[str]) -> None:
        """Forgets skipped files."""
        self._many("DELETE FROM skipped WHERE path = ?", ((path,) for path in paths))

    def set_marks(self, marks: Iterable[ConfigMark]) -> None:
        """Replaces the configuration marks."""
        self._run("DELETE FROM marks")
        self._many("INSERT INTO marks VALUES (?, ?)", ((mark.path, mark.kind) for mark in marks))

    def set_commits(self, commits: Sequence[Commit]) -> None:
        """Replaces the commit summary."""
        self._run("DELETE FROM commits")
        rows = ((n, c.hash, c.title, c.date, json.dumps(c.files)) for n, c in enumerate(commits))
        self._many("INSERT INTO commits VALUES (?,?,?,?,?)", rows)

    def add_segment(self, segment: SegmentData) -> int:
        """Adds a segment and returns its id."""
        number = 1 + int(self._value("SELECT coalesce(max(id), 0) FROM segments"))
        self._run("INSERT INTO segments VALUES (?,?,?)", (number, segment.chunks, segment.chunk_table))
        for position, field in enumerate((segment.words, segment.names)):
            base = page_base(number, position)
            words = ((base + n, page.first, page.words, page.counts) for n, page in enumerate(field.pages))
            self._many("INSERT INTO vocabulary VALUES (?,?,?,?)", words)
            self._many(
                "INSERT INTO postings VALUES (?,?)", ((base + n, p.data) for n, p in enumerate(field.pages))
            )
            base = _gram_base(number, position)
            self._many(
                "INSERT INTO grams VALUES (?,?)", ((base + n, row) for n, row in enumerate(field.grams))
            )
        return number

    def drop_segments(self, numbers: Iterable[int], forgotten: Iterable[int]) -> None:
        """Removes segments, and the retired files that no other segment names."""
        for number in numbers:
            low, high = page_base(number, 0), page_base(number + 1, 0)
            self._run("DELETE FROM vocabulary WHERE id >= ? AND id < ?", (low, high))
            self._run("DELETE FROM postings WHERE id >= ? AND id < ?", (low, high))
            low, high = _gram_base(number, 0), _gram_base(number + 1, 0)
            self._run("DELETE FROM grams WHERE id >= ? AND id < ?", (low, high))
            self._run("DELETE FROM segments WHERE id = ?", (number,))
        self._many("DELETE FROM retired WHERE file_id = ?", ((file_id,) for file_id in forgotten))

    # ---- reading

    def meta(self) -> dict[str, str | int | float]:
        """All named values."""
        return dict(self._all("SELECT key, value FROM meta"))

    def stats(self) -> dict[str, Stat]:
        """What is remembered of every file that was read, by path."""
        found = {row[0]: Stat(row[1], row[2], row[3], row[4])
                 for row in self._all("SELECT path, id, size, mtime_ns, sha FROM files")}  # fmt: skip
        for path, size, mtime_ns, reason in self._all(
            "SELECT path, size, mtime_ns, reason FROM skipped WHERE read = 1"
        ):
            found[path] = Stat(0, size, mtime_ns, reason.encode())
        return found

    def last_file_id(self) -> int:
        """The highest file id ever given."""
        live = int(self._value("SELECT coalesce(max(id), 0) FROM files"))
        return max(live, int(self._value("SELECT coalesce(max(file_id), 0) FROM retired")))

    def file_count(self) -> int:
        """How many files are indexed."""
        return int(self._value("SELECT count(*) FROM files"))

    def file_rows(self) -> list[FileRow]:
        """All files, by path."""
        return [FileRow(*row) for row in self._all("SELECT * FROM files ORDER BY path")]

    def file_rows_below(self, folder: str, most: int) -> list[FileRow]:
        """The files below a folder, by path; at most `most` of them, all if negative."""
        below = "SELECT * FROM files WHERE path >= ? AND path < ? ORDER BY path LIMIT ?"
        return [FileRow(*row) for row in self._all(below, (f"{folder}/", f"{folder}0", most))]

    def file_row(self, path: str) -> FileRow | None:
        """One file."""
        rows = self._all("SELECT * FROM files WHERE path = ?", (path,))
        return FileRow(*rows[0]) if rows else None

    def file_places(self, ids: Sequence[int] | None = None) -> list[tuple[int, str, int, int]]:
        """(id, path, flags, size) of the named files, or of all; by path."""
        if ids is None:
            return self._all("SELECT id, path, flags, size FROM files ORDER BY path")
        found: list[tuple[int, str, int, int]] = []
        for batch in _batches(ids):
            marks = ",".join("?" * len(batch))
            found += self._all(f"SELECT id, path, flags, size FROM files WHERE id IN ({marks})", batch)  # noqa: S608
        return sorted(found, key=lambda place: place[1])

    def outlines(self, ids: Sequence[int]) -> dict[int, Outline]:
        """The outlines of the named files."""
        found: dict[int, Outline] = {}
        for batch in _batches(ids):
            marks = ",".join("?" * len(batch))
            for row in self._all(f"SELECT * FROM outlines WHERE file_id IN ({marks})", batch):  # noqa: S608
                found[row[0]] = Outline(*row)
        return found

    def skipped(self) -> tuple[SkippedFile, ...]:
        """All skipped files, by path."""
        rows = self._all("SELECT path, reason, detail FROM skipped ORDER BY path")
        return tuple(SkippedFile(*row) for row in rows)

    def skipped_rows(self) -> list[SkipRow]:
        """All skipped files with what is remembered of them."""
        return [SkipRow(*row) for row in self._all("SELECT * FROM skipped")]

    def routes(self) -> list[tuple[str, RouteRow]]:
        """All routes with their paths, in order of path and line."""
        rows = self._all(
            "SELECT path, routes.* FROM routes JOIN files ON id = file_id ORDER BY path, line, routes.rowid"
        )
        return [(row[0], RouteRow(*row[1:])) for row in rows]

    def marks(self) -> tuple[ConfigMark, ...]:
        """All configuration marks."""
        return tuple(
            ConfigMark(*row) for row in self._all("SELECT path, kind FROM marks ORDER BY path, kind")
        )

    def commits(self) -> tuple[Commit, ...]:
        """The commit summary, newest first."""
        rows = self._all("SELECT hash, title, date, files FROM commits ORDER BY position")
        return tuple(Commit(row[0], row[1], row[2], tuple(json.loads(row[3]))) for row in rows)

    def symbol_counts(self) -> list[tuple[str, str, int]]:
        """(path, role, definitions) of every file with a definition."""
        return self._all(
            "SELECT path, role, symbols FROM files WHERE symbols > 0 ORDER BY symbols DESC, path"
        )

    def segments(self) -> list[tuple[int, int]]:
        """(id, chunks) of every segment."""
        return self._all("SELECT id, chunks FROM segments ORDER BY id")

    def chunk_table(self, segment: int) -> bytes:
        """The chunk columns of a segment."""
        return bytes(self._value("SELECT chunk_table FROM segments WHERE id = ?", (segment,)))

    def page_firsts(self, segment: int, field: int) -> list[bytes]:
        """The first word of every page of a field."""
        low = page_base(segment, field)
        rows = self._all(
            "SELECT first FROM vocabulary WHERE id >= ? AND id < ? ORDER BY id",
            (low, low + (1 << _PAGE_BITS)),
        )
        return [row[0] for row in rows]

    def page_words(self, page: int) -> tuple[bytes, bytes]:
        """The words and counts of a page."""
        row = self._all("SELECT words, counts FROM vocabulary WHERE id = ?", (page,))[0]
        return row[0], row[1]

    def field_words(self, segment: int, field: int) -> Iterator[bytes]:
        """The words of all pages of a field."""
        low = page_base(segment, field)
        sql = "SELECT words FROM vocabulary WHERE id >= ? AND id < ? ORDER BY id"
        with translated():
            for (words,) in self._db.execute(sql, (low, low + (1 << _PAGE_BITS))):
                yield words

    def gram_row(self, segment: int, field: int, group: int) -> bytes:
        """A row of bitmaps; b'' for a small vocabulary, which has none."""
        rows = self._all("SELECT data FROM grams WHERE id = ?", (_gram_base(segment, field) + group,))
        return bytes(rows[0][0]) if rows else b""

    def page_data(self, page: int) -> bytes:
        """The postings of a page."""
        return bytes(self._value("SELECT data FROM postings WHERE id = ?", (page,)))

    def retired(self) -> frozenset[int]:
        """The ids of files that segments name in vain."""
        return frozenset(row[0] for row in self._all("SELECT file_id FROM retired"))

    # ---- plumbing

    def _run(self, sql: str, values: Sequence[object] = ()) -> None:
        with translated():
            self._db.execute(sql, values)

    def _many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with translated():
            self._db.executemany(sql, rows)

    def _all(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        with translated():
            return self._db.execute(sql, values).fetchall()

    def _value(self, sql: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 (one column)
        with translated():
            return self._db.execute(sql, values).fetchone()[0]


def page_base(segment: int, field: int) -> int:
    """The id of the first page of a segment's field."""
    return (segment * 2 + field) << _PAGE_BITS


def _gram_base(segment: int, field: int) -> int:
    return (segment * 2 + field) << _GROUP_BITS


def _check_format(db: sqlite3.Connection) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise IndexCorrupt("The index file is not one of REA's.")
    row = db.execute("SELECT value FROM meta WHERE key = 'format_version'").fetchone()
    if row is None or row[0] != FORMAT_VERSION:
        raise IndexCorrupt("The index was written by another version of REA.")


def _statements(script: str) -> Iterator[str]:
    """The statements of a script without triggers or semicolons in strings."""
    for part in script.split(";\n"):
        if any(line.strip() and not line.startswith("--") for line in part.splitlines()):
            yield part


def _batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for at in range(0, len(ids), _BATCH):
        yield ids[at : at + _BATCH]
