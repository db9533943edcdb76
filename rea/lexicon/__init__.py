"""The bilingual concept lexicon: maps a newcomer's words (English, Chinese) to the words code uses.

The concepts are data (`*.yaml` beside this file, one file per theme; format in `loading.py`). A question is
matched against the phrases of all concepts; the ranking then searches for the words of the matched concepts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rea.lexicon.phrases import PhraseTable

__all__ = ["Concept", "Lexicon", "Match", "load_lexicon"]


@dataclass(frozen=True, slots=True)
class Concept:
    """One idea and its vocabulary.

    `en`, `zh`: phrases people type. `code`: strong sub-words of identifiers, lower case and unstemmed; an
    entry of several words is a compound whose words must be near each other. `weak`: words often seen around.
    `related`: names of concepts one step away. `routes`: URL fragments. `paths`: typical path segments.
    """

    name: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    code: tuple[str, ...]
    weak: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase of a concept found at `question[start:end]`; `phrase` is as the lexicon spells it."""

    concept: Concept
    phrase: str
    start: int
    end: int


class Lexicon:
    """All concepts, by name, with a matcher over their phrases. Immutable once built."""

    __slots__ = ("_by_name", "_table", "concepts")

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self.concepts: tuple[Concept, ...] = tuple(concepts)
        self._by_name = {concept.name: concept for concept in self.concepts}
        self._table = PhraseTable()
        for concept in self.concepts:
            for phrase in concept.en:
                self._table.add_english(phrase, concept.name)
            for phrase in concept.zh:
                self._table.add_chinese(phrase, concept.name)

    def concept(self, name: str) -> Concept:
        """The concept of that name; KeyError when there is none."""
        return self._by_name[name]

    def match(self, question: str) -> tuple[Match, ...]:
        """The concepts a question names, in the order they stand in it.

        A stretch of the question is claimed by the longest phrase that fits it; a phrase that belongs to two
        concepts gives two matches over the same stretch.
        """
        return tuple(
            Match(self._by_name[name], hit.phrase, hit.start, hit.end)
            for hit in self._table.find(question)
            for name in hit.owners
        )


def load_lexicon(extra: Path | None = None) -> Lexicon:
    """The shipped lexicon, extended by `extra` (a YAML file, or a folder of them) where given.

    A concept of `extra` with the name of a shipped one adds its words to it. The result is cached until a
    file of `extra` changes. Raises DataFileError (file and line named) for a file that is not a lexicon.
    """
    if extra is None:
        return _cached(())
    from rea.lexicon.loading import stamps

    return _cached(stamps(extra))


@lru_cache(maxsize=8)
def _cached(extra: tuple[tuple[Path, int, int], ...]) -> Lexicon:
    """Keyed by path, size and time of change of every file, so a long-lived process sees an edited file."""
    from rea.lexicon.loading import read_concepts

    shipped = sorted(Path(__file__).parent.glob("*.yaml"))
    return Lexicon(read_concepts(shipped, [path for path, _, _ in extra]))
