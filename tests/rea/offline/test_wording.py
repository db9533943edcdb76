"""Tests of the sentences: the same ones in both languages, with the same gaps to fill."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest
import yaml

import rea.offline.wording as wording
from rea.checking.review import generic_phrase
from rea.offline.wording import column_names, layer_name, say
from rea.plan import Lang
from rea.playbooks.loading import load_playbooks

PHRASES = yaml.safe_load(Path(wording.__file__).with_name("phrases.yaml").read_text(encoding="utf-8"))
LANGS: tuple[Lang, Lang] = ("en", "zh")
SENTENCES = sorted(name for name, text in PHRASES["en"].items() if isinstance(text, str))


def gaps(text: str) -> set[str]:
    """The names of the gaps of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", SENTENCES)
def test_both_languages_say_the_same(name: str) -> None:
    """Every sentence is there in both, with the same gaps, and filling them leaves no brace."""
    assert gaps(PHRASES["en"][name]) == gaps(PHRASES["zh"][name])
    for lang in LANGS:
        filled = say(lang, name, **{gap: f"<{gap}>" for gap in gaps(PHRASES[lang][name])})
        assert "{" not in filled
        assert all(f"<{gap}>" in filled for gap in gaps(PHRASES[lang][name]))


def test_nothing_is_there_in_one_language_only() -> None:
    """Sentences, layers and columns have the same keys and numbers."""
    assert PHRASES["en"].keys() == PHRASES["zh"].keys()
    assert PHRASES["en"]["layers"].keys() == PHRASES["zh"]["layers"].keys()
    assert len(column_names("en")) == len(column_names("zh")) == 5


@pytest.mark.parametrize("name", SENTENCES)
def test_no_sentence_is_a_phrase_that_says_nothing(name: str) -> None:
    """The review takes out what software usually does; none of ours may be of that kind."""
    assert generic_phrase(PHRASES["en"][name]) == ""


def test_names_from_code_are_put_in_as_they_are() -> None:
    """A name with braces is not taken for a gap."""
    assert say("en", "place", name="${x}{0}", file="{a}.py") == "${x}{0} ({a}.py)"


def test_a_missing_sentence_or_value_is_an_error() -> None:
    """A misspelled sentence never becomes an empty one."""
    with pytest.raises(KeyError):
        say("en", "no_such_sentence")
    with pytest.raises(KeyError):
        say("en", "place", name="x")


def test_every_storage_layer_has_a_name() -> None:
    """Those of the shipped playbook in both languages; one of somebody's own playbook is shown as it is."""
    for lang in LANGS:
        for kind in load_playbooks()["storage"].kinds:
            assert layer_name(lang, kind.id) != kind.id
        assert layer_name(lang, "object_store") == "object_store"
