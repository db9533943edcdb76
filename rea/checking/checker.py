"""The mechanical checker: judges a citation by the ledger and the file as it is now. No model takes part."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.errors import ReaError
from rea.answer import Citation, Verdict
from rea.checking.identifiers import names_in, occurs_any
from tools.fence import Resolved, resolve
from tools.spans import hash_lines

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.ledger import Ledger

# A moved span is looked for in files up to this many lines; beyond it the search costs more than it tells.
MOVE_SEARCH_LINES = 50_000


class Checker:
    """Judges citations of one draft. Files are read once per checker, so make a new one for each draft."""

    def __init__(self, index: Index, ledger: Ledger) -> None:
        self._index = index
        self._ledger = ledger
        self._files: dict[str, tuple[str, ...] | None] = {}

    def check(self, citation: Citation, claim: str | None = "") -> Citation:
        """The citation with its verdict.

        `claim` is the sentence it stands for, used when the citation names no keywords; None when nothing is
        claimed of the lines because they are only shown.
        """
        citation = self._named_as_indexed(citation)
        verdict, detail = self._judge(citation, claim)
        text_hash = citation.text_hash
        if verdict == "verified" and not text_hash:
            text_hash = self._ledger.cite(citation.path, citation.start, citation.end).text_hash
        return replace(citation, verdict=verdict, detail=detail, text_hash=text_hash)

    def _judge(self, citation: Citation, claim: str | None) -> tuple[Verdict, str]:
        path, start, end = citation.path, citation.start, citation.end
        if not self._index.file(path) and not self._ledger.covers(path, start, end):
            return self._judge_unknown(path)
        lines = self._lines(path)
        if lines is None:
            return "missing", "the file is gone"
        if not 1 <= start <= end <= len(lines):
            return "out_of_range", f"the file has {len(lines)} lines"
        if path not in self._ledger.paths:
            return "unsupported", "no tool has named this file in this run"
        covered = self._ledger.covers(path, start, end)
        known = citation.text_hash or (self._ledger.cite(path, start, end).text_hash if covered else "")
        if not known:
            return "unsupported", "these lines were not read in this run"
        if hash_lines(lines[start - 1 : end]) != known:
            return find_moved(lines, known, end - start + 1)
        if not covered:
            return "unsupported", "these lines were not read in this run"
        return ("verified", "") if claim is None else _judge_words(citation, claim, lines[start - 1 : end])

    def _named_as_indexed(self, citation: Citation) -> Citation:
        """The path in REA's own form where it was written in another (`./a.py`, backslashes, other case)."""
        if self._index.file(citation.path) is not None:
            return citation
        found = resolve(self._index, citation.path)
        named = isinstance(found, Resolved) and found.kind == "file" and not found.start
        return replace(citation, path=found.path) if isinstance(found, Resolved) and named else citation

    def _judge_unknown(self, path: str) -> tuple[Verdict, str]:
        """Not indexed: absent, or there but not readable as text (binary, too large, a link out)."""
        same = [file.path for file in self._index.files() if file.path.endswith(f"/{path}")]
        if len(same) > 1:
            return "unverifiable", f"{len(same)} files end with this name"
        if same:
            return "missing", f"no such file in the repository; did you mean {same[0]}?"
        for skipped in self._index.skipped():
            if skipped.path == path:
                return "unverifiable", f"the file is not indexed ({skipped.reason})"
        return "missing", "no such file in the repository"

    def _lines(self, path: str) -> tuple[str, ...] | None:
        if path not in self._files:
            self._files[path] = read_lines(self._index, path)
        return self._files[path]


def read_lines(index: Index, path: str) -> tuple[str, ...] | None:
    """The lines of a file as it is now, split as index and tools split them; None when it is gone."""
    from indexer.text.lines import split_lines

    try:
        return tuple(split_lines(index.read_text(path)))
    except ReaError:
        return None


def find_moved(lines: tuple[str, ...], text_hash: str, length: int) -> tuple[Verdict, str]:
    """`moved` with the new place when the text is elsewhere in the file exactly once, else `changed`."""
    if len(lines) > MOVE_SEARCH_LINES:
        return "changed", "the text is not at these lines any more"
    starts = [
        first + 1
        for first in range(len(lines) - length + 1)
        if hash_lines(lines[first : first + length]) == text_hash
    ]
    if len(starts) == 1:
        return "moved", f"{starts[0]}-{starts[0] + length - 1}"
    return "changed", "the text is not at these lines any more"


def _judge_words(citation: Citation, claim: str, lines: tuple[str, ...]) -> tuple[Verdict, str]:
    keywords = citation.keywords or names_in(claim)
    if not keywords:
        return "unsupported", "the statement names nothing that could be found in the lines"
    if not occurs_any(keywords, lines):
        shown = ", ".join(keywords[:4])
        return "unsupported", f"none of {shown} occurs in the lines"
    return "verified", ""
