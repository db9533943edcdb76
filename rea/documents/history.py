"""What git remembers: when a sentence was written, and what the lines it cites were then."""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.errors import ReaError
from indexer.gitio import find_repository, is_shallow, run_git
from indexer.paths import to_raw
from indexer.text.decode import decode
from indexer.text.lines import split_lines
from rea.documents.document import Document

if TYPE_CHECKING:
    from rea.checking.citations import Mention

# Versions of a document that are looked at; they are halved, so this many need nine looks.
MAX_VERSIONS = 400
# Files of the past that are read for one check, each one call of git.
MAX_READ = 3_000
MAX_BYTES = 16 * 1024 * 1024
KEPT_FILES = 32


@dataclass(frozen=True, slots=True)
class Origin:
    """The commit that wrote a sentence. `certain` is false where the history is cut: it may be older."""

    commit: str
    certain: bool


class Past:
    """The files of a repository at earlier commits."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read = 0
        self._lines: OrderedDict[tuple[str, str], tuple[str, ...] | None] = OrderedDict()
        self.available = find_repository(root) is not None
        self.shallow = self.available and is_shallow(root)

    @property
    def exhausted(self) -> bool:
        """Whether so much was read that no more is."""
        return self._read >= MAX_READ

    def versions(self, path: str) -> tuple[str, ...]:
        """The commits that changed a file, newest first."""
        if not self.available:
            return ()
        name = os.fsdecode(to_raw(path))
        try:
            listing = run_git(self._root, ["log", f"--max-count={MAX_VERSIONS}", "--format=%H", "--", name])
        except ReaError:
            return ()
        return tuple(listing.decode("ascii", "replace").split())

    def text(self, commit: str, path: str) -> str | None:
        """The text of a file at a commit; None when it was not there, was too large, or git cannot tell."""
        if self.exhausted:
            return None
        self._read += 1
        place = f"{commit}:./{os.fsdecode(to_raw(path))}"
        try:
            if int(run_git(self._root, ["cat-file", "-s", place])) > MAX_BYTES:
                return None
            return decode(run_git(self._root, ["cat-file", "blob", place]), path).text
        except (ReaError, ValueError):
            return None

    def lines(self, commit: str, path: str) -> tuple[str, ...] | None:
        """The lines of a file at a commit; the last few files are kept."""
        key = (commit, path)
        if key in self._lines:
            self._lines.move_to_end(key)
            return self._lines[key]
        text = self.text(commit, path)
        self._lines[key] = None if text is None else tuple(split_lines(text))
        if len(self._lines) > KEPT_FILES:
            self._lines.popitem(last=False)
        return self._lines[key]


class DocumentHistory:
    """The versions of one document. A sentence counts from the oldest version since which it stands there."""

    def __init__(self, past: Past, path: str, suffix: str) -> None:
        self._past = past
        self._path = path
        self._suffix = suffix
        self._versions = past.versions(path)
        self._keys: dict[str, frozenset[str]] = {}

    def origin(self, document: Document, mention: Mention) -> Origin | None:
        """When a citation was written; None for one that was not committed yet."""
        key = document.key(mention)
        if not self._versions or not self._holds(0, key):
            return None
        # The newest version holds it, and what holds it is taken to be one stretch of versions.
        low, high = 0, len(self._versions)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._holds(middle, key) else (low, middle)
        cut = self._past.shallow or len(self._versions) == MAX_VERSIONS
        return Origin(self._versions[low], not (cut and low == len(self._versions) - 1))

    def _holds(self, number: int, key: str) -> bool:
        commit = self._versions[number]
        if commit not in self._keys:
            text = self._past.text(commit, self._path)
            old = Document(text or "", self._suffix)
            self._keys[commit] = frozenset(old.key(mention) for mention in old.mentions)
        return key in self._keys[commit]
