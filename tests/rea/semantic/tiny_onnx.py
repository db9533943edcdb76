"""A sentence model of a few bytes in ONNX's format: each token has a row of a table, nothing else happens.

Written by hand, field by field of onnx.proto, so that no test needs the package that writes such files.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

FLOAT, INT64 = 1, 7


def _varint(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _value(name: str, kind: int, *dimensions: str | int) -> bytes:
    """A ValueInfoProto: names stand for dimensions of any size."""
    shape = b"".join(
        _bytes(1, _bytes(2, one) if isinstance(one, str) else _number(1, one)) for one in dimensions
    )
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def tiny_model(table: Sequence[Sequence[float]], inputs: Sequence[str], output: str, pooled: bool) -> bytes:
    """The file's bytes. `pooled`: the mean over the tokens comes out as well, under `output`."""
    width = len(table[0])
    rows = b"".join(struct.pack(f"<{width}f", *row) for row in table)
    tensor = _number(1, len(table)) + _number(1, width) + _number(2, FLOAT)
    tensor += _bytes(8, "table") + _bytes(9, rows)
    hidden = "last_hidden_state" if pooled else output
    nodes = [_bytes(1, "table") + _bytes(1, inputs[0]) + _bytes(2, hidden) + _bytes(4, "Gather")]
    outputs = [_value(hidden, FLOAT, "batch", "tokens", width)]
    if pooled:
        axes = _bytes(1, "axes") + _number(8, 1) + _number(20, 7)
        keep = _bytes(1, "keepdims") + _number(3, 0) + _number(20, 2)
        mean = _bytes(1, hidden) + _bytes(2, output) + _bytes(4, "ReduceMean")
        nodes.append(mean + _bytes(5, axes) + _bytes(5, keep))
        outputs.append(_value(output, FLOAT, "batch", width))
    graph = b"".join(_bytes(1, node) for node in nodes) + _bytes(2, "tiny") + _bytes(5, tensor)
    graph += b"".join(_bytes(11, _value(name, INT64, "batch", "tokens")) for name in inputs)
    graph += b"".join(_bytes(12, one) for one in outputs)
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))
