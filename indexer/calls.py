"""Who calls whom, by name, joined when asked: an index that keeps no edges cannot keep wrong ones.

False positives are allowed, misses are not. Each row says how near the definition is to the use and why,
and a name that occurs once in the repository is still only a name: it never gets the highest confidence for
that.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from indexer.outline import last_part
from indexer.records import Reference, Symbol

if TYPE_CHECKING:
    from indexer.reader import Index

Level = Literal["high", "medium", "low"]

# Ranks of a definition as seen from a use: the smaller, the nearer.
SAME_FILE, SAME_FOLDER, IMPORTED, ELSEWHERE, OUTSIDE = range(5)

_SEGMENT = re.compile(r"[/.\\:]+")
# File names that stand for their folder.
_INDEX_NAMES = frozenset({"index", "__init__", "mod", "main", "lib"})
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,6}$")


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
    index: Index, name: str, *, target: Symbol | None = None, limit: int = 200, limit_files: int = 400
) -> tuple[tuple[CallSite, ...], int, bool]:
    """Uses of a name other than its definitions, nearest to them first, how many there are, and whether
    files were left out. With `target` only that definition counts: uses that are nearer to another one go
    last."""
    references, cut = index.references_to(name, limit_files=limit_files)
    definitions = (target,) if target else index.symbols_named(name)
    starts = {(symbol.path, symbol.start) for symbol in index.symbols_named(name)}
    uses = [
        use for use in references if use.kind in ("import", "decorator") or (use.path, use.line) not in starts
    ]
    uses.sort(
        key=lambda use: (
            _distance(use.path, definitions),
            use.kind in ("string", "type", "import"),
            use.path,
            use.line,
        )
    )
    views: dict[str, _View] = {}
    sites = []
    for use in uses[:limit]:
        view = views.get(use.path) or views.setdefault(use.path, _View(index, use.path))
        sites.append(_site(use, name, definitions, view, target))
    sites.sort(
        key=lambda site: (
            site.rank,
            site.reference.kind == "string",
            site.reference.path,
            site.reference.line,
        )
    )
    return tuple(sites), len(uses), cut


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
        symbols = index.symbols_named(name)
        ranked = [_candidate(other, name, view, len(symbols)) for other in symbols if other != symbol]
        nearest = min(ranked, key=lambda c: (c.rank, c.symbol.path, c.symbol.start), default=None)
        found.append(Call(reference, nearest))
    return tuple(found)


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
        self._imports: tuple[str, ...] | None = None

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        if self._symbols is None:
            self._symbols = self._index.symbols_in(self.path)
        return self._symbols

    @property
    def imports(self) -> tuple[str, ...]:
        if self._imports is None:
            references = self._index.references_in(self.path)
            self._imports = tuple(dict.fromkeys(r.name for r in references if r.kind == "import"))
        return self._imports

    def reaches(self, path: str) -> str:
        """The import of this file that leads to `path`, '' if none does."""
        return next((name for name in self.imports if leads_to(name, path, self.path)), "")


def leads_to(module: str, path: str, importer: str) -> bool:
    """Whether an import, as written in `importer`, can mean the file `path` or its folder."""
    if module.startswith("."):
        if "/" in module or module in (".", ".."):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(importer), module))
            return (
                _without_suffix(path) in (target, _without_suffix(target))
                or posixpath.dirname(path) == target
            )
        module = module.lstrip(".")
    wanted = [part for part in _SEGMENT.split(_without_script_suffix(module).lstrip("@~")) if part]
    if not wanted:
        return False
    whole = _SEGMENT.split(_without_suffix(path))
    return any(
        _fits(wanted, parts) for parts in ([whole[:-1]] if whole[-1] in _INDEX_NAMES else [whole, whole[:-1]])
    )


def _fits(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether one is the tail of the other; a single common name must be all of the module or the whole
    path."""
    shared = min(len(wanted), len(parts))
    return shared > 0 and list(wanted[-shared:]) == list(parts[-shared:])


def _without_suffix(path: str) -> str:
    return _SUFFIX.sub("", path)


def _without_script_suffix(module: str) -> str:
    return (
        re.sub(r"\.(?:[jt]sx?|mjs|cjs|vue|svelte|h|hpp|php|rb|py|dart|proto)$", "", module)
        if "/" in module or module.endswith((".h", ".proto"))
        else module
    )


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
    by_name = any(last_part(imported) == name for imported in view.imports)
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
    return ELSEWHERE, "low", f"one of {twins} definitions of this name elsewhere; the same name may interfere"


def _site(
    use: Reference, name: str, definitions: Sequence[Symbol], view: _View, target: Symbol | None
) -> CallSite:
    around = enclosing_symbol(view.symbols, use.line)
    if not definitions:
        return CallSite(use, around, ELSEWHERE, "low", "no definition of this name in the repository")
    ranked = [_candidate(symbol, name, view, len(definitions)) for symbol in definitions]
    best = min(ranked, key=lambda candidate: candidate.rank)
    level, reason = best.confidence, best.reason
    if use.kind == "string":
        level, reason = "low", f"a string that equals the name; {reason}"
    elif (
        target
        and best.rank > SAME_FILE
        and any(s.name == last_part(name) and s != target for s in view.symbols)
    ):
        level, reason = "low", f"{use.path} has a definition of this name of its own"
    return CallSite(use, around, best.rank, level, reason)


def _distance(path: str, definitions: Sequence[Symbol]) -> int:
    """A cheap first guess at the rank, from paths alone."""
    folder = posixpath.dirname(path)
    if any(symbol.path == path for symbol in definitions):
        return SAME_FILE
    return (
        SAME_FOLDER if any(posixpath.dirname(symbol.path) == folder for symbol in definitions) else ELSEWHERE
    )
