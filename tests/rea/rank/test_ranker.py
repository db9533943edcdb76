"""Tests of the ranker: the promises of an order over the files of a real repository."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from indexer.reader import Index
from rea.rank.concepts import question_query
from rea.rank.query import Query, text_query
from rea.rank.ranker import Ranked, Ranker, Weights

MakeIndex = Callable[[Mapping[str, str]], Index]

FILES = {
    "app/invoice.py": (
        "def total_of(invoice):\n    return sum(line.amount for line in invoice.lines)\n\n\n"
        "def remind(invoice):\n    send_reminder(invoice.owner, total_of(invoice))\n"
    ),
    "app/mail.py": "def send_reminder(owner, amount):\n    post(owner.address, amount)\n",
    "app/unrelated.py": "def shade(colour):\n    return colour.darker()\n",
    "tests/test_invoice.py": (
        "from app.invoice import remind, total_of\n\n\n"
        "def test_total_of_an_invoice():\n    assert total_of(invoice) == 3\n\n\n"
        "def test_an_invoice_is_reminded_of():\n    remind(invoice)\n"
    ),
    "docs/invoice.md": "# Invoice\n\nAn invoice has lines. The total is their sum. Invoice reminders.\n",
}


@pytest.fixture
def bills(index_of: MakeIndex) -> Index:
    """A few files about invoices, with a test and a page."""
    return index_of(FILES)


def paths(ranked: Ranked) -> list[str]:
    """The paths of a ranking."""
    return [file.path for file in ranked.files]


def test_files_are_ranked_once_and_explained(demo: Index) -> None:
    """Every file is indexed, comes once, has a positive score and at least one reason."""
    known = {record.path for record in demo.files()}
    for question in ("how does login work", "where is data stored", "how is a release published"):
        ranked = Ranker(demo).rank(question_query(question))
        assert len(ranked.files) > 10
        assert len(set(paths(ranked))) == len(ranked.files)
        assert set(paths(ranked)) <= known
        assert all(file.score > 0 for file in ranked.files)
        assert [file.path for file in ranked.files[:20] if not file.why] == []


def test_the_same_query_gives_the_same_order(demo: Index) -> None:
    """Nothing remembered between queries changes an answer."""
    query = question_query("how does login work")
    once = Ranker(demo)
    first = once.rank(query)
    once.rank(question_query("where is data stored"))
    assert once.rank(query) == first == Ranker(demo).rank(query)


def test_code_comes_before_its_tests_and_pages(bills: Index) -> None:
    """A file that says as much of the topic but is a test or a page stands behind the code."""
    order = paths(Ranker(bills).rank(text_query("invoice")))
    assert order.index("app/invoice.py") < order.index("tests/test_invoice.py")
    assert order.index("app/invoice.py") < order.index("docs/invoice.md")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which test covers the invoice total", "tests/test_invoice.py"),
        ("documents about invoices", "docs/invoice.md"),
    ],
)
def test_a_role_that_is_asked_for_is_not_put_back(bills: Index, question: str, first: str) -> None:
    """A question for tests or documents gets them before its other tests and pages, and better than else."""
    asked = {file.path: file.score for file in Ranker(bills).rank(text_query(question)).files}
    plain = {file.path: file.score for file in Ranker(bills).rank(text_query("invoice total")).files}
    assert asked[first] > plain[first]


def test_a_role_nobody_asked_for_is_put_back(demo: Index) -> None:
    """A question about an upgrade does not ask for tests, whatever words its concepts bring in."""
    order = paths(Ranker(demo).rank(question_query("How are the tables changed by an upgrade?")))
    assert order.index("server/larder/store/migrate.py") < order.index("server/tests/test_migrate.py")


def test_a_named_file_comes_first(bills: Index) -> None:
    """A path or a name that the question spells out beats any wording."""
    assert paths(Ranker(bills).rank(text_query("invoice total in app/unrelated.py")))[0] == "app/unrelated.py"
    assert paths(Ranker(bills).rank(text_query("how is send_reminder used")))[0] == "app/mail.py"


def test_a_neighbour_by_calls_takes_part(bills: Index) -> None:
    """A file without a word of the query is ranked when the best file calls into it."""
    query = text_query("invoice")
    assert "app/mail.py" in paths(Ranker(bills).rank(query))
    assert "app/mail.py" not in paths(Ranker(bills, Weights(call=0.0)).rank(query))
    assert "app/unrelated.py" not in paths(Ranker(bills).rank(query))


@pytest.mark.parametrize("query", [Query({}), Query({"zzzunknown": 1.0}), text_query("")])
def test_nothing_asked_or_nothing_there_ranks_nothing(bills: Index, query: Query) -> None:
    """An empty query and words that occur nowhere give no files and no hits."""
    assert Ranker(bills).rank(query) == Ranked((), ())


def test_a_repository_without_files_is_no_error(index_of: MakeIndex) -> None:
    """One empty file, and no word to find."""
    ranker = Ranker(index_of({"empty.txt": ""}))
    assert ranker.rank(text_query("login")) == Ranked((), ())
    assert ranker.nouns == ()


def test_a_crowd_does_not_fill_the_list(index_of: MakeIndex) -> None:
    """Twenty migrations that all speak of invoices leave room for the code that does."""
    migrations = {
        f"db/migrations/{number:04}_invoice.sql": "alter table invoice add invoice_total int; -- invoice\n"
        for number in range(20)
    }
    order = paths(Ranker(index_of({**FILES, **migrations})).rank(text_query("invoice")))
    assert "app/invoice.py" in order[:5]
    assert set(migrations) <= set(order)


def test_the_hits_are_chunks_of_the_query(demo: Index) -> None:
    """Every hit names the terms it holds, and its lines lie in the file."""
    query = question_query("how does login work")
    lengths = {record.path: record.lines for record in demo.files()}
    for hit in Ranker(demo).rank(query).hits:
        assert hit.terms
        assert set(hit.terms) <= set(query.terms)
        assert 1 <= hit.chunk.start <= hit.chunk.end <= lengths[hit.chunk.path]


def test_every_file_has_a_layer_and_a_role(demo: Index) -> None:
    """The tables of the ranker cover all files of the index."""
    ranker = Ranker(demo)
    known = {record.path for record in demo.files()}
    assert set(ranker.layers) == set(ranker.roles) == known
    assert set(ranker.layers.values()) == {"client", "server", "build", ""}
    assert set(ranker.crowd_of) | set(ranker.variant_of) <= known
