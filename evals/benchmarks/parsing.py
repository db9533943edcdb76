"""Bare tree-sitter parsing of a list of files on all cores: the floor below which no indexer of them can get.

`python -m evals.benchmarks.parsing ROOT CORES` reads `grammar<TAB>path` lines, parses every file and prints
how many it parsed. It is a command of its own, so that starting workers and loading grammars is paid for as
an index run pays for it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tree_sitter_language_pack import SupportedLanguage

# Small enough that the last batches keep all cores busy, large enough that handing them out costs nothing.
BATCH_BYTES = 400_000

Batch = list[tuple[str, str]]


def parse_batch(batch: Batch) -> int:
    """Parses (grammar, file) pairs and returns how many were parsed; a file that is gone is left out."""
    from tree_sitter_language_pack import get_parser

    parsed = 0
    for grammar, file in batch:
        try:
            data = Path(file).read_bytes()
        except OSError:
            continue
        get_parser(cast("SupportedLanguage", grammar)).parse(data)
        parsed += 1
    return parsed


def batches(root: Path, lines: Sequence[str]) -> list[Batch]:
    """Cuts the list into batches of about BATCH_BYTES, one grammar each, in the order of the list."""
    waiting: dict[str, Batch] = defaultdict(list)
    size: dict[str, int] = defaultdict(int)
    done: list[Batch] = []
    for line in lines:
        grammar, _, path = line.partition("\t")
        file = root / path
        waiting[grammar].append((grammar, str(file)))
        size[grammar] += file.stat().st_size if file.exists() else 0
        if size[grammar] >= BATCH_BYTES:
            done.append(waiting.pop(grammar))
            size[grammar] = 0
    return [*done, *waiting.values()]


def main(arguments: Sequence[str]) -> None:
    """Parses what standard input lists."""
    root, cores = Path(arguments[0]), int(arguments[1])
    work = batches(root, sys.stdin.read().splitlines())
    with get_context("fork").Pool(cores) as pool:
        print(sum(pool.imap_unordered(parse_batch, work)))


if __name__ == "__main__":
    main(sys.argv[1:])
