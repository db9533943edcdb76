"""The result of trace_symbol: definitions, uses and callees of a name, each row with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from indexer.records import Route, Symbol
from tools.spans import Json, Level, Span

Direction = Literal["both", "definitions", "callers", "callees"]


@dataclass(frozen=True, slots=True)
class TraceDefinition:
    """A definition with the confidence that it is one.

    `line` is where its signature stands (below decorators); `text_hash` is over that whole line.
    """

    symbol: Symbol
    confidence: Level
    reason: str
    line: int
    text_hash: str


@dataclass(frozen=True, slots=True)
class TraceUse:
    """A line that uses the name. `kind`: call, import, type, or the registration hints decorator and string.

    `enclosing` is the qualified name of the definition around the line, '' at file level.
    """

    path: str
    line: int
    text: str
    kind: str
    enclosing: str
    confidence: Level
    reason: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class TraceCallee:
    """A call made inside a definition of the name, and the best definition of what is called there."""

    path: str
    line: int
    text: str
    name: str
    target: Symbol | None
    confidence: Level
    reason: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class TraceResult:
    """Definitions, uses (callers and registration hints) and callees of a name, plus the routes it handles.

    The totals count before the cut. Relations are by name: rows with low confidence are leads, not evidence.
    """

    name: str
    direction: Direction
    definitions: tuple[TraceDefinition, ...]
    uses: tuple[TraceUse, ...]
    callees: tuple[TraceCallee, ...]
    routes: tuple[Route, ...]
    total_definitions: int
    total_uses: int
    total_callees: int
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of rows that `keep` can cut."""
        return len(self.definitions) + len(self.uses) + len(self.callees) + len(self.routes)

    def keep(self, count: int) -> TraceResult:
        """The same result with at most `count` rows, shared out: definitions, uses and callees in turn."""
        if count >= self.size():
            return self
        groups: list[Sequence[object]] = [self.definitions, self.uses, self.callees, self.routes]
        quota = [0, 0, 0, 0]
        left = count
        while left > 0:
            for position, group in enumerate(groups):
                if left > 0 and quota[position] < len(group):
                    quota[position] += 1
                    left -= 1
        return replace(
            self,
            definitions=self.definitions[: quota[0]],
            uses=self.uses[: quota[1]],
            callees=self.callees[: quota[2]],
            routes=self.routes[: quota[3]],
            truncated=True,
            hint="Rows were cut (size limit): use a qualified name or one direction. " + self.hint,
        )

    @property
    def registrations(self) -> tuple[TraceUse, ...]:
        """Decorators and string literals: places where the name may be registered rather than called."""
        return tuple(use for use in self.uses if use.kind in ("decorator", "string"))

    def spans(self) -> tuple[Span, ...]:
        """The lines shown, except those of low confidence, which have to be read before they can be cited."""
        found = [
            Span(d.symbol.path, d.line, d.line, d.text_hash)
            for d in self.definitions
            if d.confidence != "low" and d.text_hash
        ]
        rows: list[TraceUse | TraceCallee] = [*self.uses, *self.callees]
        found += [
            Span(row.path, row.line, row.line, row.text_hash)
            for row in rows
            if row.confidence != "low" and row.text_hash
        ]
        return tuple(found)

    def paths(self) -> tuple[str, ...]:
        """Files named, in order."""
        named = [d.symbol.path for d in self.definitions]
        named += [use.path for use in self.uses]
        for callee in self.callees:
            named += [callee.path] if callee.target is None else [callee.path, callee.target.path]
        named += [route.path for route in self.routes]
        return tuple(dict.fromkeys(named))

    def to_json(self) -> Json:
        """A JSON-ready value."""
        return {
            "tool": "trace_symbol",
            "name": self.name,
            "direction": self.direction,
            "definitions": [
                {**_symbol_json(d.symbol), "confidence": d.confidence, "reason": d.reason}
                for d in self.definitions
            ],
            "uses": [_use_json(use) for use in self.uses],
            "callees": [_callee_json(callee) for callee in self.callees],
            "routes": [_route_json(route) for route in self.routes],
            "total_definitions": self.total_definitions,
            "total_uses": self.total_uses,
            "total_callees": self.total_callees,
            "truncated": self.truncated,
            "hint": self.hint,
        }


def _symbol_json(symbol: Symbol) -> Json:
    return {
        "path": symbol.path,
        "start": symbol.start,
        "end": symbol.end,
        "name": symbol.qualname,
        "kind": symbol.kind,
        "signature": symbol.signature,
    }


def _use_json(use: TraceUse) -> Json:
    return {
        "path": use.path,
        "line": use.line,
        "text": use.text,
        "kind": use.kind,
        "enclosing": use.enclosing,
        "confidence": use.confidence,
        "reason": use.reason,
    }


def _callee_json(callee: TraceCallee) -> Json:
    target = callee.target
    found: Json | None = None
    if target is not None:
        found = {"path": target.path, "line": target.start, "name": target.qualname}
    return {
        "path": callee.path,
        "line": callee.line,
        "name": callee.name,
        "target": found,
        "confidence": callee.confidence,
        "reason": callee.reason,
    }


def _route_json(route: Route) -> Json:
    return {
        "path": route.path,
        "line": route.line,
        "method": route.method,
        "pattern": route.pattern,
        "handler": route.handler,
        "framework": route.framework,
    }
