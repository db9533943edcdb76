"""The rows of an index as frozen records. Lines are 1-based, inclusive; paths repo-relative with `/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Confidence = Literal["parsed", "regex"]
ReferenceKind = Literal["call", "import", "decorator", "string", "type"]
FileRole = Literal["code", "test", "doc", "config", "translation", "example", "data"]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One indexed file. `size` in bytes; `sha`: the hex SHA-1 of its bytes; `note`: how it was degraded."""

    path: str
    language: str
    role: FileRole
    size: int
    lines: int
    sha: str
    encoding: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is not indexed, with the reason's name (see skip.SkipReason) and a detail for people."""

    path: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition. `qualname` is the dotted chain of enclosing definitions and the name.

    The readable id is `path#qualname`, with `~2`, `~3` … appended to later twins in the same file.
    `kind`: function, method, class, interface, struct, enum, trait, type, constant, variable, field,
    property, module, macro, table, column, component or key. `signature`: first line, cut at 200 characters.
    """

    path: str
    name: str
    qualname: str
    kind: str
    start: int
    end: int
    signature: str
    confidence: Confidence = "parsed"


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a name. For imports `name` is the imported module or name as written, without quotes."""

    path: str
    name: str
    kind: ReferenceKind
    line: int


@dataclass(frozen=True, slots=True)
class Route:
    """An HTTP or event route. `method` is GET, POST, …, ANY, EVENT or RPC; `handler` a symbol name or ''."""

    path: str
    line: int
    method: str
    pattern: str
    handler: str
    framework: str


@dataclass(frozen=True, slots=True)
class ConfigMark:
    """A file with a part in build, dependencies, environment, migration, ci, container, release or deploy."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of the summary: 7-character hash, title, author date (seconds since epoch), first files."""

    hash: str
    title: str
    date: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A symbol-sized piece of a file: the unit BM25 ranks. `tokens` is its length in words."""

    path: str
    start: int
    end: int
    tokens: int


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A ranked chunk with its BM25 score and the query terms that occur in it."""

    chunk: Chunk
    score: float
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineHit:
    """A line that matches a search. `text` is the whole decoded line without its line end."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class IndexMeta:
    """What the index was built from. `built_at` seconds since epoch; `head` '' outside git; `history` is
    'full', 'shallow' or 'none'."""

    format_version: int
    head: str
    branch: str
    dirty: bool
    built_at: float
    history: str
