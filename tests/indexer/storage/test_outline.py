"""Outlines give back what was packed, and a name finds its references without unpacking the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.records import ReferenceKind, Symbol
from indexer.storage.outline import (
    last_part,
    pack_symbols,
    pack_uses,
    references_named,
    unpack_references,
    unpack_symbols,
)

NAMES = st.text(alphabet="ab._/:é登", min_size=1, max_size=8)
KINDS: st.SearchStrategy[ReferenceKind] = st.sampled_from(["call", "decorator", "import", "string", "type"])
USES = st.lists(st.tuples(KINDS, st.integers(1, 5000), NAMES), unique=True)


@given(USES, st.booleans())
def test_references_come_back_in_order_of_line(
    uses: list[tuple[ReferenceKind, int, str]], squeeze: bool
) -> None:
    """Whatever order they were found in, and whether or not they are compressed."""
    found = unpack_references("a.py", pack_uses(uses, squeeze=squeeze))
    assert [use.line for use in found] == sorted(line for _, line, _ in uses)
    assert sorted((use.kind, use.line, use.name) for use in found) == sorted(uses)


@given(USES, st.text(alphabet="abé登", min_size=1, max_size=3))
def test_a_name_finds_all_references_that_end_in_it(
    uses: list[tuple[ReferenceKind, int, str]], name: str
) -> None:
    """`save` finds `save`, `store.save` and `./store/save`, not `autosave`."""
    expected = sorted((line, kind, full) for kind, line, full in uses if last_part(full) == name)
    found = references_named("a.py", pack_uses(uses), name)
    assert sorted((use.line, use.kind, use.name) for use in found) == expected


def test_a_longer_name_narrows() -> None:
    """`store.save` does not find a bare `save`."""
    blob = pack_uses([("call", 1, "save"), ("call", 2, "app.store.save"), ("import", 3, "store.save")])
    assert [use.line for use in references_named("a.py", blob, "store.save")] == [2, 3]
    assert references_named("a.py", blob, "other.save") == []


@pytest.mark.parametrize("squeeze", [False, True])
def test_symbols_come_back_as_they_were(squeeze: bool) -> None:
    """All fields survive; line ends inside them become blanks."""
    symbols = (
        Symbol("a.py", "f", "A.f", "method", 3, 9, "def f(self, x: str = '登录') -> None:"),
        Symbol("a.py", "g", "g", "function", 10, 10, "def g(): ...", "regex"),
        Symbol("a.py", "operator()", "B.operator()", "method", 11, 12, "bool operator()(int)"),
    )
    assert unpack_symbols("a.py", pack_symbols(symbols, squeeze=squeeze)) == symbols
    odd = Symbol("a.py", "a\nb", "a\nb", "key", 1, 1, "x\x1ey\rz")
    (back,) = unpack_symbols("a.py", pack_symbols([odd], squeeze=squeeze))
    assert (back.name, back.signature) == ("a b", "x y z")


def test_nothing_packs_to_nothing() -> None:
    """A file without definitions and references takes no room."""
    assert pack_symbols(()) == pack_uses(()) == b""
    assert unpack_symbols("a.py", b"") == ()
    assert unpack_references("a.py", b"") == ()
    assert references_named("a.py", b"", "x") == []


def test_large_outlines_shrink() -> None:
    """Compression is worth its time where there is much to say."""
    uses: list[tuple[ReferenceKind, int, str]] = [
        ("call", line, f"function_{line % 90}") for line in range(5000)
    ]
    assert len(pack_uses(uses, squeeze=True)) < len(pack_uses(uses)) / 3
