"""Turns the concepts a question names into the words code uses for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from indexer.words import stem, sub_words
from rea.lexicon import Concept, Match, load_lexicon
from rea.rank.query import Query

# A concept's own code words count nearly as much as the question's; what is merely often near them, less.
STRONG, WEAK, RELATED = 0.7, 0.2, 0.15
# Later words of a concept are less typical than the first.
FADE = 0.93


def concept_matches(question: str) -> tuple[Match, ...]:
    """The concepts a question names, in either language."""
    return load_lexicon().match(question)


def concept_query(question: str) -> Query:
    """The query of all concepts a question names."""
    query = Query({})
    for match in concept_matches(question):
        query = query.plus(query_of(match.concept))
    return query


def query_of(concept: Concept) -> Query:
    """One concept as a query; its related concepts take part with their strong words, weakly."""
    terms = _fading(concept.code, STRONG)
    for term, weight in _fading(concept.weak, WEAK).items():
        terms.setdefault(term, weight)
    lexicon = load_lexicon()
    for name in concept.related:
        for term, weight in _fading(lexicon.concept(name).code[:4], RELATED).items():
            terms.setdefault(term, weight)
    paths = {term: weight for term, weight in terms.items() if weight >= WEAK}
    for term, weight in _fading(concept.paths, STRONG).items():
        paths[term] = max(paths.get(term, 0.0), weight)
    return Query(terms, paths, routes=concept.routes)


def _fading(words: Iterable[str], weight: float) -> dict[str, float]:
    terms: dict[str, float] = {}
    for position, word in enumerate(words):
        parts = [stem(part) for part in sub_words(word)]
        for part in parts:
            value = weight * FADE**position / (len(parts) ** 0.5)
            terms[part] = max(terms.get(part, 0.0), value)
    return terms


def groups_of(question: str, words: Iterable[str]) -> tuple[Mapping[str, float], ...]:
    """The question's ideas as alternatives: one group a concept, and one for each topic word in no concept.

    A piece of code is the more likely meant the more groups it touches.
    """
    groups: list[Mapping[str, float]] = []
    covered: list[tuple[int, int]] = []
    lowered = question.lower()
    for match in concept_matches(question):
        terms = _fading(match.concept.code, 1.0)
        for part in sub_words(match.phrase):
            terms.setdefault(stem(part), 1.0)
        groups.append(terms)
        covered.append((match.start, match.end))
    for word in dict.fromkeys(words):
        at = lowered.find(word)
        if any(start <= at < end for start, end in covered):
            continue
        groups.append({stem(part): 1.0 for part in sub_words(word)})
    return tuple(groups)
