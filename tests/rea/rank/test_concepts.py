"""Tests of concepts as queries: a newcomer's words become those of code."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.words import stem
from rea.lexicon import load_lexicon
from rea.rank.concepts import concept_matches, concept_query, question_query

CONCEPTS = load_lexicon().concepts


def test_a_concept_is_taken_once() -> None:
    """Two phrases of one concept give one match."""
    names = [match.concept.name for match in concept_matches("login, sign in, log in: how do I sign in?")]
    assert len(names) == len(set(names))
    assert "login" in names


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("How does login work?", "登录流程是怎样的？"),
        ("When is the cache cleared?", "缓存什么时候失效？"),
        ("How is a backup made?", "怎么备份？"),
    ],
)
def test_either_language_asks_for_the_same_words(english: str, chinese: str) -> None:
    """The words that weigh most in code do not depend on the language of the question."""
    heaviest = [
        {term for term in sorted(query.terms, key=lambda t: -query.terms[t])[:12] if term.isascii()}
        for query in (question_query(english), question_query(chinese))
    ]
    assert len(heaviest[0] & heaviest[1]) >= 6


def test_the_questions_own_words_take_part() -> None:
    """A word no concept knows is still looked for."""
    query = question_query("How does login treat wombats?")
    assert query.terms["wombat"] > 0


def test_names_and_paths_of_the_question_are_kept() -> None:
    """What is spelled out exactly is looked for exactly."""
    query = question_query("How does open_session in api/session.py check the login?")
    assert "open_session" in query.identifiers
    assert query.files == ("api/session.py",)


@pytest.mark.parametrize("question", ["", "?!", "how does it do that", "这是什么"])
def test_a_question_without_topic_asks_for_little(question: str) -> None:
    """Without topic words or concepts there is nothing that weighs like a concept's own word."""
    query = question_query(question)
    assert all(weight < 1.0 for weight in query.terms.values())
    assert query.identifiers == query.files == ()


def test_every_concept_gives_words_that_can_be_found() -> None:
    """Each concept has terms; all are stems with a weight of at most 1, and its routes are handed on."""
    for concept in CONCEPTS:
        query = concept_query(concept)
        assert query.terms, concept.name
        assert all(0 < weight <= 1.0 and stem(term) == term for term, weight in query.terms.items())
        assert query.routes == concept.routes


def test_related_concepts_stay_behind() -> None:
    """A concept's own first word outweighs everything its related concepts bring in."""
    login = load_lexicon().concept("login")
    query = concept_query(login)
    own = concept_query(replace(login, related=()))
    brought = [weight for term, weight in query.terms.items() if term not in own.terms]
    assert brought
    assert max(brought) < max(own.terms.values()) / 2


@given(st.text(max_size=200))
def test_any_text_becomes_a_query(text: str) -> None:
    """No text raises, and every weight is positive."""
    assert all(weight > 0 for weight in question_query(text).terms.values())
