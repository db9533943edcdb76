"""trace_symbol: where a name is defined, who uses it and what it calls, joined by name when asked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.calls import Call, CallSite, Candidate, callees, callers, candidates
from indexer.outline import last_part
from indexer.records import Route, Symbol
from indexer.roles import role_of
from tools.excerpt import cut_line
from tools.fence import Resolved, resolve
from tools.filelines import FileLines
from tools.limits import Deadline, Limits, fit
from tools.nearest import nearest_symbols, similar, sub_words
from tools.results import (
    Direction,
    ToolError,
    TraceCallee,
    TraceDefinition,
    TraceResult,
    TraceUse,
    hash_lines,
)
from tools.secrets import redact_line

if TYPE_CHECKING:
    from indexer.reader import Index

EXAMPLE = "trace_symbol(name='UserService.login', direction='callers')"
MAX_DEFINITIONS = 12
MAX_USES = 30
MAX_CALLEES = 30
MAX_ROUTES = 10
_TRACED_DEFINITIONS = 3  # definitions whose bodies are looked at for calls
_WEIGHED_USES = 60  # uses that are judged before the best are shown
_ASIDE = {"test": 1, "example": 1, "doc": 2, "translation": 2}
_MAX_DECORATORS = 20  # lines between the beginning of a definition and its signature
_REMINDER = "Matched by name: the same name may interfere; confirm with read_slice."


def trace_symbol(
    index: Index, name: str, direction: Direction = "both", *, limits: Limits | None = None
) -> TraceResult | ToolError:
    """Definitions of a name and, by direction, the places that use it and the calls its definitions make.

    `name` may be qualified in any language's way (`Class.method`, `a::b`, `A#b`, `src/a.py#login`).
    Decorators and string literals that hold the name come as registration hints, routes it handles as
    routes. Every row carries a confidence and its reason. An unknown name is answered with the nearest real
    ones.
    """
    limits = limits or Limits()
    deadline = Deadline(limits.seconds)
    wanted, within = _parsed(index, name)
    found, note = _definitions(index, wanted, within)
    uses: tuple[CallSite, ...] = ()
    total_uses, cut = 0, False
    if direction in ("both", "callers") or not found:
        last = last_part(wanted)
        only = found[0].symbol if len(found) == 1 and (within or wanted != last) else None
        named = None if within or wanted != last or not found else [candidate.symbol for candidate in found]
        uses, total_uses, cut = callers(index, last, target=only, named=named, limit=_WEIGHED_USES)
        uses = tuple(sorted(uses, key=lambda site: _ASIDE.get(role_of(site.reference.path), 0)))
    routes = _routes(index, wanted, whole=not found)
    if not found and not uses and not routes:
        return _unknown(index, name, wanted)
    calls: list[Call] = []
    if direction in ("both", "callees"):
        for candidate in found[:_TRACED_DEFINITIONS]:
            if not deadline.over():
                calls += callees(index, candidate.symbol)
    calls.sort(key=lambda call: call.target is None)
    rows = _Rows(index, deadline)
    shown_uses = rows.uses(uses[:MAX_USES]) if direction in ("both", "callers") or not found else ()
    result = TraceResult(
        name=name,
        direction=direction,
        definitions=rows.definitions(found[:MAX_DEFINITIONS]),
        uses=shown_uses,
        callees=rows.callees(calls[:MAX_CALLEES]),
        routes=routes[:MAX_ROUTES],
        total_definitions=len(found),
        total_uses=total_uses if shown_uses else 0,
        total_callees=len(calls),
    )
    return fit(_with_hint(result, note, cut=cut), limits.characters)


def _parsed(index: Index, name: str) -> tuple[str, str]:
    """The name in the index's form, and the file it is tied to by `path#name` or `path:name` ('' if none)."""
    text = re.sub(r"\(.*\)?$", "", name.strip().strip("`'\"")).strip()
    for mark in ("#", ":"):
        path, _, rest = text.rpartition(mark)
        if path and rest and ("/" in path or "." in path):
            place = resolve(index, path.rstrip(":"))
            if isinstance(place, Resolved) and place.kind == "file":
                return rest.split("~")[0], place.path
    text = re.sub(r"<[^<>]*>$", "", text).lstrip("@&*$").removeprefix("new ")
    return re.sub(r"::|->|#|\\|/", ".", text).strip(".") or name, ""


