"""Tests of the nouns a repository is about."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.text.words import stem
from rea.rank.domain import domain_nouns
from rea.rank.wordlists import word_list


def nouns(paths: Iterable[str], *defined: str, most: int = 3) -> tuple[str, ...]:
    """The nouns of files, each word used as often as any other; `defined` are classes of the first file."""
    paths = tuple(paths)
    return domain_nouns(paths, [(name, "class", paths[0]) for name in defined], lambda _: 1, most)


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
    assert nouns(SHOP)[:2] == ("invoic", stem("supplier"))


def test_words_every_codebase_has_are_no_nouns() -> None:
    """Controllers, models and helpers are in all programs and say nothing about one."""
    technical = {stem(word) for word in word_list("technical")}
    assert not technical & set(nouns(SHOP, most=20))


def test_a_noun_is_not_lost_to_a_word_with_its_stem() -> None:
    """A program about customers says so, though "custom" is a word every codebase has."""
    paths = [f"app/{folder}/customer.py" for folder in ("api", "models", "views", "jobs")]
    assert nouns(paths) == (stem("customer"),)


def test_what_is_defined_by_its_bare_name_comes_first() -> None:
    """A thing the program has a class or table for is what it handles; other words only occur in names."""
    assert nouns(SHOP, "Supplier", "LoginAttempt")[:2] == (stem("supplier"), "invoic")


def test_definitions_of_other_files_do_not_count() -> None:
    """Tests and documents do not decide what a program is about: only the files given do."""
    assert domain_nouns(SHOP, [("Supplier", "class", "tests/test_supplier.py")], lambda _: 1)[0] == "invoic"


def test_what_nothing_uses_is_no_noun() -> None:
    """A name that occurs in no text is a leftover."""
    assert domain_nouns(SHOP, [], lambda _: 0) == ()


def test_the_name_of_the_project_is_no_noun() -> None:
    """A word that all top folders carry names the project, not its data."""
    paths = [
        f"zorb-{part}/src/{name}.py"
        for part in ("api", "web", "core", "cli")
        for name in ("zorb_invoice", "zorb_app", "invoice_sender")
    ]
    found = nouns(paths)
    assert "zorb" not in found
    assert found[0] == "invoic"


def test_few_are_enough_and_none_is_possible() -> None:
    """At most the number asked for; an empty repository is about nothing."""
    assert len(nouns(SHOP, most=1)) == 1
    assert domain_nouns([], [], lambda _: 1) == ()
    assert nouns(["main.py", "utils.py"]) == ()


def test_equal_nouns_stand_in_a_fixed_order() -> None:
    """The order of the files does not matter."""
    assert nouns(SHOP) == nouns(reversed(SHOP))
