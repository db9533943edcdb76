"""Which files of a folder are read. The first step of an index run: names and attributes only, no content.

Order of authority: the user's patterns (options, then `.reaignore`), the repository's linguist attributes,
then names (skiplists.py). Git decides what is listed at all; see listing.py.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from indexer import gitio
from indexer.errors import RepositoryError
from indexer.files.attributes import LinguistAttributes
from indexer.files.content import content_skip
from indexer.files.folders import Finding, FolderJudge, is_plain, judge_file
from indexer.files.ignore import IgnoreRules, Verdict
from indexer.files.listing import Lister
from indexer.files.skip import SkipReason
from indexer.records import SkippedFile

__all__ = ["MAX_FILE_BYTES", "Candidate", "Walk", "WalkOptions", "content_skip", "walk"]

# Larger files are listed as too_large. Above every source file seen: the kernel's largest header has 24 MB.
MAX_FILE_BYTES = 32 * 1024 * 1024


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
    """The outcome: files to read and files left out, both sorted by path. A skipped path that ends with `/`
    is a whole folder. `repositories` are the folders of all git repositories found ('' is the root itself).
    `notes` are sentences for people."""

    files: tuple[Candidate, ...]
    skipped: tuple[SkippedFile, ...]
    is_git: bool
    notes: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()


def walk(root: Path, options: WalkOptions | None = None) -> Walk:
    """Lists the files of `root`. Raises RepositoryError when `root` is not a readable folder."""
    options = options or WalkOptions()
    root = root.resolve()
    _check_root(root)
    repository = gitio.find_repository(root)
    scope = f"{root.relative_to(repository.top).as_posix()}/" if repository and repository.top != root else ""
    rules, attributes = IgnoreRules(scope), LinguistAttributes(scope)
    rules.add_last([*options.exclude, *(f"!{pattern}" for pattern in options.include)], "option")
    judge = FolderJudge(root, brought_back=lambda folder: _is_include(rules.folder_verdict(folder)))
    lister = Lister(root, judge, rules, attributes)
    if repository:
        lister.read_rules_above(repository.top)
    is_git = lister.list_all(repository)
    judge.tops = frozenset(lister.repositories) | {""}
    files, left_out = _select(lister, options.max_bytes)
    skipped = sorted(lister.skipped + left_out, key=lambda row: row.path)
    return Walk(tuple(files), tuple(skipped), is_git, tuple(lister.notes), tuple(sorted(lister.repositories)))


def _check_root(root: Path) -> None:
    try:
        with os.scandir(root):
            return
    except FileNotFoundError as error:
        raise RepositoryError(f"there is no folder {root}") from error
    except NotADirectoryError as error:
        raise RepositoryError(f"{root} is a file, not a folder") from error
    except OSError as error:
        raise RepositoryError(f"the folder {root} cannot be read ({error.strerror})") from error


def _is_include(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.include


def _select(lister: Lister, max_bytes: int) -> tuple[list[Candidate], list[SkippedFile]]:
    """Parts the listed files into those to read and those left out, by path."""
    files: list[Candidate] = []
    left_out: list[SkippedFile] = []
    judge = lister.judge
    ruled = bool(lister.rules) or bool(lister.attributes)
    seen = ""
    for path, size, mtime_ns in sorted(lister.files):
        folder, _, name = path.rpartition("/")
        if path == seen:
            continue
        seen = path
        forced, finding = False, None
        if ruled:
            forced, finding = _ruled(lister, path, folder, name)
        elif not is_plain(name) or judge.verdict(folder):
            finding = _by_name(judge, folder, name)
        if finding is None and size > max_bytes:
            finding = SkipReason.TOO_LARGE, f"{size / 1e6:.1f} MB, limit {max_bytes / 1e6:.1f} MB"
        if finding is None:
            files.append(Candidate(path, size, mtime_ns, forced))
        else:
            left_out.append(SkippedFile(path, finding[0].value, finding[1]))
    return files, left_out


def _ruled(lister: Lister, path: str, folder: str, name: str) -> tuple[bool, Finding | None]:
    """Whether a pattern of the user asks for a file; if none does, why it is left out (None: it is not)."""
    asked = lister.rules.verdict(path)
    if asked is not None:
        return asked.include, None if asked.include else (SkipReason.IGNORED, asked.source)
    by_name = _by_name(lister.judge, folder, name)
    told = lister.attributes.verdict(path) if lister.attributes else None
    if told is None or (by_name and by_name[0] is SkipReason.BINARY):
        return False, by_name
    reason, verdict = told
    return False, None if verdict.include else (reason, verdict.source)


def _by_name(judge: FolderJudge, folder: str, name: str) -> Finding | None:
    """Why a file that no rule speaks of is left out; None if it is not."""
    by_name = judge_file(name)
    if by_name and by_name[0] is SkipReason.BINARY:
        return by_name
    return judge.verdict(folder) or by_name
