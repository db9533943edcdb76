"""Which files of a folder are read. The first step of an index run: names and attributes only, no content."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer.records import SkippedFile
from indexer.skip import SkipReason

# Larger files are listed as too_large. Above every hand-written file seen; the kernel's largest header has 15 MB.
MAX_FILE_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class WalkOptions:
    """`include`: patterns in the syntax of ignore files whose files are in whatever else speaks against it;
    `exclude`: patterns left out; `max_bytes`: the size limit of one file."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int = MAX_FILE_BYTES


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to read: size in bytes, time of last change in ns. `forced`: a user's pattern asked for it, so
    its content is not judged as generated or minified."""

    path: str
    size: int
    mtime_ns: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Walk:
    """The outcome: files to read and files left out, both sorted by path. `repositories` are the folders of all
    git repositories found ('' is the root itself). `notes` are sentences for people."""

    files: tuple[Candidate, ...]
    skipped: tuple[SkippedFile, ...]
    is_git: bool
    notes: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()


def walk(root: Path, options: WalkOptions | None = None) -> Walk:
    """Lists the files of `root`. Raises RepositoryError when `root` is not a readable folder."""
    raise NotImplementedError


def content_skip(data: bytes, path: str, *, forced: bool = False) -> SkipReason | None:
    """Whether a file's bytes keep it out: binary, minified or marked as generated. None: index it."""
    raise NotImplementedError
