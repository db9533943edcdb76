"""The figures of the overview: languages, where definitions crowd, what is used most, what changes most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import Commit, FileRecord

MOST_BARS = 12
# A folder with less code says nothing about how dense it is.
LEAST_LINES = 300
# Files whose uses are counted; the largest repositories are sampled, and the page says so.
MOST_COUNTED = 3_000
# A name that more files define says nothing about which one is used.
MOST_DEFINERS = 2
SHORTEST_NAME = 4
_VALUES = frozenset(("variable", "key", "field", "column", "heading", "constant"))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it is about, its value, a file to open ('' for none) and a line in it (0 for none)."""

    label: str
    value: float
    path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars, longest first, with the unit of their values and what the reader should know about them."""

    title: str
    unit: str
    bars: tuple[Bar, ...]
    note: str = ""


def charts(index: Index) -> tuple[Chart, ...]:
    """All four, those without a bar left out."""
    files = index.files()
    made = (
        _languages(files),
        _density(files, index.symbol_counts()),
        _hot_spots(index, files),
        _churn(index.commits(), {file.path for file in files}),
    )
    return tuple(chart for chart in made if chart.bars)


def _languages(files: Sequence[FileRecord]) -> Chart:
    lines: Counter[str] = Counter()
    for file in files:
        if file.role in ("code", "test"):
            lines[file.language or "other"] += file.lines
    return Chart("Languages", "lines of code and tests", _top(lines))


def _density(files: Sequence[FileRecord], counts: Iterable[tuple[str, str, int]]) -> Chart:
    lines: Counter[str] = Counter()
    defined: Counter[str] = Counter()
    code = {file.path for file in files if file.role == "code"}
    for file in files:
        if file.path in code:
            lines[_folder(file.path)] += file.lines
    for path, _, count in counts:
        if path in code:
            defined[_folder(path)] += count
    dense = {
        name: 1000 * defined[name] / total
        for name, total in lines.items()
        if total >= LEAST_LINES and defined[name]
    }
    bars = sorted(dense.items(), key=lambda item: (-item[1], item[0]))[:MOST_BARS]
    return Chart(
        "Where definitions crowd",
        "definitions in 1,000 lines",
        tuple(Bar(name, round(value, 1)) for name, value in bars),
        f"Folders with at least {LEAST_LINES} lines of code.",
    )


def _folder(path: str) -> str:
    """The first two folders of a path."""
    parts = path.split("/")[:-1][:2]
    return "/".join(parts) + "/" if parts else "(top level)"


def _hot_spots(index: Index, files: Sequence[FileRecord]) -> Chart:
    """Names that many files use and few define."""
    definers: dict[str, set[str]] = {}
    for name, kind, path in index.symbol_names():
        if kind not in _VALUES and len(name) >= SHORTEST_NAME:
            definers.setdefault(name, set()).add(path)
    known = {name for name, paths in definers.items() if len(paths) <= MOST_DEFINERS}
    code = [file.path for file in files if file.role == "code"]
    users: Counter[str] = Counter()
    for path in code[:MOST_COUNTED]:
        used = {use.name for use in index.references_in(path) if use.name in known}
        users.update(name for name in used if path not in definers[name])
    bars = []
    for name, count in sorted(users.items(), key=lambda item: (-item[1], item[0]))[:MOST_BARS]:
        home = min(definers[name])
        line = next((symbol.start for symbol in index.symbols_in(home) if symbol.name == name), 0)
        bars.append(Bar(name, count, home, line))
    sampled = (
        f" Counted in the first {MOST_COUNTED:,} of {len(code):,} files." if len(code) > MOST_COUNTED else ""
    )
    return Chart(
        "Used most", "files that use it", tuple(bars), "Matched by name, so an approximation." + sampled
    )


def _churn(commits: Sequence[Commit], known: set[str]) -> Chart:
    changed = Counter(path for commit in commits for path in commit.files if path in known)
    bars = sorted(changed.items(), key=lambda item: (-item[1], item[0]))[:MOST_BARS]
    return Chart(
        "Changed most",
        "commits",
        tuple(Bar(path, count, path) for path, count in bars),
        f"In the last {len(commits)} commits.",
    )


def _top(counts: Counter[str]) -> tuple[Bar, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_BARS]
    return tuple(Bar(name, value) for name, value in ranked)
