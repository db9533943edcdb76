"""The read side: `open_index` brings an index up to date and gives an `Index` to ask."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from indexer.building.build import Progress, RefreshReport
from indexer.building.opening import as_it_is, bring_up_to_date, rebuild
from indexer.errors import IndexCorrupt, RepositoryError
from indexer.overview import render_overview
from indexer.paths import os_path
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
from indexer.search.textsearch import SearchFile, SearchOutcome, SearchQuery, search_text
from indexer.storage import outline
from indexer.storage.place import Place, locate
from indexer.storage.rows import FileRow
from indexer.storage.store import Store
from indexer.text.decode import decode

if TYPE_CHECKING:
    from indexer.search.regexplan import Plan
    from indexer.search.scoring import Scorer
    from indexer.search.textindex import TextIndex, WordPosting

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

    Missing, damaged and foreign index files are built anew. With `refresh` off an existing index is taken
    as it is. While another process writes, an existing index is read as it was; without one this waits up
    to a minute. Raises RepositoryError when `root` is no folder and IndexProblem when there can be no index.
    """
    _check_folder(root)
    place, store, report = (
        bring_up_to_date(root, index_path, progress) if refresh else as_it_is(root, index_path, progress)
    )
    return Index(root, place, store, report)


def rebuild_index(root: Path, *, index_path: Path | None = None, progress: Progress | None = None) -> Index:
    """Builds the index of `root` anew whatever there is, and opens it."""
    _check_folder(root)
    place = locate(root, index_path)
    store, report = rebuild(root, place, progress)
    return Index(root, place, store, report)


def _check_folder(root: Path) -> None:
    if not root.is_dir():
        raise RepositoryError(f"{root} is not a folder." if root.exists() else f"{root} does not exist.")


