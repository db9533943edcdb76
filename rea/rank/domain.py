"""Finds what a repository is about: the nouns of its file names, less the words every codebase shares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from indexer.records import FileRecord
from indexer.text.words import stem, terms_of
from rea.rank.wordlists import word_list

MOST_NOUNS = 3
SHORTEST = 3


def domain_nouns(files: Iterable[FileRecord], most: int = MOST_NOUNS) -> tuple[str, ...]:
    """The stems that name most of the code, spread over most folders, best first."""
    technical = {stem(word) for word in word_list("technical")}
    count: Counter[str] = Counter()
    folders: dict[str, set[str]] = {}
    top: set[str] = set()
    for record in files:
        if record.role != "code":
            continue
        folder, _, name = record.path.rpartition("/")
        top.add(record.path.split("/", 1)[0])
        for term in set(terms_of(name.rsplit(".", 1)[0])):
            if len(term) >= SHORTEST and term.isalpha() and term not in technical:
                count[term] += 1
                folders.setdefault(term, set()).add(folder)
    # The project's own name is in the names of its top folders and says nothing about its data.
    project = Counter(term for name in top for term in set(terms_of(name)))
    for term, times in project.items():
        if times >= max(3, len(top) // 2):
            count.pop(term, None)
    score = {term: len(folders[term]) * math.log(1 + count[term]) for term in count}
    return tuple(sorted(score, key=lambda term: (-score[term], term))[:most])
