"""read_slice: at most 200 numbered lines of one file, as they are on disk now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.errors import ReaError
from indexer.parsing.languages import language_of
from indexer.paths import os_path
from indexer.text.decode import decode, is_binary
from indexer.text.lines import split_lines
from tools.fence import Resolved, Unknown, path_error, resolve
from tools.limits import MAX_LINE_CHARACTERS, MAX_SLICE_LINES, Limits, fit
from tools.list_tree import list_tree
from tools.results import SliceResult, ToolError, TreeResult
from tools.secrets import is_secret_path, redact_window

if TYPE_CHECKING:
    from indexer.reader import Index

EXAMPLE = "read_slice(path='src/app.py', start=1, end=120)"
# Files that are not indexed are decoded as a whole for every slice.
_MAX_UNINDEXED_BYTES = 32 * 1024 * 1024


def read_slice(
    index: Index, path: str, start: int = 0, end: int = 0, *, limits: Limits | None = None
) -> SliceResult | TreeResult | ToolError:
    """Lines `start` to `end` (1-based, inclusive) of a file, at most 200; 0 stands for the beginning or end.

    A range that reaches beyond the file is answered with the part that exists and a note; a range wholly
    outside, or upside down, with an error that names the real one. A folder gets its listing, a wrong path
    the nearest real names. Secret-like files stay unread.
    """
    limits = limits or Limits()
    place = resolve(index, path)
    if isinstance(place, Unknown):
        return path_error("read_slice", place, EXAMPLE)
    if place.kind == "folder":
        return list_tree(index, place.path, 1, limits=limits)
    if is_secret_path(place.path):
        message = f"{place.path} looks like a file of secrets and is not read."
        hint = "Look for a template (.env.example) or search for the names of its settings."
        return ToolError("read_slice", "refused", message, hint=hint)
    text = load_text(index, place)
    if isinstance(text, ToolError):
        return text
    lines = split_lines(text)
    span = _range(place, start or place.start, end or place.end, len(lines))
    if isinstance(span, ToolError):
        return span
    return fit(_slice(index, place, lines, span), limits.characters)


def load_text(index: Index, place: Resolved) -> str | ToolError:
    """The decoded text of a resolved file as it is on disk now, or the error value of read_slice."""
    try:
        if not place.skipped:
            return index.read_text(place.path)
        source = os_path(index.root, place.path)
        if source.stat().st_size > _MAX_UNINDEXED_BYTES:
            return _unreadable(place, "is too large to be read")
        data = source.read_bytes()
    except (ReaError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
        return _unreadable(place, f"could not be read: {reason}")
    if is_binary(data):
        return _unreadable(place, "is a binary file")
    return decode(data, place.path).text


def _unreadable(place: Resolved, reason: str) -> ToolError:
    return ToolError("read_slice", "unreadable", f"{place.path} {reason}.")


def _range(place: Resolved, start: int, end: int, total: int) -> tuple[int, int, str] | ToolError:
    """First line, last line and a note about what was corrected."""
    if total == 0:
        return 1, 0, "The file is empty."
    first = max(1, start)
    last = end if end else first + MAX_SLICE_LINES - 1
    wanted = min(total, first + MAX_SLICE_LINES - 1)
    if first > total:
        example = f"read_slice(path={place.path!r}, start={max(1, total - 99)}, end={total})"
        return ToolError(
            "read_slice", "arguments", f"{place.path} has lines 1-{total}, not {first}.", (), example
        )
    if last < first:
        example = f"read_slice(path={place.path!r}, start={first}, end={wanted})"
        message = f"The end ({end}) is before the start ({first}); {place.path} has lines 1-{total}."
        return ToolError("read_slice", "arguments", message, (), example)
    notes = []
    if start < 0:
        notes.append("Lines count from 1.")
    if last > total and end:
        notes.append(f"The file has {total} lines.")
    return first, min(last, wanted), " ".join(notes)


def _slice(index: Index, place: Resolved, lines: list[str], span: tuple[int, int, str]) -> SliceResult:
    first, last, note = span
    record = index.file(place.path)
    if record is not None and record.note:
        note = f"{note} {record.note}".strip()
    if place.skipped:
        note = f"{note} Not indexed ({place.skipped}): searches do not see this file.".strip()
    raw = tuple(lines[first - 1 : last])
    shown = redact_window(lines, first, last, place.path) if raw else ()
    content = "\n".join(
        f"{number:5d}| {line if len(line) <= MAX_LINE_CHARACTERS else line[: MAX_LINE_CHARACTERS - 1] + '…'}"
        for number, line in enumerate(shown, first)
    )
    return SliceResult(
        path=place.path,
        start=first,
        end=last,
        total_lines=len(lines),
        content=content,
        lines=shown,
        language=record.language if record else language_of(place.path),
        raw_lines=raw,
        note=note,
        truncated=last < len(lines) and last - first + 1 >= MAX_SLICE_LINES,
        hint=_hint(index, place, last, len(lines)),
    )


def _hint(index: Index, place: Resolved, last: int, total: int) -> str:
    """What lies beyond the slice: the definition that goes on, or the number of lines left."""
    if last >= total:
        return ""
    inner = [s for s in index.symbols_in(place.path) if s.start <= last < s.end and s.kind != "class"]
    if inner:
        symbol = max(inner, key=lambda s: s.start)
        return f"{symbol.qualname} goes on to line {symbol.end}: read on from line {last + 1}."
    return f"{total - last:,} more lines: read on from line {last + 1}."
