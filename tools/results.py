"""What the five tools return: frozen records with `truncated`, `hint`, `to_json()`, `spans()` and `paths()`.

Text in a record has been redacted and cut for showing; the hashes in spans are over the real, whole lines of
the file, so that a checker can tell later whether the text is still the one that was read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Literal

from indexer.records import Commit
from tools.spans import Json, Level, Span, hash_lines
from tools.trace_result import Direction, TraceCallee, TraceDefinition, TraceResult, TraceUse

EntryKind = Literal["folder", "file", "skipped", "more"]


def iso_day(seconds: int) -> str:
    """The UTC day of a time in seconds since the epoch, as YYYY-MM-DD."""
    try:
        return datetime.fromtimestamp(seconds, tz=timezone.utc).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):  # a commit may carry any date
        return "????-??-??"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One row of a listing.

    `depth` 1 is a direct child of the folder listed. `files` is the number of indexed files below a folder,
    or for kind 'more' the number of entries of that folder that were cut. `lines` is set for files; `note`
    says why a skipped file is not indexed or how many files of a folder are skipped.
    """

    path: str
    kind: EntryKind
    depth: int
    files: int = 0
    lines: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeResult:
    """The listing of a folder ('' is the root) down to `depth` levels. `files` counts indexed files below."""

    path: str
    depth: int
    entries: tuple[TreeEntry, ...]
    files: int
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of entries that `keep` can cut."""
        return len(self.entries)

    def keep(self, count: int) -> TreeResult:
        """The same listing with only the first `count` entries; what was cut is counted in a last row."""
        if count >= len(self.entries):
            return self
        cut = self.entries[count:]
        missing = sum(entry.files if entry.kind == "more" else 1 for entry in cut)
        more = TreeEntry(self.path, "more", 1, files=missing)
        hint = "The listing was cut: name a subfolder or ask for a smaller depth."
        return replace(self, entries=(*self.entries[:count], more), truncated=True, hint=hint)

    def spans(self) -> tuple[Span, ...]:
        """None: a listing shows no lines."""
        return ()

    def paths(self) -> tuple[str, ...]:
        """Files that were named."""
        return tuple(entry.path for entry in self.entries if entry.kind in ("file", "skipped"))

    def to_json(self) -> Json:
        """A JSON-ready value."""
        rows: list[Json] = []
        for entry in self.entries:
            row: Json = {"path": entry.path, "kind": entry.kind, "depth": entry.depth}
            if entry.kind in ("folder", "more"):
                row["files"] = entry.files
            if entry.kind == "file":
                row["lines"] = entry.lines
            if entry.note:
                row["note"] = entry.note
            rows.append(row)
        return {
            "tool": "list_tree",
            "path": self.path,
            "depth": self.depth,
            "files": self.files,
            "entries": rows,
            "truncated": self.truncated,
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A matching line, cut around the match, with the line before and after (None at the edge of the file).

    `text_hash` is over the whole matching line, `context_hash` over the whole lines from before to after.
    """

    path: str
    line: int
    text: str
    before: str | None
    after: str | None
    text_hash: str
    context_hash: str

    def spans(self) -> tuple[Span, ...]:
        """The matching line, and the same line with its neighbours."""
        first = self.line - (self.before is not None)
        last = self.line + (self.after is not None)
        exact = Span(self.path, self.line, self.line, self.text_hash)
        if first == last:
            return (exact,)
        return exact, Span(self.path, first, last, self.context_hash)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Matching lines spread over files, best files first.

    `total_hits` counts all matching lines seen, `files_matched` the files they are in, `files_searched` the
    files that were looked at. `complete` is true when nothing was left out (no time-out, no cut, no file
    skipped for its size): only then may zero hits be taken as a fact of absence. `note` tells about a
    literal fallback and about files that were not searched.
    """

    pattern: str
    glob: str
    hits: tuple[SearchHit, ...]
    files_searched: int
    files_matched: int
    total_hits: int
    complete: bool
    note: str = ""
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of hits that `keep` can cut."""
        return len(self.hits)

    def keep(self, count: int) -> SearchResult:
        """The same result with only the first `count` hits."""
        if count >= len(self.hits):
            return self
        hint = (
            f"{count} of {self.total_hits} hits shown (size limit): tighten the pattern or name a directory."
        )
        return replace(self, hits=self.hits[:count], truncated=True, hint=hint)

    def spans(self) -> tuple[Span, ...]:
        """The lines shown."""
        return tuple(span for hit in self.hits for span in hit.spans())

    def paths(self) -> tuple[str, ...]:
        """Files with a hit shown, in order."""
        return tuple(dict.fromkeys(hit.path for hit in self.hits))

    def to_json(self) -> Json:
        """A JSON-ready value."""
        hits: list[Json] = [
            {"path": h.path, "line": h.line, "text": h.text, "before": h.before, "after": h.after}
            for h in self.hits
        ]
        return {
            "tool": "search_text",
            "pattern": self.pattern,
            "glob": self.glob,
            "hits": hits,
            "total_hits": self.total_hits,
            "files_matched": self.files_matched,
            "files_searched": self.files_searched,
            "complete": self.complete,
            "note": self.note,
            "truncated": self.truncated,
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class SliceResult:
    """Lines `start`-`end` of a file.

    `content` is what to show: a `%5d| ` prefix, redacted, each line cut at 200 characters. `lines` are the
    whole lines, redacted (for quoting and for looking up identifiers). `raw_lines` are the real ones: they
    are only for hashing and must not be shown or sent anywhere.
    """

    path: str
    start: int
    end: int
    total_lines: int
    content: str
    lines: tuple[str, ...]
    language: str
    raw_lines: tuple[str, ...] = field(repr=False)
    note: str = ""
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of lines that `keep` can cut."""
        return len(self.lines)

    def keep(self, count: int) -> SliceResult:
        """The same slice with only the first `count` lines."""
        if count >= len(self.lines):
            return self
        end = self.start + count - 1
        return replace(
            self,
            end=end,
            content="\n".join(self.content.split("\n")[:count]),
            lines=self.lines[:count],
            raw_lines=self.raw_lines[:count],
            truncated=True,
            hint=f"Cut at line {end} (size limit): read on from line {end + 1}.",
        )

    def span(self, start: int, end: int) -> Span:
        """The span of lines inside this slice, hashed over the real lines. ValueError outside of it."""
        if not self.start <= start <= end <= self.end:
            raise ValueError(f"{start}-{end} is not inside {self.start}-{self.end}")
        return Span(
            self.path, start, end, hash_lines(self.raw_lines[start - self.start : end - self.start + 1])
        )

    def spans(self) -> tuple[Span, ...]:
        """The slice as one span; none for an empty file."""
        return (self.span(self.start, self.end),) if self.lines else ()

    def paths(self) -> tuple[str, ...]:
        """The file read."""
        return (self.path,)

    def to_json(self) -> Json:
        """A JSON-ready value."""
        return {
            "tool": "read_slice",
            "path": self.path,
            "start": self.start,
            "end": self.end,
            "total_lines": self.total_lines,
            "language": self.language,
            "content": self.content,
            "note": self.note,
            "truncated": self.truncated,
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class GitResult:
    """Commits, newest first. `searched` counts the commits looked at; `history` is full, shallow or none."""

    query: str
    path: str
    commits: tuple[Commit, ...]
    searched: int
    history: str
    note: str = ""
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of commits that `keep` can cut."""
        return len(self.commits)

    def keep(self, count: int) -> GitResult:
        """The same result with only the first `count` commits."""
        if count >= len(self.commits):
            return self
        hint = "Commits were cut (size limit): ask for a smaller n."
        return replace(self, commits=self.commits[:count], truncated=True, hint=hint)

    def spans(self) -> tuple[Span, ...]:
        """None: commits show no lines."""
        return ()

    def paths(self) -> tuple[str, ...]:
        """None: a commit may name files that are gone."""
        return ()

    def to_json(self) -> Json:
        """A JSON-ready value; dates are ISO days in UTC."""
        return {
            "tool": "git_pick",
            "query": self.query,
            "path": self.path,
            "commits": [
                {"hash": c.hash, "date": iso_day(c.date), "title": c.title, "files": list(c.files)}
                for c in self.commits
            ],
            "searched": self.searched,
            "history": self.history,
            "note": self.note,
            "truncated": self.truncated,
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class ToolError:
    """A call that could not be carried out, as a value: the fault, the nearest real names, a correct example.

    `kind`: arguments (the call is malformed), unknown_path, unknown_name, refused (secret-like or outside the
    repository), unreadable.
    """

    tool: str
    kind: Literal["arguments", "unknown_path", "unknown_name", "refused", "unreadable"]
    message: str
    suggestions: tuple[str, ...] = ()
    example: str = ""
    truncated: bool = False
    hint: str = ""

    def size(self) -> int:
        """Number of suggestions that `keep` can cut."""
        return len(self.suggestions)

    def keep(self, count: int) -> ToolError:
        """The same error with only the first `count` suggestions."""
        return replace(self, suggestions=self.suggestions[:count])

    def spans(self) -> tuple[Span, ...]:
        """None."""
        return ()

    def paths(self) -> tuple[str, ...]:
        """None: suggestions are not results."""
        return ()

    def to_json(self) -> Json:
        """A JSON-ready value."""
        return {
            "tool": self.tool,
            "error": self.kind,
            "message": self.message,
            "suggestions": list(self.suggestions),
            "example": self.example,
            "hint": self.hint,
        }


ToolResult = TreeResult | SearchResult | SliceResult | TraceResult | GitResult | ToolError

__all__ = [
    "Direction",
    "EntryKind",
    "GitResult",
    "Json",
    "Level",
    "SearchHit",
    "SearchResult",
    "SliceResult",
    "Span",
    "ToolError",
    "ToolResult",
    "TraceCallee",
    "TraceDefinition",
    "TraceResult",
    "TraceUse",
    "TreeEntry",
    "TreeResult",
    "hash_lines",
    "iso_day",
]
