"""Regex search over the indexed files: the text index names the few that can match, ripgrep's engine reads
them.

The engine sees files as they lie on disk. Those it would misread (other encodings, lone \\r, names that are
not text) are handed to it as REA decodes them, in a temporary folder. So lines and texts are always REA's
own.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from indexer.paths import os_path
from indexer.records import LineHit
from indexer.search.regexplan import Plan, plan_search
from indexer.storage.rows import FLAG_CR, FLAG_NOT_UTF8, FLAG_ODD_LINES, FLAG_ODD_PATH
from indexer.text.decode import decode
from indexer.text.lines import split_lines

# Long enough for a regex without any literal over the Linux kernel on one slow core.
SEARCH_SECONDS = 20.0
# Matching lines kept at most: `e` over the kernel has thirty million.
MAX_LINES = 100_000

# Files handed to the engine in one call: the time limit is looked at between calls.
_GROUP_BYTES = 8 << 20
_GROUP_FILES = 1_000
_THREADED_BYTES = 4 << 20
_ODD = FLAG_NOT_UTF8 | FLAG_ODD_LINES | FLAG_ODD_PATH
_SEPARATOR = "\x1f"
_SPECIAL = frozenset("\\.+*?()|[]{}^$#&-~")


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search. `glob`: see globs.path_filter. `max_hits`: stop after so many lines. `timeout` in seconds."""

    pattern: str
    glob: str | None = None
    ignore_case: bool = False
    literal: bool = False
    max_hits: int | None = None
    timeout: float = SEARCH_SECONDS


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The matching lines by path and line. `files_searched` counts the files the answer speaks for, read or
    ruled out by the index. `truncated`: stopped at `max_hits` or at the time limit, which `note` says."""

    hits: tuple[LineHit, ...]
    files_searched: int
    files_matched: int
    truncated: bool = False
    note: str = ""


class SearchFile(NamedTuple):
    """A file to search: its path, the FLAG_* it has, its size in bytes."""

    path: str
    flags: int
    size: int


# Answers which files of the index can match a plan, and how many there are in all, given a filter for paths.
Finder = Callable[[Plan, "str | None"], tuple[Sequence[SearchFile], int]]


def search_text(root: Path, query: SearchQuery, find: Finder) -> SearchOutcome:
    """Runs a search; an invalid pattern is searched for as it is written, and `note` says so."""
    if "\n" in query.pattern or "\r" in query.pattern:
        note = "the pattern holds a line end, and lines are searched one by one"
        return SearchOutcome((), find(Plan(()), query.glob)[1], 0, note=note)
    literal, note = query.literal, ""
    if not literal:
        fault = _fault(query.pattern)
        if fault:
            literal, note = True, f"not a valid regular expression ({fault}); searched for as plain text"
    files, total = find(
        plan_search(query.pattern, literal=literal, ignore_case=query.ignore_case), query.glob
    )
    expression = _escaped(query.pattern) if literal else query.pattern
    if query.ignore_case:
        expression = f"(?i){expression}"
    run = _Run(root, expression, query)
    hits = run.all(files)
    notes = [note, run.note]
    return SearchOutcome(
        hits=tuple(hits),
        files_searched=total,
        files_matched=len({hit.path for hit in hits}),
        truncated=bool(run.note),
        note="; ".join(part for part in notes if part),
    )


def _escaped(text: str) -> str:
    return "".join("\\" + char if char in _SPECIAL else char for char in text)


def _fault(pattern: str) -> str:
    """Why the engine refuses a pattern; '' if it does not."""
    try:
        _engine(pattern, [__file__], most=1)
    except ValueError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return next((line.removeprefix("error: ") for line in lines if line.startswith("error:")), lines[0])
    return ""


def _engine(expression: str, paths: Sequence[str], most: int | None = None) -> list[str]:
    """One text for each file with a match: its path, then `number SEPARATOR line` for each line."""
    import python_ripgrep

    found: list[str] = python_ripgrep.search(
        patterns=[expression],
        paths=list(paths),
        heading=True,
        line_number=True,
        separator_field_match=_SEPARATOR,
        max_count=most,
    )
    if len(paths) == 1:  # then the engine leaves the path out
        return [f"{paths[0]}{chr(10) if text[:1].isdigit() else ': '}{text}" for text in found]
    return found


class _Run:
    """One search under way. `note` is '' until a limit stops it."""

    def __init__(self, root: Path, expression: str, query: SearchQuery) -> None:
        self._root = root
        self._expression = expression
        self._deadline = time.monotonic() + query.timeout
        self._timeout = query.timeout
        self._most = min(query.max_hits or MAX_LINES, MAX_LINES)
        self._count = 0
        self._lock = threading.Lock()
        self._disordered = False
        self.note = ""

    def all(self, files: Sequence[SearchFile]) -> list[LineHit]:
        """All hits in order of path and line."""
        odd = [file for file in files if file.flags & _ODD]
        plain = [file for file in files if not file.flags & _ODD]
        groups = [*_groups(plain), *_groups(odd)]
        found: list[list[LineHit]] = [[] for _ in groups]
        work = iter(enumerate(groups))
        threads = min(len(groups), os.cpu_count() or 1, 8)
        if threads < 2 or sum(file.size for file in files) < _THREADED_BYTES:
            self._work(work, found)
        else:
            self._in_threads(threads, work, found)
        hits = [hit for part in found for hit in part]
        if odd or self._disordered:
            hits.sort(key=lambda hit: (hit.path, hit.line))
        if len(hits) > self._most:
            self._stop(f"stopped at {self._most} lines")
        return hits[: self._most]

    def _in_threads(
        self, threads: int, work: Iterator[tuple[int, Sequence[SearchFile]]], found: list[list[LineHit]]
    ) -> None:
        """Works in several threads: the engine does not hold Python's lock."""
        faults: list[Exception] = []

        def worker() -> None:
            try:
                self._work(work, found)
            except Exception as error:  # noqa: BLE001 (raised again below, in the caller's thread)
                faults.append(error)

        crew = [threading.Thread(target=worker, daemon=True) for _ in range(threads)]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
        if faults:
            raise faults[0]

    def _work(self, work: Iterator[tuple[int, Sequence[SearchFile]]], found: list[list[LineHit]]) -> None:
        while not self.note:
            with self._lock:
                item = next(work, None)
            if item is None:
                return
            number, group = item
            found[number] = self._group(group)
            with self._lock:
                self._count += len(found[number])
                if self._count > self._most:
                    self._stop(f"stopped at {self._most} lines")
                elif time.monotonic() > self._deadline:
                    self._stop(f"stopped after {self._timeout:g} s")

    def _stop(self, note: str) -> None:
        self.note = self.note or note

    def _group(self, group: Sequence[SearchFile]) -> list[LineHit]:
        if group[0].flags & _ODD:
            return self._odd(group)
        paths = [str(os_path(self._root, file.path)) for file in group]
        expression = self._expression
        if any(file.flags & FLAG_CR for file in group):
            expression = _ends_before_cr(expression)
        names = {path: file.path for path, file in zip(paths, group, strict=True)}
        hits: list[LineHit] = []
        again: list[SearchFile] = []
        by_name = {file.path: file for file in group}
        for name, lines in _blocks(_engine(expression, paths), names):
            if lines is None:
                again.append(by_name[name])
            else:
                hits += [LineHit(name, number, text) for number, text in lines]
        if again:
            self._disordered = True
            hits += self._odd(again)
        return hits

    def _odd(self, group: Sequence[SearchFile]) -> list[LineHit]:
        """Searches REA's own text of files."""
        hits: list[LineHit] = []
        with tempfile.TemporaryDirectory(prefix="rea-search-") as folder:
            names: dict[str, str] = {}
            texts: dict[str, list[str]] = {}
            for number, file in enumerate(group):
                try:
                    data = os_path(self._root, file.path).read_bytes()
                except OSError:
                    continue
                lines = split_lines(decode(data, file.path).text)
                copy = Path(folder, str(number))
                # A NUL would make the engine take the file for binary.
                copy.write_bytes("\n".join(lines).replace("\0", "\x01").encode("utf-8", "replace"))
                names[str(copy)] = file.path
                texts[file.path] = lines
            for name, found in _blocks(_engine(self._expression, list(names)), names) if names else ():
                hits += [LineHit(name, number, texts[name][number - 1]) for number, _ in found or ()]
        return hits


