"""Tests of a node's query: its own words lead in a broad question, those of the question in a detail."""

from __future__ import annotations

from indexer.text.words import stem
from rea.offline.queries import node_query
from rea.rank.query import Query
from tests.rea.offline.parts import make_node

NODE = make_node(
    strong=("issueToken", "session"), weak=("cookie",), paths=("auth", "tokens"), marks=("config",)
)
SUBJECT = Query({"wombat": 1.0, "cook": 2.0}, {"burrow": 1.0}, ("open_session",), ("a.py",))


def test_a_broad_question_asks_for_the_words_of_the_node() -> None:
    """The strong words lead, the first most; the question's own words stay out."""
    terms = node_query(NODE, SUBJECT, (), broad=True).terms
    assert terms["issu"] >= terms["session"] > terms[stem("cookie")] > 0
    assert "wombat" not in terms


def test_a_detailed_question_keeps_its_own_words() -> None:
    """The node's words only colour it: each weighs less than the question's."""
    query = node_query(NODE, SUBJECT, (), broad=False)
    assert query.terms["wombat"] == 1.0
    assert 0 < query.terms["session"] < query.terms["wombat"]
    assert (query.identifiers, query.files) == (SUBJECT.identifiers, SUBJECT.files)


def test_paths_and_marks_of_the_node_are_asked_for() -> None:
    """Typical folders, the first most, and the parts of a file that matter."""
    query = node_query(NODE, SUBJECT, (), broad=True)
    assert query.paths["auth"] > query.paths["token"] > 0
    assert query.marks == ("config",)


def test_the_nouns_of_the_repository_join_only_where_wanted() -> None:
    """Storing data means storing what the program is about; issuing a token does not."""
    nouns = ("wombat", "burrow")
    domain = node_query(make_node(domain=True), SUBJECT, nouns, broad=True)
    plain = node_query(make_node(), SUBJECT, nouns, broad=True)
    assert domain.terms["wombat"] > domain.terms["burrow"] > 0
    assert domain.paths["wombat"] > 0
    assert not {"wombat", "burrow"} & plain.terms.keys()


def test_a_node_without_words_asks_for_nothing() -> None:
    """Empty lists are no error."""
    empty = make_node(strong=(), weak=(), paths=())
    assert node_query(empty, SUBJECT, (), broad=True) == Query({})
    assert node_query(empty, SUBJECT, (), broad=False) == SUBJECT
