"""Many glob patterns on file names, answered fast: most names cost two dictionary look-ups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import translate
from typing import Generic, TypeVar

T = TypeVar("T")

_SPECIAL = re.compile(r"[*?\[]")


class NameGlobs(Generic[T]):
    """Values by glob. Patterns without wildcards are a dictionary; those that end in a plain `.suffix` are
    tried only on names with that suffix; those that begin with three plain characters only on names that
    do."""

    def __init__(self, globs: Mapping[str, T] | Iterable[tuple[str, T]]) -> None:
        pairs = globs.items() if isinstance(globs, Mapping) else globs
        self._exact: dict[str, list[T]] = {}
        self._buckets: dict[str, list[tuple[re.Pattern[str], T]]] = {}
        for glob, value in pairs:
            if _SPECIAL.search(glob):
                self._buckets.setdefault(_bucket(glob), []).append((re.compile(translate(glob)), value))
            else:
                self._exact.setdefault(glob, []).append(value)

    def values(self, name: str) -> list[T]:
        """The values of all patterns a name matches, exact ones first."""
        found = list(self._exact.get(name, ()))
        for bucket in (name[name.rfind(".") :] if "." in name else "", name[:3] + "…", "*"):
            for pattern, value in self._buckets.get(bucket, ()):
                if pattern.match(name):
                    found.append(value)
        return found

    def matches(self, name: str) -> bool:
        """Whether any pattern matches."""
        return bool(self.values(name))


def _bucket(glob: str) -> str:
    suffix = glob[glob.rfind(".") :] if "." in glob else ""
    if suffix and not _SPECIAL.search(suffix):
        return suffix
    return glob[:3] + "…" if len(glob) > 3 and not _SPECIAL.search(glob[:3]) else "*"
