"""Features a program may or may not have: which a question asks for, and whether a name speaks of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from indexer.datafiles import load_table
from indexer.text.words import sub_words
from rea.playbooks.patterns import LinePattern

# Words inside names that carry no meaning of their own: checkForUpdate is a name for "check update".
JOINTS = frozenset(("for", "to", "of", "the", "a", "an"))

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """`asked`: a question is about it when all patterns of one line match. `named`: words of names for it,
    side by side; one that ends in `*` stands for every word that begins so.

    `build`: scripts and pipelines count as well, not only the application itself.
    """

    label: str
    asked: tuple[tuple[LinePattern, ...], ...]
    named: tuple[Words, ...]
    build: bool

    def is_asked(self, question: str) -> bool:
        """Whether a question is about the feature."""
        return any(all(pattern.matches(question) for pattern in line) for line in self.asked)


class Names:
    """Names as sequences of words, with a table to find those that hold a sequence."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {words_of_name(name) for name in names}
        self._holding: dict[str, list[Words]] = {}
        for words in self._names:
            for word in set(words):
                self._holding.setdefault(word, []).append(words)

    def holds(self, wanted: Words) -> bool:
        """Whether the words stand side by side in some name."""
        plain = next((word for word in wanted if not word.endswith("*")), None)
        found = self._names if plain is None else self._holding.get(plain, ())
        size = len(wanted)
        return any(
            all(map(_fits, name[at : at + size], wanted))
            for name in found
            for at in range(len(name) - size + 1)
        )


def _fits(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


def words_of_name(name: str) -> Words:
    """The words of a name in the singular, in order, without the joints between them."""
    return tuple(_singular(word) for word in sub_words(name) if word not in JOINTS)


def _singular(word: str) -> str:
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )


@lru_cache(maxsize=1)
def features() -> tuple[Feature, ...]:
    """All features of the table beside this module."""
    table = load_table(Path(__file__).with_name("features.yaml"))
    return tuple(_feature(name, entry) for name, entry in table.items())


def _feature(name: str, entry: Mapping[str, Any]) -> Feature:
    return Feature(
        label=name.replace("_", " "),
        asked=tuple(tuple(LinePattern(pattern) for pattern in line) for line in entry["asked"]),
        named=tuple(_wanted(words) for words in entry["named"]),
        build=entry.get("build", False),
    )


def _wanted(words: str) -> Words:
    """Words as names spell them (auth0 is two); the last keeps the `*` of a token."""
    found: list[str] = []
    for token in words.split():
        parts = list(words_of_name(token.removesuffix("*")))
        found += [*parts[:-1], parts[-1] + "*"] if token.endswith("*") else parts
    return tuple(found)
