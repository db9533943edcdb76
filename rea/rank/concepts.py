"""Turns a question into weighted words: the words code uses for the concepts it names, and its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from indexer.words import stem, sub_words
from rea.lexicon import Concept, Match, load_lexicon
from rea.rank.query import STOPWORDS, Query, question_words, text_query

# A newcomer's own words are seldom those of the code; the concept's words are (by ablation, docs/quality.md).
STRONG, WEAK, RELATED, OWN = 1.0, 0.5, 0.25, 0.35
# Later words of a concept are less typical than the first.
FADE = 0.95
RELATED_WORDS = 4
# Parts of compounds that say nothing on their own ("is admin", "get item").
GLUE = frozenset(
    ["is", "on", "set", "get", "to", "no", "in", "by", "at", "of", "has", "add", "use", "do", "re", "un", "not", "for", "and", "or", "the", "a", "an", "my", "new", "all"]
)


def concept_matches(question: str) -> tuple[Match, ...]:
    """The concepts a question names, in either language, each once."""
    matches: dict[str, Match] = {}
    for match in load_lexicon().match(question):
        matches.setdefault(match.concept.name, match)
    return tuple(matches.values())


def question_query(question: str) -> Query:
    """The question as a query: ideas named twice, by two concepts or by word and concept, add up."""
    own = text_query(question)
    terms: Counter[str] = Counter()
    for word in dict.fromkeys(question_words(question)):
        for part in sub_words(word):
            terms[stem(part)] += OWN
    for name in own.identifiers:
        for part in sub_words(name):
            terms[stem(part)] += STRONG
    paths: Counter[str] = Counter()
    routes: list[str] = []
    for match in concept_matches(question):
        concept = concept_query(match.concept)
        terms.update(concept.terms)
        paths.update(concept.paths)
        routes += concept.routes
        for part in sub_words(match.phrase):
            if part not in STOPWORDS:
                terms[stem(part)] += OWN
    return Query(dict(terms), dict(paths), own.identifiers, own.files, tuple(dict.fromkeys(routes)))


def concept_query(concept: Concept) -> Query:
    """One concept as a query; its related concepts take part with their first words, weakly."""
    terms = _fading(concept.code, STRONG)
    for term, weight in _fading(concept.weak, WEAK).items():
        terms.setdefault(term, weight)
    lexicon = load_lexicon()
    for name in concept.related:
        for term, weight in _fading(lexicon.concept(name).code[:RELATED_WORDS], RELATED).items():
            terms.setdefault(term, weight)
    return Query(terms, _fading(concept.paths, STRONG), routes=concept.routes)


def _fading(words: Iterable[str], weight: float) -> dict[str, float]:
    terms: dict[str, float] = {}
    for position, word in enumerate(words):
        parts = sub_words(word)
        telling = [part for part in parts if part not in GLUE] or parts
        for part in telling:
            # The parts of a compound share its weight: alone each says less.
            value = weight * FADE**position / len(parts) ** 0.5
            terms[stem(part)] = max(terms.get(stem(part), 0.0), value)
    return terms
