"""Judges folders and file names: vendored, generated, or one's own. Names raise a suspicion, evidence
decides.

`vendor/`, `build/` or `dist/` are as often one's own source as they are noise, and dropping own source is the
worse mistake. So except for names that mean one thing only (`node_modules`), a look at what lies in and
beside the folder is needed before it is left out. All of it is data in skip.yaml.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from typing import Any

from indexer.datafiles import load_table
from indexer.paths import to_raw
from indexer.skip import SkipReason

# How many folders are listed at most to find out whether a suspected vendor folder is one.
_EVIDENCE_FOLDERS = 60
_EVIDENCE_DEPTH = 3

Finding = tuple[SkipReason, str]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A folder name that needs evidence: files beside the folder or inside it (either is enough)."""

    reason: SkipReason
    beside: re.Pattern[str] | None
    inside: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Tables:
    """skip.yaml, compiled."""

    never: frozenset[str]
    folders: dict[str, SkipReason]
    folder_patterns: tuple[tuple[re.Pattern[str], SkipReason], ...]
    telltales: dict[str, SkipReason]
    judged: dict[str, tuple[_Judged, ...]]
    suspected: frozenset[str]
    suspected_at_top: frozenset[str]
    asset_folders: frozenset[str]
    suspected_in_assets: frozenset[str]
    libraries: frozenset[str]
    markers: re.Pattern[str]
    file_names: dict[str, Finding]
    suffixes: dict[str, tuple[str, ...]]
    suffix_reasons: dict[str, SkipReason]
    source_suffixes: tuple[str, ...]
    script_suffixes: tuple[str, ...]
    page_suffixes: tuple[str, ...]
    data_suffixes: tuple[str, ...]

    def is_plain(self, name: str) -> bool:
        """Whether `judge_file` surely says nothing: a quick test that most names pass."""
        extension = name[name.rfind(".") + 1 :]
        return extension.islower() and extension not in self.suffixes and name not in self.file_names

    def judge_file(self, name: str) -> Finding | None:
        """What a file's own name says: a lock file, minified, generated, binary, or nothing."""
        if name in self.file_names:
            return self.file_names[name]
        lowered = name.lower()
        for suffix in self.suffixes.get(lowered[lowered.rfind(".") + 1 :], ()):
            if lowered.endswith(suffix) and len(lowered) > len(suffix):
                return self.suffix_reasons[suffix], f"*{suffix}"
        return None


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The compiled tables of skip.yaml; read once per process."""
    raw = load_table(Path(__file__).with_name("skip.yaml"))
    exact: dict[str, SkipReason] = {}
    patterns: list[tuple[re.Pattern[str], SkipReason]] = []
    for reason, name in _pairs(raw["folders"]):
        if "*" in name:
            patterns.append((re.compile(translate(name)), reason))
        else:
            exact[name] = reason
    judged: dict[str, tuple[_Judged, ...]] = {}
    for row in raw["judged"]:
        rule = _Judged(SkipReason(row["reason"]), _any_of(row.get("beside")), _any_of(row.get("inside")))
        for name in row["names"]:
            judged[name] = (*judged.get(name, ()), rule)
    suffix_reasons = {suffix: reason for reason, suffix in _pairs(raw["files"]["suffixes"])}
    suspected = raw["suspected_vendor"]
    return Tables(
        never=frozenset(raw["never"]),
        folders=exact,
        folder_patterns=tuple(patterns),
        telltales={name: reason for reason, name in _pairs(raw["telltales"])},
        judged=judged,
        suspected=frozenset(suspected["names"]),
        suspected_at_top=frozenset(suspected["at_top"]),
        asset_folders=frozenset(suspected["in_assets"]),
        suspected_in_assets=frozenset(suspected["in_assets_names"]),
        libraries=frozenset(suspected["libraries"]),
        markers=_any_of(suspected["markers"]) or re.compile("(?!)"),
        file_names=_file_names(raw["files"]),
        suffixes=_by_extension(suffix_reasons),
        suffix_reasons=suffix_reasons,
        source_suffixes=tuple(suspected["source_suffixes"]),
        script_suffixes=tuple(raw["long_lines"]["scripts"]),
        page_suffixes=tuple(raw["long_lines"]["pages"]),
        data_suffixes=tuple(raw["long_lines"]["data"]),
    )


def _pairs(group: dict[str, list[str]]) -> list[tuple[SkipReason, str]]:
    return [(SkipReason(reason), name) for reason, names in group.items() for name in names]


def _any_of(globs: list[str] | None) -> re.Pattern[str] | None:
    return re.compile("|".join(translate(glob) for glob in globs)) if globs else None


def _file_names(files: dict[str, Any]) -> dict[str, Finding]:
    names: dict[str, Finding] = {name: (SkipReason.GENERATED, "lock file") for name in files["lock"]}
    for reason in (SkipReason.GENERATED, SkipReason.VENDORED):
        names.update({name: (reason, "known file name") for name in files[reason.value]})
    return names


def _by_extension(suffixes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The suffixes to try for each extension, so that most files cost one look-up."""
    table: dict[str, tuple[str, ...]] = {}
    for suffix in suffixes:
        extension = suffix.rpartition(".")[2]
        table[extension] = (*table.get(extension, ()), suffix)
    return table


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
        if folder and (reason := tables().telltales.get(name)) and not self.brought_back(folder):
            self._verdicts[folder] = (reason, f"{folder}/ holds {name}")

    def _judge(self, parent: str, name: str) -> Finding | None:
        known, path = tables(), f"{parent}/{name}" if parent else name
        two = f"{parent.rpartition('/')[2]}/{name}"
        reason = known.folders.get(name) or known.folders.get(two)
        if reason is None:
            reason = next((reason for pattern, reason in known.folder_patterns if pattern.match(name)), None)
        if reason is not None:
            return reason, f"{path}/"
        for rule in known.judged.get(name, ()):
            if found := self._evidence(rule, parent, path):
                return rule.reason, f"{path}/ with {found}"
        if found := self._vendor_evidence(parent, name, path):
            return SkipReason.VENDORED, f"{path}/ with {found}"
        return None

    def _evidence(self, rule: _Judged, parent: str, path: str) -> str:
        if rule.beside and (found := _first(rule.beside, self._names(parent))):
            return f"{found} beside it"
        return _first(rule.inside, self._names(path)) if rule.inside else ""

    def _vendor_evidence(self, parent: str, name: str, path: str) -> str:
        """What shows that a folder holds other people's code; '' if nothing does or nobody suspects it."""
        known = tables()
        in_assets = parent.rpartition("/")[2] in known.asset_folders
        if name.lower() in known.libraries and not known.asset_folders.isdisjoint(parent.split("/")):
            return "a known library among web assets"
        if name in known.suspected and in_assets:
            return "web assets beside it"
        if name not in known.suspected and not (in_assets and name in known.suspected_in_assets):
            return ""
        if found := self._marker_below(path):
            return found
        if parent in self.tops and name in known.suspected_at_top:
            own = any(child.endswith(known.source_suffixes) for child in self._names(path))
            return "" if own else "no source of its own at the top of the repository"
        return ""

    def _marker_below(self, path: str) -> str:
        """The first file, from the outside in, that only other people's code has; '' if there is none."""
        markers = tables().markers
        level, listed = [path], 0
        for _ in range(_EVIDENCE_DEPTH):
            below: list[str] = []
            for folder in level[: _EVIDENCE_FOLDERS - listed]:
                listed += 1
                names = self._names(folder)
                if found := _first(markers, names):
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


def _first(pattern: re.Pattern[str], names: Iterable[str]) -> str:
    return next((name for name in names if pattern.match(name)), "")
