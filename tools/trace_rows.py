"""Rows of a trace: index rows turned into result rows with the text of their lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.graph.calls import Call, CallSite, Candidate, enclosing_symbol
from indexer.records import LineHit, Symbol
from indexer.roles import role_of
from indexer.search.textsearch import SearchQuery
from tools.excerpt import cut_line
from tools.filelines import FileLines
from tools.limits import Deadline
from tools.lineclass import line_class
from tools.results import TraceCallee, TraceDefinition, TraceUse, hash_lines
from tools.secrets import is_secret_path, redact_line

if TYPE_CHECKING:
    from indexer.reader import Index

ASIDE = {"test": 1, "example": 1, "doc": 2, "translation": 2}
MAX_MENTIONS = 10
_MAX_DECORATORS = 20  # lines between the beginning of a definition and its signature
_MENTION_SECONDS = 2.0


class TraceRows:
    """Turns index rows into result rows with the text of their lines."""

    def __init__(self, index: Index, deadline: Deadline) -> None:
        self._index = index
        self._lines = FileLines(index)
        self._deadline = deadline

    def definitions(self, found: list[Candidate]) -> tuple[TraceDefinition, ...]:
        """One row for each definition."""
        return tuple(self._definition(candidate) for candidate in found)

    def _definition(self, candidate: Candidate) -> TraceDefinition:
        symbol = candidate.symbol
        line = self._line_of(symbol)
        return TraceDefinition(
            _shown_symbol(symbol), candidate.confidence, candidate.reason, line, self._hash(symbol.path, line)
        )

    def _line_of(self, symbol: Symbol) -> int:
        """The line with the signature: a definition begins with its decorators or annotations."""
        signature = symbol.signature.strip()[:60]
        for number in range(symbol.start, min(symbol.end, symbol.start + _MAX_DECORATORS) + 1):
            if signature and (self._lines.at(symbol.path, number) or "").strip().startswith(signature):
                return number
        return symbol.start

    def uses(self, sites: tuple[CallSite, ...]) -> tuple[TraceUse, ...]:
        """One row for each use."""
        rows = []
        for site in sites:
            use = site.reference
            rows.append(
                TraceUse(
                    path=use.path,
                    line=use.line,
                    text=self._text(use.path, use.line),
                    kind=use.kind,
                    enclosing=site.enclosing.qualname if site.enclosing else "",
                    confidence=site.confidence,
                    reason=site.reason,
                    text_hash=self._hash(use.path, use.line),
                )
            )
        return tuple(rows)

    def mentions(self, name: str, known: set[tuple[str, int]]) -> tuple[tuple[TraceUse, ...], int]:
        """Lines that hold the name without calling it (passed on, assigned, listed), and how many there are.

        `known` are the lines that have a row already. For names that are used little: there a handler that is
        only passed to someone else must not look unused.
        """
        if not re.fullmatch(r"[^\W\d]\w+", name) or self._deadline.over():
            return (), 0
        seconds = min(_MENTION_SECONDS, self._deadline.left())
        hits = self._index.search(SearchQuery(rf"\b{name}\b", max_hits=1_000, timeout=seconds)).hits
        left = [hit for hit in hits if (hit.path, hit.line) not in known and not is_secret_path(hit.path)]
        left.sort(key=lambda hit: (ASIDE.get(role_of(hit.path), 0), line_class(hit.text), hit.path, hit.line))
        return tuple(self._mention(hit) for hit in left[:MAX_MENTIONS]), len(left)

    def _mention(self, hit: LineHit) -> TraceUse:
        around = enclosing_symbol(self._index.symbols_in(hit.path), hit.line)
        return TraceUse(
            path=hit.path,
            line=hit.line,
            text=self._text(hit.path, hit.line),
            kind="mention",
            enclosing=around.qualname if around else "",
            confidence="low",
            reason="the name stands here, not as a call",
            text_hash=self._hash(hit.path, hit.line),
        )

    def callees(self, calls: list[Call]) -> tuple[TraceCallee, ...]:
        """One row for each call."""
        rows = []
        for call in calls:
            use, target = call.reference, call.target
            rows.append(
                TraceCallee(
                    path=use.path,
                    line=use.line,
                    text=self._text(use.path, use.line),
                    name=use.name,
                    target=_shown_symbol(target.symbol) if target else None,
                    confidence=target.confidence if target else "low",
                    reason=target.reason if target else "no definition of this name in the repository",
                    text_hash=self._hash(use.path, use.line),
                )
            )
        return tuple(rows)

    def _text(self, path: str, number: int) -> str:
        if self._deadline.over():
            return ""
        return cut_line(self._lines.redacted(path, number) or "")

    def _hash(self, path: str, number: int) -> str:
        """'' when the line is not there, so that it cannot be cited."""
        line = None if self._deadline.over() else self._lines.at(path, number)
        return "" if line is None else hash_lines([line])


def _shown_symbol(symbol: Symbol) -> Symbol:
    signature = cut_line(redact_line(symbol.signature))
    return symbol if signature == symbol.signature else replace(symbol, signature=signature)
