"""Tests of the ranking's word lists."""

from __future__ import annotations

import pytest

from indexer.text.words import sub_words
from rea.lexicon import load_lexicon
from rea.rank.wordlists import word_list

NAMES = (
    "stopwords",
    "technical",
    "glue",
    "client_folders",
    "server_folders",
    "build_folders",
    "action_concepts",
)


@pytest.mark.parametrize("name", NAMES)
def test_words_are_as_text_is_cut_into(name: str) -> None:
    """Every list holds lower-case words only: others could never be met."""
    assert word_list(name)
    wrong = {word for word in word_list(name) if word != word.lower() or not word.strip()}
    assert wrong == set()


def test_glue_and_technical_words_are_single_sub_words() -> None:
    """They are compared with sub-words, so one of several parts would be dead."""
    compound = {
        word for name in ("glue", "technical") for word in word_list(name) if len(sub_words(word)) > 1
    }
    assert compound <= {"i18n"}


def test_a_folder_betrays_one_layer() -> None:
    """No folder name speaks for client and server at once."""
    assert not word_list("client_folders") & word_list("server_folders")


def test_actions_are_concepts_of_the_lexicon() -> None:
    """Each name of the list of actions is one the lexicon knows: a misspelled one would do nothing."""
    known = {concept.name for concept in load_lexicon().concepts}
    assert word_list("action_concepts") - known == set()


def test_an_unknown_list_is_an_error() -> None:
    """A misspelled list name is not an empty list."""
    with pytest.raises(KeyError):
        word_list("no_such_list")
