"""Finds what a repository is about: the things it defines by a bare name (class Contact, table contacts) and
names its files for, less the words every codebase shares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from indexer.text.words import stem, sub_words
from rea.rank.wordlists import word_list

MOST_NOUNS = 3
SHORTEST = 3
# So many candidates are looked at for each noun wanted.
PER_NOUN = 10
# Definitions of things that are stored or passed around, not of what is done to them.
THINGS = frozenset(
    ("class", "struct", "table", "interface", "type", "model", "entity", "object", "record", "enum")
)


def domain_nouns(
    paths: Iterable[str],
    definitions: Iterable[tuple[str, str, str]],
    spread: Callable[[str], int],
    most: int = MOST_NOUNS,
) -> tuple[str, ...]:
    """The stems of what a program handles, best first.

    `paths` are its own code files, `definitions` (name, kind, path) of all symbols, `spread` tells how many
    chunks use a stem. A noun counts by the folders and files named for it and by its use; nouns that name
    files without being defined come after all that are.
    """
    own = frozenset(paths)
    files: Counter[str] = Counter()
    folders: dict[str, set[str]] = {}
    for path in own:
        folder, _, name = path.rpartition("/")
        for noun in {*nouns_of(name.rsplit(".", 1)[0]), *nouns_of(folder.rpartition("/")[2])}:
            files[noun] += 1
            folders.setdefault(noun, set()).add(folder)
    defined = {
        noun
        for name, kind, path in definitions
        if kind in THINGS and path in own and len(sub_words(name)) == 1
        for noun in nouns_of(name)
    }
    project = _project_words(own)
    named = {
        noun: (1 + len(folders.get(noun, ()))) * math.log1p(files[noun])
        for noun in {*defined, *files} - project
    }

    def order(noun: str, score: float) -> tuple[bool, float, str]:
        return noun not in defined, -score, noun

    # How far a word is spread is dear to ask, and changes little among the words most files are named for.
    likely = sorted((noun for noun in named if named[noun]), key=lambda noun: order(noun, named[noun]))
    score = {noun: named[noun] * math.log1p(spread(noun)) for noun in likely[: PER_NOUN * most]}
    found = [noun for noun in score if score[noun] > 0]
    return tuple(sorted(found, key=lambda noun: order(noun, score[noun]))[:most])


def nouns_of(name: str) -> Iterator[str]:
    """The stems of a name's words that are neither technical nor too short."""
    technical = word_list("technical")
    for word in sub_words(name):
        if len(word) >= SHORTEST and word.isalpha() and word not in technical:
            yield stem(word)


def _project_words(paths: Iterable[str]) -> set[str]:
    """The project's own name is in the names of its top folders and says nothing about its data."""
    top = {path.split("/", 1)[0] for path in paths}
    times = Counter(noun for name in top for noun in set(nouns_of(name)))
    return {noun for noun, count in times.items() if count >= max(3, len(top) // 2)}
