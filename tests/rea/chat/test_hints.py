"""Tests of the hints: files and lines the offline machinery would look at, and what no name speaks of."""

from __future__ import annotations

from dataclasses import replace

from indexer.reader import Index
from rea.chat.hints import SPOTS_PER_FILE, likely_files
from tests.rea.conftest import Bench, make_plan


def test_files_come_with_lines_that_exist(bench: Bench) -> None:
    """One line a file: a real path, real ranges, the node they may prove."""
    lines = likely_files(bench.plan, bench.index, (), 3)
    assert 0 < len(lines) <= 3
    known = {file.path: file.lines for file in bench.index.files()}
    nodes = {node.id for node in bench.plan.nodes}
    for line in lines:
        path, _, spots = line.partition(": ")
        assert path in known
        for spot in filter(None, spots.split("; ")):
            first, last = map(int, spot.split(" ")[0].split("-"))
            assert 1 <= first <= last <= known[path]
            assert spot.rstrip(")").split(" ")[-1].lstrip("(") in nodes
        assert len(spots.split("; ")) <= SPOTS_PER_FILE


def test_what_no_name_speaks_of_is_said(demo: Index) -> None:
    """The searches that would show it are named, for "not found" has to be proven."""
    plan = replace(make_plan(), question="how does login with Kerberos tickets work")
    *_, last = likely_files(plan, demo, (), 5)
    assert "No name in the code speaks of" in last and "kerberos" in last.lower()
    assert not any("No name" in line for line in likely_files(make_plan(), demo, (), 5))


def test_a_plan_without_known_nodes_has_no_hints(bench: Bench) -> None:
    """Nodes that no playbook has cannot be searched for."""
    odd = replace(bench.plan, nodes=(replace(bench.plan.nodes[0], id="quantum"),))
    assert likely_files(odd, bench.index, (), 5) == ()
