"""Tests of the signals: each reads one part of a real index and says why a file matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from indexer.reader import Index, open_index
from indexer.records import Chunk, ChunkHit, ConfigMark
from rea.rank.fuse import Ranking
from rea.rank.query import Query, text_query
from rea.rank.signals import (
    Tables,
    by_commits,
    by_identifiers,
    by_marks,
    by_routes,
    by_score,
    tables_of,
)
from tests.indexer.trees import git

MakeIndex = Callable[[Mapping[str, str]], Index]

FILES = {
    "shop/views.py": (
        "from flask import Flask\n\napp = Flask(__name__)\n\n\n"
        '@app.post("/api/orders/<id>/refund")\ndef refund_order(id):\n    return give_back(id)\n\n\n'
        '@app.get("/health")\ndef health():\n    return "ok"\n'
    ),
    "shop/money.py": "def give_back(order):\n    return order.total\n",
    "shop/other.py": "def give_back_points(member):\n    return member.points\n",
    "docs/money.py.md": "Where give_back is explained.\n",
    "Dockerfile": "FROM python:3.12\nCOPY . /shop\n",
    ".github/workflows/release.yml": "on: push\njobs: {}\n",
}


@pytest.fixture
def shop(index_of: MakeIndex) -> Index:
    """A small shop with routes, marks and one commit."""
    return index_of(FILES)


def tables(index: Index) -> Tables:
    """The tables of an index, all its files known."""
    return tables_of(index, {record.path: record.role for record in index.files()})


def flat(term: str) -> float:
    """Every word as rare as any other."""
    return 1.0


def test_text_scores_are_weighed_by_role_and_explained() -> None:
    """A file without a score does not take part; the reason names words and lines."""
    hits = [
        ChunkHit(Chunk("a.py", 3, 9, 20), 2.0, ("token", "expir")),
        ChunkHit(Chunk("a.py", 20, 29, 9), 1.0, ()),
    ]
    lead = by_score(["a.py", "b.py", "t.py"], np.array([2.0, 0.0, 4.0]), hits, {"t.py": 0.25})
    assert lead.scores == {"a.py": 2.0, "t.py": 1.0}
    assert lead.reasons == {"a.py": "text: token, expir in lines 3-9"}


def test_a_name_of_the_question_leads_to_its_definition(shop: Index) -> None:
    """The file that defines it, not the ones that mention it, with the reason."""
    ranking = by_identifiers(shop, Query({}, identifiers=("give_back",)), 1.0)
    assert ranking.paths == ("shop/money.py",)
    assert ranking.reasons == {"shop/money.py": "defines give_back, named in the question"}


def test_a_qualified_name_is_found_by_its_last_part(shop: Index) -> None:
    """`money.give_back` is how people call it, `give_back` is what is defined."""
    assert by_identifiers(shop, Query({}, identifiers=("money.give_back",)), 1.0).paths == ("shop/money.py",)


@pytest.mark.parametrize(
    "spelling", ["shop/money.py", "money.py", "SHOP/Money.py", "/home/me/work/shop/money.py"]
)
def test_a_path_of_the_question_leads_to_the_file(shop: Index, spelling: str) -> None:
    """The end of the path is enough, case does not matter, and a longer path from elsewhere fits too."""
    assert by_identifiers(shop, Query({}, files=(spelling,)), 1.0).paths == ("shop/money.py",)


def test_names_nobody_defines_lead_nowhere(shop: Index) -> None:
    """An unknown name or path ranks no file."""
    assert by_identifiers(shop, Query({}, identifiers=("no_such",), files=("no/such.py",)), 1.0).paths == ()


def test_routes_are_met_by_pattern_and_handler(shop: Index) -> None:
    """Words of the query in a pattern or a handler's name count; the reason shows the route."""
    for word in ("refund", "order"):
        ranking = by_routes(tables(shop), text_query(word), flat, 0.5)
        assert ranking.paths == ("shop/views.py",)
        assert "refund" in ranking.reasons["shop/views.py"]
        assert ranking.reasons["shop/views.py"].startswith("route POST /api/orders")


