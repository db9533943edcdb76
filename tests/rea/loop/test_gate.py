"""Tests of the gate: what is enough, and when "not found" may be said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from rea.loop.gate import GateReport, RepoSize, count_places, measure, node_state, report, thresholds
from rea.loop.reasoner import NewFact
from rea.plan import PlanNode
from tests.rea.conftest import APP, NODES, Bench

BIG = RepoSize(files=400, dirs=40)


def points(bench: Bench, *spans: tuple[str, str, int, int, str]) -> list[NewFact]:
    """Facts over lines that are read first: (node, path, start, end, role)."""
    for path in {span[1] for span in spans}:
        bench.read(path)
    return [NewFact("x", path, start, end, node, role) for node, path, start, end, role in spans]


def full(bench: Bench) -> list[NewFact]:
    """Enough for all three nodes of the small application."""
    return points(
        bench,
        ("submit", "web/login.js", 3, 4, "submit"),
        ("submit", "server/session.py", 4, 6, "submit"),
        ("issue", "server/tokens.py", 6, 7, "issue"),
        ("issue", "server/session.py", 9, 9, "issue"),
        ("storage", "web/login.js", 5, 5, "write"),
        ("storage", "web/http.js", 2, 2, "read"),
    )


def gate(bench: Bench, given: list[NewFact], turn: int = 3, size: RepoSize | None = None) -> GateReport:
    """The report over given points."""
    return report(bench.plan, bench.ledger, given, size or measure(bench.index), turn)


@pytest.mark.parametrize(
    ("files", "dirs", "wanted"),
    [
        (1, 1, (1, 1, 2, 1)),
        (4, 2, (1, 1, 2, 1)),
        (5, 2, (1, 2, 4, 2)),
        (12, 6, (3, 3, 6, 2)),
        (20, 8, (3, 5, 10, 3)),
        (9000, 900, (3, 5, 10, 3)),
        (9000, 1, (1, 5, 10, 3)),
    ],
)
def test_thresholds_scale_with_the_repository(
    files: int, dirs: int, wanted: tuple[int, int, int, int]
) -> None:
    """From twenty files on three folders, five files and ten references are asked; fewer below."""
    got = thresholds(RepoSize(files, dirs))
    assert (got.dirs, got.files, got.references, got.earliest_turn) == wanted


def test_measure_counts_code_only(bench: Bench) -> None:
    """Documents do not raise the bar."""
    assert measure(bench.index) == RepoSize(files=4, dirs=2)


def test_ready_when_every_node_has_two_places(bench: Bench) -> None:
    """With two places a node, a write and a read, the gate opens and has nothing to say."""
    got = gate(bench, full(bench))
    assert got.ready
    assert got.enough
    assert got.text == ""
    assert got.missing == ()


def test_too_early(bench: Bench) -> None:
    """In a repository of full size no run ends before turn three, whatever it has."""
    early = gate(bench, full(bench), turn=2, size=RepoSize(20, 2))
    assert not early.ready
    assert early.text


def test_missing_and_thin_nodes_are_named(bench: Bench) -> None:
    """A node without evidence and one with too little are both missing, and told apart."""
    given = [point for point in full(bench) if point.node_id != "issue" and point.role != "read"]
    got = gate(bench, given)
    assert not got.ready
    assert got.empty == ("issue",)
    assert got.thin == ("storage",)
    assert got.missing == ("issue", "storage")
    assert "Token issue" in got.text
    assert "Where is the token made?" in got.text


def test_unread_lines_do_not_count(bench: Bench) -> None:
    """A fact over lines that no tool delivered is worth nothing."""
    given = [
        NewFact("x", "server/tokens.py", 6, 7, "issue", ""),
        NewFact("x", "nowhere.py", 1, 1, "issue", ""),
    ]
    assert gate(bench, given).references == 0


def test_optional_nodes_never_block(bench: Bench) -> None:
    """A node marked optional may stay empty."""
    given = full(bench)
    extra = PlanNode("extra", "Extra", "?", ("x",), optional=True)
    bench.plan = replace(bench.plan, nodes=(*NODES, extra), subject=())
    assert gate(bench, given).ready


def test_big_repositories_ask_for_the_full_measure(bench: Bench) -> None:
    """Four files in two folders are not enough where there are hundreds."""
    got = gate(bench, full(bench), size=BIG)
    assert not got.enough
    assert "2 of 3 folders" in got.text
    assert "4 of 5 files" in got.text
    assert "6 of 10 line-exact references" in got.text


def test_a_topic_of_few_files_is_not_held_to_five(bench: Bench) -> None:
    """When several complete searches met only three files, no more are asked for."""
    given = points(
        bench,
        *[("submit", "web/login.js", n, n, "") for n in (3, 4)],
        *[("issue", "server/tokens.py", n, n, "") for n in (6, 7)],
        *[("storage", "web/http.js", n, n, "") for n in (2, 4)],
    )
    for pattern in ("submitLogin", "LIFETIME_SECONDS", "removeItem"):
        bench.call("search_text", pattern=pattern)
    got = gate(bench, given, size=BIG)
    assert (got.thresholds.files, got.thresholds.references) == (3, 6)
    assert got.ready


def test_write_needs_a_read_or_a_clear(bench: Bench) -> None:
    """Two writes do not prove that data is used; roles nobody named are no objection."""
    node = NODES[2]
    write = NewFact("x", "a.py", 1, 1, "storage", "write")
    again = NewFact("x", "a.py", 5, 5, "storage", "write")
    clear = NewFact("x", "a.py", 9, 9, "storage", "clear")
    unnamed = [NewFact("x", "a.py", n, n, "storage", "") for n in (1, 5)]
    assert node_state(node, [write, again]) == "to_be_confirmed"
    assert node_state(node, [write, clear]) == "proven"
    assert node_state(node, unnamed) == "proven"
    assert node_state(node, [write]) == "to_be_confirmed"
    assert node_state(node, []) == "missing"


def test_a_place_inside_another_is_the_same_place() -> None:
    """Citing a function and a line of it is one place, two lines of it are two."""
    assert count_places([("a.py", 1, 20), ("a.py", 5, 5)]) == 1
    assert count_places([("a.py", 1, 3), ("a.py", 5, 5)]) == 2
    assert count_places([("a.py", 1, 3), ("b.py", 2, 2)]) == 2
    assert count_places([("a.py", 1, 3), ("a.py", 2, 5)]) == 2


def test_absence_needs_terms_completeness_and_a_control(bench: Bench) -> None:
    """Not found may be said after three terms, one of them nowhere, one of them known to be somewhere."""
    assert not gate(bench, []).absence.ready
    bench.call("search_text", pattern="saml|single_sign_on")
    only_misses = gate(bench, []).absence
    assert not only_misses.ready
    assert "2 of 3 terms" in only_misses.text
    assert "unproven" in only_misses.text
    bench.call("search_text", pattern="token")
    assert gate(bench, []).absence.ready


def test_a_scoped_search_proves_no_absence(bench: Bench) -> None:
    """Searching one folder says nothing about the others."""
    for pattern in ("saml", "sso", "oidc"):
        bench.call("search_text", pattern=pattern, glob="web/**")
    bench.call("search_text", pattern="token")
    assert not gate(bench, []).absence.ready


def test_unsearched_code_forbids_absence(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """A code file no search could see is named as the reason."""
    bench = bench_of(APP)
    for pattern in ("saml", "sso", "token"):
        bench.call("search_text", pattern=pattern)
    got = gate(bench, [], size=RepoSize(4, 2, unsearched=1)).absence
    assert not got.ready
    assert not got.complete
