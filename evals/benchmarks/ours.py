"""Measures REA itself: builds, refreshes and answers as commands, queries in an open index."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from evals.benchmarks.processes import run
from evals.benchmarks.records import Measurement, Query, Run, Tree

CHECKOUT = Path(__file__).resolve().parents[2]
REA = str(Path(sys.executable).with_name("rea"))
QUESTION = "how does login work"


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of an index, and `grammar<TAB>path` of those that a grammar parses."""

    tree: Tree
    lines: tuple[str, ...]


def build(root: Path) -> Run:
    """Removes the index and builds it anew."""
    shutil.rmtree(root / ".rea", ignore_errors=True)
    return run([REA, "index", "--repo", str(root)], cwd=root)


def index_size(root: Path) -> int:
    """Bytes of the index on disk."""
    return sum(file.stat().st_size for file in (root / ".rea").rglob("*") if file.is_file())


def read_listing(root: Path, name: str) -> Listing:
    """What the index holds; the index has to exist."""
    found = json.loads(_probe(root, "listing").stdout)
    lines = tuple(found["lines"])
    return Listing(Tree(name, found["files"], found["bytes"], len(lines), found["parsed_bytes"]), lines)


def parse_only(root: Path, listing: Listing, cores: int) -> Run:
    """Bare parsing of the same files on the same number of cores."""
    command = [sys.executable, "-m", "evals.benchmarks.parsing", str(root), str(cores)]
    return run(command, cwd=CHECKOUT, stdin="\n".join(listing.lines))


def refreshes(root: Path, listing: Listing) -> tuple[Measurement, ...]:
    """Opening the index with nothing changed, and after one file, from the middle of the list, was edited."""
    edited = listing.lines[len(listing.lines) // 2].partition("\t")[2]
    nothing = json.loads(_probe(root, "refresh").stdout)
    one = json.loads(_probe(root, "edited", edited).stdout)
    return (
        Measurement("refresh, nothing changed", tuple(nothing)),
        Measurement("refresh, one file edited", tuple(one)),
    )


def answers(root: Path, rounds: int) -> Measurement:
    """`rea ask` with no model, each time from the start (no stored answer), index up to date."""
    command = [REA, "ask", QUESTION, "--repo", str(root), "--fresh"]
    runs = [run(command, cwd=root, accept=(0, 10, 11, 12, 13)) for _ in range(rounds)]
    return _measurement(f'`rea ask "{QUESTION}"`', runs)


def version(rounds: int) -> Measurement:
    """`rea --version`: what every command pays before it does anything."""
    return _measurement("`rea --version`", [run([REA, "--version"], cwd=CHECKOUT) for _ in range(rounds)])


def queries(root: Path) -> list[Query]:
    """Queries in an open index, without what a peer takes for them."""
    return [
        Query(f"{row['tool']}, {row['kind']}", row["text"], row["seconds"], float("nan"), row["matches"], -1)
        for row in json.loads(_probe(root, "queries").stdout)
    ]


def _measurement(name: str, runs: list[Run]) -> Measurement:
    return Measurement(name, tuple(r.seconds for r in runs), max(r.peak_bytes for r in runs))


def _probe(root: Path, *what: str) -> Run:
    return run([sys.executable, "-m", "evals.benchmarks.probe", str(root), *what], cwd=CHECKOUT)
