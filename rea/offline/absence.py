"""Decides when a question is about something the repository does not have.

Names are the test: an idea that exists in a program names a symbol, a file or a route; words in texts and
comments prove nothing either way. Mere actions (restart, merge) may hide behind any name and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from indexer.text.words import sub_words
from rea.lexicon import Concept
from rea.rank.concepts import concept_matches
from rea.rank.ranker import Ranker
from rea.rank.wordlists import word_list

# Words of a concept that are tried, and how many searches document the absence.
MOST_FORMS = 40
SEARCHES = 5
_NAMED = frozenset(("code", "config", "data"))
# A name people write with a capital inside a sentence, or in capitals: a product, a protocol.
_PROPER = re.compile(r"(?<=[a-z0-9,;(/:\u3400-\u9fff] )[A-Z][A-Za-z0-9+#]{2,}|\b[A-Z][A-Z0-9]{2,}\b")
_EXAMPLE = re.compile(r"such as|like|for example|e\.g\.|for instance|例如|比如|像", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Absent:
    """What a question names and nothing in the repository is named for; `patterns` are searches for it."""

    label: str
    patterns: tuple[str, ...]


def absent_idea(ranker: Ranker, question: str) -> Absent | None:
    """The first idea of a question that names nothing in the repository; None when all name something."""
    names = _names(ranker)
    for match in concept_matches(question):
        concept = match.concept
        if concept.name in word_list("action_concepts"):
            continue
        if not _form_pattern(concept).search(names):
            return Absent(match.phrase, tuple(_searches(concept)))
    return _absent_name(ranker, names, question)


def _absent_name(ranker: Ranker, names: str, question: str) -> Absent | None:
    """A proper name that occurs nowhere, unless it only stands as an example."""
    found = [match for match in _PROPER.finditer(question) if not _EXAMPLE.search(question[: match.start()])]
    words = list(dict.fromkeys(match.group() for match in found))
    if words and not any(_known(ranker, names, word) for word in words):
        return Absent(words[0], tuple(re.escape(word) for word in words[:SEARCHES]))
    return None


def _known(ranker: Ranker, names: str, word: str) -> bool:
    return word.lower() in names.lower() or any(
        ranker.index.document_frequency(part) for part in sub_words(word)
    )


def _names(ranker: Ranker) -> str:
    """Every name of the repository's own code, one a line."""
    return "\n".join(_all_names(ranker))


def _all_names(ranker: Ranker) -> Iterator[str]:
    own = {path for path, role in ranker.roles.items() if role in _NAMED}
    yield from own
    yield from (name for name, _, path in ranker.names if path in own)
    for route in ranker.index.routes():
        yield f"{route.pattern} {route.handler}"


@lru_cache(maxsize=64)
def _form_pattern(concept: Concept) -> re.Pattern[str]:
    return re.compile("|".join(_forms(concept.code[:MOST_FORMS])), re.IGNORECASE)


def _forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield r"[\W_]{0,2}".join(re.escape(part) for part in sub_words(word))


def _searches(concept: Concept) -> Iterator[str]:
    """Searches for the concept's compounds first: a single word hits too much to say anything."""
    ordered = sorted(concept.code, key=lambda word: " " not in word)
    for form in list(_forms(ordered))[:SEARCHES]:
        yield f"(?i){form}"
