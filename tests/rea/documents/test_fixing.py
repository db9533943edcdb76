"""Tests of putting moved citations right."""

from __future__ import annotations

import codecs
import stat

import pytest

from tests.indexer.trees import git, write
from tests.rea.documents.conftest import Written


def _moved(written: Written, content: bytes) -> bytes:
    """Commits a document, pushes the cited lines down by two, fixes, and returns the document."""
    write(written.root, {"docs/a.md": content})
    git(written.root, "add", "-A")
    git(written.root, "commit", "-q", "-m", "Document")
    written.insert("app/store.py", 1, "import os\n")
    written.check("docs/a.md", fix=True)
    return (written.root / "docs/a.md").read_bytes()


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("It is app/store.py:8-9.\n", "It is app/store.py:10-11.\n"),
        ("It is `app/store.py`:8–9, 4-5.\n", "It is `app/store.py`:10–11, 6-7.\n"),
        ("[It](../app/store.py#L8-L9) is.\n", "[It](../app/store.py#L10-L11) is.\n"),
        ("[It](../app/store.py#L8) is.\r\nNext\r", "[It](../app/store.py#L10) is.\r\nNext\r"),
        ("清空在（app/store.py：8-9）。", "清空在（app/store.py：10-11）。"),
        ("Twice app/store.py:8, app/store.py:8", "Twice app/store.py:10, app/store.py:10"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_only_the_numbers_change(written: Written, text: str, fixed: str, encoding: str) -> None:
    """Every other byte stays: line ends, byte order mark, encoding, dashes, a missing last line end."""
    filler = "" if encoding != "gb18030" else "这是一篇关于令牌的文档。\n" * 4
    assert _moved(written, (filler + text).encode(encoding)) == (filler + fixed).encode(encoding)


def test_big_endian_keeps_its_mark(written: Written) -> None:
    """UTF-16 in the other order is written back in that order."""
    before = codecs.BOM_UTF16_BE + "It is app/store.py:8-9.\n".encode("utf-16-be")
    assert _moved(written, before) == codecs.BOM_UTF16_BE + "It is app/store.py:10-11.\n".encode("utf-16-be")


def test_what_is_not_certain_is_reported_and_left(written: Written) -> None:
    """Changed, missing and unsupported citations stay as they are beside fixed ones."""
    text = "Cleared by app/store.py:8-9.\n\nGone: app/none.py:3.\n\n`save_token` app/store.py:1.\n"
    fixed = _moved(written, text.encode()).decode()
    assert fixed == text.replace("8-9", "10-11").replace("store.py:1.", "store.py:3.")
    report = written.check("docs/a.md", fix=True)
    assert "missing" in [finding.verdict for finding in report.findings]
    assert report.failed()


def test_a_fixed_document_passes(written: Written) -> None:
    """What was put right is no error, and the next check finds nothing."""
    write(written.root, {"docs/a.md": "Cleared by `clear_tokens` app/store.py:8-9.\n"})
    git(written.root, "add", "-A")
    git(written.root, "commit", "-q", "-m", "Document")
    written.insert("app/store.py", 1, "import os\n")
    report = written.check("docs/a.md", fix=True)
    assert [finding.fixed for finding in report.findings] == [True]
    assert not report.failed()
    assert [finding.verdict for finding in written.check("docs/a.md").findings] == ["verified"]


def test_nothing_to_fix_writes_nothing(written: Written) -> None:
    """A document without moved citations keeps its file, time stamp and all."""
    written.commit("docs/a.md", "`save_token`: app/store.py:4\n")
    before = (written.root / "docs/a.md").stat()
    written.check("docs/a.md", fix=True)
    after = (written.root / "docs/a.md").stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_permissions_are_kept_and_nothing_is_left_behind(written: Written) -> None:
    """The new file has the mode of the old one, and no temporary file stays."""
    write(written.root, {"docs/a.md": "Cleared by app/store.py:8-9.\n"})
    (written.root / "docs/a.md").chmod(0o640)
    git(written.root, "add", "-A")
    git(written.root, "commit", "-q", "-m", "Document")
    written.insert("app/store.py", 1, "import os\n")
    written.check("docs/a.md", fix=True)
    assert stat.S_IMODE((written.root / "docs/a.md").stat().st_mode) == 0o640
    assert [path.name for path in (written.root / "docs").iterdir()] == ["a.md"]


def test_a_link_is_not_replaced_by_a_file(written: Written) -> None:
    """A document that is a symbolic link is reported, not rewritten."""
    written.commit("docs/a.md", "Cleared by app/store.py:8-9.\n")
    written.insert("app/store.py", 1, "import os\n")
    (written.root / "link.md").symlink_to("docs/a.md")
    report = written.check("link.md", fix=True)
    assert "symbolic link" in report.documents[0].problem
    assert (written.root / "link.md").is_symlink()
    assert "8-9" in (written.root / "docs/a.md").read_text()
