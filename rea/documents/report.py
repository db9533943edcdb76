"""A check as text for people, as JSON, and as the annotations GitHub shows beside the lines of a change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

from rea.documents.findings import CheckReport, DocumentReport, Finding
from rea.render.safe import json_text, terminal_line
from tools.text import count, safe_text

Form = Literal["text", "json", "github"]
# GitHub shows ten errors and ten warnings of a step; more lines only make the log long.
MOST_ANNOTATIONS = 200


def render_check(report: CheckReport, form: Form, *, strict: bool = False, everything: bool = False) -> str:
    """The report; with `everything` the text lists verified citations too."""
    if form == "json":
        return _json(report, strict)
    if form == "github":
        return "".join(f"{line}\n" for line in _annotations(report, strict))
    return "".join(f"{terminal_line(line)}\n" for line in _lines(report, everything))


def _lines(report: CheckReport, everything: bool) -> Iterator[str]:
    for document in report.documents:
        shown = [f for f in document.findings if everything or f.fixed or f.severity != "ok"]
        if not (shown or document.problem or document.unjudged):
            continue
        yield document.name
        if document.problem:
            yield f"  error    {document.name} {document.problem}"
        if document.unjudged:
            yield f"  error    {count(document.unjudged, 'citation')} beyond the number that is judged"
        width = max((len(f"{f.line}:{f.column}") for f in shown), default=0)
        for finding in shown:
            place = f"{finding.line}:{finding.column}".ljust(width)
            state = "fixed" if finding.fixed else finding.severity
            yield f"  {place}  {state:<8} {finding.verdict:<13} {finding.cited}{_why(finding)}"
    yield summary(report)
    yield from (f"note: {note}" for note in report.notes)


def _why(finding: Finding) -> str:
    near = f" (candidates: {', '.join(finding.candidates)})" if finding.candidates else ""
    return f"  {finding.detail}{near}" if finding.detail or near else ""


def summary(report: CheckReport) -> str:
    """One line: documents, citations, and how many have which verdict."""
    total = len(report.findings)
    parts = [f"{number:,} {verdict.replace('_', ' ')}" for verdict, number in report.counts.items()]
    fixed = sum(finding.fixed for finding in report.findings)
    told = f": {', '.join(parts)}" if parts else ""
    put_right = f"; {fixed:,} put right" if fixed else ""
    return f"{count(len(report.documents), 'document')}, {count(total, 'citation')}{told}{put_right}"


def to_json(report: CheckReport, *, strict: bool = False) -> dict[str, object]:
    """The report as a JSON-ready value."""
    return {
        "ok": not report.failed(strict=strict),
        "counts": report.counts,
        "documents": [_document(document) for document in report.documents],
        "notes": list(report.notes),
    }


def _document(document: DocumentReport) -> dict[str, object]:
    return {
        "path": document.name,
        "problem": document.problem,
        "citations": [_finding(finding) for finding in document.findings],
        "in_code_blocks": document.in_code,
        "switched_off": document.switched_off,
        "unjudged": document.unjudged,
    }


def _finding(finding: Finding) -> dict[str, object]:
    value: dict[str, object] = {
        "line": finding.line,
        "column": finding.column,
        "raw": finding.raw,
        "path": finding.path,
        "start": finding.start,
        "end": finding.end,
        "verdict": finding.verdict,
        "severity": finding.severity,
        "detail": finding.detail,
        "candidates": list(finding.candidates),
        "fixed": finding.fixed,
    }
    if finding.moved_to is not None:
        value["moved_to"] = {"start": finding.moved_to[0], "end": finding.moved_to[1]}
    return value


def _json(report: CheckReport, strict: bool) -> str:
    return json_text(json.dumps(to_json(report, strict=strict), ensure_ascii=False, indent=2)) + "\n"


def _annotations(report: CheckReport, strict: bool) -> Iterator[str]:
    """Workflow commands, errors first, because what comes late is not shown."""
    commands: list[tuple[str, str, int, int, str, str]] = []
    for document in report.documents:
        if document.problem:
            commands.append(("error", document.name, 1, 1, "cannot be checked", document.problem))
        if document.unjudged:
            text = f"{document.unjudged} citations beyond the number that is judged"
            commands.append(("error", document.name, 1, 1, "too many citations", text))
        for finding in document.findings:
            if finding.severity == "ok":
                continue
            level = "error" if strict else finding.severity
            title = finding.verdict.replace("_", " ")
            text = finding.cited + _why(finding)
            commands.append((level, document.name, finding.line, finding.column, title, text))
    commands.sort(key=lambda command: command[0])
    for state, name, line, column, title, text in commands[:MOST_ANNOTATIONS]:
        where = f"file={_property(name)},line={line},col={column},title={_property(title)}"
        yield f"::{state} {where}::{_message(text)}"
    # Not a command: the summary is for the log, and what it holds must not be read as one.
    yield safe_text(summary(report))
    yield from (safe_text(f"note: {note}") for note in report.notes)


def _message(text: str) -> str:
    return safe_text(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
