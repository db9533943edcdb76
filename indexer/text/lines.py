"""Where lines end: at \\n, \\r\\n and lone \\r, nowhere else. Index, tools and checker all split here."""

from __future__ import annotations


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. A final line end adds no empty line; '' has no line.

    Not `str.splitlines`, which also splits at form feeds and U+2028 and so counts other lines than editors
    do.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def count_lines(data: bytes | str) -> int:
    """How many lines `split_lines` gives, for text or for bytes of any encoding that keeps ASCII (not
    UTF-16)."""
    if isinstance(data, str):
        feeds, returns, pairs, last = data.count("\n"), data.count("\r"), 0, data[-1:]
        pairs = data.count("\r\n") if returns else 0
        return feeds + returns - pairs + (last not in ("", "\n", "\r"))
    feeds, returns = data.count(b"\n"), data.count(b"\r")
    pairs = data.count(b"\r\n") if returns else 0
    return feeds + returns - pairs + (data[-1:] not in (b"", b"\n", b"\r"))
