"""A file's definitions and references as two compressed blobs.

Rows in tables were tried: names repeat so much that the blobs take a fifth of the space, and a file is
always read whole. Which files to read is what the segments answer.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from operator import itemgetter
from typing import cast

from indexer.records import Confidence, Reference, ReferenceKind, Symbol

# Level 1: the blobs are small, and higher levels gain 10 % for three times the time.
_LEVEL = 1
_FIELD = "\x1f"
_ROW = "\n"
_USE_ORDER = itemgetter(1, 0, 2)
_CONTROL = str.maketrans({_FIELD: " ", _ROW: " ", "\r": " "})


def pack_symbols(symbols: Iterable[Symbol]) -> bytes:
    """Symbols of one file, in order; the path is not kept."""
    rows = [
        f"{plain_name(s.name)}{_FIELD}{plain_name(s.qualname)}{_FIELD}{s.kind}{_FIELD}{s.start}{_FIELD}{s.end}"
        f"{_FIELD}{s.confidence}{_FIELD}{s.signature.translate(_CONTROL)}"
        for s in symbols
    ]
    return _packed(rows)


def unpack_symbols(path: str, blob: bytes) -> tuple[Symbol, ...]:
    """The symbols of `path` from their blob."""
    found = []
    for row in _rows(blob):
        name, qualname, kind, start, end, confidence, signature = row.split(_FIELD)
        found.append(
            Symbol(path, name, qualname, kind, int(start), int(end), signature, cast(Confidence, confidence))
        )
    return tuple(found)


def pack_uses(uses: Iterable[tuple[str, int, str]]) -> bytes:
    """References of one file as (kind, line, name); kept in order of line, whatever order they come in."""
    ordered = sorted(uses, key=_USE_ORDER)
    return _packed([f"{kind}{_FIELD}{line}{_FIELD}{plain_name(name)}" for kind, line, name in ordered])


def plain_name(name: str) -> str:
    """A name without the characters that separate names here."""
    return name if name.isprintable() else name.translate(_CONTROL)


def unpack_references(path: str, blob: bytes) -> tuple[Reference, ...]:
    """The references of `path` from their blob."""
    found = []
    for row in _rows(blob):
        kind, line, name = row.split(_FIELD)
        found.append(Reference(path, name, cast(ReferenceKind, kind), int(line)))
    return tuple(found)


def references_named(path: str, blob: bytes, name: str) -> list[Reference]:
    """The references of one file whose name is `name` or ends in it after a dot, a slash or a colon."""
    text = zlib.decompress(blob).decode("utf-8", "replace") if blob else ""
    if name not in text:
        return []
    found = []
    for row in text.split(_ROW):
        if name in row:
            kind, line, written = row.split(_FIELD)
            if written == name or last_part(written) == name:
                found.append(Reference(path, written, cast(ReferenceKind, kind), int(line)))
    return found


def last_part(name: str) -> str:
    """The last identifier of a dotted, slashed or coloned name: `a/b.C::d` -> d."""
    for mark in (".", "/", ":", "\\", "#"):
        name = name.rsplit(mark, 1)[-1]
    return name


def _packed(rows: list[str]) -> bytes:
    return zlib.compress(_ROW.join(rows).encode("utf-8", "replace"), _LEVEL) if rows else b""


def _rows(blob: bytes) -> list[str]:
    return zlib.decompress(blob).decode("utf-8", "replace").split(_ROW) if blob else []
