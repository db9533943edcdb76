"""Checks documents: reads them, judges what they cite in an order that reads each file once, and reports."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.paths import to_rel
from indexer.text.decode import decode, is_binary
from rea.documents.document import Document
from rea.documents.findings import CheckReport, DocumentReport, Finding
from rea.documents.fixing import fix
from rea.documents.judge import Judge

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.checking.citations import Mention

MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
# Beyond it a document is no document; judging these takes a minute.
MAX_CITATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Source:
    """A document to check: the name to report it under, and its file, or its text where it has none."""

    name: str
    path: Path | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """`code_blocks`: judge citations in code blocks too. `fix`: put moved ones right in the file."""

    code_blocks: bool = False
    fix: bool = False


class Unreadable(Exception):  # noqa: N818 - becomes the problem of a report
    """A document cannot be read, with the reason in one sentence."""


def check(index: Index, sources: Sequence[Source], options: Options) -> CheckReport:
    """The report on all sources, in order. Raises nothing that is a document's fault."""
    judge = Judge(index)
    reports = tuple(_check_one(index, judge, source, options) for source in sources)
    return CheckReport(reports, _notes(judge, reports))


def _check_one(index: Index, judge: Judge, source: Source, options: Options) -> DocumentReport:
    try:
        data = _read(source)
    except Unreadable as problem:
        return DocumentReport(source.name, problem=str(problem))
    decoded = decode(data)
    suffix = source.path.suffix if source.path is not None else ""
    document = Document(decoded.text, suffix)
    taken = [m for m in document.mentions if not document.switched_off(m)]
    shown = [m for m in taken if options.code_blocks or not document.in_code(m)]
    findings = _judged(judge, document, shown[:MAX_CITATIONS], _relative(index.root, source.path))
    report = DocumentReport(
        source.name,
        findings,
        in_code=len(taken) - len(shown),
        switched_off=len(document.mentions) - len(taken),
        unjudged=max(0, len(shown) - MAX_CITATIONS),
    )
    if not options.fix or source.path is None:
        return report
    done = fix(source.path, data, decoded, findings)
    return replace(report, findings=done.findings, problem=done.problem)


def _judged(
    judge: Judge, document: Document, mentions: Sequence[Mention], relative: str | None
) -> tuple[Finding, ...]:
    """The findings in the order of the document, worked out in the order of the cited files."""
    folder = None if relative is None else relative.rpartition("/")[0]
    history = judge.history(relative) if relative is not None and mentions else None
    order = sorted(range(len(mentions)), key=lambda number: mentions[number].path)
    judged = {number: judge.judge(document, mentions[number], folder, history) for number in order}
    return tuple(finding for number in range(len(mentions)) for finding in judged[number])


def _read(source: Source) -> bytes:
    if source.path is None:
        data = source.text.encode("utf-8", "surrogatepass")
    else:
        try:
            if not source.path.exists():
                raise Unreadable("there is no such file")
            if not source.path.is_file():
                raise Unreadable("is not a file")
            with source.path.open("rb") as file:
                data = file.read(MAX_DOCUMENT_BYTES + 1)
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror}") from error
    if len(data) > MAX_DOCUMENT_BYTES:
        raise Unreadable(f"is larger than {MAX_DOCUMENT_BYTES // 1024 // 1024} MB")
    if is_binary(data):
        raise Unreadable("is not text")
    return data


def _relative(root: Path, path: Path | None) -> str | None:
    """The path of a document from the root of the repository; None for one outside."""
    if path is None:
        return None
    real, top = os.path.realpath(path), os.path.realpath(root)
    if not real.startswith(top.rstrip(os.sep) + os.sep):
        return None
    return to_rel(os.fsencode(os.path.relpath(real, top)).replace(os.fsencode(os.sep), b"/"))


def _notes(judge: Judge, reports: Sequence[DocumentReport]) -> tuple[str, ...]:
    notes = []
    if not judge.past.available:
        notes.append("This is no git repository: whether cited lines moved or changed cannot be told.")
    elif judge.past.shallow:
        notes.append(
            "The history is cut (a shallow clone): lines that moved or changed before it begins are not seen."
        )
    if judge.past.exhausted:
        notes.append("So much of the history was read that the last citations were judged without it.")
    in_code = sum(report.in_code for report in reports)
    if in_code:
        noun = "citation in a code block was" if in_code == 1 else "citations in code blocks were"
        notes.append(f"{in_code} {noun} not judged (--code-blocks judges them).")
    off = sum(report.switched_off for report in reports)
    if off:
        notes.append(f"{off} switched off in the documents (rea-check).")
    return tuple(notes)
