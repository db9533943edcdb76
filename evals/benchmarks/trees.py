"""Measures one tree: all builders in turn, round by round, so that a change of load meets all of them."""

from __future__ import annotations

import shutil
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.benchmarks import ours, peers
from evals.benchmarks.records import Measurement, Query, Run, Target, TreeReport

MEGA = 1e6


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tree is measured. `large`: of the size of the kernel; its limits apply, codegraph is left out."""

    name: str
    source: Path
    rounds: int
    cores: int
    large: bool


def measure(plan: Plan, work: Path) -> TreeReport:
    """Copies the tree into `work` and measures everything on the copy; one more copy is for codegraph."""
    root = _copy(plan.source, work / "tree")
    say(f"{plan.name}: reading once, to warm the page cache")
    ours.build(root)
    listing = ours.read_listing(root, plan.name)
    parsing: list[Run] = []
    rea: list[Run] = []
    tags: list[tuple[Run, int] | str] = []
    graph: list[tuple[Run, int] | str] = []
    graph_root = None if plan.large else _copy(plan.source, work / "codegraph")
    for number in range(1, plan.rounds + 1):
        say(f"{plan.name}: round {number} of {plan.rounds}")
        parsing.append(ours.parse_only(root, listing, plan.cores))
        rea.append(ours.build(root))
        tags.append(peers.ctags(root))
        if graph_root is not None:
            graph.append(peers.codegraph(graph_root))
    builds = (
        _measurement("bare tree-sitter parsing", parsing, 0),
        _measurement("rea index", rea, ours.index_size(root)),
        peers.collect("ctags -R", tags),
        peers.collect("codegraph init", graph),
    )
    say(f"{plan.name}: queries")
    queries = tuple(peers.with_ripgrep(root, query) for query in ours.queries(root))
    say(f"{plan.name}: refreshes and answers")
    commands = (*ours.refreshes(root, listing), ours.answers(root, 3))
    targets = _targets(plan, builds, commands, queries, listing.tree.text_bytes)
    return TreeReport(listing.tree, builds, commands, queries, targets)


def _targets(
    plan: Plan,
    builds: Sequence[Measurement],
    commands: Sequence[Measurement],
    queries: Sequence[Query],
    text_bytes: int,
) -> tuple[Target, ...]:
    parsing, rea, tags, graph = builds
    nothing, edited, ask = commands
    common = (
        Target("full index ÷ bare parsing", rea.median / parsing.median, 2.0, "x"),
        Target("refresh, nothing changed", nothing.median, 1.0 if plan.large else 0.3, "s"),
        Target("refresh, one file edited", edited.median, 2.0 if plan.large else 0.5, "s"),
        Target("trace_symbol", _median(queries, "trace_symbol"), 0.1, "s"),
    )
    if plan.large:
        return (
            *common,
            Target("full index ÷ ctags -R", rea.median / tags.median, 3.0, "x"),
            Target("peak memory of the index run", rea.peak_bytes / MEGA, 1500, "MB"),
            Target("database ÷ text", rea.size_bytes / text_bytes, 0.8, "x"),
            Target("search_text, literal ÷ rg", _ratio(queries, "search_text, literal"), 0.3, "x"),
            Target(
                "search_text, regex without literal ÷ rg", _ratio(queries, "search_text, regex"), 1.5, "x"
            ),
        )
    return (
        *common,
        Target("full index ÷ codegraph", rea.median / graph.median, 0.3, "x"),
        Target("database ÷ codegraph's", _share(rea.size_bytes, graph.size_bytes), 0.5, "x"),
        Target("peak memory of the index run", rea.peak_bytes / MEGA, 600, "MB"),
        Target("rea ask, offline", ask.median, 3.0, "s"),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _ratio(queries: Sequence[Query], kind: str) -> float:
    ratios = [q.seconds / q.peer_seconds for q in queries if q.tool == kind]
    return statistics.median(ratios) if ratios else float("nan")


def _median(queries: Sequence[Query], kind: str) -> float:
    seconds = [q.seconds for q in queries if q.tool.startswith(kind)]
    return statistics.median(seconds) if seconds else float("nan")


def _measurement(name: str, runs: Sequence[Run], size: int) -> Measurement:
    return Measurement(
        name,
        tuple(r.seconds for r in runs),
        max(r.peak_bytes for r in runs),
        size,
        statistics.median(r.cpu_seconds for r in runs),
    )


def _copy(source: Path, target: Path) -> Path:
    say(f"copying {source.name}")
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".rea", ".codegraph"))
    return target


def say(text: str) -> None:
    """Progress, on stderr."""
    print(text, file=sys.stderr, flush=True)
