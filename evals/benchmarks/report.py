"""Writes the measurements as Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from evals.benchmarks.records import Machine, Measurement, Query, Target, Tree, TreeReport

MEGA = 1e6


def render(machine: Machine, version: Measurement, reports: Sequence[TreeReport]) -> str:
    """The whole page."""
    parts = [
        "# Benchmarks",
        "",
        "Written by `make bench`; do not edit. Everything on this page comes from one run: seconds are",
        "medians of its rounds, ratios are between these medians, memory is the highest sum of the",
        "proportional set sizes (PSS) of all processes of a command together, sampled four times a second.",
        "",
        f"{machine.cores} cores, {machine.memory_bytes / 2**30:.0f} GiB, {machine.system},"
        f" Python {machine.python};"
        f" load average {machine.load[0]:.1f} before, {machine.load[1]:.1f} after; rounds: {machine.rounds}"
        " (one on a large tree). rg also searches the files that the index leaves out.",
        "",
        *_start(version),
    ]
    for report in reports:
        parts += _tree(report)
    return "\n".join(parts) + "\n"


def _start(version: Measurement) -> list[str]:
    target = Target("`rea --version`", version.median, 0.15, "s")
    return ["## Start", "", *_target_table([target]), ""]


def _tree(report: TreeReport) -> list[str]:
    tree = report.tree
    return [
        f"## {tree.name}",
        "",
        _described(tree),
        "",
        *_build_table(report.builds),
        "",
        *_command_table(report.commands),
        "",
        *_query_table(report.queries),
        "",
        *_target_table(report.targets),
        "",
    ]


def _described(tree: Tree) -> str:
    return (
        f"{tree.files:,} files indexed, {tree.text_bytes / MEGA:,.1f} MB of text;"
        f" {tree.parsed_files:,} of them ({tree.parsed_bytes / MEGA:,.1f} MB) have a grammar and are parsed."
    )


def _build_table(builds: Iterable[Measurement]) -> list[str]:
    rows = ["| builds | seconds | all rounds | processor seconds | peak memory | on disk |"]
    rows.append("|---|--:|---|--:|--:|--:|")
    for row in builds:
        if row.absent:
            rows.append(f"| {row.name} | {row.absent} | | | | |")
            continue
        rounds = ", ".join(f"{seconds:.2f}" for seconds in row.seconds)
        size = _megabytes(row.size_bytes) if row.size_bytes else ""
        rows.append(
            f"| {row.name} | {row.median:.2f} | {rounds} | {row.cpu_seconds:.2f} |"
            f" {_megabytes(row.peak_bytes)} | {size} |"
        )
    return rows


def _command_table(commands: Iterable[Measurement]) -> list[str]:
    rows = ["| then | seconds | all rounds |", "|---|--:|---|"]
    for row in commands:
        rounds = ", ".join(f"{seconds:.3f}" for seconds in row.seconds)
        rows.append(f"| {row.name} | {row.median:.3f} | {rounds} |")
    return rows


def _query_table(queries: Sequence[Query]) -> list[str]:
    rows = [
        "| queries in an open index | seconds | rg, warm | ratio | lines | lines of rg |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for kind in dict.fromkeys(query.tool for query in queries):
        for query in (q for q in queries if q.tool == kind):
            text = query.text.replace("|", "\\|")
            rows.append(f"| {kind} `{text}` | {query.seconds:.4f} | {_against(query)} |")
    return rows


def _against(query: Query) -> str:
    if math.isnan(query.peer_seconds):
        return " | | | "
    ratio = query.seconds / query.peer_seconds
    return f"{query.peer_seconds:.4f} | {ratio:.2f} | {query.matches:,} | {query.peer_matches:,}"


def _target_table(targets: Iterable[Target]) -> list[str]:
    rows = ["| measured against its limit | value | limit | |", "|---|--:|--:|---|"]
    for target in targets:
        verdict = "not measured" if math.isnan(target.value) else "met" if target.met else "**missed**"
        rows.append(
            f"| {target.title} | {_value(target, target.value)} | {_value(target, target.limit)} |"
            f" {verdict} |"
        )
    return rows


def _value(target: Target, number: float) -> str:
    if math.isnan(number):
        return ""
    if target.unit == "x":
        return f"{number:.2f} ×"
    return f"{number:.3f} s" if target.unit == "s" else f"{number:,.0f} MB"


def _megabytes(size: int) -> str:
    return f"{size / MEGA:,.1f} MB"
