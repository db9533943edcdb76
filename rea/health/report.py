"""The report of an examination: a line for each check, then what to do; or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby

from rea.health.checks import Check, Report


def report_json(report: Report) -> str:
    """The report for programs."""
    from rea.render.safe import json_text

    rows = [
        {"group": check.group, "id": check.id, "title": check.title, **asdict(check.finding)}
        for check in report.checks
    ]
    value = {"failed": report.failed, "counts": report.counts(), "checks": rows}
    return json_text(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def report_lines(report: Report) -> Iterator[str]:
    """The report for people: groups, checks with their verdict first, fixes below them with an arrow."""
    width = max(len(check.title) for check in report.checks)
    for group, checks in groupby(report.checks, key=lambda check: check.group):
        yield group
        for check in checks:
            yield from _check_lines(check, width)
        yield ""
    said = ", ".join(f"{count} {verdict}" for verdict, count in report.counts().items() if count)
    yield f"{len(report.checks)} checks: {said}"


def _check_lines(check: Check, width: int) -> Iterator[str]:
    yield f"  {check.finding.verdict:<4}  {check.title:<{width}}  {check.finding.text}"
    if check.finding.fix:
        yield f"        {'':<{width}}  → {check.finding.fix}"
