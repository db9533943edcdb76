"""Keeps crowds of like files from filling a reading list: one migration shows how all are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from indexer.records import ConfigMark

# How many files of a crowd a list may hold before the rest is put behind everything else.
MOST_OF_CROWD = 2
MOST_VARIANTS = 1
# So many files whose names differ only in numbers and dates, or that are migrations, are a crowd.
SMALLEST_CROWD = 6

_NUMBERS = re.compile(r"\d+")


def crowds(paths: Iterable[str], marks: Iterable[ConfigMark], roles: Mapping[str, str]) -> Mapping[str, str]:
    """Path to the name of its crowd, for files that are one of many alike."""
    migrations = {mark.path for mark in marks if mark.kind == "migration"}
    keys: dict[str, str] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        ending = name.rpartition(".")[2]
        if roles.get(path) == "translation":
            keys[path] = f"translation {ending}"
        elif path in migrations and any(character.isdigit() for character in path):
            keys[path] = f"migration {ending}"
        elif _NUMBERS.search(name):
            keys[path] = f"{_NUMBERS.sub('#', folder)}/#{ending}"
    sizes = Counter(keys.values())
    return {path: key for path, key in keys.items() if sizes[key] >= SMALLEST_CROWD}


def variants(paths: Iterable[str]) -> Mapping[str, str]:
    """Path to a key shared by files whose paths differ in one folder only: one per database, per profile."""
    keys: dict[str, str] = {}
    seen: dict[str, str] = {}
    for path in paths:
        parts = path.split("/")
        for at in range(len(parts) - 1):
            pattern = "/".join([*parts[:at], "*", *parts[at + 1 :]])
            first = seen.setdefault(pattern, path)
            if first != path and at == len(parts) - 2:
                keys[path] = keys[first] = pattern
    return keys


def thinned(
    order: Iterable[str], crowd_of: Mapping[str, str], variant_of: Mapping[str, str]
) -> Iterator[str]:
    """The same paths, with the surplus of every crowd moved to the end."""
    taken: Counter[str] = Counter()
    late: list[str] = []
    for path in order:
        crowd, variant = crowd_of.get(path, ""), variant_of.get(path, "")
        if (crowd and taken[crowd] >= MOST_OF_CROWD) or (variant and taken[variant] >= MOST_VARIANTS):
            late.append(path)
            continue
        taken[crowd] += 1
        taken[variant] += 1
        yield path
    yield from late
