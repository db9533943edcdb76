"""One file as a page: its lines in colour, its definitions, and who uses one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.render.page_code import Line, code_lines
from tools.limits import MAX_SLICE_LINES, Limits
from tools.read_slice import read_slice
from tools.results import SliceResult, ToolError, TraceResult, TraceUse, TreeResult
from tools.trace_symbol import trace_symbol

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import FileRecord, Symbol

# Lines on one page; the slices are those of the tool, so the same fence and the same redaction apply.
PAGE_LINES = 1_000
# A page is for people: what a model's window allows does not bind it.
WIDE = Limits(characters=4_000_000)


@dataclass(frozen=True, slots=True)
class FileView:
    """What the page shows. `earlier` and `later` are first lines of the pages around it, 0 for none."""

    path: str
    record: FileRecord | None
    total: int
    lines: tuple[Line, ...]
    earlier: int
    later: int
    symbols: tuple[Symbol, ...]
    chosen: str
    uses: tuple[TraceUse, ...]
    total_uses: int


def file_view(index: Index, path: str, line: int, symbol: str) -> FileView | TreeResult | ToolError:
    """The page of a file with `line` (1-based; 0: the first) and the users of `symbol` ('' for none)."""
    first = max(0, line - 1) // PAGE_LINES * PAGE_LINES + 1
    slices: list[SliceResult] = []
    for start in range(first, first + PAGE_LINES, MAX_SLICE_LINES):
        if slices and start > slices[0].total_lines:
            break
        found = read_slice(index, path, start, start + MAX_SLICE_LINES - 1, limits=WIDE)
        if not isinstance(found, SliceResult):
            return found
        slices.append(found)
    lines = [text for piece in slices for text in piece.lines]
    path, total = slices[0].path, slices[0].total_lines
    uses, count = _uses(index, symbol)
    return FileView(
        path=path,
        record=index.file(path),
        total=total,
        lines=code_lines(path, slices[0].start, lines, (line, line), ()),
        earlier=first - PAGE_LINES if first > 1 else 0,
        later=first + PAGE_LINES if first + PAGE_LINES <= total else 0,
        symbols=index.symbols_in(path),
        chosen=symbol,
        uses=uses,
        total_uses=count,
    )


def _uses(index: Index, symbol: str) -> tuple[tuple[TraceUse, ...], int]:
    if not symbol:
        return (), 0
    found = trace_symbol(index, symbol, "callers")
    return (found.uses, found.total_uses) if isinstance(found, TraceResult) else ((), 0)
