"""Config marks: which files build, configure, migrate, test or ship the application, by their paths alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from typing import Any

from indexer.datafiles import load_table
from indexer.files.nameglobs import NameGlobs
from indexer.records import ConfigMark
from indexer.roles import role_of

# How many folders deep a folder named `deploy` or `config` still speaks for the whole application.
_OUTER_DEPTH = 2
_UNMARKED_ROLES = frozenset({"test", "example", "doc", "translation"})


@dataclass(frozen=True, slots=True)
class _FolderRule:
    """Files with one of the suffixes (none listed: any) below a folder of this name are marked, if `files` is
    empty or one of its patterns matches their name."""

    kind: str
    name: re.Pattern[str]
    parent: str
    outer: bool
    direct: bool
    suffixes: frozenset[str]
    files: re.Pattern[str] | None

    def marks(self, name: str, suffix: str) -> bool:
        """Whether a file in such a folder is marked."""
        if self.suffixes and suffix not in self.suffixes:
            return False
        return self.files is None or self.files.match(name.lower()) is not None


@dataclass(frozen=True, slots=True)
class _Marks:
    """marks.yaml, compiled. `by_folder` caches the rules that hold for all files of a folder."""

    names: NameGlobs[str]
    any_role: NameGlobs[str]
    never_names: frozenset[str]
    never_folders: frozenset[str]
    path_ends: tuple[tuple[re.Pattern[str], str], ...]
    folder_rules: tuple[_FolderRule, ...]
    by_folder: dict[str, tuple[_FolderRule, ...]] = field(default_factory=dict)

    def rules_for(self, folder: str) -> tuple[_FolderRule, ...]:
        """The folder rules that hold in a folder: those of its parent and those its own name brings."""
        if not folder:
            return ()
        if folder not in self.by_folder:
            above, _, name = folder.lower().rpartition("/")
            depth, parent = above.count("/") + 1 if above else 0, above.rpartition("/")[2]
            own = tuple(
                rule
                for rule in self.folder_rules
                if rule.name.match(name)
                and rule.parent in ("", parent)
                and not (rule.outer and depth >= _OUTER_DEPTH)
            )
            inherited = (rule for rule in self.rules_for(folder.rpartition("/")[0]) if not rule.direct)
            self.by_folder[folder] = (*inherited, *own)
        return self.by_folder[folder]


@lru_cache(maxsize=1)
def _marks() -> _Marks:
    raw: dict[str, Mapping[str, Any]] = load_table(Path(__file__).with_name("marks.yaml"))
    never = raw.pop("never")
    names = [(glob, kind) for kind, row in raw.items() for glob in row.get("names", ())]
    any_role = [(glob, kind) for kind, row in raw.items() for glob in row.get("any_role", ())]
    ends = [(glob, kind) for kind, row in raw.items() for glob in row.get("paths", ())]
    rules = [_folder_rule(kind, rule) for kind, row in raw.items() for rule in row.get("folders", ())]
    return _Marks(
        names=NameGlobs(names),
        any_role=NameGlobs(any_role),
        never_names=frozenset(never["names"]),
        never_folders=frozenset(never["folders"]),
        path_ends=tuple((re.compile(f"(?:.*/)?{translate(glob)}"), kind) for glob, kind in ends),
        folder_rules=tuple(rules),
    )


def _folder_rule(kind: str, rule: Mapping[str, Any]) -> _FolderRule:
    return _FolderRule(
        kind=kind,
        name=re.compile("|".join(translate(name) for name in rule["names"])),
        parent=rule.get("below", ""),
        outer=bool(rule.get("outer", False)),
        direct=bool(rule.get("direct", False)),
        suffixes=frozenset(rule["suffixes"]),
        files=re.compile("|".join(translate(glob) for glob in rule["files"])) if "files" in rule else None,
    )


def marks_of(paths: Iterable[str]) -> list[ConfigMark]:
    """The marks of all paths, sorted by kind and path; a file can have several."""
    table = _marks()
    found = {(kind, path) for path in paths for kind in _kinds(table, path)}
    return [ConfigMark(path, kind) for kind, path in sorted(found)]


def _kinds(table: _Marks, path: str) -> Iterable[str]:
    folder, _, name = path.rpartition("/")
    yield from table.any_role.values(name)
    kinds = table.names.values(name)
    dot = name.rfind(".")
    suffix = name[dot:].lower() if dot > 0 else ""
    kinds += [rule.kind for rule in table.rules_for(folder) if rule.marks(name, suffix)]
    if name.endswith((".txt", ".in")):
        kinds += [kind for pattern, kind in table.path_ends if pattern.match(path)]
    if (
        not kinds
        or name in table.never_names
        or not table.never_folders.isdisjoint(folder.lower().split("/"))
    ):
        return
    if role_of(path) not in _UNMARKED_ROLES:
        yield from kinds
