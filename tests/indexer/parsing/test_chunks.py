"""Chunks cover a file exactly and have about the size of a function."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.chunks import MAX_LINES, MIN_LINES, chunk_spans

SYMBOLS = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 90)).map(lambda s: (s[0], s[0] + s[1])))


@given(st.integers(0, 400), SYMBOLS)
def test_chunks_cover_every_line_once(lines: int, symbols: list[tuple[int, int]]) -> None:
    """No line is lost, none counted twice, and no chunk is longer than the limit."""
    spans = chunk_spans(lines, symbols)
    assert [line for start, end in spans for line in range(start, end + 1)] == list(range(1, lines + 1))
    assert all(end - start < MAX_LINES for start, end in spans)


def test_functions_become_chunks() -> None:
    """Definitions of ordinary length are chunks of their own, with what stands between them."""
    assert chunk_spans(90, [(1, 30), (31, 60), (61, 90)]) == [(1, 30), (31, 60), (61, 90)]


def test_short_definitions_share_a_chunk() -> None:
    """Ten one-liners are one chunk, not ten."""
    spans = chunk_spans(40, [(line, line + 3) for line in range(1, 40, 4)])
    assert len(spans) <= 40 // MIN_LINES


def test_long_stretches_are_divided_evenly() -> None:
    """A file without definitions is cut into pieces of about the same length."""
    spans = chunk_spans(200, [])
    lengths = [end - start + 1 for start, end in spans]
    assert max(lengths) - min(lengths) <= 1
    assert all(a[1] + 1 == b[0] for a, b in itertools.pairwise(spans))
