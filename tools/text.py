"""Plain text and JSON of tool results, for a terminal and for a model; repository text is made harmless here.

A repository can hold any text. Control characters, terminal escapes and characters that reorder or hide text
are shown as visible escapes (`\\x1b`, `\\u202e`), so that nothing a file holds can act on a terminal or
mislead a reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from indexer.records import Route
from tools.results import (
    GitResult,
    SearchHit,
    SearchResult,
    SliceResult,
    ToolError,
    ToolResult,
    TraceCallee,
    TraceDefinition,
    TraceResult,
    TraceUse,
    TreeEntry,
    TreeResult,
    iso_day,
)

# C0 except tab, DEL, C1, lone surrogates, line and paragraph separators, bidirectional controls, zero-width
# and invisible format characters, interlinear annotations, tag characters.
_UNSAFE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def safe_text(text: str) -> str:
    """One line of foreign text with every unsafe character (line ends too) replaced by a visible escape."""
    return _UNSAFE.sub(_visible, text)


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def render_json(result: ToolResult) -> str:
    """The JSON of a result.

    Readable CJK, but unsafe characters escaped as JSON allows, so nothing is lost.
    """
    return _UNSAFE.sub(_json_escape, json.dumps(result.to_json(), ensure_ascii=False))


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1] if match.group() != "\x7f" else "\\u007f"


def render_text(result: ToolResult) -> str:
    """A result as plain text for a terminal or a model, free of unsafe characters; no final line end."""
    if isinstance(result, TreeResult):
        lines = _tree_lines(result)
    elif isinstance(result, SearchResult):
        lines = _search_lines(result)
    elif isinstance(result, SliceResult):
        lines = _slice_lines(result)
    elif isinstance(result, TraceResult):
        lines = _trace_lines(result)
    elif isinstance(result, GitResult):
        lines = _git_lines(result)
    else:
        lines = _error_lines(result)
    if result.hint:
        lines.append(f"[{'truncated; ' if result.truncated else ''}{result.hint}]")
    return "\n".join(safe_text(line) for line in lines)


def count(number: int, noun: str) -> str:
    """A number with thousands separators and its noun: '1 file', '1,204 files', '2 matches'."""
    plural = noun + ("es" if noun.endswith(("ch", "s", "x")) else "s")
    return f"{number:,} {noun if number == 1 else plural}"


def _tree_lines(result: TreeResult) -> list[str]:
    title = f"{result.path or '.'}/ ({count(result.files, 'file')})"
    return [title, *(_tree_line(entry) for entry in result.entries)]


def _tree_line(entry: TreeEntry) -> str:
    indent = "  " * entry.depth
    name = entry.path.rsplit("/", 1)[-1]
    if entry.kind == "more":
        return f"{indent}… {entry.files:,} more"
    if entry.kind == "folder":
        note = f", {entry.note}" if entry.note else ""
        return f"{indent}{name}/ ({count(entry.files, 'file')}{note})"
    if entry.kind == "skipped":
        return f"{indent}{name} (not indexed: {entry.note})"
    note = f", {entry.note}" if entry.note else ""
    return f"{indent}{name} ({count(entry.lines, 'line')}{note})"


def _search_lines(result: SearchResult) -> list[str]:
    shown = f", {len(result.hits)} shown" if len(result.hits) < result.total_hits else ""
    hits = f"{count(result.total_hits, 'hit')} in {count(result.files_matched, 'file')}{shown}"
    lines = [f"{hits} ({count(result.files_searched, 'file')} searched)"]
    if result.note:
        lines.append(f"note: {result.note}")
    for path in result.paths():
        lines.append(path)
        lines += _hit_lines([hit for hit in result.hits if hit.path == path])
    return lines


def _hit_lines(hits: list[SearchHit]) -> list[str]:
    """The lines of one file's hits in order, each line number once, matches marked with a colon."""
    context: dict[int, str] = {}
    for hit in hits:
        if hit.before is not None:
            context[hit.line - 1] = hit.before
        if hit.after is not None:
            context[hit.line + 1] = hit.after
    matches = {hit.line: hit.text for hit in hits}
    rows = {number: f"{number:5d}- {text}" for number, text in context.items()}
    rows |= {number: f"{number:5d}: {text}" for number, text in matches.items()}
    return [rows[number] for number in sorted(rows)]


