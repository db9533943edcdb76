"""The cited lines with their surroundings for the page, read through the fence and redacted, never raw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rea.answer import Answer, Citation

if TYPE_CHECKING:
    from indexer.reader import Index

Span = tuple[str, int, int]
CONTEXT_LINES = 3
# A longer span is shown up to here: whoever needs more opens the file.
MOST_LINES = 80


@dataclass(frozen=True, slots=True)
class Passage:
    """Redacted lines of a file from line `first` (1-based) on."""

    first: int
    lines: tuple[str, ...]

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.lines) - 1


@dataclass(frozen=True, slots=True)
class Sources:
    """What the repository adds to an answer: lines per cited span, and the layer of each cited file."""

    passages: Mapping[Span, Passage] = field(default_factory=dict)
    layers: Mapping[str, str] = field(default_factory=dict)


def span_of(citation: Citation) -> Span:
    """The key of a citation: two claims may cite the same lines."""
    return citation.path, citation.start, citation.end


def gather(index: Index, answer: Answer) -> Sources:
    """The cited lines as they are now. A span whose text is no longer what was cited is left out."""
    from rea.loop.recorder import citations_of
    from rea.rank.layers import layer_table

    cited = citations_of(answer)
    passages = {}
    for citation in cited:
        passage = _passage(index, citation)
        if passage is not None:
            passages[span_of(citation)] = passage
    table = layer_table(index.files(), index.marks())
    return Sources(passages, {item.path: table.get(item.path, "") for item in cited})


def _passage(index: Index, citation: Citation) -> Passage | None:
    from tools.limits import MAX_SLICE_LINES
    from tools.read_slice import read_slice
    from tools.results import SliceResult
    from tools.spans import hash_lines

    first = max(1, citation.start - CONTEXT_LINES)
    last = min(citation.end + CONTEXT_LINES, first + MAX_SLICE_LINES - 1)
    found = read_slice(index, citation.path, first, last)
    if not isinstance(found, SliceResult) or found.path != citation.path or found.end < citation.start:
        return None
    offset = citation.start - found.start
    raw = found.raw_lines[offset : citation.end - found.start + 1]
    whole = len(raw) == citation.end - citation.start + 1
    if whole and citation.text_hash and hash_lines(raw) != citation.text_hash:
        return None
    return Passage(found.start, found.lines[: offset + MOST_LINES])