def _definitions(index: Index, wanted: str, within: str) -> tuple[list[Candidate], str]:
    """The definitions, best first, and a note when upper and lower case had to be ignored."""
    found = list(candidates(index, wanted, within))
    note = ""
    if within:
        found = [candidate for candidate in found if candidate.symbol.path == within] or found
    if not found and (symbols := index.symbols_named(wanted, ignore_case=True)):
        names = {symbol.name for symbol in symbols}
        note = f"No {wanted!r}; shown is {', '.join(sorted(names)[:3])}. "
        found = [c for name in sorted(names) for c in candidates(index, name) if c.symbol in symbols]
    found.sort(key=lambda candidate: (_ASIDE.get(role_of(candidate.symbol.path), 0), _weight(candidate)))
    return found, note


def _weight(candidate: Candidate) -> int:
    return ("high", "medium", "low").index(candidate.confidence)


def _routes(index: Index, wanted: str, *, whole: bool) -> tuple[Route, ...]:
    """Routes handled by the name; with `whole` also those whose pattern holds it."""
    last = last_part(wanted)
    found = [route for route in index.routes() if route.handler and last_part(route.handler) == last]
    if not found and whole and len(last) >= 3:
        found = [route for route in index.routes() if last.lower() in route.pattern.lower()]
    return tuple(
        sorted(found, key=lambda route: (_ASIDE.get(role_of(route.path), 0), route.path, route.line))
    )


def _unknown(index: Index, name: str, wanted: str) -> ToolError:
    near = dict.fromkeys([*_nearest_members(index, wanted), *nearest_symbols(index, last_part(wanted))])
    message = f"No definition, use or route named {name[:200]!r} in {index.file_count():,} files."
    hint = "If it is text rather than a name, use search_text."
    return ToolError("trace_symbol", "unknown_name", message, tuple(near)[:5], EXAMPLE, hint=hint)


def _nearest_members(index: Index, wanted: str) -> list[str]:
    """For `Class.wrong`: the members of the class whose names are like the wrong one."""
    owner, _, member = wanted.rpartition(".")
    found: dict[str, str] = {}
    for symbol in index.symbols_named(owner)[:3] if owner else ():
        prefix = f"{symbol.qualname}."
        for other in index.symbols_in(symbol.path):
            if other.qualname.startswith(prefix):
                found.setdefault(other.name, other.qualname)
    words = set(sub_words(member))
    shared = [name for name in found if words & set(sub_words(name))]
    shared.sort(key=lambda name: -len(words & set(sub_words(name))))
    return [found[name] for name in dict.fromkeys([*similar(member, found), *shared])]


def _with_hint(result: TraceResult, note: str, *, cut: bool) -> TraceResult:
    hints = [note.strip()]
    if not result.definitions:
        hints.append("No definition in this repository: it may come from a library or be made at run time.")
    elif result.total_definitions > 1 and "." not in result.name:
        hints.append(
            f"{result.total_definitions} definitions: a qualified name (Class.method) tells them apart."
        )
    if cut:
        hints.append("The name is in too many files: only those with most occurrences were looked at.")
    total = result.total_definitions + result.total_uses + result.total_callees
    truncated = cut or len(result.definitions) + len(result.uses) + len(result.callees) < total
    hints.append(_REMINDER)
    return replace(result, truncated=truncated, hint=" ".join(hint for hint in hints if hint))


class _Rows:
    """Turns index rows into result rows with the text of their lines."""

    def __init__(self, index: Index, deadline: Deadline) -> None:
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
