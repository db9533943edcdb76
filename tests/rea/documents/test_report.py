"""Tests of the three forms of a check's report."""

from __future__ import annotations

import json

from rea.documents.findings import CheckReport, DocumentReport, Finding
from rea.documents.report import render_check

MOVED = Finding(3, 5, "a.py:1-2", "src/a.py", 1, 2, "moved", "the text is now at 4-5", moved_to=(4, 5))
WEAK = Finding(9, 1, "a.py:7", "src/a.py", 7, 7, "unsupported", "none of x_y occurs in the lines")
GOOD = Finding(11, 1, "a.py:8", "src/a.py", 8, 8, "verified")
HOSTILE = "\x1b[31mred\u202e.md\n::error::x"


def _report(*findings: Finding, name: str = "docs/a.md", problem: str = "") -> CheckReport:
    return CheckReport((DocumentReport(name, findings, problem),), ("a note",))


def test_text_lists_what_is_wrong() -> None:
    """Place, weight, verdict, citation and reason of each bad one; good ones only when asked for."""
    text = render_check(_report(MOVED, WEAK, GOOD), "text")
    assert "3:5  error    moved         src/a.py:1-2  the text is now at 4-5" in text
    assert "9:1  warning  unsupported   src/a.py:7" in text
    assert "src/a.py:8" not in text
    assert "1 document, 3 citations: 1 verified, 1 moved, 1 unsupported" in text
    assert "note: a note" in text
    assert "src/a.py:8" in render_check(_report(GOOD), "text", everything=True)


def test_json_holds_everything() -> None:
    """Verified ones too, with the new place of moved ones."""
    value = json.loads(render_check(_report(MOVED, WEAK, GOOD), "json"))
    assert value["ok"] is False
    rows = value["documents"][0]["citations"]
    assert [row["verdict"] for row in rows] == ["moved", "unsupported", "verified"]
    assert rows[0]["moved_to"] == {"start": 4, "end": 5}
    assert [row["severity"] for row in rows] == ["error", "warning", "ok"]


def test_strict_makes_warnings_fail() -> None:
    """A warning is no failure unless asked for; in annotations it is then shown as an error."""
    report = _report(WEAK)
    assert not report.failed()
    assert report.failed(strict=True)
    assert render_check(report, "github", strict=True).startswith("::error file=docs/a.md,line=9,col=1,")


def test_annotations_name_file_and_line() -> None:
    """One command per finding, errors first, then the summary."""
    lines = render_check(_report(WEAK, MOVED, GOOD), "github").splitlines()
    assert lines[0] == (
        "::error file=docs/a.md,line=3,col=5,title=moved::src/a.py:1-2  the text is now at 4-5"
    )
    assert lines[1].startswith("::warning file=docs/a.md,line=9,col=1,title=unsupported::")
    assert not any(line.startswith("::") for line in lines[2:])


def test_hostile_names_act_on_nothing() -> None:
    """Names and details of a repository are no escapes of a terminal and no commands of a workflow."""
    finding = Finding(1, 1, HOSTILE, HOSTILE, 1, 1, "missing", HOSTILE, candidates=(HOSTILE, "a,b:c%d"))
    report = _report(finding, name=HOSTILE, problem=HOSTILE)
    assert "\x1b" not in render_check(report, "text", everything=True)
    assert "\u202e" not in render_check(report, "json")
    github = render_check(report, "github").splitlines()
    assert [line.split(" ")[0] for line in github if line.startswith("::")] == ["::error", "::error"]
    assert "\x1b" not in "".join(github)
