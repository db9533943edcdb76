"""Reads a lexicon file that is laid out in the usual way without a YAML parser.

Thousands of words are slow food for a YAML parser: 90 ms for the shipped files, 13 ms here. Only the layout
shown in `loading.py` is understood, and only words that mean the same to YAML; at the first line that is
something else the file goes to the real parser, so any YAML is accepted.
"""

from __future__ import annotations

import re

_LIST_KEYS = frozenset({"en", "zh", "code", "weak", "related", "routes", "paths"})
_HEAD = re.compile(r"- concept: ([a-z][a-z0-9_]*)(?: +#.*)?")
_LIST = re.compile(r"  ([a-z]+): \[(.*)\]")
# Words of characters without a meaning in YAML: no double quote, colon, comment or flow mark; at the start of
# a word none of those that mean something there.
_FIRST = r"[A-Za-z0-9\u3400-\u9fff./_]"
_CHARACTER = r"[A-Za-z0-9\u3400-\u9fff./_+'()<>@=-]"
_ITEM = f"{_FIRST}{_CHARACTER}*(?: {_CHARACTER}+)*"
_PLAIN = re.compile(f"{_ITEM}(?:, {_ITEM})*")
_QUOTED = re.compile(r'"([^"\\]*)"')

# A value's place, as pydantic reports it: entry number, field, item number.
Place = tuple[int | str, ...]


def read_plain(text: str) -> tuple[list[dict[str, object]], dict[Place, int]] | None:
    """The entries, and the 1-based line of each entry and field; None when the layout is another."""
    entries: list[dict[str, object]] = []
    lines: dict[Place, int] = {(): 1}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.startswith("#"):
            continue
        if head := _HEAD.fullmatch(line):
            lines[(len(entries),)] = number
            entries.append({"concept": head.group(1)})
            continue
        field = _LIST.fullmatch(line)
        if field is None or not entries or field.group(1) not in _LIST_KEYS or field.group(1) in entries[-1]:
            return None
        words = _words(field.group(2))
        if words is None:
            return None
        lines[(len(entries) - 1, field.group(1))] = number
        entries[-1][field.group(1)] = words
    return entries, lines


def _words(inside: str) -> list[str] | None:
    """The items between the brackets of a flow list; None when one of them needs a YAML parser."""
    if _PLAIN.fullmatch(inside):
        return inside.split(", ")
    words = []
    for item in inside.split(", ") if inside else ():
        if quoted := _QUOTED.fullmatch(item):
            words.append(quoted.group(1))
        elif _PLAIN.fullmatch(item):
            words.append(item)
        else:
            return None
    return words
