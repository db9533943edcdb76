"""The read side: `open_index` brings an index up to date and gives an `Index` to ask."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from indexer.build import Progress, RefreshReport, build, find_changes, refresh
from indexer.decode import decode
from indexer.errors import IndexCorrupt, IndexLocked, IndexProblem, RepositoryError
from indexer.outline import last_part, references_named, unpack_references, unpack_symbols
from indexer.overview import render_overview
from indexer.paths import os_path
from indexer.place import LOCK_SECONDS, Place, existing, locate, write_lock
from indexer.records import (
    Chunk,
    ChunkHit,
    Commit,
    ConfigMark,
    FileRecord,
    FileRole,
    IndexMeta,
    Reference,
    Route,
    SkippedFile,
    Symbol,
)
from indexer.rows import KIND_BITS, KINDS, FileRow
from indexer.store import Store
from indexer.textsearch import SearchFile, SearchOutcome, SearchQuery, search_text

if TYPE_CHECKING:
    from indexer.bm25 import Ranker
    from indexer.lookup import Segment
    from indexer.regexplan import Plan

_P = ParamSpec("_P")
_T = TypeVar("_T")


def open_index(
    root: Path,
    *,
    refresh: bool = True,
    index_path: Path | None = None,
    progress: Progress | None = None,
) -> Index:
    """Opens the index of `root`, built or brought up to date before.

    Missing, damaged and foreign index files are built anew. With `refresh` off an existing index is taken as it is.
    While another process writes, an existing index is read as it was; without one this waits up to a minute.
    Raises RepositoryError when `root` is no folder and IndexProblem when there can be no index.
    """
    started = time.monotonic()
    if not root.is_dir():
        raise RepositoryError(f"{root} is not a folder." if root.exists() else f"{root} does not exist.")
    place = locate(root, index_path) if refresh else existing(root, index_path)
    store = _opened(place)
    if store is not None and not refresh:
        return Index(root, place, store, RefreshReport())
    try:
        store, report = _up_to_date(root, place, store, progress)
    except IndexCorrupt:
        if store is not None:
            store.close()
        store, report = _rebuilt(root, place, progress)
    return Index(root, place, store, replace(report, seconds=time.monotonic() - started))


def rebuild_index(root: Path, *, index_path: Path | None = None, progress: Progress | None = None) -> Index:
    """Builds the index of `root` anew whatever there is, and opens it."""
    if not root.is_dir():
        raise RepositoryError(f"{root} is not a folder." if root.exists() else f"{root} does not exist.")
    place = locate(root, index_path)
    store, report = _rebuilt(root, place, progress)
    return Index(root, place, store, report)


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


def _rebuilt(root: Path, place: Place, progress: Progress | None) -> tuple[Store, RefreshReport]:
    with write_lock(place, LOCK_SECONDS):
        report = build(root, place, progress)
        return Store.open(place.database), report


def _guarded(method: Callable[Concatenate[Index, _P], _T]) -> Callable[Concatenate[Index, _P], _T]:
    """One thread at a time, and a rebuild when the file turns out to be damaged."""

    @wraps(method)
    def guarded(self: Index, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self.lock:
            try:
                return method(self, *args, **kwargs)
            except IndexCorrupt:
                self.repair()
                return method(self, *args, **kwargs)

    return guarded


class Index:
    """A consistent view of one repository as indexed. A context manager; safe to share between threads.

    What another process writes meanwhile is not seen: file ids and postings stay those of one state.
    """

    def __init__(self, root: Path, place: Place, store: Store, refreshed: RefreshReport) -> None:
        self.root = root
        self.refreshed = refreshed
        self.lock = threading.RLock()
        self._place = place
        self._store = store
        self._store.begin_read()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        with self.lock:
            self._store.close()

    def repair(self) -> None:
        """Builds the index anew after it was found to be damaged; raises IndexProblem if that cannot be done."""
        self._store.close()
        self._store, self.refreshed = _rebuilt(self.root, self._place, None)
        self._store.begin_read()
        for name in ("segments", "_ranker", "_paths", "_known_names", "_retired"):
            with suppress(AttributeError):
                delattr(self, name)

    @property
    def database(self) -> Path:
        """The index file."""
        return self._place.database

    # ---- the whole

    @property
    def meta(self) -> IndexMeta:
        """What the index was built from."""
        return _meta(self)

    @_guarded
    def notes(self) -> tuple[str, ...]:
        """Sentences for people about what could not be indexed."""
        return tuple(json.loads(str(self._store.meta().get("notes", "[]"))))

    @_guarded
    def files(self) -> tuple[FileRecord, ...]:
        """All indexed files, by path."""
        return tuple(_record(row) for row in self._store.file_rows())

    @_guarded
    def file_count(self) -> int:
        """How many files are indexed."""
        return self._store.file_count()

    @_guarded
    def file(self, path: str) -> FileRecord | None:
        """One indexed file, or None."""
        row = self._store.file_row(path)
        return _record(row) if row else None

    @_guarded
    def skipped(self) -> tuple[SkippedFile, ...]:
        """All files left out, by path, with the reasons."""
        return self._store.skipped()

    @_guarded
    def routes(self) -> tuple[Route, ...]:
        """All routes, by path and line."""
        return tuple(Route(path, r.line, r.method, r.pattern, r.handler, r.framework) for path, r in self._store.routes())

    @_guarded
    def marks(self) -> tuple[ConfigMark, ...]:
        """All configuration marks, by path."""
        return self._store.marks()

    @_guarded
    def commits(self) -> tuple[Commit, ...]:
        """The commit summary, newest first."""
        return self._store.commits()

    @_guarded
    def symbol_counts(self) -> list[tuple[str, str, int]]:
        """(path, role, definitions) of every file with a definition, most first."""
        return self._store.symbol_counts()

    def overview(self) -> str:
        """The overview of the repository: see overview.render_overview."""
        return render_overview(self)

    # ---- symbols and references

    @_guarded
    def symbols_named(self, name: str, *, ignore_case: bool = False) -> tuple[Symbol, ...]:
        """The definitions of a name, by path and line. `Class.method` and `Class::method` name one inside another."""
        parts = [part for part in name.replace("::", ".").replace("#", ".").split(".") if part]
        if not parts:
            return ()
        found: list[Symbol] = []
        ids = {*self._files_defining(parts[-1], ignore_case), *self._files_defining(name, ignore_case)}
        for path, blob in self._outlines_of(sorted(ids)):
            found += [symbol for symbol in unpack_symbols(path, blob) if _named(symbol, name, parts, ignore_case)]
        return tuple(found)

    @_guarded
    def symbols_in(self, path: str) -> tuple[Symbol, ...]:
        """The definitions of a file, in order."""
        row = self._store.file_row(path)
        outline = self._store.outlines([row.id]).get(row.id) if row else None
        return unpack_symbols(path, outline.symbols) if outline else ()

    @_guarded
    def symbol_names(self) -> Iterator[tuple[str, str, str]]:
        """(name, kind, path) of all definitions; several alike in one file are one."""
        found: set[tuple[str, int]] = set()
        for segment in self.segments:
            for name, postings in segment.names.all_words():
                text = name.decode("utf-8", "replace")
                found.update((text, posting) for posting in postings.tolist())
        paths = self._paths
        mask = (1 << KIND_BITS) - 1
        rows = ((name, KINDS[p & mask], paths.get(p >> KIND_BITS)) for name, p in found)
        return iter(sorted((name, kind, path) for name, kind, path in rows if path is not None))

    @_guarded
    def references_in(self, path: str) -> tuple[Reference, ...]:
        """The references of a file, in order. Strings count only if they equal a defined name."""
        row = self._store.file_row(path)
        outline = self._store.outlines([row.id]).get(row.id) if row else None
        if outline is None:
            return ()
        return tuple(
            reference
            for reference in unpack_references(path, outline.refs)
            if reference.kind != "string" or self._is_defined(last_part(reference.name))
        )

    @_guarded
    def references_to(self, name: str, *, limit_files: int = 400) -> tuple[tuple[Reference, ...], bool]:
        """The references to a name, by path and line, and whether more files than `limit_files` hold it."""
        last = last_part(name)
        ids = self._files_with_word(last)
        places = self._store.file_places(ids[:limit_files])
        outlines = self._store.outlines([place[0] for place in places])
        found: list[Reference] = []
        for file_id, path, _, _ in places:
            if file_id in outlines:
                found += references_named(path, outlines[file_id].refs, last)
        return tuple(found), len(ids) > limit_files

    # ---- text

    @_guarded
    def chunks_in(self, path: str) -> tuple[Chunk, ...]:
        """The chunks of a file, in order."""
        import numpy as np

        row = self._store.file_row(path)
        if row is None:
            return ()
        for segment in self.segments:
            found = np.flatnonzero(segment.table[0] == row.id)
            if len(found):
                return tuple(_chunk(path, segment, int(chunk)) for chunk in found)
        return ()

    @_guarded
    def rank_chunks(self, terms: Mapping[str, float], *, limit: int = 400) -> tuple[ChunkHit, ...]:
        """The best chunks for weighted terms (words or stems) by BM25; equal scores by path and line."""
        paths = self._paths
        found = []
        for score, number, chunk, held in self._ranker.rank(terms, limit):
            segment = self.segments[number]
            path = paths[int(segment.table[0][chunk])]
            found.append(ChunkHit(_chunk(path, segment, chunk), score, held))
        found.sort(key=lambda hit: (-hit.score, hit.chunk.path, hit.chunk.start))
        return tuple(found[:limit])

    @_guarded
    def document_frequency(self, term: str) -> int:
        """How many chunks hold the term (all of its sub-words)."""
        return self._ranker.frequency(term)

    @_guarded
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return sum(segment.live_chunks for segment in self.segments)

    def read_text(self, path: str) -> str:
        """The decoded text of a file as it is on disk now; RepositoryError if it cannot be read."""
        try:
            data = os_path(self.root, path).read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise RepositoryError(f"{path} cannot be read: {reason}.", next_step="Run `rea index`.") from error
        return decode(data, path).text

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Searches the indexed files for a pattern."""
        return search_text(self.root, query, self._candidates)

    # ---- inside

    @cached_property
    def segments(self) -> list[Segment]:
        """The segments of the text index."""
        from indexer.lookup import Segment

        return [Segment(self._store, number, self._retired) for number, _ in self._store.segments()]

    @cached_property
    def _retired(self) -> frozenset[int]:
        return self._store.retired()

    @cached_property
    def _ranker(self) -> Ranker:
        from indexer.bm25 import Ranker

        return Ranker(self.segments)

    @cached_property
    def _paths(self) -> dict[int, str]:
        return {file_id: path for file_id, path, _, _ in self._store.file_places()}

    @cached_property
    def _known_names(self) -> dict[str, bool]:
        return {}

    @_guarded
    def _candidates(self, plan: Plan, glob: str | None) -> tuple[Sequence[SearchFile], int]:
        """What `search_text` asks for."""
        from indexer.globs import path_filter

        ids = None
        if plan.groups:
            from indexer.candidates import candidate_files

            ids = candidate_files(self.segments, plan)
        places = self._store.file_places(ids)
        if not glob:
            total = self._store.file_count() if ids is not None else len(places)
        else:
            fits = path_filter(glob)
            total = sum(map(fits, self._paths.values()))
            places = [place for place in places if fits(place[1])]
        return [SearchFile(path, flags, size) for _, path, flags, size in places], total

    def _is_defined(self, name: str) -> bool:
        known = self._known_names.get(name)
        if known is None:
            known = self._known_names[name] = bool(self._files_defining(name, False))
        return known

    def _files_defining(self, name: str, ignore_case: bool) -> list[int]:
        """The ids of files that define a name."""
        needle = name.encode("utf-8", "replace")
        found: set[int] = set()
        for segment in self.segments:
            if ignore_case:
                words = segment.names.matching(b"\n" + needle.lower() + b"\n", lower=True, accept=None)
                arrays = segment.names.postings(words)
            else:
                exact = segment.names.exact(needle)
                arrays = [] if exact is None else [exact]
            for array in arrays:
                found.update((array >> KIND_BITS).tolist())
        return sorted(found - self._retired)

    def _files_with_word(self, word: str) -> list[int]:
        """The ids of the live files that hold a word, those with most occurrences first."""
        counts: dict[int, int] = {}
        needle = word.encode("utf-8", "replace")
        for segment in self.segments:
            exact = segment.words.exact(needle)
            if exact is None:
                continue
            chunks, times = segment.chunks_of([exact])
            for file_id, count in zip(segment.table[0][chunks].tolist(), times.tolist(), strict=True):
                counts[file_id] = counts.get(file_id, 0) + count
        return sorted(counts, key=lambda file_id: (-counts[file_id], file_id))

    def _outlines_of(self, ids: Iterable[int]) -> Iterator[tuple[str, bytes]]:
        """(path, packed symbols) of live files, by path."""
        places = self._store.file_places(list(ids))
        outlines = self._store.outlines([place[0] for place in places])
        for file_id, path, _, _ in places:
            if file_id in outlines:
                yield path, outlines[file_id].symbols


