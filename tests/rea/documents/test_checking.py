"""Tests of checking whole documents: reading them, hostile ones, and what the report counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.reader import open_index
from rea.documents import checking
from rea.documents.checking import Options, Source, check
from tests.indexer.trees import write
from tests.rea.documents.conftest import Written


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\x00\x01\x02\x03" * 50, "is not text"),
        (b"x" * (checking.MAX_DOCUMENT_BYTES + 1), "is larger than 4 MB"),
    ],
)
def test_what_is_no_document_is_a_problem(written: Written, content: bytes, problem: str) -> None:
    """Binary and huge files are named and fail the check; the other documents are checked all the same."""
    write(written.root, {"bad.md": content, "good.md": "`save_token`: app/store.py:4\n"})
    report = written.check("bad.md", "good.md")
    assert report.documents[0].problem == problem
    assert [finding.verdict for finding in report.findings] == ["verified"]
    assert report.failed()


@pytest.mark.parametrize("name", ["gone.md", "app"])
def test_a_document_that_is_not_there(written: Written, name: str) -> None:
    """A missing file and a folder are problems, not crashes."""
    assert written.check(name).documents[0].problem


def test_a_named_pipe_is_not_waited_for(written: Written) -> None:
    """A pipe in place of a document is refused at once."""
    os.mkfifo(written.root / "pipe.md")
    assert written.check("pipe.md").documents[0].problem == "is not a file"


def test_a_document_of_a_hundred_thousand_citations(written: Written) -> None:
    """A part is judged, the rest is counted, and the check fails because it is not whole."""
    text = "".join(f"`n_{number}` nope{number}/x.py:{number + 1}\n" for number in range(100_000))
    write(written.root, {"big.md": text})
    report = written.check("big.md")
    assert len(report.findings) == checking.MAX_CITATIONS
    assert report.documents[0].unjudged == 100_000 - checking.MAX_CITATIONS
    assert report.failed()


def test_endless_lines_and_numbers(written: Written) -> None:
    """One line of a megabyte, numbers of thousands of digits and deep paths are survived."""
    text = "`save_token` app/store.py:4 " * 20_000 + "a.py:" + "9" * 9_000 + " " + "x/" * 5_000 + "y.py:3"
    write(written.root, {"big.md": text})
    report = written.check("big.md")
    assert {finding.verdict for finding in report.findings} <= {"verified", "missing"}
    assert len(report.findings) >= 20_000 - 1


def test_a_document_outside_the_repository(written: Written, tmp_path: Path) -> None:
    """A document may lie anywhere; its paths are then read from the root of the repository."""
    outside = tmp_path / "letter.md"
    outside.write_text("`save_token`: app/store.py:4 and `TOKENS` [here](app/store.py#L1)\n")
    with open_index(written.root) as index:
        report = check(index, [Source("letter.md", outside)], Options())
    assert [finding.verdict for finding in report.findings] == ["verified", "verified"]


def test_a_text_without_a_file(written: Written) -> None:
    """A text alone is checked as a document at the root."""
    with open_index(written.root) as index:
        report = check(index, [Source("-", None, "`save_token`: app/store.py:1\n")], Options())
    assert [finding.verdict for finding in report.findings] == ["unsupported"]


def test_a_folder_that_is_no_git_repository(tmp_path: Path) -> None:
    """Without git the names are judged, and the report says what could not be told."""
    root = write(tmp_path / "plain", {"a.py": "def save_token(): pass\n", "d.md": "`save_token`: a.py:1\n"})
    with open_index(root) as index:
        report = check(index, [Source("d.md", root / "d.md")], Options())
    assert [finding.verdict for finding in report.findings] == ["verified"]
    assert "no git repository" in report.notes[0]


def test_findings_come_in_the_order_of_the_document(written: Written) -> None:
    """However files are read, the report follows the text."""
    text = "`TOKENS` app/store.py:1\n\n`login` app/auth.py:12\n\n`clear_tokens` app/store.py:8\n"
    assert [finding.line for finding in written.findings(text, committed=False)] == [1, 3, 5]


def test_code_blocks_are_counted_and_judged_on_demand(written: Written) -> None:
    """Sample output in a code block is no claim, unless one wants it to be."""
    write(written.root, {"d.md": "```\n`TOKENS` app/store.py:1\n```\n"})
    assert written.check("d.md").documents[0].in_code == 1
    assert written.check("d.md").findings == ()
    assert len(written.check("d.md", code_blocks=True).findings) == 1


def test_a_document_in_another_encoding(written: Written) -> None:
    """Documents are decoded as the index decodes files."""
    write(
        written.root,
        {
            "d.md": "这一段讲令牌是怎样保存和清除的，`save_token` 存令牌（app/store.py：4-5）。\n".encode(
                "gb18030"
            )
        },
    )
    assert [finding.verdict for finding in written.check("d.md").findings] == ["verified"]


def test_checking_changes_nothing(written: Written) -> None:
    """Without --fix no byte of the tree changes."""
    written.commit("docs/a.md", "Cleared by app/store.py:8-9.\n")
    written.insert("app/store.py", 1, "import os\n")
    before = {p: p.read_bytes() for p in written.root.rglob("*") if p.is_file() and ".rea" not in p.parts}
    written.check("docs/a.md")
    after = {p: p.read_bytes() for p in written.root.rglob("*") if p.is_file() and ".rea" not in p.parts}
    assert after == before
