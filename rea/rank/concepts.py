"""Turns a question into weighted words: the words code uses for the concepts it names, and its own words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from indexer.text.words import stem, sub_words
from rea.lexicon import Concept, Match, load_lexicon
from rea.rank.query import Query, question_words, text_query
from rea.rank.wordlists import word_list

# A newcomer's own words are seldom those of the code; the concept's words are (by ablation, docs/quality.md).
STRONG, WEAK, RELATED, OWN = 1.0, 0.5, 0.25, 0.35
# Later words of a concept are less typical than the first.
FADE = 0.95
RELATED_WORDS = 4


def concept_matches(question: str) -> tuple[Match, ...]:
    """The concepts a question names, in either language, each once."""
    matches: dict[str, Match] = {}
    for match in load_lexicon().match(question):
        matches.setdefault(match.concept.name, match)
    return tuple(matches.values())


def question_query(question: str) -> Query:
    """The question as a query: ideas named twice, by two concepts or by word and concept, add up."""
    own = text_query(question)
    terms: dict[str, float] = defaultdict(float)
    paths: dict[str, float] = defaultdict(float)
    _add(terms, dict.fromkeys(question_words(question)), OWN)
    _add(terms, own.identifiers, STRONG)
    routes: list[str] = []
    asked = set(own.asked)
    for match in concept_matches(question):
        concept = concept_query(match.concept)
        for term, weight in concept.terms.items():
            terms[term] += weight
        for term, weight in concept.paths.items():
            paths[term] += weight
        routes += concept.routes
        _add(terms, (part for part in sub_words(match.phrase) if part not in word_list("stopwords")), OWN)
        # The name of an idea stands for the words of a question in another language.
        asked |= {stem(part) for part in sub_words(match.concept.name)}
    own = replace(own, routes=tuple(dict.fromkeys(routes)), asked=frozenset(asked))
    return replace(own, terms=dict(terms), paths=dict(paths))


def _add(terms: dict[str, float], words: Iterable[str], weight: float) -> None:
    for word in words:
        for part in sub_words(word):
            terms[stem(part)] += weight


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
    glue = word_list("glue")
    for position, word in enumerate(words):
        parts = sub_words(word)
        telling = [part for part in parts if part not in glue] or parts
        for part in telling:
            # The parts of a compound share its weight: alone each says less.
            value = weight * FADE**position / len(parts) ** 0.5
            terms[stem(part)] = max(terms.get(stem(part), 0.0), value)
    return terms