def _slice_lines(result: SliceResult) -> list[str]:
    title = f"{result.path}:{result.start}-{result.end} (of {count(result.total_lines, 'line')})"
    lines = [title] if result.lines else [f"{result.path} (empty)"]
    if result.note:
        lines.append(f"note: {result.note}")
    return lines + (result.content.split("\n") if result.lines else [])


def _trace_lines(result: TraceResult) -> list[str]:
    lines = []
    if result.direction in ("both", "definitions") or result.definitions:
        share = _share(len(result.definitions), result.total_definitions)
        lines.append(f"definitions of {result.name} ({share})")
        lines += [line for row in result.definitions for line in _definition_lines(row)]
    if result.direction in ("both", "callers"):
        lines.append(f"used at ({_share(len(result.uses), result.total_uses)})")
        lines += [line for use in result.uses if use not in result.registrations for line in _use_lines(use)]
        if result.registrations:
            lines.append("registration hints (decorators, string literals)")
            lines += [line for use in result.registrations for line in _use_lines(use)]
    if result.direction in ("both", "callees"):
        lines.append(f"calls ({_share(len(result.callees), result.total_callees)})")
        lines += _callee_lines(result.callees)
    if result.routes:
        lines.append("routes")
        lines += [_route_line(route) for route in result.routes]
    return lines


def _share(shown: int, total: int) -> str:
    return f"{total:,}" if shown >= total else f"{shown:,} of {total:,}"


def _definition_lines(row: TraceDefinition) -> list[str]:
    symbol = row.symbol
    where = f"{symbol.path}:{symbol.start}-{symbol.end}"
    return [
        f"  {where} {symbol.kind} {symbol.qualname} [{row.confidence}: {row.reason}]",
        f"{row.line:5d}| {symbol.signature}",
    ]


def _use_lines(use: TraceUse) -> list[str]:
    where = f" in {use.enclosing}" if use.enclosing else ""
    return [
        f"  {use.path}:{use.line} {use.kind}{where} [{use.confidence}: {use.reason}]",
        f"      {use.text.strip()}",
    ]


def _callee_lines(callees: Sequence[TraceCallee]) -> list[str]:
    """A row for each call with a definition; the others only by name."""
    lines = []
    for callee in callees:
        if target := callee.target:
            goal = f"{target.path}:{target.start} {target.qualname}"
            trust = f"[{callee.confidence}: {callee.reason}]"
            lines.append(f"  {callee.path}:{callee.line} {callee.name} -> {goal} {trust}")
    others = dict.fromkeys(callee.name for callee in callees if callee.target is None)
    if others:
        lines.append(f"  without a definition here: {', '.join(others)}")
    return lines


def _route_line(route: Route) -> str:
    handler = route.handler or "?"
    return f"  {route.path}:{route.line} {route.method} {route.pattern} -> {handler} ({route.framework})"


def _git_lines(result: GitResult) -> list[str]:
    lines = [f"{count(len(result.commits), 'commit')} (of {result.searched:,} searched)"]
    if result.note:
        lines.append(f"note: {result.note}")
    for commit in result.commits:
        lines.append(f"{commit.hash} {iso_day(commit.date)} {commit.title}")
        if commit.files:
            lines.append(f"      {', '.join(commit.files)}")
    return lines


def _error_lines(result: ToolError) -> list[str]:
    lines = [f"error: {result.message}"]
    if result.suggestions:
        lines.append("nearest real names:")
        lines += [f"  {name}" for name in result.suggestions]
    if result.example:
        lines.append(f"example: {result.example}")
    return lines
