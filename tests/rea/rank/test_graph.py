"""Tests of the step over calls and imports: neighbours of good files, in both directions, with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.reader import Index
from indexer.records import Chunk, ChunkHit
from rea.rank.graph import MOST_DEFINITIONS, CallGraph, as_seeds, by_calls

MakeIndex = Callable[[Mapping[str, str]], Index]

FILES = {
    "api.py": (
        "from service import place_order\n\n\n"
        "def receive(request):\n    return place_order(request.body)\n\n\n"
        "def unrelated(request):\n    return print_label(request.body)\n"
    ),
    "service.py": "def place_order(body):\n    return body\n",
    "labels.py": "def print_label(body):\n    return body\n",
    "stock.py": "def count_items(shelf):\n    return len(shelf)\n",
    "shelf.py": "def look(shelf):\n    return count_items(shelf)\n",
    "worker.py": "import service\n\n\ndef nightly():\n    service.place_order(None)\n",
    **{f"many/m{n}.py": "def handle_it():\n    return 1\n" for n in range(MOST_DEFINITIONS + 1)},
    "caller.py": "def run():\n    return handle_it()\n",
}


def graph_of(index: Index) -> CallGraph:
    """The call graph of an index."""
    return CallGraph(index, tuple(index.symbol_names()))


@pytest.fixture
def graph(index_of: MakeIndex) -> CallGraph:
    """The call graph of the files above."""
    return graph_of(index_of(FILES))


def hit(path: str, start: int, end: int) -> ChunkHit:
    """A chunk that matched."""
    return ChunkHit(Chunk(path, start, end, 20), 1.0, ())


def test_a_definition_used_by_a_seed_is_named(graph: CallGraph) -> None:
    """With the name, the file that uses it and the line."""
    ranking = by_calls(graph, [("api.py", 1.0)], [hit("api.py", 4, 5)], 0.5)
    assert "service.py" in ranking.paths
    assert ranking.reasons["service.py"] in (
        "defines place_order, used in api.py:1",
        "defines place_order, used in api.py:5",
    )


def test_what_uses_a_seed_is_named(graph: CallGraph) -> None:
    """The files that call what the seed defines, with the line of the call."""
    ranking = by_calls(graph, [("service.py", 1.0)], [], 0.5)
    assert {"api.py", "worker.py"} <= set(ranking.paths)
    assert ranking.reasons["worker.py"] == "uses place_order of service.py in line 5"


def test_only_the_lines_that_matched_speak(graph: CallGraph) -> None:
    """A call far from the matching lines leads nowhere."""
    near = by_calls(graph, [("api.py", 1.0)], [hit("api.py", 4, 5)], 0.5)
    far = by_calls(graph, [("api.py", 1.0)], [hit("api.py", 8, 9)], 0.5)
    assert "labels.py" not in near.paths
    assert "labels.py" in far.paths


def test_a_name_defined_everywhere_leads_nowhere(graph: CallGraph) -> None:
    """Nobody can say which of many definitions is meant."""
    assert graph.definers("handle_it") == ()
    assert by_calls(graph, [("caller.py", 1.0)], [], 0.5).paths == ()


def test_a_better_seed_says_more(graph: CallGraph) -> None:
    """Votes carry the score of the seed they come from."""
    first = by_calls(graph, [("labels.py", 1.0), ("stock.py", 0.5)], [], 0.5).paths
    second = by_calls(graph, [("stock.py", 1.0), ("labels.py", 0.5)], [], 0.5).paths
    assert first == ("api.py", "shelf.py")
    assert second == ("shelf.py", "api.py")


def test_no_seed_no_vote(graph: CallGraph) -> None:
    """Without seeds nothing is named; a seed that is not indexed is no error."""
    assert by_calls(graph, [], [], 0.5).paths == ()
    assert by_calls(graph, [("gone.py", 1.0)], [], 0.5).paths == ()


def test_every_vote_has_a_reason_and_a_place(demo: Index) -> None:
    """In a real application every file named is indexed, named once, and explained."""
    seeds = [(record.path, 1.0) for record in demo.files() if record.role == "code"]
    ranking = by_calls(graph_of(demo), seeds, [], 0.5)
    assert len(ranking.paths) > 10
    assert len(set(ranking.paths)) == len(ranking.paths)
    assert set(ranking.reasons) == set(ranking.paths) <= {record.path for record in demo.files()}


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.floats(0.001, 100)), st.integers(0, 5))
def test_seeds_are_the_best_files_scaled(scores: dict[str, float], limit: int) -> None:
    """At most `limit`, best first, the first with 1 and no other above it."""
    seeds = as_seeds(scores, limit)
    assert [path for path, _ in seeds] == sorted(scores, key=lambda p: (-scores[p], p))[:limit]
    assert all(0 < score <= 1 for _, score in seeds)
    assert not seeds or seeds[0][1] == 1
