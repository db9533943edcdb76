"""Which file of the repository a document means: from the root, from its folder, by a unique ending."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.paths import below_root, os_path
from rea.checking.citations import path_readings
from tools.fence import Resolved, resolve
from tools.secrets import is_secret_path

if TYPE_CHECKING:
    from indexer.reader import Index

MAX_CANDIDATES = 5
# A file beyond this is not read for a citation.
MAX_BYTES = 16 * 1024 * 1024
_ABSOLUTE = re.compile(r"/|~|[A-Za-z]:/")


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be read. `path` in the repository's own form."""

    path: str


@dataclass(frozen=True, slots=True)
class NotFound:
    """No file of the repository; `known` when there is something of that name that is not judged."""

    reason: str
    known: bool = False
    candidates: tuple[str, ...] = ()


class Places:
    """Finds files for written paths; each distinct one is looked up once, and nothing outside is touched."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: dict[tuple[str, str, bool], Found | NotFound] = {}

    def find(self, written: str, folder: str | None, linked: bool) -> Found | NotFound:
        """What a written path means in a document whose folder is `folder` ('' root, None outside).

        A link is read from the document's folder first, as browsers do; running text from the root.
        """
        key = (written, folder or "", linked)
        if key not in self._known:
            self._known[key] = self._find(written, folder, linked)
        return self._known[key]

    def ending_in(self, written: str) -> Found | NotFound:
        """What a path means whose beginning could not be read."""
        found = self._by_ending(written.lstrip("/"))
        return found or NotFound("the path is written with characters that are not read", known=True)

    def names_file(self, name: str) -> bool:
        """Whether a name in a sentence is that of a file or folder, which need not stand in any line."""
        bare = name.strip("/")
        if "/" not in name and "." not in name:
            return False
        return bare.rsplit("/", 1)[-1] in self._by_name or bare in self._folders

    def _find(self, written: str, folder: str | None, linked: bool) -> Found | NotFound:
        refusal: NotFound | None = None
        for reading in path_readings(written):
            for path in self._readings(reading, folder, linked):
                if path is None:
                    refusal = refusal or NotFound("leads outside the repository", known=True)
                elif found := self._at(path):
                    return found
        for reading in path_readings(written):
            if not _ABSOLUTE.match(reading) and (found := self._by_ending(reading)):
                return found
        return refusal or NotFound("no such file in the repository", candidates=self._same_name(written))

    def _readings(self, written: str, folder: str | None, linked: bool) -> list[str | None]:
        """The paths from the root that are meant, likeliest first; None for one that leads outside."""
        if _ABSOLUTE.match(written):
            root = os.path.realpath(self._index.root).replace(os.sep, "/").rstrip("/")
            inside = written.startswith(root + "/")
            # A leading slash is the root of the repository for those who write links for a web site.
            rest = written[len(root) :] if inside else written if written.startswith("/") else ""
            paths = [rest.lstrip("/"), *below_root(self._index.root, written)]
            joined = [_joined("", path) for path in paths if path]
            return [next((path for path in joined if path and self._exists(path)), None)]
        from_root = _joined("", written)
        from_folder = _joined(folder, written) if folder is not None else from_root
        return [from_folder, from_root] if linked or written.startswith("../") else [from_root, from_folder]

    def _exists(self, path: str) -> bool:
        return path in self._paths or os.path.lexists(os_path(self._index.root, path))

    def _at(self, path: str) -> Found | NotFound | None:
        """The file at a path from the root; judged by the fence when there is anything there."""
        if not self._exists(path):
            path = self._by_folded.get(path.casefold()) or ""
        if not path:
            return None
        place = resolve(self._index, path)
        if not isinstance(place, Resolved):
            return NotFound(place.reason, known=True)
        if place.kind == "folder":
            return NotFound("is a folder", known=True)
        if is_secret_path(place.path):
            return NotFound("looks like a file of secrets and is not read", known=True)
        if place.start:  # the fence took a part of the name for a line number
            return None
        try:
            size = os_path(self._index.root, place.path).stat().st_size
        except OSError:
            return NotFound("the file is gone")
        if size > MAX_BYTES or place.skipped == "too_large":
            return NotFound("is too large to be read", known=True)
        return Found(place.path)

    def _by_ending(self, written: str) -> Found | NotFound | None:
        """The one file whose path ends so; several are the reader's choice, not ours."""
        ending = _joined("", written)
        if not ending:
            return None
        same = [path for path in self._by_name.get(ending.rsplit("/", 1)[-1], ()) if _ends(path, ending)]
        if len(same) > 1:
            return NotFound(f"{len(same)} files end with this name", True, tuple(same[:MAX_CANDIDATES]))
        return self._at(same[0]) if same else None

    def _same_name(self, written: str) -> tuple[str, ...]:
        return self._by_name.get(written.rsplit("/", 1)[-1], ())[:MAX_CANDIDATES]

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(record.path for record in self._index.files())

    @cached_property
    def _by_folded(self) -> dict[str, str | None]:
        """Paths by their form without case; None where that is several files."""
        folded: dict[str, str | None] = {}
        for path in self._paths:
            folded[path.casefold()] = None if path.casefold() in folded else path
        return folded

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        names: dict[str, list[str]] = {}
        for record in self._index.files():
            names.setdefault(record.path.rsplit("/", 1)[-1], []).append(record.path)
        return {name: tuple(paths) for name, paths in names.items()}

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(
            parent.as_posix() for path in self._paths for parent in Path(path).parents if parent.name
        )


def _joined(folder: str | None, written: str) -> str | None:
    """A relative path with its `..` folded; None when it leads above the root."""
    path = posixpath.normpath(posixpath.join(folder or "", written))
    if path == ".." or path.startswith("../") or path.startswith("/"):
        return None
    return "" if path == "." else path


def _ends(path: str, ending: str) -> bool:
    return path == ending or path.endswith("/" + ending)
