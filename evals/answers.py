"""Answers: what they cite, each citation checked anew without the run's own ledger, and their JSON form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from evals.records import Check, Cited, CleanTree, Supports
from rea.answer import Answer
from tools.spans import hash_lines

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def evidence_of(answer: Answer) -> Iterator[Cited]:
    """Every citation that carries the answer, in order; not what a "not found" calls nearest."""
    for claim in (*answer.conclusion, *answer.risks):
        yield from (Cited(citation, claim.text) for citation in claim.citations)
    for row in answer.flow:
        claim_text = " ".join((row.trigger, row.handler, row.stage))
        yield from (Cited(citation, claim_text) for citation in row.evidence)
    for table in answer.tables:
        for cells in table.rows:
            yield from (Cited(citation, cell.text) for cell in cells for citation in cell.citations)
    for excerpt in answer.evidence:
        yield Cited(excerpt.citation, None)


def printed_citations(answer: Answer) -> tuple[Cited, ...]:
    """All citations a reader sees, each with its claim once."""
    nearest = (Cited(citation, claim.text) for claim in answer.nearest for citation in claim.citations)
    return tuple(dict.fromkeys((*evidence_of(answer), *nearest)))


def cited_files(answer: Answer) -> tuple[str, ...]:
    """The files the answer rests on, each once, in order."""
    return tuple(dict.fromkeys(cited.citation.path for cited in evidence_of(answer)))


def check_citations(answer: Answer, clean: CleanTree, supports: Supports) -> tuple[Check, ...]:
    """Judge every printed citation by the clean text alone."""
    return tuple(_check(cited, clean, supports) for cited in printed_citations(answer))


def _check(cited: Cited, clean: CleanTree, supports: Supports) -> Check:
    citation = cited.citation
    lines = clean.lines(citation.path)
    if lines is None:
        return Check(cited, False, False, False, _unsupported(cited))
    if not 1 <= citation.start <= citation.end <= len(lines):
        return Check(cited, True, False, False, _unsupported(cited))
    text = lines[citation.start - 1 : citation.end]
    unchanged = hash_lines(text) == citation.text_hash
    supported = None if cited.claim is None else supports(citation.keywords, cited.claim, text)
    return Check(cited, True, True, unchanged, supported)


def _unsupported(cited: Cited) -> bool | None:
    """Without lines nothing is supported; what is only shown claims nothing even then."""
    return None if cited.claim is None else False


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Answer]:
    from pydantic import TypeAdapter

    return TypeAdapter(Answer)


def to_value(answer: Answer) -> Any:  # noqa: ANN401 - a JSON value
    """The answer as a JSON value."""
    return _adapter().dump_python(answer, mode="json")


def from_value(value: Any) -> Answer | None:  # noqa: ANN401 - a JSON value
    """The answer a JSON value holds, None when it holds none (or one of another version)."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_python(value)
    except ValidationError:
        return None
