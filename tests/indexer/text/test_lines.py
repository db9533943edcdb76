"""Line ends: \\n, \\r\\n and lone \\r, nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.lines import count_lines, split_lines

LINES = st.text(alphabet="ab\r\n\f\v\x1c\x85\u2028é中", max_size=60)


@given(LINES)
def test_lines_are_what_a_regular_expression_says(text: str) -> None:
    """Splitting equals the plain definition, for any mix of line ends."""
    expected = re.split(r"\r\n|\n|\r", text)
    assert split_lines(text) == (expected if expected[-1] else expected[:-1])


@given(LINES)
def test_counting_equals_splitting(text: str) -> None:
    """Text and its UTF-8 bytes have as many lines as splitting gives."""
    assert count_lines(text) == count_lines(text.encode()) == len(split_lines(text))


@pytest.mark.parametrize("odd", ["\f", "\v", "\x1c", "\x85", "\u2028", "\u2029"])
def test_other_separators_end_no_line(odd: str) -> None:
    """Form feeds and Unicode separators, at which `str.splitlines` splits, do not count."""
    assert split_lines(f"a{odd}b\n") == [f"a{odd}b"]


def test_a_final_line_end_adds_no_line() -> None:
    """Files with and without a final line end have the same lines; an empty file has none."""
    assert split_lines("a\nb\n") == split_lines("a\nb") == ["a", "b"]
    assert split_lines("") == []
    assert split_lines("\r\n\r\n") == ["", ""]