def _guarded(
    method: Callable[Concatenate[Index, _P], _T],
) -> Callable[Concatenate[Index, _P], _T]:
    """One thread at a time, and a rebuild when the file turns out to be damaged."""

    @wraps(method)
    def guarded(self: Index, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self.lock:
            try:
                return method(self, *args, **kwargs)
            except IndexCorrupt:
                self.repair()
                return method(self, *args, **kwargs)

    return cast("Callable[Concatenate[Index, _P], _T]", guarded)


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
        """Builds a damaged index anew; raises IndexProblem if that cannot be done."""
        self._store.close()
        self._store, self.refreshed = rebuild(self.root, self._place, None)
        self._store.begin_read()
        for name in ("text_index", "scorer", "_known_names", "_files"):
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
        return self._files

    @_guarded
    def files_below(self, folder: str, *, most: int = -1) -> tuple[FileRecord, ...]:
        """The indexed files below a folder, by path; at most `most` of them, all if negative."""
        return tuple(_record(row) for row in self._store.file_rows_below(folder, most))

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
        return tuple(
            Route(path, r.line, r.method, r.pattern, r.handler, r.framework)
            for path, r in self._store.routes()
        )

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
        """The definitions of a name, by path and line. `Class.method` and `Class::method` narrow it."""
        parts = [part for part in name.replace("::", ".").replace("#", ".").split(".") if part]
        if not parts:
            return ()
        found: list[Symbol] = []
        ids = {
            file_id
            for wanted in {parts[-1], name}
            for file_id in self.text_index.files_defining(wanted, ignore_case=ignore_case)
        }
        for path, blob in self._outlines_of(sorted(ids)):
            found += [
                symbol
                for symbol in outline.unpack_symbols(path, blob)
                if _named(symbol, name, parts, ignore_case)
            ]
        return tuple(found)

    @_guarded
    def paths_defining(self, name: str) -> tuple[str, ...]:
        """The files that define a name (unqualified), by path."""
        ids = self.text_index.files_defining(name)
        return tuple(place[1] for place in self._store.file_places(ids))

    @_guarded
    def symbols_in(self, path: str) -> tuple[Symbol, ...]:
        """The definitions of a file, in order."""
        row = self._store.file_row(path)
        held = self._store.outlines([row.id]).get(row.id) if row else None
        return outline.unpack_symbols(path, held.symbols) if held else ()

    @_guarded
    def names_holding(self, piece: str, *, limit: int = 2_000) -> tuple[str, ...]:
        """Names of definitions that hold a piece, in any case; a few may have lost their last definition."""
        return self.text_index.names_holding(piece, limit) if piece else ()

    @_guarded
    def symbol_names(self) -> Iterator[tuple[str, str, str]]:
        """(name, kind, path) of all definitions, sorted; several alike in one file are one."""
        return self.text_index.names()

    @_guarded
    def references_in(self, path: str) -> tuple[Reference, ...]:
        """The references of a file, in order. Strings count only if they equal a defined name."""
        row = self._store.file_row(path)
        held = self._store.outlines([row.id]).get(row.id) if row else None
        if held is None:
            return ()
        return tuple(
            reference
            for reference in outline.unpack_references(path, held.refs)
            if reference.kind != "string" or self._is_defined(outline.last_part(reference.name))
        )

    @_guarded
    def imports_in(self, path: str) -> tuple[str, ...]:
        """What a file imports, as written there, by line; each name once."""
        row = self._store.file_row(path)
        held = self._store.outlines([row.id]).get(row.id) if row else None
        return outline.unpack_imports(held.refs) if held else ()

    @_guarded
    def references_to(self, name: str, *, limit_files: int = 400) -> tuple[tuple[Reference, ...], bool]:
        """The references to a name, by path and line, and whether more files than `limit_files` hold it."""
        ids = self.text_index.files_with_word(outline.last_part(name))
        places = self._store.file_places(ids[:limit_files])
        outlines = self._store.outlines([place[0] for place in places])
        found: list[Reference] = []
        for file_id, path, _, _ in places:
            if file_id in outlines:
                found += outline.references_named(path, outlines[file_id].refs, name)
        return tuple(found), len(ids) > limit_files

    # ---- text

    @_guarded
    def chunks_in(self, path: str) -> tuple[Chunk, ...]:
        """The chunks of a file, in order."""
        row = self._store.file_row(path)
        return self.text_index.chunks_of(row.id, path) if row else ()

    @cached_property
    def scorer(self) -> Scorer:
        """Scores files for weighted stems; holds its tables as long as this view of the index."""
        from indexer.search.scoring import Scorer

        return Scorer(self.text_index)

    @_guarded
    def rank_chunks(self, terms: Mapping[str, float], *, limit: int = 400) -> tuple[ChunkHit, ...]:
        """The best chunks for weighted terms (words or stems) by BM25; equal scores by path and line."""
        return self.text_index.rank(terms, limit)

    @_guarded
    def document_frequency(self, term: str) -> int:
        """How many chunks hold the term (all of its sub-words)."""
        return self.text_index.frequency(term)

    @_guarded
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return self.text_index.chunk_count

    @_guarded
    def word_postings(self) -> dict[str, list[WordPosting]]:
        """Every word of every chunk, by path: for comparing indexes."""
        return self.text_index.word_postings()

    def read_text(self, path: str) -> str:
        """The decoded text of a file as it is on disk now; RepositoryError if it cannot be read."""
        try:
            data = os_path(self.root, path).read_bytes()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise RepositoryError(
                f"{path} cannot be read: {reason}.", next_step="Run `rea index`."
            ) from error
        return decode(data, path).text

    def search(self, query: SearchQuery) -> SearchOutcome:
        """Searches the indexed files for a pattern."""
        return search_text(self.root, query, self._candidates)

    # ---- inside

    @cached_property
    def text_index(self) -> TextIndex:
        """The segments; loaded when first needed, with numpy."""
        from indexer.search.textindex import TextIndex

        return TextIndex(self._store)

    @cached_property
    def _files(self) -> tuple[FileRecord, ...]:
        return tuple(_record(row) for row in self._store.file_rows())

    @cached_property
    def _known_names(self) -> dict[str, bool]:
        return {}

    @_guarded
    def _candidates(self, plan: Plan, glob: str | None) -> tuple[Sequence[SearchFile], int]:
        """What `search_text` asks for."""
        return self.text_index.candidates(plan, glob)

    def _is_defined(self, name: str) -> bool:
        known = self._known_names.get(name)
        if known is None:
            known = self._known_names[name] = bool(self.text_index.files_defining(name))
        return known

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
    return FileRecord(
        row.path, row.language, role, row.size, row.lines, row.sha.hex(), row.encoding, row.note
    )


def _named(symbol: Symbol, name: str, parts: Sequence[str], ignore_case: bool) -> bool:
    """Whether a symbol has the name; with several parts its qualified name ends in them."""
    wanted, own, qualname = list(parts), symbol.name, symbol.qualname
    if ignore_case:
        wanted, own, qualname, name = (
            [part.lower() for part in parts],
            own.lower(),
            qualname.lower(),
            name.lower(),
        )
    if own == name:
        return True
    chain = [part for part in qualname.replace("::", ".").split(".") if part]
    return own == wanted[-1] and chain[-len(wanted) :] == wanted
