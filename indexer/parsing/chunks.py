"""Cuts a file into symbol-sized chunks: the unit that BM25 ranks and that narrows a search."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

# Around a function's length: shorter pieces join their neighbour, longer ones are cut evenly.
MIN_LINES = 10
MAX_LINES = 60

# A definition shorter than this (a field, a constant) does not start a chunk of its own.
MIN_SYMBOL_LINES = 3


def chunk_spans(line_count: int, symbols: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans (first, last), 1-based and inclusive, that cover lines 1..line_count without gap or overlap.

    `symbols` are the (start, end) lines of the definitions; a file without lines has no chunk.
    """
    if line_count <= 0:
        return []
    edges = [
        edge for start, end in symbols if end - start + 1 >= MIN_SYMBOL_LINES for edge in (start, end + 1)
    ]
    return _sized(sorted({1, line_count + 1, *(edge for edge in edges if 1 < edge <= line_count)}))


def _sized(cuts: list[int]) -> list[tuple[int, int]]:
    """Joins pieces below MIN_LINES with the next while MAX_LINES allows it, and divides the long ones."""
    spans: list[tuple[int, int]] = []
    start, last = cuts[0], cuts[-1]
    for here, following in itertools.pairwise([*cuts[1:], 0]):
        length = here - start
        if length < MIN_LINES:
            if here != last and following - start <= MAX_LINES:
                continue
            if here == last and spans and here - spans[-1][0] <= MAX_LINES:
                spans[-1] = (spans[-1][0], here - 1)
                break
        if length <= MAX_LINES:
            spans.append((start, here - 1))
        else:
            pieces = -(-length // MAX_LINES)
            edges = [start + length * i // pieces for i in range(pieces + 1)]
            spans += [(a, b - 1) for a, b in itertools.pairwise(edges)]
        start = here
    return spans
