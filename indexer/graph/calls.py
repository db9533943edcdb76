"""Who calls whom, by name, joined when asked: an index that keeps no edges cannot keep wrong ones.

False positives are allowed, misses are not. Each row says how near the definition is to the use and why,
and a name that occurs once in the repository is still only a name: it never gets the highest confidence for
that.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from indexer.graph.imports import Imports, Places, leads_to
from indexer.records import Reference, Symbol
from indexer.roles import role_of
from indexer.storage.outline import last_part

if TYPE_CHECKING:
    from indexer.reader import Index

Level = Literal["high", "medium", "low"]

# Ranks of a definition as seen from a use: the smaller, the nearer.
SAME_FILE, SAME_FOLDER, IMPORTED, ELSEWHERE, OUTSIDE = range(5)

__all__ = [
    "Call",
    "CallSite",
    "Candidate",
    "callees",
    "callers",
    "candidates",
    "enclosing_symbol",
    "leads_to",
]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A definition a name may mean. `rank`: SAME_FILE … OUTSIDE; `reason` is for people."""

    symbol: Symbol
    rank: int
    confidence: Level
    reason: str


@dataclass(frozen=True, slots=True)
class CallSite:
    """A use of a name, the innermost definition around it (None at file level), and how sure the relation
    is."""

    reference: Reference
    enclosing: Symbol | None
    rank: int
    confidence: Level
    reason: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call inside a definition, and the nearest definition of what is called (None: none in the
    repository)."""

    reference: Reference
    target: Candidate | None


def candidates(index: Index, name: str, from_path: str = "") -> tuple[Candidate, ...]:
    """The definitions of a name, nearest first as seen from a file; without a file, in order of path."""
    symbols = index.symbols_named(name)
    if not symbols:
        return ()
    view = _View(index, from_path) if from_path else None
    ranked = [_candidate(symbol, name, view, len(symbols)) for symbol in symbols]
    return tuple(
        sorted(ranked, key=lambda c: (c.rank, c.symbol.confidence == "regex", c.symbol.path, c.symbol.start))
    )


def callers(
    index: Index,
    name: str,
    *,
    target: Symbol | None = None,
    named: Sequence[Symbol] | None = None,
    limit: int = 200,
    limit_files: int = 400,
) -> tuple[tuple[CallSite, ...], int, bool]:
    """Uses of a name other than its definitions, nearest to them first, how many there are, and whether
    files were left out. With `target` only that definition counts: uses that are nearer to another one go
    last. `named`: the definitions of the name, for callers that have them already."""
    references, cut = index.references_to(name, limit_files=limit_files)
    if named is None:
        named = index.symbols_named(name)
    definitions = _Definitions(name, (target,) if target else named)
    starts = {(symbol.path, symbol.start) for symbol in named}
    uses = [
        use for use in references if use.kind in ("import", "decorator") or (use.path, use.line) not in starts
    ]
    uses = _in_turns(uses, definitions)
    views: dict[str, _View] = {}
    sites = []
    for use in uses[:limit]:
        view = views.get(use.path) or views.setdefault(use.path, _View(index, use.path))
        sites.append(_site(use, definitions, view, target))
    sites.sort(
        key=lambda site: (
            site.rank,
            site.reference.kind == "string",
            site.reference.path,
            site.reference.line,
        )
    )
    return tuple(sites), len(uses), cut


def _in_turns(uses: Iterable[Reference], definitions: _Definitions) -> list[Reference]:
    """Uses in code before those in tests and documents, near ones first; within that, files take turns, so
    that what is cut off at the end are further uses of files that have been seen."""
    seen: dict[str, int] = {}
    keyed: list[tuple[int, int, int, int, Reference]] = []
    for use in sorted(uses, key=lambda use: (use.kind in ("string", "type", "import"), use.path, use.line)):
        turn = seen[use.path] = seen.get(use.path, 0) + 1
        keyed.append((_aside(use.path), definitions.distance(use.path), turn // 3, len(keyed), use))
    return [row[-1] for row in sorted(keyed, key=lambda row: row[:-1])]


@lru_cache(maxsize=16_384)
def _aside(path: str) -> int:
    """1 for files that only show how code is used."""
    return int(role_of(path) in ("test", "example", "doc", "translation"))


def callees(index: Index, symbol: Symbol) -> tuple[Call, ...]:
    """The calls inside a definition in order of line, each with the nearest definition; repeated names
    once."""
    calls: dict[str, Reference] = {}
    for reference in index.references_in(symbol.path):
        if reference.kind == "call" and symbol.start <= reference.line <= symbol.end:
            calls.setdefault(last_part(reference.name), reference)
    view = _View(index, symbol.path)
    found = []
    for name, reference in calls.items():
        paths = sorted(index.paths_defining(name), key=_aside)
        definitions = _Definitions(name, _named_near(index, name, paths, symbol, view), twins=len(paths))
        found.append(Call(reference, definitions.nearest(view)))
    return tuple(found)


def _named_near(index: Index, name: str, paths: Sequence[str], caller: Symbol, view: _View) -> list[Symbol]:
    """The definitions of a name that can be nearest to its use in `caller`, which is not one of them."""
    near = Places(paths).near(view.path, view.imports)
    found = [s for path in near for s in index.symbols_in(path) if s.name == name and s != caller]
    if found or view.path not in near:
        return found
    near = Places(path for path in paths if path != view.path).near(view.path, view.imports)
    return [s for path in near for s in index.symbols_in(path) if s.name == name]


def enclosing_symbol(symbols: Iterable[Symbol], line: int) -> Symbol | None:
    """The innermost definition of a file around a line, fields and constants aside unless there is no
    other."""
    around = [symbol for symbol in symbols if symbol.start <= line <= symbol.end]
    bodies = [symbol for symbol in around if symbol.end > symbol.start]
    return min(bodies or around, key=lambda symbol: (symbol.end - symbol.start, -symbol.start), default=None)


class _View:
    """A file as the place of uses: its folder, its definitions and what it imports. Read when first
    needed."""

    def __init__(self, index: Index, path: str) -> None:
        self.path = path
        self._index = index
        self._symbols: tuple[Symbol, ...] | None = None
        self._imports: Imports | None = None

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        if self._symbols is None:
            self._symbols = self._index.symbols_in(self.path)
        return self._symbols

    @property
    def imports(self) -> Imports:
        if self._imports is None:
            self._imports = Imports(self.path, self._index.imports_in(self.path))
        return self._imports

    def reaches(self, path: str) -> str:
        """The import of this file that leads to `path`, '' if none does."""
        return self.imports.reaching(path)


class _Definitions:
    """The definitions of one name, and which of them is nearest to a file."""

    def __init__(self, name: str, symbols: Sequence[Symbol], *, twins: int = 0) -> None:
        self.name = name
        self.symbols = symbols
        self._twins = max(twins, len(symbols))
        self._places = Places(symbol.path for symbol in symbols)
        self._paths = frozenset(self._places.paths)
        self._nearest: dict[str, Candidate | None] = {}

    def distance(self, path: str) -> int:
        """A cheap first guess at the rank, from paths alone."""
        if path in self._paths:
            return SAME_FILE
        return SAME_FOLDER if posixpath.dirname(path) in self._places.by_folder else ELSEWHERE

    def nearest(self, view: _View) -> Candidate | None:
        """The nearest definition as seen from a file; None when there is none at all."""
        if view.path not in self._nearest:
            near = set(self._places.near(view.path, view.imports))
            ranked = [
                _candidate(symbol, self.name, view, self._twins)
                for symbol in self.symbols
                if symbol.path in near
            ]
            self._nearest[view.path] = min(ranked, key=lambda candidate: candidate.rank, default=None)
        return self._nearest[view.path]


def _candidate(symbol: Symbol, name: str, view: _View | None, twins: int) -> Candidate:
    if view is None:
        level: Level = "low" if symbol.confidence == "regex" else "medium" if twins > 1 else "high"
        return Candidate(
            symbol,
            ELSEWHERE,
            level,
            "defined here" if twins == 1 else f"one of {twins} definitions of this name",
        )
    rank, level, reason = _relation(symbol, last_part(name), view, twins)
    if symbol.confidence == "regex":
        level, reason = "low", f"{reason}; the definition was found by a regular expression"
    return Candidate(symbol, rank, level, reason)


def _relation(symbol: Symbol, name: str, view: _View, twins: int) -> tuple[int, Level, str]:
    """How near a definition is to a file that uses the name."""
    by_name = name in view.imports.names
    if symbol.path == view.path:
        if by_name and symbol.qualname != symbol.name:
            return SAME_FILE, "medium", "defined in the same file, which also imports the name"
        return SAME_FILE, "high", "defined in the same file"
    module = view.reaches(symbol.path)
    if posixpath.dirname(symbol.path) == posixpath.dirname(view.path) and not (by_name and not module):
        return SAME_FOLDER, "high" if module else "medium", "defined in the same folder"
    if module:
        return IMPORTED, "high" if by_name else "medium", f"the file imports {module}"
    if by_name:
        return OUTSIDE, "low", f"{view.path} imports {name} from somewhere else"
    if twins == 1:
        return ELSEWHERE, "medium", "the only definition of this name; name-based"
    return ELSEWHERE, "low", f"one of {twins} definitions, elsewhere"


def _site(use: Reference, definitions: _Definitions, view: _View, target: Symbol | None) -> CallSite:
    around = enclosing_symbol(view.symbols, use.line)
    best = definitions.nearest(view)
    if best is None:
        return CallSite(use, around, ELSEWHERE, "low", "no definition of this name in the repository")
    level, reason = best.confidence, best.reason
    if use.kind == "import" and best.rank == SAME_FILE:
        level, reason = "low", "imports the name although this file defines one"
    elif use.kind == "string":
        level, reason = "low", f"a string that equals the name; {reason}"
    elif (
        target
        and best.rank > SAME_FILE
        and any(s.name == last_part(definitions.name) and s != target for s in view.symbols)
    ):
        level, reason = "low", f"{use.path} has a definition of this name of its own"
    return CallSite(use, around, best.rank, level, reason)