def test_route_fragments_of_concepts_count(shop: Index) -> None:
    """A fragment such as `/health` meets the route without any word of it in the query."""
    assert by_routes(tables(shop), Query({}, routes=("/health",)), flat, 0.5).paths == ("shop/views.py",)
    assert by_routes(tables(shop), Query({}, routes=("",)), flat, 0.5).paths == ()


def test_marks_are_asked_for_by_kind(shop: Index) -> None:
    """Only files with a wanted part take part, and the reason says which."""
    ranking = by_marks(tables(shop), Query({}, marks=("container",)), 0.3)
    assert ranking.paths == ("Dockerfile",)
    assert ranking.reasons["Dockerfile"] == "marked as container"
    assert by_marks(tables(shop), Query({}), 0.3).paths == ()


def test_the_first_wanted_kind_counts_most() -> None:
    """Kinds are wanted in order."""
    both = Tables((), ((ConfigMark("a", "ci"), frozenset()), (ConfigMark("b", "build"), frozenset())), ())
    assert by_marks(both, Query({}, marks=("build", "ci")), 1.0).paths == ("b", "a")
    assert by_marks(both, Query({}, marks=("ci", "build")), 1.0).paths == ("a", "b")


def test_a_file_with_two_wanted_marks_counts_by_the_better_one() -> None:
    """Having a further part makes no file less fit for the first."""
    marks = (
        (ConfigMark("both", "build"), frozenset[str]()),
        (ConfigMark("both", "release"), frozenset[str]()),
        (ConfigMark("once", "ci"), frozenset[str]()),
    )
    ranking = by_marks(Tables((), marks, ()), Query({}, marks=("build", "ci", "release")), 1.0)
    assert ranking.paths == ("both", "once")


def test_titles_of_commits_lead_to_their_files(index_of: MakeIndex) -> None:
    """A commit whose title uses the words points at what it touched, and at nothing that is gone."""
    index = index_of({"a.py": "x = 1\n"})
    root = index.root
    (root / "b.py").write_text("y = 2\n", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Refund whole orders")
    with open_index(root) as later:
        known = tables(later)
        ranking = by_commits(known, text_query("refund"), 0.1)
        gone = by_commits(tables_of(later, {"a.py": "code"}), text_query("refund"), 0.1)
    assert ranking.paths == ("b.py",)
    assert ranking.reasons["b.py"].endswith("Refund whole orders")
    assert gone.paths == ()


def test_a_commit_that_touches_much_says_little(index_of: MakeIndex) -> None:
    """A file changed alone for a word stands before those swept along in a large commit."""
    index = index_of({"start.py": "x = 1\n"})
    root = index.root
    for name in "abcdef":
        (root / f"{name}.py").write_text("y = 2\n", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Refund everywhere")
    (root / "z.py").write_text("z = 3\n", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Refund here")
    with open_index(root) as later:
        assert by_commits(tables(later), text_query("refund"), 0.1).paths[0] == "z.py"


def test_every_ranked_path_has_a_reason(demo: Index) -> None:
    """No signal names a file without saying why, and none names a file that is not indexed."""
    query = text_query("release version session token member POST /api/session open_session larder.toml")
    query = query.plus(Query({}, marks=("container", "ci", "build"), routes=("/api",)))
    known = {record.path for record in demo.files()}
    rankings: list[Ranking] = [
        by_identifiers(demo, query, 1.0),
        by_routes(tables(demo), query, flat, 1.0),
        by_marks(tables(demo), query, 1.0),
        by_commits(tables(demo), query, 1.0),
    ]
    for ranking in rankings:
        assert ranking.paths, ranking.signal
        assert set(ranking.reasons) == set(ranking.paths) <= known
        assert len(set(ranking.paths)) == len(ranking.paths)
