"""Rows between workers, store and reader. Plain tuples: they are pickled by the hundred thousand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

# Why a file cannot be handed to the regex engine as it lies on disk.
FLAG_CR = 1  # has \r\n line ends: `$` must allow for them
FLAG_ODD_LINES = 2  # lone \r: lines are not those of \n
FLAG_NOT_UTF8 = 4  # decoded by REA, or holds NUL bytes
FLAG_ODD_PATH = 8  # the name is not valid text for the regex engine

# A file changed less than this before it was read may change again without a new time stamp (FAT: 2 s).
RACY_NS = 2_000_000_000

# Order is part of the format: a posting of a name holds the position of its kind.
KINDS = (
    "function", "method", "class", "interface", "struct", "enum", "trait", "type", "constant", "variable",
    "field", "property", "module", "macro", "table", "column", "component", "key", "other",
)  # fmt: skip
KIND_BITS = 5
KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}


class Job(NamedTuple):
    """A file to index. `known_sha`: what the index holds for it, b'' if nothing. `plain`: do not parse.
    `forced`: its content is not judged as generated or minified."""

    file_id: int
    path: str
    size: int
    mtime_ns: int
    known_sha: bytes = b""
    plain: bool = False
    forced: bool = False


class FileRow(NamedTuple):
    """A row of table files, columns in order."""

    id: int
    path: str
    language: str
    role: str
    size: int
    mtime_ns: int
    sha: bytes
    encoding: str
    lines: int
    flags: int
    note: str
    symbols: int


class SkipRow(NamedTuple):
    """A row of table skipped, columns in order."""

    path: str
    reason: str
    detail: str
    size: int
    mtime_ns: int
    read: int


class RouteRow(NamedTuple):
    """A row of table routes, columns in order."""

    file_id: int
    line: int
    method: str
    pattern: str
    handler: str
    framework: str


class Outline(NamedTuple):
    """A row of table outlines, columns in order."""

    file_id: int
    symbols: bytes
    refs: bytes


class Stat(NamedTuple):
    """What tells whether a file changed. `file_id` 0: skipped by content, `sha` is the reason."""

    file_id: int
    size: int
    mtime_ns: int
    sha: bytes


class Page(NamedTuple):
    """Some neighbouring words of a segment's vocabulary with their postings (packed uint32)."""

    first: bytes
    words: bytes
    counts: bytes
    data: bytes


class FieldData(NamedTuple):
    """A field of a finished segment: its pages, and which of them hold which bytes (see grams.py)."""

    pages: list[Page]
    grams: list[bytes]


class SegmentData(NamedTuple):
    """A finished segment: uint32 columns of its chunks, and its two fields."""

    chunks: int
    chunk_table: bytes
    words: FieldData
    names: FieldData

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.chunks or self.names.pages)


@dataclass(slots=True)
class BatchResult:
    """What became of some jobs. `same`: (size, mtime_ns, file id) of files whose content is what is known."""

    files: list[FileRow] = field(default_factory=list)
    outlines: list[Outline] = field(default_factory=list)
    routes: list[RouteRow] = field(default_factory=list)
    skipped: list[SkipRow] = field(default_factory=list)
    same: list[tuple[int, int, str]] = field(default_factory=list)
    read_bytes: int = 0


def trusted_time(mtime_ns: int, read_ns: int) -> int:
    """The time to remember of a file read at `read_ns`; 0, which none has, if it may change unnoticed."""
    return mtime_ns if mtime_ns < read_ns - RACY_NS else 0
