"""Tests of the query: what is taken from a text, and how two queries become one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.words import stem
from rea.rank.query import Query, identifiers_in, paths_in, question_words, text_query
from rea.rank.wordlists import word_list

WEIGHTS = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.01, 4), max_size=5)
NAMES = st.lists(st.sampled_from(["login", "Session.open", "/api/x"]), unique=True, max_size=3).map(tuple)
QUERIES = st.builds(Query, WEIGHTS, WEIGHTS, NAMES, NAMES, NAMES, NAMES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How does the login work?", ("login",)),
        ("What's a member's role?", ("member", "role")),
        ("Where are WebSocket messages sent?", ("websocket", "messages", "sent")),
        ("登录流程是怎样的？", ()),
        ("how do they do it", ()),
    ],
)
def test_topic_words_are_what_stop_words_leave(text: str, words: tuple[str, ...]) -> None:
    """In order, lower case, without possessives."""
    assert question_words(text) == words


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Why does open_session fail?", ("open_session",)),
        ("Who calls SessionStore.revoke() and issuePair?", ("SessionStore.revoke", "issuePair")),
        ("What is MAX_TRIES for?", ("MAX_TRIES",)),
        ("What happens after render()?", ("render",)),
        ("How are members invited?", ()),
    ],
)
def test_names_are_told_from_prose(text: str, names: tuple[str, ...]) -> None:
    """What is spelled like code is taken as it stands, without call brackets."""
    assert identifiers_in(text) == names


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("What is in server/larder/app.py?", ("server/larder/app.py",)),
        (r"What is in web\src\App.vue?", ("web/src/App.vue",)),
        ("Who reads larder.toml?", ("larder.toml",)),
        ("Who reads the settings?", ()),
    ],
)
def test_paths_are_found_in_either_spelling(text: str, paths: tuple[str, ...]) -> None:
    """Forward or backward slashes, or a bare file name; the result has forward slashes."""
    assert paths_in(text) == paths


def test_a_name_weighs_more_than_a_word() -> None:
    """The parts of a name that is spelled out count more than words of the sentence."""
    terms = text_query("Why does revokeFamily lock people out").terms
    assert min(terms["revok"], terms[stem("family")]) > terms["lock"]


def test_a_repeated_word_weighs_more() -> None:
    """Saying a word again makes it count more, though not without bound."""
    once = text_query("cache")
    often = text_query("cache " * 3)
    always = text_query("cache " * 500)
    assert once.terms["cach"] < often.terms["cach"] < always.terms["cach"] < 4 * once.terms["cach"]


@given(st.text(max_size=200))
def test_any_text_can_be_asked_for(text: str) -> None:
    """No text raises; terms are stems, weights positive, and no topic word is a stop word."""
    query = text_query(text)
    assert all(weight > 0 and stem(term) == term for term, weight in query.terms.items())
    assert not set(question_words(text)) & word_list("stopwords")


@given(QUERIES, QUERIES)
def test_joining_takes_the_larger_weight_of_each_word(one: Query, two: Query) -> None:
    """Nothing of either query is lost, and the order of joining changes no weight."""
    both = one.plus(two)
    assert both.terms == two.plus(one).terms
    assert both.terms == {
        word: max(one.terms.get(word, 0.0), two.terms.get(word, 0.0)) for word in {*one.terms, *two.terms}
    }
    assert set(both.identifiers) == {*one.identifiers, *two.identifiers}
    assert set(both.routes) == {*one.routes, *two.routes}


@given(QUERIES)
def test_joining_a_query_with_itself_or_nothing_changes_nothing(query: Query) -> None:
    """Joining is idempotent and the empty query is neutral."""
    assert query.plus(query) == query
    assert query.plus(Query({})) == query


@given(QUERIES, QUERIES, st.floats(0, 1))
def test_a_weaker_part_never_adds_more(one: Query, two: Query, weight: float) -> None:
    """Scaling the other query down lowers weights or leaves them, and never below those of the first."""
    part, whole = one.plus(two, weight).terms, one.plus(two).terms
    assert all(one.terms.get(word, 0.0) <= part[word] <= whole[word] for word in whole)
