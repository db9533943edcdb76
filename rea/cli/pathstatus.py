"""`rea index --status PATH`: one path explained, from what the index holds of it or why it holds nothing."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rea.errors import UsageError

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import FileRecord, Route, Symbol

# So many definitions of a file are shown; the JSON lists all.
SYMBOLS_SHOWN = 12
FOLDER_LANGUAGES = 6


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition as listed: `confidence` is regex where the parser did not understand the text."""

    name: str
    kind: str
    start: int
    end: int
    confidence: str


@dataclass(frozen=True, slots=True)
class PathStatus:
    """What is known of one path. `reason` is why a file is left out, '' for one that is indexed.

    `degraded` says what could not be read as it should, '' when all could; a folder has only `files`,
    `languages` and, by reason, what is `left_out` below it.
    """

    path: str
    kind: Literal["file", "folder", "left out"]
    reason: str = ""
    language: str = ""
    role: str = ""
    encoding: str = ""
    lines: int = 0
    bytes: int = 0
    degraded: str = ""
    symbols: tuple[Definition, ...] = ()
    references: int = 0
    routes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    files: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()


def status_of(index: Index, typed: str) -> PathStatus:
    """The status of a path as somebody typed it. UsageError when it names nothing in the repository."""
    from indexer.paths import normalise_input
    from tools.fence import Resolved, resolve

    found = resolve(index, _typed_here(index, typed))
    if isinstance(found, Resolved) and not found.skipped:
        record = index.file(found.path)
        return _file(index, record) if record is not None else _folder(index, found.path)
    if isinstance(found, Resolved):
        return _left_out(index, found.path)
    if found.refused and "outside" not in found.reason:
        # The fence says what may not be read; the rule that leaves it out is for people to change.
        return _left_out(index, normalise_input(_typed_here(index, typed)))
    near = f"Did you mean: {', '.join(found.suggestions[:5])}?" if found.suggestions else ""
    raise UsageError(
        f"{typed!r} {found.reason}.", next_step=near or "`rea tool list_tree` shows what is there."
    )


def _left_out(index: Index, path: str) -> PathStatus:
    from indexer.files.explain import explain

    return PathStatus(path, "left out", explain(index.root, path).removeprefix(f"{path} is out: "))


def _typed_here(index: Index, typed: str) -> str:
    """A path as a shell completes it is meant from the current folder; if nothing is there, from the root."""
    here = Path(os.path.normpath(Path.cwd() / typed)) if typed and "\0" not in typed else None
    if here is not None and here.exists() and here.is_relative_to(index.root):
        return here.relative_to(index.root).as_posix()
    return typed


def _file(index: Index, record: FileRecord) -> PathStatus:
    return PathStatus(
        path=record.path,
        kind="file",
        language=record.language,
        role=record.role,
        encoding=record.encoding,
        lines=record.lines,
        bytes=record.size,
        degraded=record.note,
        symbols=tuple(map(_definition, index.symbols_in(record.path))),
        references=len(index.references_in(record.path)),
        routes=tuple(_route(route) for route in index.routes() if route.path == record.path),
        marks=tuple(mark.kind for mark in index.marks() if mark.path == record.path),
    )


def _definition(symbol: Symbol) -> Definition:
    return Definition(symbol.qualname, symbol.kind, symbol.start, symbol.end, symbol.confidence)


def _route(route: Route) -> str:
    return f"{route.method} {route.pattern} (line {route.line})"


def _folder(index: Index, path: str) -> PathStatus:
    files = index.files_below(path) if path else index.files()
    below = f"{path}/" if path else ""
    skipped = [row.reason for row in index.skipped() if row.path.startswith(below)]
    return PathStatus(
        path=path or ".",
        kind="folder",
        lines=sum(file.lines for file in files),
        bytes=sum(file.size for file in files),
        files=len(files),
        languages=tuple(Counter(file.language for file in files).most_common()),
        left_out=tuple(Counter(skipped).most_common()),
    )


def status_json(found: Sequence[PathStatus]) -> str:
    """All of it, for programs."""
    from rea.render.safe import json_text

    rows = []
    for status in found:
        row = asdict(status)
        for name in ("languages", "left_out"):
            row[name] = dict(row[name])
        rows.append(row)
    return json_text(json.dumps({"paths": rows}, ensure_ascii=False, indent=2)) + "\n"


def status_lines(status: PathStatus) -> Iterator[str]:
    """A path and what is known of it, a line each."""
    yield status.path
    if status.kind == "left out":
        yield f"  not indexed   {status.reason}"
        return
    if status.kind == "folder":
        shown = ", ".join(f"{name} {count:,}" for name, count in status.languages[:FOLDER_LANGUAGES])
        size = f"{status.lines:,} lines, {status.bytes:,} bytes"
        yield f"  folder        {status.files:,} files indexed, {size}"
        yield f"  languages     {shown}"
        out = ", ".join(f"{reason} {count:,}" for reason, count in status.left_out)
        yield f"  left out      {out or 'nothing'}"
        return
    yield f"  indexed       {status.role}, {status.lines:,} lines, {status.bytes:,} bytes"
    yield f"  language      {status.language}"
    yield f"  encoding      {status.encoding}"
    yield f"  degraded      {status.degraded or 'no'}"
    yield f"  definitions   {_counted(status.symbols)}"
    for symbol in status.symbols[:SYMBOLS_SHOWN]:
        guessed = ", found by pattern" if symbol.confidence == "regex" else ""
        yield f"    {symbol.start}-{symbol.end}  {symbol.kind} {symbol.name}{guessed}"
    if len(status.symbols) > SYMBOLS_SHOWN:
        yield f"    … {len(status.symbols) - SYMBOLS_SHOWN:,} more (--json lists all)"
    yield f"  references    {status.references:,}"
    if status.routes:
        yield f"  routes        {'; '.join(status.routes)}"
    if status.marks:
        yield f"  marked as     {', '.join(status.marks)}"


def _counted(symbols: Sequence[Definition]) -> str:
    kinds = Counter(symbol.kind for symbol in symbols).most_common()
    return f"{len(symbols):,}" + (f" ({', '.join(f'{kind} {n}' for kind, n in kinds)})" if kinds else "")
