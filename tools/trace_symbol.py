"""trace_symbol: where a name is defined, who uses it and what it calls, joined by name when asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indexer.graph.calls import Call, Candidate, callees, callers, candidates
from indexer.records import Route
from indexer.roles import role_of
from indexer.storage.outline import last_part
from tools.fence import Resolved, resolve
from tools.limits import Deadline, Limits, fit
from tools.nearest import nearest_symbols, similar, sub_words
from tools.results import (
    Direction,
    ToolError,
    TraceResult,
    TraceUse,
)
from tools.trace_rows import ASIDE, TraceRows

if TYPE_CHECKING:
    from indexer.reader import Index

EXAMPLE = "trace_symbol(name='UserService.login', direction='callers')"
MAX_DEFINITIONS = 12
MAX_USES = 30
MAX_CALLEES = 30
MAX_ROUTES = 10
_TRACED_DEFINITIONS = 3  # definitions whose bodies are looked at for calls
_WEIGHED_USES = 60  # uses that are judged before the best are shown
_FEW_USES = 10  # below this, lines that only mention the name are shown too
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
    last = found[0].symbol.name if note else last_part(wanted)
    rows = TraceRows(index, deadline)
    uses = _Uses()
    if direction in ("both", "callers") or not found:
        uses = _uses(index, rows, last, found, qualified=bool(within) or wanted != last_part(wanted))
    routes = _routes(index, last, whole=not found)
    if not found and not uses.shown and not routes:
        return _unknown(index, name, wanted)
    calls = _calls(index, found, deadline) if direction in ("both", "callees") else []
    result = TraceResult(
        name=name,
        direction=direction,
        definitions=rows.definitions(found[:MAX_DEFINITIONS]),
        uses=uses.shown,
        callees=rows.callees(calls[:MAX_CALLEES]),
        routes=routes[:MAX_ROUTES],
        total_definitions=len(found),
        total_uses=uses.total,
        total_callees=len(calls),
    )
    return fit(_with_hint(result, note, cut=uses.cut), limits.characters)


@dataclass(frozen=True, slots=True)
class _Uses:
    """Uses to show, how many there are, and whether files were left out."""

    shown: tuple[TraceUse, ...] = ()
    total: int = 0
    cut: bool = False


def _uses(index: Index, rows: TraceRows, last: str, found: list[Candidate], *, qualified: bool) -> _Uses:
    """The uses of a name, code first; where there are few, also the lines that only mention it."""
    symbols = [candidate.symbol for candidate in found]
    only = symbols[0] if len(symbols) == 1 and qualified else None
    named = symbols if symbols and not qualified else None
    sites, total, cut = callers(index, last, target=only, named=named, limit=_WEIGHED_USES)
    sites = tuple(sorted(sites, key=lambda site: ASIDE.get(role_of(site.reference.path), 0)))
    shown = rows.uses(sites[:MAX_USES])
    if total >= _FEW_USES:
        return _Uses(shown, total, cut)
    known = {(site.reference.path, site.reference.line) for site in sites}
    known |= {(row.symbol.path, row.line) for row in rows.definitions(found[:MAX_DEFINITIONS])}
    known |= {(symbol.path, symbol.start) for symbol in symbols}
    mentions, count = rows.mentions(last, known)
    return _Uses(shown + mentions, total + count, cut)


def _calls(index: Index, found: list[Candidate], deadline: Deadline) -> list[Call]:
    """The calls made by the first definitions, those with a definition here first."""
    calls: list[Call] = []
    for candidate in found[:_TRACED_DEFINITIONS]:
        if not deadline.over():
            calls += callees(index, candidate.symbol)
    return sorted(calls, key=lambda call: call.target is None)


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
    found.sort(key=lambda candidate: (ASIDE.get(role_of(candidate.symbol.path), 0), _weight(candidate)))
    return found, note


def _weight(candidate: Candidate) -> int:
    return ("high", "medium", "low").index(candidate.confidence)


def _routes(index: Index, wanted: str, *, whole: bool) -> tuple[Route, ...]:
    """Routes handled by the name; with `whole` also those whose pattern holds it."""
    last = last_part(wanted)
    found = [route for route in index.routes() if route.handler and last_part(route.handler) == last]
    if not found and whole and len(last) >= 3:
        found = [route for route in index.routes() if last.lower() in route.pattern.lower()]
    return tuple(sorted(found, key=lambda route: (ASIDE.get(role_of(route.path), 0), route.path, route.line)))


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
