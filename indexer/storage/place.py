"""Where the index of a repository lies, and the lock that lets one process write it."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import IndexLocked, IndexUnwritable

FOLDER = ".rea"
DATABASE = "index.db"
# Longer than a rebuild of a middle-sized repository, shorter than a user's patience.
LOCK_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Place:
    """The index file; beside it lie its lock and, while one is built, its successor."""

    database: Path

    @property
    def folder(self) -> Path:
        """The folder that holds everything."""
        return self.database.parent

    @property
    def lock(self) -> Path:
        """The file whose lock allows writing."""
        return self.database.with_name(self.database.name + ".lock")

    def fresh(self) -> Path:
        """A name for the next index file, of this process alone."""
        return self.database.with_name(f"{self.database.name}.{os.getpid()}.tmp")

    def discard_leftovers(self) -> None:
        """Removes what killed builds left; only for the holder of the lock."""
        for path in self.folder.glob(f"{self.database.name}.*.tmp*"):
            path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Removes the index. The file goes first: without it, its logs mean nothing."""
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.database.with_name(self.database.name + suffix).unlink(missing_ok=True)


def locate(root: Path, index_path: Path | None = None) -> Place:
    """The place for the index of `root`: `index_path`, or `.rea/` in it, or the user's cache folder.

    The cache folder serves repositories that cannot be written and those whose `.rea` is not a real folder: a
    repository from the net may carry a symbolic link there. Raises IndexUnwritable if no place can be
    written.
    """
    if index_path is not None:
        _make(index_path.parent)
        return Place(index_path)
    own = root / FOLDER
    if _usable(own):
        return Place(own / DATABASE)
    cached = _cached(root)
    _make(cached)
    return Place(cached / DATABASE)


def existing(root: Path, index_path: Path | None = None) -> Place:
    """As `locate`, but a readable index in a folder that cannot be written is good enough."""
    if index_path is not None:
        return Place(index_path)
    return _own(root) or locate(root)


def found(root: Path) -> Place | None:
    """The place of an index that is there, None without one. Nothing is made or written for it."""
    cached = _cached(root) / DATABASE
    return _own(root) or (Place(cached) if cached.is_file() else None)


def _own(root: Path) -> Place | None:
    own = root / FOLDER
    real = not own.is_symlink() and (own / DATABASE).is_file() and not (own / DATABASE).is_symlink()
    return Place(own / DATABASE) if real else None


def _cached(root: Path) -> Path:
    return cache_folder() / hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:24]


def cache_folder() -> Path:
    """REA_CACHE_DIR, or `rea` in the platform's cache folder."""
    if chosen := os.environ.get("REA_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "rea"


def _usable(folder: Path) -> bool:
    """Makes `.rea/` if need be; False when it is not a real folder or cannot be written."""
    try:
        folder.mkdir(exist_ok=True)
        if folder.is_symlink() or not folder.is_dir():
            return False
        if any((folder / name).is_symlink() for name in (DATABASE, f"{DATABASE}.lock", ".gitignore")):
            return False
        _ignore_itself(folder)
        # Asking the permission bits is not enough: root ignores them, a read-only mount does too.
        handle, probe = tempfile.mkstemp(dir=folder, prefix="probe.")
        os.close(handle)
        Path(probe).unlink()
    except OSError:
        return False
    return True


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise IndexUnwritable(f"The index folder {folder} cannot be made: {error.strerror}.") from error


def _ignore_itself(folder: Path) -> None:
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", "utf-8")


@contextmanager
def write_lock(place: Place, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Holds the right to write; raises IndexLocked if another process keeps it for `seconds`.

    The lock is SQLite's on an empty database: it works on every platform and ends with the process, however
    it ends.
    """
    try:
        connection = _locked(place.lock, seconds)
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise IndexLocked(f"Another process is writing the index ({place.folder}).") from error
        with suppress(OSError):
            place.lock.unlink()
        try:
            connection = _locked(place.lock, seconds)
        except sqlite3.Error as again:
            raise IndexUnwritable(f"The index folder {place.folder} cannot be written: {again}.") from again
    try:
        yield
    finally:
        connection.close()


def _locked(path: Path, seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=seconds, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise
    return connection
