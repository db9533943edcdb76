"""An answer as the page shows it: every cited span once, numbered, with its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rea.answer import Answer, Citation, Excerpt, Verdict
from rea.loop.recorder import citations_of
from rea.render import parts
from rea.render.page_code import Line, code_lines
from rea.render.page_sources import Passage, Sources, Span, span_of
from rea.render.safe import terminal_line


@dataclass(frozen=True, slots=True)
class Source:
    """A cited span. `folder` and `name` are its path taken apart; `lines` is empty when they are not at hand.

    `partly` is the range shown when that is less than what is cited.
    """

    number: int
    place: str
    folder: str
    name: str
    span: str
    start: int
    end: int
    verdict: Verdict | None
    roles: tuple[str, ...]
    lines: tuple[Line, ...]
    partly: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All sources of a page in the order they are cited, found by citation."""

    sources: tuple[Source, ...]
    _by_span: dict[Span, Source] = field(repr=False)

    def source(self, citation: Citation) -> Source:
        """The source of a citation of this answer."""
        return self._by_span[span_of(citation)]

    def of(self, citations: Sequence[Citation]) -> tuple[Source, ...]:
        """The sources of a list of citations, each once."""
        return tuple(dict.fromkeys(self.source(citation) for citation in citations))

    @property
    def verified(self) -> int:
        """How many of the sources the checker verified."""
        return sum(source.verdict == "verified" for source in self.sources)


def make_view(answer: Answer, sources: Sources) -> View:
    """Numbers the cited spans and finds lines for each: from the repository if given, else the excerpts."""
    grouped: dict[Span, list[Citation]] = {}
    for citation in _in_reading_order(answer):
        grouped.setdefault(span_of(citation), []).append(citation)
    found: dict[Span, Source] = {}
    for number, (span, citations) in enumerate(grouped.items(), start=1):
        found[span] = _source(number, citations, answer, sources.passages.get(span))
    return View(tuple(found.values()), found)


def _in_reading_order(answer: Answer) -> tuple[Citation, ...]:
    """As they come on the page: the conclusion, the flow, then the rest."""
    claims = [citation for claim in answer.conclusion for citation in claim.citations]
    rows = [citation for row in answer.flow for citation in row.evidence]
    return (*claims, *rows, *citations_of(answer))


def _source(number: int, citations: Sequence[Citation], answer: Answer, passage: Passage | None) -> Source:
    first = citations[0]
    folder, slash, name = terminal_line(first.path).rpartition("/")
    roles = [excerpt.role for excerpt in answer.evidence if _inside(excerpt.citation, first)]
    roles += [row.stage for row in answer.flow if span_of(first) in map(span_of, row.evidence)]
    shown = passage or _from_excerpts(first, answer.evidence)
    lines: tuple[Line, ...] = ()
    partly = None
    if shown is not None:
        names = tuple(name for citation in citations for name in citation.keywords)
        span = (first.start, first.end)
        lines = code_lines(first.path, shown.first, shown.lines, span, names)
        seen = max(first.start, shown.first), min(first.end, shown.last)
        partly = seen if seen != span else None
    place = terminal_line(parts.place(first))
    return Source(
        number=number,
        place=place,
        folder=folder + slash,
        name=name,
        span=parts.place(first)[len(first.path) + 1 :],
        start=first.start,
        end=first.end,
        verdict=_worst(citations),
        roles=tuple(dict.fromkeys(roles)),
        lines=lines,
        partly=partly,
    )


def _worst(citations: Sequence[Citation]) -> Verdict | None:
    """Verified only if every citation of the span is."""
    return next((item.verdict for item in citations if item.verdict != "verified"), "verified")


def _inside(inner: Citation, outer: Citation) -> bool:
    return inner.path == outer.path and outer.start <= inner.start and inner.end <= outer.end


def _from_excerpts(citation: Citation, excerpts: Sequence[Excerpt]) -> Passage | None:
    """The excerpt that shows most of the cited lines."""
    best, most = None, 0
    for excerpt in excerpts:
        start, last = excerpt.citation.start, excerpt.citation.start + len(excerpt.lines) - 1
        overlap = min(last, citation.end) - max(start, citation.start) + 1
        if excerpt.citation.path == citation.path and overlap > most:
            best, most = Passage(start, excerpt.lines), overlap
    return best
