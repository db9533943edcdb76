"""Queries in an open index, as the loop meets them: `python -m evals.benchmarks.probe ROOT WHAT`.

Prints JSON. A process of its own, so that the memory of the benchmark does not grow with the index.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index

REPEATS = 7
# Nothing in these has to occur in a file, so that no word of the index can narrow the search.
PLAIN_REGEXES = (r"\b[0-9]{7}\b", r"^\s+\w\w\w\w\(\);$")


def listing(root: Path) -> dict[str, object]:
    """The files of the index: how many, how many bytes, and `grammar<TAB>path` of those a grammar parses."""
    from indexer.parsing.languages import language
    from indexer.reader import open_index

    with open_index(root, refresh=False) as index:
        files = index.files()
    grammars = [(language(file.language).grammar, file) for file in files]
    parsed = [(grammar, file) for grammar, file in grammars if grammar]
    return {
        "files": len(files),
        "bytes": sum(file.size for file in files),
        "parsed_bytes": sum(file.size for _, file in parsed),
        "lines": [f"{grammar}\t{file.path}" for grammar, file in parsed],
    }


def queries(root: Path) -> list[dict[str, object]]:
    """Times search_text on literals and literal-less regexes, and trace_symbol, in one open index."""
    from indexer.reader import open_index

    found: list[dict[str, object]] = []
    with open_index(root, refresh=False) as index:
        names = _names(index)
        for kind, pattern in [
            *(("literal", name) for name in names),
            *(("regex", regex) for regex in PLAIN_REGEXES),
        ]:
            found.append(_timed(index, "search_text", kind, {"pattern": pattern}))
        found += [_timed(index, "trace_symbol", "symbol", {"name": name}) for name in names]
    return found


def _names(index: Index) -> list[str]:
    """Five symbol names spread evenly over the sorted list of those long enough to be somebody's search."""
    names = sorted({name for name, kind, _ in index.symbol_names() if len(name) >= 8 and name.isidentifier()})
    step = max(1, len(names) // 5)
    return names[step // 2 :: step][:5]


def _timed(index: Index, tool: str, kind: str, arguments: dict[str, object]) -> dict[str, object]:
    from tools.registry import run_tool

    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        outcome = run_tool(index, tool, arguments)
        seconds.append(time.perf_counter() - started)
    result = outcome.result.to_json()
    return {
        "tool": tool,
        "kind": kind,
        "text": str(next(iter(arguments.values()))),
        "seconds": statistics.median(seconds),
        "matches": result.get("total_hits", 0),
    }


def refresh(root: Path) -> list[float]:
    """Seconds to open the index of an unchanged tree, changes looked for each time."""
    from indexer.reader import open_index

    return [_open(root, open_index) for _ in range(REPEATS)]


def edited(root: Path, path: str) -> list[float]:
    """Seconds to open the index after one file got a line more, three times."""
    from indexer.reader import open_index

    seconds = []
    for _ in range(3):
        with (root / path).open("ab") as file:
            file.write(b"\n")
        seconds.append(_open(root, open_index))
    return seconds


def _open(root: Path, opener: Callable[[Path], Index]) -> float:
    started = time.perf_counter()
    with opener(root):
        return time.perf_counter() - started


def main(arguments: Sequence[str]) -> None:
    """Runs one probe and prints what it found."""
    root = Path(arguments[0])
    probes: dict[str, Callable[[], object]] = {
        "listing": lambda: listing(root),
        "queries": lambda: queries(root),
        "refresh": lambda: refresh(root),
        "edited": lambda: edited(root, arguments[2]),
    }
    json.dump(probes[arguments[1]](), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
