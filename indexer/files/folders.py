"""Judges folders and file names: vendored, generated, or one's own. Names raise a suspicion, evidence
decides.

`vendor/`, `build/` or `dist/` are as often one's own source as they are noise, and dropping own source is the
worse mistake. So except for names that mean one thing only (`node_modules`), a look at what lies in and
beside the folder is needed before it is left out. The names are in skiplists.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from indexer.files import skiplists as lists
from indexer.files.skip import SkipReason
from indexer.paths import to_raw

# How many folders are listed at most to find out whether a suspected vendor folder is one.
_EVIDENCE_FOLDERS = 60
_EVIDENCE_DEPTH = 3

# A reason and what shows it, for people.
Finding = tuple[SkipReason, str]


def _all_of(names: Iterable[str], reason: SkipReason) -> dict[str, SkipReason]:
    return dict.fromkeys(names, reason)


TELLTALES = {
    **_all_of(lists.VENDORED_TELLTALES, SkipReason.VENDORED),
    **_all_of(lists.GENERATED_TELLTALES, SkipReason.GENERATED),
}
_FOLDERS = {
    **_all_of(lists.VENDORED_FOLDERS, SkipReason.VENDORED),
    **_all_of(lists.GENERATED_FOLDERS, SkipReason.GENERATED),
}
_JUDGED = {name: rule for rule in lists.JUDGED for name in rule.names}
_FILES: dict[str, Finding] = {
    **{name: (SkipReason.GENERATED, "lock file") for name in lists.LOCK_FILES},
    **{name: (SkipReason.GENERATED, "known file name") for name in lists.GENERATED_FILES},
    **{name: (SkipReason.VENDORED, "known file name") for name in lists.VENDORED_FILES},
}
_ENDINGS = {
    **_all_of(lists.MINIFIED_ENDINGS, SkipReason.MINIFIED),
    **_all_of(lists.GENERATED_ENDINGS, SkipReason.GENERATED),
    **_all_of(lists.BINARY_ENDINGS, SkipReason.BINARY),
}


def _by_extension(endings: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The endings to try for each extension, so that most files cost one look-up."""
    table: dict[str, tuple[str, ...]] = {}
    for ending in endings:
        extension = ending.rpartition(".")[2]
        table[extension] = (*table.get(extension, ()), ending)
    return table


_EXTENSIONS = _by_extension(_ENDINGS)


def is_plain(name: str) -> bool:
    """Whether `judge_file` surely says nothing: a quick test that most names pass."""
    extension = name[name.rfind(".") + 1 :]
    return extension.islower() and extension not in _EXTENSIONS and name not in _FILES


def judge_file(name: str) -> Finding | None:
    """What a file's own name says: a lock file, minified, generated, binary, or nothing."""
    if name in _FILES:
        return _FILES[name]
    lowered = name.lower()
    for ending in _EXTENSIONS.get(lowered[lowered.rfind(".") + 1 :], ()):
        if lowered.endswith(ending) and len(lowered) > len(ending):
            return _ENDINGS[ending], f"*{ending}"
    return None


@dataclass(slots=True)
class FolderJudge:
    """Judges the folders of one root, each once. Folders are canonical paths; below a folder that is out all
    is.

    `tops` are the folders of the git repositories found: names are read differently at the top of a
    repository. `brought_back` tells the judge about folders the user's ignore files ask for.
    """

    root: Path
    tops: frozenset[str] = frozenset({""})
    brought_back: Callable[[str], bool] = lambda folder: False
    _verdicts: dict[str, Finding | None] = field(default_factory=lambda: {"": None})

    def verdict(self, folder: str) -> Finding | None:
        """Why a folder is left out, and which of its parents decided; None if it is not."""
        known = self._verdicts
        if folder not in known:
            parent, _, name = folder.rpartition("/")
            known[folder] = (
                None if self.brought_back(folder) else self.verdict(parent) or self._judge(parent, name)
            )
        return known[folder]

    def note_telltale(self, folder: str, name: str) -> None:
        """Records a file whose presence says what its folder is (`pyvenv.cfg`)."""
        if folder and name in TELLTALES and not self.brought_back(folder):
            self._verdicts[folder] = (TELLTALES[name], f"{folder}/ holds {name}")

    def _judge(self, parent: str, name: str) -> Finding | None:
        path = f"{parent}/{name}" if parent else name
        reason = _FOLDERS.get(name) or _FOLDERS.get(f"{parent.rpartition('/')[2]}/{name}")
        if reason is None and name.endswith(lists.GENERATED_FOLDER_ENDING):
            reason = SkipReason.GENERATED
        if reason is not None:
            return reason, f"{path}/"
        if name in _JUDGED and (found := self._evidence(_JUDGED[name], parent, path)):
            return (
                SkipReason.VENDORED if _JUDGED[name].vendored else SkipReason.GENERATED
            ), f"{path}/ with {found}"
        if found := self._vendor_evidence(parent, name, path):
            return SkipReason.VENDORED, f"{path}/ with {found}"
        return None

    def _evidence(self, rule: lists.Judged, parent: str, path: str) -> str:
        if rule.beside and (found := _first(rule.beside, self._names(parent))):
            return f"{found} beside it"
        return _first(rule.inside, self._names(path)) if rule.inside else ""

    def _vendor_evidence(self, parent: str, name: str, path: str) -> str:
        """What shows that a folder holds other people's code; '' if nothing does or nobody suspects it."""
        in_assets = parent.rpartition("/")[2] in lists.ASSET_FOLDERS
        if name.lower() in lists.LIBRARIES and not lists.ASSET_FOLDERS.isdisjoint(parent.split("/")):
            return "a known library among web assets"
        if name in lists.SUSPECTED and in_assets:
            return "web assets beside it"
        if name not in lists.SUSPECTED and not (in_assets and name in lists.SUSPECTED_IN_ASSETS):
            return ""
        if found := self._marker_below(path):
            return found
        if parent in self.tops and name in lists.SUSPECTED_AT_TOP:
            own = any(child.endswith(lists.SOURCE_SUFFIXES) for child in self._names(path))
            return "" if own else "no source of its own at the top of the repository"
        return ""

    def _marker_below(self, path: str) -> str:
        """The first file, from the outside in, that only other people's code has; '' if there is none."""
        level, listed = [path], 0
        for _ in range(_EVIDENCE_DEPTH):
            below: list[str] = []
            for folder in level[: _EVIDENCE_FOLDERS - listed]:
                listed += 1
                names = self._names(folder)
                if found := _first(lists.MARKERS, names):
                    return found
                below += [f"{folder}/{child}" for child in names if "." not in child]
            level = below
        return ""

    def _names(self, folder: str) -> list[str]:
        try:
            names = os.listdir(os.path.join(os.fsencode(self.root), to_raw(folder)))  # noqa: PTH118, PTH208
        except OSError:
            return []
        return sorted(os.fsdecode(name) for name in names)


def _first(globs: Sequence[str], names: Iterable[str]) -> str:
    return next((name for name in names if any(fnmatchcase(name, glob) for glob in globs)), "")
