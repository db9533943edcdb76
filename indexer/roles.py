"""What part a file plays, from its path alone: code, test, doc, config, translation, example or data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from typing import Any

from indexer.datafiles import load_table
from indexer.files.nameglobs import NameGlobs
from indexer.records import FileRole

_CAPITALISED_STEM = r"(?:.*[a-z0-9_])?(?:{endings})"


@dataclass(frozen=True, slots=True)
class _Roles:
    """roles.yaml, compiled. Folder patterns match one lower-case folder name."""

    test_folder: re.Pattern[str]
    test_file: NameGlobs[bool]
    test_infix: re.Pattern[str]
    not_test_suffixes: frozenset[str]
    test_stem: re.Pattern[str]
    test_stem_suffixes: frozenset[str]
    example_folder: re.Pattern[str]
    example_infixes: tuple[str, ...]
    doc_folder: re.Pattern[str]
    doc_suffixes: frozenset[str]
    doc_stems: frozenset[str]
    source_folders: frozenset[str]
    outer_depth: int
    translation_folder: re.Pattern[str]
    translation_suffixes: frozenset[str]
    translation_formats: frozenset[str]
    translation_file: NameGlobs[bool]
    named_language: re.Pattern[str]
    code_suffixes: frozenset[str]
    config_suffixes: frozenset[str]
    config_file: NameGlobs[bool]
    data_suffixes: frozenset[str]
    shown_folders: frozenset[str]


@lru_cache(maxsize=1)
def _roles() -> _Roles:
    raw = load_table(Path(__file__).with_name("roles.yaml"))
    test, translation, config, data = raw["test"], raw["translation"], raw["config"], raw["data"]
    not_test = "|".join(map(re.escape, test["not_folders"]))
    languages = "|".join(translation["languages"])
    return _Roles(
        test_folder=re.compile(f"(?!(?:{not_test})$)(?:{_globs(test['folders'])})"),
        test_file=_names(test["files"]),
        test_infix=re.compile("|".join(map(re.escape, test["infixes"]))),
        not_test_suffixes=frozenset(test["not_suffixes"]),
        test_stem=re.compile(_CAPITALISED_STEM.format(endings="|".join(test["stem_endings"]))),
        test_stem_suffixes=frozenset(test["stem_suffixes"]),
        example_folder=re.compile(_globs(raw["example"]["folders"])),
        example_infixes=tuple(raw["example"]["infixes"]),
        doc_folder=re.compile(_globs(raw["doc"]["folders"])),
        doc_suffixes=frozenset(raw["doc"]["suffixes"]),
        doc_stems=frozenset(raw["doc"]["stems"]),
        source_folders=frozenset(raw["source_folders"]),
        outer_depth=_number(raw["outer_depth"]),
        translation_folder=re.compile(_globs(translation["folders"])),
        translation_suffixes=frozenset(translation["suffixes"]),
        translation_formats=frozenset(translation["in_folders"]),
        translation_file=_names(translation["files"]),
        # en, zh-CN, pt_BR, zh-Hans-CN, values-rTW, es-419: alone or after a dot, dash or underscore.
        named_language=re.compile(
            rf"(?:.*[._-])?(?:{languages})(?:[-_@](?:r?[a-z]{{2}}|[a-z]{{4,8}}|\d{{3}})){{0,2}}",
            re.IGNORECASE,
        ),
        code_suffixes=frozenset(raw["code_suffixes"]),
        config_suffixes=frozenset(config["suffixes"]),
        config_file=_names(config["files"]),
        data_suffixes=frozenset(data["suffixes"]),
        shown_folders=frozenset(data["unless_below"]),
    )


def _globs(patterns: Iterable[str]) -> str:
    return "|".join(translate(pattern) for pattern in patterns)


def _names(patterns: Iterable[str]) -> NameGlobs[bool]:
    return NameGlobs((pattern, True) for pattern in patterns)


def _number(value: Any) -> int:  # noqa: ANN401 - a YAML scalar
    return int(value)


def role_of(path: str) -> FileRole:
    """The role of a canonical path."""
    table = _roles()
    folder, _, name = path.rpartition("/")
    by_folder = _folder_role(folder)
    stem, dot, suffix = name.rpartition(".")
    suffix = f".{suffix.lower()}" if dot and stem else ""
    stem = stem or name
    if by_folder == "test":
        return "test"
    if suffix not in table.not_test_suffixes and (
        table.test_infix.search(name) or table.test_file.matches(name)
    ):
        return "test"
    if suffix in table.test_stem_suffixes and table.test_stem.fullmatch(stem):
        return "test"
    if by_folder is not None:
        return by_folder
    return _file_role(table, folder, name, stem, suffix)


def _file_role(table: _Roles, folder: str, name: str, stem: str, suffix: str) -> FileRole:
    if _is_translation(table, folder, name, stem, suffix):
        return "translation"
    if any(infix in name for infix in table.example_infixes):
        return "example"
    if suffix in table.code_suffixes:
        return "code"
    shown = _below_shown(folder)
    if suffix in table.doc_suffixes and not shown:
        return "doc"
    if (not suffix or suffix in table.data_suffixes) and stem.lower().partition(".")[0] in table.doc_stems:
        return "doc"
    if suffix == ".txt" and _below_documents(folder):
        return "doc"
    if suffix in table.config_suffixes or table.config_file.matches(name):
        return "config"
    if suffix in table.data_suffixes and not shown:
        return "data"
    return "code"


@lru_cache(maxsize=20_000)
def _folder_role(folder: str) -> FileRole | None:
    """The role the folders of a path give to all below; the outermost that says something decides."""
    table = _roles()
    inside_source = False
    for depth, name in enumerate(folder.lower().split("/") if folder else ()):
        if table.test_folder.match(name):
            return "test"
        if depth < table.outer_depth and not inside_source:
            if table.example_folder.match(name):
                return "example"
            if table.doc_folder.match(name):
                return "doc"
        inside_source = inside_source or name in table.source_folders
    return None


def _is_translation(table: _Roles, folder: str, name: str, stem: str, suffix: str) -> bool:
    if suffix in table.translation_suffixes:
        return True
    if suffix not in table.translation_formats:
        return False
    if table.translation_file.matches(name):
        return True
    below = _below_translations(folder)
    if below is None:
        return False
    return any(table.named_language.fullmatch(part) for part in (*below, stem))


@lru_cache(maxsize=20_000)
def _below_translations(folder: str) -> tuple[str, ...] | None:
    """The folders below the outermost translation folder of a path; None if it has none."""
    pattern = _roles().translation_folder
    parts = folder.split("/")
    at = next((at for at, part in enumerate(parts) if pattern.match(part.lower())), None)
    return None if at is None else tuple(parts[at + 1 :])


@lru_cache(maxsize=20_000)
def _below_documents(folder: str) -> bool:
    return any(_roles().doc_folder.match(part) for part in folder.lower().split("/"))


@lru_cache(maxsize=20_000)
def _below_shown(folder: str) -> bool:
    return not _roles().shown_folders.isdisjoint(folder.lower().split("/"))
