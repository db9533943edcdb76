"""Tests of the fixed words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import rea.render.words
from indexer.datafiles import load_table
from rea.answer import Reason, Status
from rea.plan import Lang, Reading
from rea.playbooks.loading import load_playbooks
from rea.render.words import Words

TABLES = load_table(Path(rea.render.words.__file__).with_name("words.yaml"))
LANGS: tuple[Lang, ...] = get_args(Lang)


def _keys(table: dict[str, object], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")
        else:
            assert isinstance(value, str), f"{prefix}{key}"
            assert value, f"{prefix}{key}"
            yield prefix + key


def test_both_languages_hold_the_same_words() -> None:
    """Whatever can be said in one language can be said in the other."""
    assert set(TABLES) == set(LANGS)
    assert list(_keys(TABLES["en"])) == list(_keys(TABLES["zh"]))


@pytest.mark.parametrize("lang", LANGS)
def test_every_status_and_reason_has_words(lang: Lang) -> None:
    """No ending of a run is left without a name."""
    words = Words(lang)
    for status in get_args(Status):
        assert words("status", status)
    for reason in get_args(Reason):
        assert not reason or words("reason", reason)


@pytest.mark.parametrize("lang", LANGS)
def test_shipped_flows_kinds_and_layers_have_names(lang: Lang) -> None:
    """What the playbooks name is named in both languages."""
    table = TABLES[lang]
    for book in load_playbooks().values():
        assert book.flow in table["flows"]
        assert book.layer in table["layers"]
        for kind in book.kinds:
            assert kind.id in table["kinds"]


def test_an_unknown_word_is_an_error() -> None:
    """A typing mistake in a renderer fails its test instead of printing nothing."""
    words = Words("en")
    with pytest.raises(KeyError):
        words("colour")
    with pytest.raises(KeyError):
        words("stamp")
    with pytest.raises(KeyError):
        words("hits")


def test_names_of_a_users_own_playbook_are_shown_as_they_are() -> None:
    """A flow without words is its id in plain writing."""
    reading = Reading("payment_flow", "server", "card", "", 1.0)
    assert Words("en").reading(reading) == "payment flow · card · server"
    assert Words("zh").reading(Reading("login", "mixed", "", "", 1.0)) == "登录"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_200, "2 h"), (200_000, "2 d")],
)
def test_ages_are_told_in_whole_units(seconds: float, text: str) -> None:
    """A young index in seconds, an old one in days."""
    assert Words("en").age(seconds) == text
