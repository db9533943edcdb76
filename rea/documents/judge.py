"""Judges a citation of a document. There is no ledger: the sentence and git say what the lines should be."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rea.answer import Verdict
from rea.checking.checker import read_lines
from rea.checking.identifiers import occurs_any
from rea.documents.document import Claim, Document
from rea.documents.findings import Finding
from rea.documents.history import DocumentHistory, Origin, Past
from rea.documents.places import Found, NotFound, Places

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.checking.citations import Mention

# A name occurs somewhere in so many lines of any file; such a citation proves nothing.
WIDEST = 2_000
# Characters of cited lines that are searched for names in one check; what is beyond is not judged.
MOST_SEARCHED = 400_000_000


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict on one span, with its reason."""

    verdict: Verdict
    detail: str = ""
    moved_to: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """One span under judgement: the lines of its file, and what the document says of them."""

    path: str
    lines: tuple[str, ...]
    start: int
    end: int
    claim: Claim

    @property
    def span(self) -> tuple[str, ...]:
        """The cited lines, as far as they exist."""
        return self.lines[self.start - 1 : self.end]

    @property
    def in_range(self) -> bool:
        """Whether all of them exist."""
        return 1 <= self.start <= self.end <= len(self.lines)


class Judge:
    """Judges the citations of one check. Files are read once in a row, so order citations by file if many."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.past = Past(index.root)
        self.places = Places(index)
        self._last: tuple[str, tuple[str, ...] | None] = ("", None)
        self._searched = 0
        self._held: dict[tuple[str, int, int, tuple[str, ...]], bool | None] = {}

    def history(self, path: str) -> DocumentHistory:
        """The versions of a document of the repository."""
        return DocumentHistory(self.past, path, os.path.splitext(path)[1])  # noqa: PTH122 - a text

    def judge(
        self, document: Document, mention: Mention, folder: str | None, history: DocumentHistory | None
    ) -> list[Finding]:
        """A finding for each span of a citation; none for what is written like one but names no file."""
        line, column = document.position(mention)
        found = self.places.find(mention.path, folder, mention.raw.startswith("]("))
        if isinstance(found, NotFound) and document.is_cut(mention):
            found = self.places.ending_in(mention.path)
        if isinstance(found, NotFound) and not found.known and not _like_file(mention.path):
            return []
        path = found.path if isinstance(found, Found) else mention.path
        findings = []
        for (start, end), places in zip(mention.spans, mention.places, strict=True):
            finding = Finding(line, column, mention.raw, path, start, end, "missing", places=places)
            if isinstance(found, NotFound):
                verdict: Verdict = "unverifiable" if found.known else "missing"
                finding = replace(finding, verdict=verdict, detail=found.reason, candidates=found.candidates)
            else:
                ruling = self._rule(document, mention, history, (path, start, end))
                finding = replace(
                    finding, verdict=ruling.verdict, detail=ruling.detail, moved_to=ruling.moved_to
                )
            findings.append(finding)
        return findings

    def _rule(
        self,
        document: Document,
        mention: Mention,
        history: DocumentHistory | None,
        span: tuple[str, int, int],
    ) -> Ruling:
        path, start, end = span
        lines = self._lines(path)
        if lines is None:
            return Ruling("missing", "the file is gone")
        if start > end:
            return Ruling("out_of_range", "the range ends before it begins")
        if end - start >= WIDEST:
            return Ruling("unverifiable", f"more than {WIDEST:,} lines prove nothing")
        claim = document.claim(mention)
        names = tuple(name for name in claim.names if not self.places.names_file(name))
        cited = Cited(path, lines, start, end, Claim(names, claim.own))
        origin = history.origin(document, mention) if history is not None else None
        old = self._old(origin, cited)
        if origin is not None and old is not None and old != cited.span:
            return self._rule_edited(cited, old, origin)
        if not cited.in_range:
            return Ruling("out_of_range", f"the file has {len(lines):,} lines")
        same = f"unchanged since {origin.commit[:7]}, when this was written" if origin and old else ""
        return self._rule_names(cited, same if origin and origin.certain else "")

    def _old(self, origin: Origin | None, cited: Cited) -> tuple[str, ...] | None:
        """The cited lines when the sentence was written; None when they were not there then."""
        if origin is None or cited.start < 1:
            return None
        past = self.past.lines(origin.commit, cited.path)
        return past[cited.start - 1 : cited.end] if past is not None and cited.end <= len(past) else None

    def _rule_edited(self, cited: Cited, old: tuple[str, ...], origin: Origin) -> Ruling:
        """The lines are not what they were when the sentence was written."""
        since = f"since {origin.commit[:7]}, when this was written"
        now_holds = cited.in_range and self._holds(cited) is True
        if now_holds and not occurs_any(cited.claim.names, old):
            return Ruling("verified", "written before the lines were")
        past = self.past.lines(origin.commit, cited.path) or ()
        places = _places_of(old, cited.lines)
        if len(places) == 1 and len(_places_of(old, past)) == 1:
            start, end = places[0] + 1, places[0] + len(old)
            return Ruling("moved", f"the text is now at {_span(start, end)}", (start, end))
        if not cited.in_range:
            return Ruling("out_of_range", f"the file has {len(cited.lines):,} lines")
        if now_holds:
            return Ruling("verified", f"the lines were edited {since}")
        shown = ", ".join(_span(at + 1, at + len(old)) for at in places[:3])
        where = f"; the text stands at {shown}" if places else ""
        return Ruling("changed", f"the lines were edited {since}{where}")

    def _rule_names(self, cited: Cited, unchanged: str) -> Ruling:
        """The lines may be what they were; do they hold what the sentence names?"""
        claim = cited.claim
        held = self._holds(cited)
        if held is None and claim.names:
            return Ruling("unverifiable", "too much was searched in this check already")
        if held:
            return Ruling("verified", unchanged)
        if claim.names and claim.own:
            none_of = f"none of {', '.join(claim.names[:4])} occurs in the lines"
            return Ruling("unsupported", none_of + self._elsewhere(cited))
        if unchanged:
            return Ruling("verified", unchanged)
        return Ruling("unverifiable", "the sentence names nothing that could be looked for in the lines")

    def _holds(self, cited: Cited) -> bool | None:
        """Whether a name of the claim occurs in the lines; None when too much was searched already."""
        if not cited.claim.names:
            return None
        key = (cited.path, cited.start, cited.end, cited.claim.names)
        if key not in self._held:
            self._searched += sum(map(len, cited.span)) * len(cited.claim.names)
            spent = self._searched > MOST_SEARCHED
            self._held[key] = None if spent else occurs_any(cited.claim.names, cited.span)
        return self._held[key]

    def _elsewhere(self, cited: Cited) -> str:
        """Where the file defines one of the names, as a hint for whoever puts the citation right."""
        last = {name.replace("::", ".").replace("#", ".").rsplit(".", 1)[-1] for name in cited.claim.names}
        for symbol in self._index.symbols_in(cited.path):
            if symbol.name in last:
                return f"; {symbol.name} is at {_span(symbol.start, symbol.end)}"
        return ""

    def _lines(self, path: str) -> tuple[str, ...] | None:
        if self._last[0] != path:
            self._last = (path, read_lines(self._index, path))
        return self._last[1]


def _like_file(path: str) -> bool:
    """Whether a path that is nowhere was meant as one: `library/redis:7` and `a/b:3` are written alike."""
    name = path.rsplit("/", 1)[-1]
    return "." in name.strip(".") or "/" not in path


def _span(start: int, end: int) -> str:
    return f"{start}" if start == end else f"{start}-{end}"


def _places_of(wanted: Sequence[str], lines: Sequence[str]) -> list[int]:
    """Where a run of lines begins in others, from 0. Blank lines and none are nowhere."""
    telling = max(range(len(wanted)), key=lambda number: len(wanted[number].strip()), default=0)
    if not wanted or not wanted[telling].strip():
        return []
    anchor, found = wanted[telling], []
    for number, line in enumerate(lines):
        first = number - telling
        if line == anchor and first >= 0 and tuple(lines[first : first + len(wanted)]) == tuple(wanted):
            found.append(first)
    return found
