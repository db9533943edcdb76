"""Finds the index of a repository and brings it up to date, alone or beside other processes."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from indexer.building.build import Progress, RefreshReport, build, find_changes, refresh
from indexer.errors import IndexCorrupt, IndexLocked, IndexProblem
from indexer.storage.place import LOCK_SECONDS, Place, existing, locate, write_lock
from indexer.storage.store import Store


def bring_up_to_date(
    root: Path, index_path: Path | None, progress: Progress | None
) -> tuple[Place, Store, RefreshReport]:
    """The index of `root` as the files are now; missing, damaged and foreign index files are built anew."""
    started = time.monotonic()
    place = locate(root, index_path)
    store = _opened(place)
    try:
        store, report = _up_to_date(root, place, store, progress)
    except IndexCorrupt:
        if store is not None:
            store.close()
        store, report = rebuild(root, place, progress)
    return place, store, replace(report, seconds=time.monotonic() - started)


def as_it_is(
    root: Path, index_path: Path | None, progress: Progress | None
) -> tuple[Place, Store, RefreshReport]:
    """The index of `root` as it was left; built only if there is none that can be read."""
    place = existing(root, index_path)
    store = _opened(place)
    return bring_up_to_date(root, index_path, progress) if store is None else (place, store, RefreshReport())


def _opened(place: Place) -> Store | None:
    if not place.database.is_file():
        return None
    try:
        return Store.open(place.database)
    except IndexProblem:
        return None


def _up_to_date(
    root: Path, place: Place, store: Store | None, progress: Progress | None
) -> tuple[Store, RefreshReport]:
    """Brings the index up to date, taking the lock only when there is something to write."""
    if store is None:
        with write_lock(place, LOCK_SECONDS):
            store = _opened(place)  # another process may have built it meanwhile
            if store is None:
                report = build(root, place, progress)
                return Store.open(place.database), report
    changes = find_changes(root, store)
    if changes.none:
        return store, RefreshReport()
    serial = store.meta()["serial"]
    try:
        with write_lock(place, 0.0):
            current = _opened(place)
            store.close()
            if current is None:
                raise IndexCorrupt("The index vanished.")
            store = current
            if store.meta()["serial"] != serial:
                changes = find_changes(root, store)
            if changes.large:
                store.close()
                report = build(root, place, progress)
                return Store.open(place.database), report
            return store, RefreshReport() if changes.none else refresh(root, store, changes, progress)
    except IndexLocked:
        return store, RefreshReport(stale=True)


def rebuild(root: Path, place: Place, progress: Progress | None) -> tuple[Store, RefreshReport]:
    """Builds the index anew, whatever there is."""
    with write_lock(place, LOCK_SECONDS):
        report = build(root, place, progress)
        return Store.open(place.database), report
