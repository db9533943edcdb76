"""Glob tables answer as fnmatch would, only faster."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from indexer.files.nameglobs import NameGlobs

PARTS = st.text(alphabet="ab.*?[]-_", min_size=1, max_size=8)
NAMES = st.text(alphabet="ab.-_[]", max_size=10)


@given(st.lists(PARTS, max_size=8), NAMES)
def test_values_are_those_of_all_matching_globs(globs: list[str], name: str) -> None:
    """No bucket hides a pattern: the values are exactly those a plain loop finds."""
    table = NameGlobs((glob, glob) for glob in globs)
    wild = ("*", "?", "[")
    expected = [
        glob for glob in globs if (fnmatchcase(name, glob) if any(c in glob for c in wild) else name == glob)
    ]
    assert sorted(table.values(name)) == sorted(expected)
    assert table.matches(name) == bool(expected)


def test_a_pattern_may_have_several_values() -> None:
    """The same file name can mean two things."""
    table = NameGlobs([("setup.py", "build"), ("setup.py", "dependencies"), ("*.py", "code")])
    assert table.values("setup.py") == ["build", "dependencies", "code"]
