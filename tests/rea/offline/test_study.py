"""Tests of the study: spans of the files that may be read, and the choice among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.reader import Index
from rea.offline.select import select
from rea.offline.spots import Spot
from rea.offline.study import NodeSpots, choose, study
from rea.playbooks.loading import load_playbooks
from rea.rank.ranker import Ranker
from tests.rea.conftest import APP, Bench
from tests.rea.offline.parts import make_spot

QUESTION = "How does login work?"
NODES = load_playbooks()["login"].nodes

SPOTS = st.lists(
    st.builds(
        make_spot,
        st.sampled_from(["a.py", "b.py", "c.py"]),
        st.integers(1, 50),
        st.integers(51, 60),
        st.sampled_from(["", "write", "read", "clear"]),
    ),
    max_size=10,
)
NEEDS = st.lists(st.sampled_from(["write", "read", "clear"]), unique=True, max_size=3)


def studied(index: Index, files: tuple[str, ...] | None = None) -> tuple[NodeSpots, ...]:
    """The spots of a login question in files, in all selected ones if none are given."""
    ranker = Ranker(index)
    selection = select(ranker, QUESTION, NODES, broad=True)
    paths = tuple(file.path for file in selection.files[:20]) if files is None else files
    return study(ranker, QUESTION, selection, NODES, paths, broad=True)


def test_every_node_is_studied(demo: Index) -> None:
    """One result per node, in order, and on a real login each finds something."""
    found = studied(demo)
    assert [spots.node.id for spots in found] == [node.id for node in NODES]
    assert all(spots.spots for spots in found)


def test_spots_are_of_the_files_given(demo: Index) -> None:
    """Nothing is proposed from a file that will not be read."""
    only = ("server/larder/security/tokens.py", "web/src/lib/vault.ts")
    assert {spot.path for spots in studied(demo, only) for spot in spots.spots} == set(only)
    assert all(spots.spots == () for spots in studied(demo, ()))


def test_spots_of_one_file_do_not_overlap(demo: Index) -> None:
    """Within a node no line is proposed twice, and every line is in the file."""
    lengths = {record.path: record.lines for record in demo.files()}
    for found in studied(demo):
        lines = [(spot.path, line) for spot in found.spots for line in range(spot.start, spot.end + 1)]
        assert len(set(lines)) == len(lines)
        assert all(1 <= line <= lengths[path] for path, line in lines)


def test_tests_and_translations_prove_nothing(demo: Index) -> None:
    """A test shows how a thing is used, not where it is done."""
    roles = {record.path: record.role for record in demo.files()}
    asked = tuple(path for path in roles)
    found = {roles[spot.path] for spots in studied(demo, asked) for spot in spots.spots}
    assert not found & {"test", "translation", "example"}


def test_a_file_that_has_gone_is_passed_over(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """A file deleted since it was indexed gives no spots; the others do."""
    bench = bench_of(APP)
    (bench.index.root / "server/tokens.py").unlink()
    paths = {spot.path for spots in studied(bench.index) for spot in spots.spots}
    assert "server/tokens.py" not in paths
    assert paths


@given(SPOTS, NEEDS, st.integers(0, 6))
def test_the_choice_is_made_among_the_spots(spots: list[Spot], needs: list[str], most: int) -> None:
    """Nothing is made up and nothing chosen twice; there are no more than allowed or needed."""
    chosen = choose(spots, needs, most)
    assert all(spot in spots for spot in chosen)
    assert len(set(chosen)) == len(chosen) <= max(most, len(needs))


@given(SPOTS, NEEDS, st.integers(3, 6))
def test_every_role_that_can_be_served_is(spots: list[Spot], needs: list[str], most: int) -> None:
    """For each role a node needs its best spot is chosen first, in the order of the needs."""
    expected = [
        next(spot for spot in spots if spot.role == role)
        for role in needs
        if any(s.role == role for s in spots)
    ]
    assert list(choose(spots, needs, most)[: len(expected)]) == expected


def test_further_files_come_before_more_of_the_same() -> None:
    """What is left is filled with other files first, then with further places of known ones."""
    first, again, other = (
        make_spot("a.py", 1, 5, "write"),
        make_spot("a.py", 20, 25, "write"),
        make_spot("b.py", 1, 5, "write"),
    )
    assert choose([first, again, other], ["write"], 3) == (first, other, again)
    assert choose([first, again, other], ["write"], 2) == (first, other)


def test_a_spot_without_a_role_is_no_evidence() -> None:
    """Words alone do not prove a node."""
    assert choose([make_spot("a.py", 1, 5)], ["write"], 3) == ()


@pytest.mark.parametrize("most", [1, 5])
def test_nothing_to_choose_from(most: int) -> None:
    """No spots, no evidence."""
    assert choose([], ["write", "read"], most) == ()
