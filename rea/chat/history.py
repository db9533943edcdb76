"""What is left of earlier turns: the facts, and a line for each thing read, searched or seen.

All of it comes from the ledger, so that a run taken up again remembers the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rea.chat.framing import one_line
from rea.chat.tokens import estimate
from rea.loop.ledger import READ_SLICE

if TYPE_CHECKING:
    from rea.loop.facts import Fact, Facts
    from rea.loop.ledger import Ledger

FACT_CHARACTERS = (400, 160, 80, 0)
LINES_PER_FILE = 6


def fact_list(facts: Facts, tokens: int) -> str:
    """The facts, sentences shortened until the list fits; then the newest that do."""
    rows = facts.all()
    for most in FACT_CHARACTERS:
        text = "\n".join(_fact(row, most) for row in rows)
        if estimate(text) <= tokens:
            return text
    return newest([_fact(row, 0) for row in rows], tokens)


def _fact(row: Fact, most: int) -> str:
    spans = ",".join(f"{span.start}-{span.end}" for span in row.spans)
    about = " ".join([*row.nodes, *row.roles])
    text = f" {one_line(row.text, most)}" if most else ""
    return f"{row.id} [{about}] {row.path}:{spans}{text}"


def folded(ledger: Ledger, facts: Facts, before: int, tokens: int) -> str:
    """One line for each read, search and file with hits of the turns before `before`, as many as fit."""
    reads = [_read(item.path, item.start, item.end, facts) for item in ledger.slices() if item.turn < before]
    searches = [
        f"searched {one_line(search.pattern, 100)}{f' in {search.glob}' if search.glob else ''}: "
        f"{search.hits} hits{' (cut)' if search.truncated and not search.hits else ''}"
        for search in ledger.searches()
    ]
    half = tokens // 2
    told = newest(list(dict.fromkeys(reads)), half)
    asked = newest(searches, max(0, tokens - estimate(told)) // 2)
    rest = tokens - estimate(told) - estimate(asked) - 2
    seen = newest(_seen(ledger, before), rest) if rest > 0 else ""
    return "\n".join(part for part in (told, asked, seen) if part)


def _read(path: str, start: int, end: int, facts: Facts) -> str:
    ids = [
        f"F{number}"
        for number, fact in enumerate(facts.raw(), start=1)
        if fact.path == path and fact.start <= end and start <= fact.end
    ]
    return f"read {path}:{start}-{end}, {' '.join(ids) if ids else 'nothing noted'}"


def _seen(ledger: Ledger, before: int) -> list[str]:
    """Files with hits that were not read: where to look next."""
    read = set(ledger.files_read())
    lines: dict[str, list[int]] = {}
    for item in ledger.all():
        if item.tool != READ_SLICE and item.turn < before and item.path not in read:
            lines.setdefault(item.path, []).append(item.start)
    return [
        f"seen {path}:{','.join(map(str, sorted(set(numbers))[:LINES_PER_FILE]))}"
        for path, numbers in lines.items()
    ]


def newest(lines: Sequence[str], tokens: int) -> str:
    """The last lines that fit; how many are left out is said."""
    kept: list[str] = []
    room = tokens - 12
    for line in reversed(lines):
        room -= estimate(line) + 1
        if room < 0:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    if left and not kept:
        return ""
    return "\n".join([*([f"({left} earlier ones not shown)"] if left else []), *reversed(kept)])