def _blocks(blocks: list[str], names: dict[str, str]) -> Iterator[tuple[str, list[tuple[int, str]] | None]]:
    """The (number, text) lines of each file the engine reports; None if it took the file for binary."""
    for block in blocks:
        at = _heading_end(block, names)
        if at < 0:
            name = next((names[path] for path in names if block.startswith(f"{path}: ")), "")
            if name:
                yield name, None
            continue
        lines: list[tuple[int, str]] = []
        for line in block[at + 1 :].split("\n"):
            number, mark, text = line.partition(_SEPARATOR)
            if mark:
                lines.append((int(number), text[:-1] if text.endswith("\r") else text))
        yield names[block[:at]], lines


def _heading_end(block: str, names: dict[str, str]) -> int:
    """Where the path ends that starts a block; a path may itself hold newlines. -1: not a path."""
    at = block.find("\n")
    while at >= 0 and block[:at] not in names:
        at = block.find("\n", at + 1)
    return at


def _ends_before_cr(expression: str) -> str:
    """The expression with every `$` allowing for the \\r of a \\r\\n line end."""
    out: list[str] = []
    in_class, at = False, 0
    while at < len(expression):
        char = expression[at]
        if char == "\\":
            out.append(expression[at : at + 2])
            at += 2
            continue
        if char == "[":
            in_class = True
        elif char == "]":
            in_class = False
        out.append(r"\r?$" if char == "$" and not in_class else char)
        at += 1
    return "".join(out)


def _groups(files: Sequence[SearchFile]) -> Iterator[list[SearchFile]]:
    """Neighbouring files in groups of about _GROUP_BYTES."""
    group: list[SearchFile] = []
    size = 0
    for file in files:
        if group and (size + file.size > _GROUP_BYTES or len(group) >= _GROUP_FILES):
            yield group
            group, size = [], 0
        group.append(file)
        size += file.size
    if group:
        yield group
