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
# Versions of a file define at least this share of all their names together.
LEAST_SHARED = 0.5

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


def variants(paths: Iterable[str], names: Mapping[str, frozenset[str]]) -> Mapping[str, str]:
    """Path to a key shared by versions of one file: one per database, per profile, per platform.

    They have one name, lie in sister folders, and define the same things. `names` holds what each file
    defines; files that define nothing are no versions of each other.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if folder and names.get(path):
            groups.setdefault((folder.rpartition("/")[0], name), []).append(path)
    keys: dict[str, str] = {}
    for (parent, name), group in groups.items():
        first = max(group, key=lambda path: (len(names[path]), path))
        alike = [path for path in group if _alike(names[first], names[path])]
        if len(alike) > 1:
            keys.update(dict.fromkeys(alike, f"{parent}/*/{name}"))
    return keys


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= LEAST_SHARED * len(one | other)


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
