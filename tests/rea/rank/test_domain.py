"""Tests of the nouns a repository is about."""

from __future__ import annotations

import pytest

from indexer.records import FileRecord, FileRole
from indexer.text.words import stem
from rea.rank.domain import domain_nouns
from rea.rank.wordlists import word_list


def records(*paths: str, role: FileRole = "code") -> list[FileRecord]:
    """Files of one role."""
    return [FileRecord(path, "python", role, 1, 1, "", "utf-8") for path in paths]


SHOP = (
    "app/api/invoice_controller.py",
    "app/models/invoice.py",
    "app/views/invoice_list.py",
    "app/jobs/send_invoice.py",
    "app/models/supplier.py",
    "app/api/supplier_api.py",
    "app/util/helpers.py",
    "app/main.py",
)


def test_the_thing_most_files_are_named_for_leads() -> None:
    """Names spread over many folders come before names in few."""
    assert domain_nouns(records(*SHOP))[:2] == ("invoic", stem("supplier"))


def test_words_every_codebase_has_are_no_nouns() -> None:
    """Controllers, models and helpers are in all programs and say nothing about one."""
    technical = {stem(word) for word in word_list("technical")}
    assert not technical & set(domain_nouns(records(*SHOP), 20))


@pytest.mark.xfail(strict=True, reason="'custom' is a technical word and the stem of 'customer'")
def test_a_noun_is_not_lost_to_a_word_with_its_stem() -> None:
    """A program about customers says so, though "custom" is a word every codebase has."""
    paths = [f"app/{folder}/customer.py" for folder in ("api", "models", "views", "jobs")]
    assert domain_nouns(records(*paths)) == (stem("customer"),)


def test_only_code_counts() -> None:
    """Documents, tests and data do not decide what a program is about."""
    assert domain_nouns([*records(*SHOP, role="doc"), *records("tests/test_wombat.py", role="test")]) == ()


def test_the_name_of_the_project_is_no_noun() -> None:
    """A word that all top folders carry names the project, not its data."""
    paths = [
        f"zorb-{part}/src/{name}.py"
        for part in ("api", "web", "core", "cli")
        for name in ("zorb_invoice", "zorb_app", "invoice_sender")
    ]
    nouns = domain_nouns(records(*paths))
    assert "zorb" not in nouns
    assert nouns[0] == "invoic"


def test_few_are_enough_and_none_is_possible() -> None:
    """At most the number asked for; an empty repository is about nothing."""
    assert len(domain_nouns(records(*SHOP), 1)) == 1
    assert domain_nouns([]) == ()
    assert domain_nouns(records("main.py", "utils.py")) == ()


def test_equal_nouns_stand_in_a_fixed_order() -> None:
    """The order of the files does not matter."""
    assert domain_nouns(records(*SHOP)) == domain_nouns(records(*reversed(SHOP)))
