"""Measures the peers on a copy of the same tree. One that is not installed gives a row that says so."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from dataclasses import replace
from pathlib import Path

from evals.benchmarks.processes import CommandError, run
from evals.benchmarks.records import Measurement, Query, Run

CODEGRAPH_TIMEOUT = 900.0
RG_ROUNDS = 5


def codegraph(root: Path) -> tuple[Run, int] | str:
    """Builds codegraph's index of a tree: the run and the size of its database, or why there is none.

    Its usage report is switched off, its home is an empty folder, and it has no network.
    """
    if shutil.which("codegraph") is None:
        return "not installed"
    shutil.rmtree(root / ".codegraph", ignore_errors=True)
    with tempfile.TemporaryDirectory() as home:
        environment = {
            "HOME": home,
            "DO_NOT_TRACK": "1",
            "CODEGRAPH_TELEMETRY": "0",
            "CODEGRAPH_NO_DAEMON": "1",
            "CODEGRAPH_NO_DOWNLOAD": "1",
        }
        command = [*_without_network(), "codegraph", "init", "--yes", "."]
        try:
            done = run(command, cwd=root, environment=environment, timeout=CODEGRAPH_TIMEOUT)
        except CommandError as problem:
            return str(problem)
    size = sum(file.stat().st_size for file in (root / ".codegraph").rglob("*") if file.is_file())
    return done, size


def ctags(root: Path) -> tuple[Run, int] | str:
    """`ctags -R` with its default settings: the run and the size of the tag file, or why there is none."""
    if shutil.which("ctags") is None:
        return "not installed"
    with tempfile.TemporaryDirectory() as folder:
        tags = Path(folder) / "tags"
        try:
            done = run(["ctags", "-R", "-f", str(tags), "."], cwd=root)
        except CommandError as problem:
            return str(problem)
        return done, tags.stat().st_size


def with_ripgrep(root: Path, query: Query) -> Query:
    """The query with the warm time of `rg` and its number of matching lines."""
    if shutil.which("rg") is None or not query.tool.startswith("search_text"):
        return query
    command = ["rg", "--no-config", "--no-messages", "--line-number", "--regexp", query.text, "."]
    runs = [run(command, cwd=root, accept=(0, 1)) for _ in range(RG_ROUNDS)]
    matches = runs[-1].stdout.count("\n")
    return replace(query, peer_seconds=statistics.median(r.seconds for r in runs[1:]), peer_matches=matches)


def collect(name: str, results: list[tuple[Run, int] | str]) -> Measurement:
    """One row from the rounds of a peer."""
    done = [result for result in results if not isinstance(result, str)]
    if not done:
        return Measurement(name, absent=str(results[0]) if results else "not run")
    return Measurement(
        name,
        tuple(r.seconds for r, _ in done),
        max(r.peak_bytes for r, _ in done),
        max(size for _, size in done),
        statistics.median(r.cpu_seconds for r, _ in done),
    )


def _without_network() -> list[str]:
    """The words before a command that take its network away; none where the system does not allow it."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return []
    words = [unshare, "--map-root-user", "--net"]
    try:
        run([*words, "true"], cwd=Path.cwd())
    except CommandError:
        return []
    return words
