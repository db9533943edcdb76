"""The repositories of a server: each index is brought up to date before a call, and shared by all calls."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import RepositoryError, UsageError
from rea.hosting.work import Cancelled, Work

if TYPE_CHECKING:
    from indexer.reader import Index

# How often a request that waits for the index looks whether it is still wanted.
WAIT_SECONDS = 0.1


@dataclass(slots=True)
class _Shared:
    """An open index and how many calls use it; the last one closes it when there is a newer one."""

    index: Index
    users: int = 0
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Lease:
    """An index to use. `stale`: another process is writing it, so it shows the state before that."""

    index: Index
    stale: bool


class Repository:
    """One folder under a name. Safe to use from many threads.

    Bringing the index up to date is work of its own, not of the call that needs it: a client that gives up
    waiting for the first index of a large repository finds it done when it asks again.
    """

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self.root = root
        self._state = threading.Condition()
        self._refreshing: threading.Thread | None = None
        self._asked = self._covered = 0
        self._shared: _Shared | None = None
        self._error: BaseException | None = None
        self._stale = False
        self._ending = False
        self._stage = (0, 0, "looking for changes")

    @contextmanager
    def lease(self, work: Work) -> Iterator[Lease]:
        """The index as the files are at this moment or later; calls that come together share one refresh."""
        with self._state:
            shared, stale = self._fresh(work), self._stale
            shared.users += 1
        try:
            yield Lease(shared.index, stale)
        finally:
            with self._state:
                shared.users -= 1
                last = shared.retired and not shared.users
            if last:
                shared.index.close()

    def _fresh(self, work: Work) -> _Shared:
        """Waits, holding the state, for a refresh that began after now."""
        self._asked += 1
        mine = self._asked
        while self._covered < mine:
            work.check()
            if self._ending:
                raise Cancelled
            if self._refreshing is None:
                self._refreshing = threading.Thread(
                    target=self._refresh, args=(self._asked,), name=f"index of {self.name}", daemon=True
                )
                self._refreshing.start()
            else:
                work.indexing(*self._stage)
            self._state.wait(WAIT_SECONDS)
        if self._error is not None:
            raise self._error.with_traceback(None)
        assert self._shared is not None  # noqa: S101 - a refresh without an error left one
        return self._shared

    def _refresh(self, covers: int) -> None:
        """The life of the refreshing thread: all calls up to number `covers` came before it began."""
        error: BaseException | None = None
        renewed = self._shared
        stale = False
        try:
            renewed, stale = self._renewed()
        except BaseException as caught:  # noqa: BLE001 - raised again in the calls that wait
            error = caught
        retired = None
        with self._state:
            if self._shared is not None and renewed is not self._shared:
                self._shared.retired = True
                retired = None if self._shared.users else self._shared
            self._shared, self._stale, self._error = renewed, stale, error
            self._covered, self._refreshing, self._stage = covers, None, (0, 0, "looking for changes")
            self._state.notify_all()
        if retired is not None:
            retired.index.close()

    def _renewed(self) -> tuple[_Shared, bool]:
        """The index in use if nothing has changed, for its tables are warm; else a new one."""
        from indexer.reader import open_index

        fresh = open_index(self.root, progress=self._progress)
        if not fresh.file_count():
            fresh.close()
            raise RepositoryError(
                f"There is nothing to study in {self.root}.",
                next_step="`rea index --status` lists what is left out.",
            )
        stale, current = fresh.refreshed.stale, self._shared
        if current is not None and not fresh.refreshed.touched and current.index.meta == fresh.meta:
            fresh.close()
            return current, stale
        return _Shared(fresh), stale

    def _progress(self, done: int, total: int, phase: str) -> None:
        if self._ending:
            raise Cancelled
        self._stage = (done, total, phase)

    def close(self, seconds: float) -> bool:
        """Stop refreshing and close the index; False when the refresh goes on after so many seconds."""
        with self._state:
            self._ending = True
            thread = self._refreshing
        if thread is not None:
            thread.join(seconds)
        with self._state:
            shared = self._shared
            if shared is not None and not shared.users:
                self._shared = None
                shared.index.close()
            return self._refreshing is None


class Repositories:
    """All of a server, by name. The first is the one meant when there is only one."""

    def __init__(self, roots: Sequence[Path]) -> None:
        """RepositoryError when one is no folder. Names are those of the folders, longer where they clash."""
        for root in roots:
            if not root.is_dir():
                raise RepositoryError(
                    f"{root} is not a folder." if root.exists() else f"{root} does not exist."
                )
        distinct = list(dict.fromkeys(root.resolve() for root in roots))
        self._all = {
            name: Repository(name, root) for name, root in zip(_names(distinct), distinct, strict=True)
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order given."""
        return tuple(self._all)

    def all(self) -> tuple[Repository, ...]:
        """The repositories, in the order given."""
        return tuple(self._all.values())

    def get(self, name: object) -> Repository:
        """The repository of a name; UsageError that names the real ones. None is fine when there is one."""
        if name in (None, "") and len(self._all) == 1:
            return next(iter(self._all.values()))
        if isinstance(name, str) and name in self._all:
            return self._all[name]
        known = ", ".join(self._all)
        if name in (None, ""):
            raise UsageError("repo is required.", next_step=f"It is one of: {known}.")
        raise UsageError(f"There is no repository {str(name)[:60]!r}.", next_step=f"It is one of: {known}.")

    def close(self, seconds: float) -> bool:
        """Close every index that is not in use; False when one is still being written after the seconds."""
        return all([repository.close(seconds) for repository in self._all.values()])


def _names(roots: Sequence[Path]) -> list[str]:
    """Folder names; where two are alike, with as many folders above as tell them apart."""
    names = []
    for root in roots:
        parts = root.parts[-1:]
        for depth in range(1, len(root.parts) + 1):
            parts = root.parts[-depth:]
            if not any(other != root and other.parts[-depth:] == parts for other in roots):
                break
        names.append("/".join(part.strip("/\\") for part in parts) or "root")
    return names