@_guarded
def _meta(index: Index) -> IndexMeta:
    values: dict[str, Any] = index._store.meta()
    return IndexMeta(
        format_version=int(values["format_version"]),
        head=str(values["head"]),
        branch=str(values["branch"]),
        dirty=bool(values["dirty"]),
        built_at=float(values["built_at"]),
        history=str(values.get("history", "none")),
    )


def _record(row: FileRow) -> FileRecord:
    role = cast(FileRole, row.role)
    return FileRecord(row.path, row.language, role, row.size, row.lines, row.sha.hex(), row.encoding, row.note)


def _chunk(path: str, segment: Segment, chunk: int) -> Chunk:
    _, start, end, tokens = (int(value) for value in segment.table[:, chunk])
    return Chunk(path, start, end, tokens)


def _named(symbol: Symbol, name: str, parts: Sequence[str], ignore_case: bool) -> bool:
    """Whether a symbol has the name; with several parts its qualified name ends in them."""
    wanted, own, qualname = list(parts), symbol.name, symbol.qualname
    if ignore_case:
        wanted, own, qualname, name = [part.lower() for part in parts], own.lower(), qualname.lower(), name.lower()
    if own == name:
        return True
    chain = [part for part in qualname.replace("::", ".").split(".") if part]
    return own == wanted[-1] and chain[-len(wanted) :] == wanted
