"""From a tool's result to what the ledger keeps: the spans shown, what was searched, and the paths named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rea.answer import SearchFact
from tools.results import SearchHit, SearchResult, SliceResult, ToolResult, TraceResult
from tools.spans import hash_lines


@dataclass(frozen=True, slots=True)
class Shown:
    """Lines as a tool showed them (redacted, perhaps cut) and the hash of the real ones.

    `raw` are the real lines where they are known: they are hashed, never shown.
    """

    path: str
    start: int
    end: int
    text_hash: str
    lines: tuple[str, ...]
    raw: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Intake:
    """What one result adds to the ledger. `extra` are neighbours of hits: citable, not evidence."""

    shown: tuple[Shown, ...]
    extra: tuple[Shown, ...] = ()
    searches: tuple[SearchFact, ...] = ()
    paths: tuple[str, ...] = ()
    hit_paths: tuple[str, ...] = ()


def intake(result: ToolResult) -> Intake:
    """Sort a result into the ledger's parts; an error and a listing add no lines."""
    if isinstance(result, SliceResult):
        spans = result.spans()
        shown = tuple(
            Shown(s.path, s.start, s.end, s.text_hash, result.lines, result.raw_lines) for s in spans
        )
        return Intake(shown, paths=result.paths())
    if isinstance(result, SearchResult):
        return _from_search(result)
    if isinstance(result, TraceResult):
        return Intake(tuple(_from_trace(result)), paths=result.paths(), hit_paths=result.paths())
    return Intake((), paths=result.paths())


def _from_search(result: SearchResult) -> Intake:
    fact = SearchFact(
        result.pattern, result.files_searched, result.total_hits, result.glob, truncated=not result.complete
    )
    shown = tuple(_row(hit.path, hit.line, hit.text, hit.text_hash) for hit in result.hits)
    extra = tuple(near for hit in result.hits if (near := _neighbours(hit)) is not None)
    return Intake(shown, extra, (fact,), result.paths(), result.paths())


def _neighbours(hit: SearchHit) -> Shown | None:
    """The hit with the line before and after, when these were shown whole (their hash tells)."""
    lines = tuple(line for line in (hit.before, hit.text, hit.after) if line is not None)
    if len(lines) < 2 or hash_lines(lines) != hit.context_hash:
        return None
    start = hit.line - (hit.before is not None)
    return Shown(hit.path, start, start + len(lines) - 1, hit.context_hash, lines, lines)


def _row(path: str, line: int, text: str, text_hash: str) -> Shown:
    raw = (text,) if hash_lines((text,)) == text_hash else None
    return Shown(path, line, line, text_hash, (text,), raw)


def _from_trace(result: TraceResult) -> Iterator[Shown]:
    """The rows `spans()` vouches for (not those of low confidence), with the text shown beside them."""
    text = {(d.symbol.path, d.line): d.symbol.signature for d in result.definitions}
    text |= {(use.path, use.line): use.text for use in result.uses}
    text |= {(callee.path, callee.line): callee.text for callee in result.callees}
    for span in dict.fromkeys(result.spans()):
        yield _row(span.path, span.start, text.get((span.path, span.start), ""), span.text_hash)
