"""Decides when a question is about something the repository does not have.

Names are the test: what a program does names a symbol, a file or a route; words in texts and comments prove
nothing either way. Two kinds of things are looked for by name: features a program may lack (features.yaml),
and ideas of the lexicon, less mere actions (restart, merge), which may hide behind any name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from indexer.search.textsearch import SearchQuery
from indexer.text.words import stem, sub_words
from rea.lexicon import Concept
from rea.offline.features import Feature, Names, features, words_of_name
from rea.rank.concepts import concept_matches
from rea.rank.query import question_words
from rea.rank.ranker import Ranker
from rea.rank.wordlists import word_list

# Words of a concept that are tried, and how many searches document the absence.
MOST_FORMS = 40
# With so few topic words a question is about its one idea.
MOST_WORDS = 3
# Elsewhere only a phrase of so many words ("external identity provider") says surely what is meant.
SPECIFIC = 3
SEARCHES = 5
# A form as short as this is no sign of anything in the middle of a word (sso in processor).
SHORT_FORM = 4
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
    """The first thing of a question that names nothing in the repository; None when all name something."""
    asked = [feature for feature in features() if feature.is_asked(question)]
    for feature in asked:
        if not _is_named(ranker, feature):
            return Absent(feature.label, tuple(_searches(" ".join(words) for words in feature.named)))
    names = [name for name, _ in _own_names(ranker)]
    text = "\n".join(names)
    ideas = [
        match for match in concept_matches(question) if match.concept.name not in word_list("action_concepts")
    ]
    short = len(ideas) == 1 and len(question_words(question)) <= MOST_WORDS
    for match in ideas:
        # A few common words are easily another thing: a way of delivery ships nothing.
        if not short and len(_parts(match.phrase)) < SPECIFIC:
            continue
        concept = match.concept
        if _form_pattern(concept).search(text) or _is_written(ranker, concept):
            continue
        # Taking all names apart is slow, so only what is not met as it is spelled comes here.
        table = Names(names)
        if not any(table.holds(words_of_name(word)) for word in concept.code if words_of_name(word)):
            return Absent(match.phrase, tuple(_searches(concept.code)))
    return _absent_name(ranker, text, question)


def _parts(phrase: str) -> list[str]:
    """The words of a phrase; two characters of Chinese are about one."""
    return re.findall(r"[\u3400-\u9fff]{2}|[^\W\u3400-\u9fff]+", phrase)


def _is_written(ranker: Ranker, concept: Concept) -> bool:
    """Whether the repository's own code has it in a line: what a platform brings is called, not named."""
    query = SearchQuery("(?i)" + "|".join(_forms(concept.code[:MOST_FORMS])))
    return any(ranker.roles.get(hit.path) in _NAMED for hit in ranker.index.search(query).hits)


def _is_named(ranker: Ranker, feature: Feature) -> bool:
    """A name that joins a word of the feature to the very thing the repository is about is another matter:
    where checks are what is kept, `update_check` changes one."""
    names = Names(name for name, path in _own_names(ranker) if feature.build or not _builds(ranker, path))
    about = set(ranker.nouns)
    return any(
        names.holds(wanted)
        for wanted in feature.named
        if len(wanted) == 1 or not about.intersection(map(stem, wanted))
    )


def _builds(ranker: Ranker, path: str) -> bool:
    return ranker.layers.get(path) == "build"


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


def _own_names(ranker: Ranker) -> Iterator[tuple[str, str]]:
    """Every name of the repository's own code with its file: paths, definitions, routes."""
    own = {path for path, role in ranker.roles.items() if role in _NAMED}
    yield from ((path, path) for path in own)
    yield from ((name, path) for name, _, path in ranker.names if path in own)
    for route in ranker.index.routes():
        yield f"{route.pattern} {route.handler}", route.path


@lru_cache(maxsize=64)
def _form_pattern(concept: Concept) -> re.Pattern[str]:
    return re.compile("|".join(_forms(concept.code[:MOST_FORMS])), re.IGNORECASE)


def _forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        form = r"[\W_]{0,2}".join(re.escape(part) for part in sub_words(word))
        yield rf"(?<![a-z]){form}(?![a-z])" if len(word) < SHORT_FORM else form


def _searches(words: Iterable[str]) -> Iterator[str]:
    """Searches for compounds first: a single word hits too much to say anything."""
    ordered = sorted(words, key=lambda word: " " not in word)
    for form in list(_forms(ordered))[:SEARCHES]:
        yield f"(?i){form}"
