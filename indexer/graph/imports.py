"""Which files an import can mean, by the tail of its name: no language's rules, all languages' habits."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from indexer.storage.outline import last_part

_SEGMENT = re.compile(r"[/.\\:]+")
# File names that stand for their folder.
_INDEX_NAMES = frozenset({"index", "__init__", "mod", "main", "lib"})
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,6}$")
_SCRIPT_SUFFIX = re.compile(r"\.(?:[jt]sx?|mjs|cjs|vue|svelte|h|hpp|php|rb|py|dart|proto)$")

Parts = tuple[str, ...]


def leads_to(module: str, path: str, importer: str) -> bool:
    """Whether an import, as written in `importer`, can mean the file `path` or its folder."""
    return bool(Imports(importer, (module,)).reaching(path))


class Imports:
    """The imports of one file, looked up by the file they may lead to."""

    def __init__(self, importer: str, modules: Sequence[str]) -> None:
        self.names = frozenset(last_part(module) for module in modules)
        self._modules = modules
        self._stems: dict[str, int] = {}
        self._folders: dict[str, int] = {}
        self._tails: dict[str, list[tuple[int, Parts]]] = {}
        for order, module in enumerate(modules):
            if module.startswith(".") and ("/" in module or module in (".", "..")):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(importer), module))
                self._stems.setdefault(target, order)
                self._stems.setdefault(_without_suffix(target), order)
                self._folders.setdefault(target, order)
            elif wanted := _wanted(module):
                self._tails.setdefault(wanted[-1], []).append((order, wanted))

    def reaching(self, path: str) -> str:
        """The first import that can lead to `path`, '' if none can."""
        stem, folder, forms = _forms(path)
        orders = [self._stems.get(stem, -1), self._folders.get(folder, -1)]
        for parts in forms:
            for order, wanted in self._tails.get(parts[-1], ()) if parts else ():
                if _fits(wanted, parts):
                    orders.append(order)
        best = min((order for order in orders if order >= 0), default=-1)
        return self._modules[best] if best >= 0 else ""

    def among(self, places: Places) -> Iterator[str]:
        """The paths of `places` that an import leads to; each at least once."""
        for stem in self._stems:
            yield from places.by_stem.get(stem, ())
        for folder in self._folders:
            yield from places.by_folder.get(folder, ())
        for tail, rows in self._tails.items():
            for path in places.by_tail.get(tail, ()):
                if any(_fits(wanted, parts) for _, wanted in rows for parts in _forms(path)[2]):
                    yield path


class Places:
    """Paths that define a name, sorted so that those near a file are found without looking at all."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(dict.fromkeys(paths))
        self.by_stem: dict[str, list[str]] = {}
        self.by_folder: dict[str, list[str]] = {}
        self.by_tail: dict[str, list[str]] = {}
        for path in self.paths:
            stem, folder, forms = _forms(path)
            self.by_stem.setdefault(stem, []).append(path)
            self.by_folder.setdefault(folder, []).append(path)
            for parts in forms:
                if parts:
                    self.by_tail.setdefault(parts[-1], []).append(path)

    def near(self, path: str, imports: Imports) -> tuple[str, ...]:
        """Those that can be nearest to a file with these imports: its own, else those of its folder and those
        it imports, else the first. In the order of `paths`."""
        if path in self.by_stem.get(_forms(path)[0], ()):
            return (path,)
        close = {*self.by_folder.get(posixpath.dirname(path), ()), *imports.among(self)}
        return tuple(other for other in self.paths if other in close) if close else self.paths[:1]


def _wanted(module: str) -> Parts:
    if module.startswith("."):
        module = module.lstrip(".")
    if "/" in module or module.endswith((".h", ".proto")):
        module = _SCRIPT_SUFFIX.sub("", module)
    return tuple(part for part in _SEGMENT.split(module.lstrip("@~")) if part)


@lru_cache(maxsize=16_384)
def _forms(path: str) -> tuple[str, str, tuple[Parts, ...]]:
    """A path without its suffix, its folder, and the names an import may end in: file or folder."""
    stem = _without_suffix(path)
    whole = tuple(_SEGMENT.split(stem))
    forms = (whole[:-1],) if whole[-1] in _INDEX_NAMES else (whole, whole[:-1])
    return stem, posixpath.dirname(path), forms


def _fits(wanted: Parts, parts: Parts) -> bool:
    """Whether one is the tail of the other; a single common name must be all of the module or the whole
    path."""
    shared = min(len(wanted), len(parts))
    return shared > 0 and wanted[-shared:] == parts[-shared:]


def _without_suffix(path: str) -> str:
    return _SUFFIX.sub("", path)
