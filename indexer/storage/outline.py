"""A file's definitions and references as two blobs, column by column; compressed in large indexes.

Rows in tables were tried: they take several times the space, and a file is always read whole. Which files to
read is what the segments answer.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from indexer.records import Confidence, Reference, ReferenceKind, Symbol

# Level 1: the blobs are small, and higher levels gain 10 % for three times the time.
_LEVEL = 1
_COLUMN = "\x1e"
_ROW = "\n"
_CONTROL = str.maketrans({_COLUMN: " ", _ROW: " ", "\r": " ", "\x00": " "})
# What may stand before the last part of a name.
_JOINTS = frozenset(b"\n./:\\#")

# Order is part of the format.
_KINDS: tuple[ReferenceKind, ...] = ("call", "decorator", "import", "string", "type")
_KIND_CODE = {kind: code for code, kind in enumerate(_KINDS)}


def pack_symbols(symbols: Sequence[Symbol], *, squeeze: bool = False) -> bytes:
    """Symbols of one file, in order; the path is not kept."""
    if not symbols:
        return b""
    columns = (
        _column([symbol.name for symbol in symbols]),
        _column([symbol.qualname for symbol in symbols]),
        _column([symbol.kind for symbol in symbols]),
        _ROW.join([f"{symbol.start} {symbol.end}" for symbol in symbols]),
        _column([symbol.confidence for symbol in symbols]),
        _column([symbol.signature for symbol in symbols]),
    )
    return _stored(_COLUMN.join(columns).encode("utf-8", "replace"), squeeze)


def unpack_symbols(path: str, blob: bytes) -> tuple[Symbol, ...]:
    """The symbols of `path` from their blob."""
    if not blob:
        return ()
    text = _whole(blob).decode("utf-8", "replace")
    names, qualnames, kinds, spans, levels, signatures = (part.split(_ROW) for part in text.split(_COLUMN))
    found = []
    for name, qualname, kind, span, level, signature in zip(
        names, qualnames, kinds, spans, levels, signatures, strict=True
    ):
        start, _, end = span.partition(" ")
        found.append(
            Symbol(path, name, qualname, kind, int(start), int(end), signature, cast(Confidence, level))
        )
    return tuple(found)


def pack_uses(uses: Sequence[tuple[ReferenceKind, int, str]], *, squeeze: bool = False) -> bytes:
    """References of one file as (kind, line, name), in any order: they are put in order when read."""
    if not uses:
        return b""
    kinds = bytes([_KIND_CODE[kind] for kind, _, _ in uses])
    lines = _little(array("I", [line for _, line, _ in uses])).tobytes()
    names = _column([name for _, _, name in uses]).encode("utf-8", "replace")
    return _stored(b"".join((len(uses).to_bytes(4, "little"), kinds, lines, names)), squeeze)


def unpack_references(path: str, blob: bytes) -> tuple[Reference, ...]:
    """The references of `path` from their blob, by line."""
    uses = _Uses.read(blob)
    names = uses.names.decode("utf-8", "replace").split(_ROW) if uses.kinds else []
    rows = sorted(zip(uses.lines, uses.kinds, names, strict=True))
    return tuple(Reference(path, name, _KINDS[kind], line) for line, kind, name in rows)


def unpack_imports(blob: bytes) -> tuple[str, ...]:
    """The names a file imports, by line, each once."""
    uses = _Uses.read(blob)
    wanted = _KIND_CODE["import"]
    rows = [row for row, kind in enumerate(uses.kinds) if kind == wanted]
    if not rows:
        return ()
    names = uses.names.decode("utf-8", "replace").split(_ROW)
    ordered = sorted(rows, key=lambda row: (uses.lines[row], names[row]))
    return tuple(dict.fromkeys(names[row] for row in ordered))


def references_named(path: str, blob: bytes, name: str) -> list[Reference]:
    """A file's references to `name`, alone or after a dot, a slash or a colon; by line."""
    uses = _Uses.read(blob)
    rows = sorted(
        (uses.lines[row], uses.kinds[row], written)
        for row, written in uses.named(plain_name(name).encode("utf-8", "replace"))
    )
    return [Reference(path, written, _KINDS[kind], line) for line, kind, written in rows]


class _Uses(NamedTuple):
    """The columns of a blob of references; `names` are joined by newlines."""

    kinds: bytes
    lines: array[int]
    names: bytes

    @classmethod
    def read(cls, blob: bytes) -> _Uses:
        """The columns of a blob."""
        if not blob:
            return cls(b"", array("I"), b"")
        data = _whole(blob)
        count = int.from_bytes(data[:4], "little")
        lines = array("I")
        lines.frombytes(data[4 + count : 4 + 5 * count])
        return cls(data[4 : 4 + count], _little(lines), data[4 + 5 * count :])

    def named(self, name: bytes) -> Iterator[tuple[int, str]]:
        """Row and full name of every reference that ends in `name`."""
        text = b"\n" + self.names + b"\n"
        row, counted = -1, 0
        at = text.find(name + b"\n")
        while at >= 0:
            if text[at - 1] in _JOINTS:
                row += text.count(b"\n", counted, at)
                counted = at
                start = text.rfind(b"\n", 0, at) + 1
                yield row, text[start : at + len(name)].decode("utf-8", "replace")
            at = text.find(name + b"\n", at + 1)


def last_part(name: str) -> str:
    """The last identifier of a dotted, slashed or coloned name: `a/b.C::d` -> d."""
    for mark in (".", "/", ":", "\\", "#"):
        name = name.rsplit(mark, 1)[-1]
    return name


def plain_name(name: str) -> str:
    """A name without the characters that separate names here."""
    return name if name.isprintable() else name.translate(_CONTROL)


def _column(values: list[str]) -> str:
    """Values in rows; the check for separators within them is one pass over all."""
    joined = _ROW.join(values)
    if joined.count(_ROW) == len(values) - 1 and _COLUMN not in joined:
        return joined
    return _ROW.join(value.translate(_CONTROL) for value in values)


def _stored(data: bytes, squeeze: bool) -> bytes:
    return b"z" + zlib.compress(data, _LEVEL) if squeeze else b"=" + data


def _whole(blob: bytes) -> bytes:
    return zlib.decompress(memoryview(blob)[1:]) if blob[:1] == b"z" else blob[1:]


def _little(numbers: array[int]) -> array[int]:
    """The array for the bytes of the file, which are little-endian."""
    if sys.byteorder == "big":
        numbers = array("I", numbers)
        numbers.byteswap()
    return numbers
