"""Slices: exact lines, bounded size, honest ranges, secrets unread."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from indexer.reader import Index
from tests.indexer.trees import write
from tools.limits import Limits
from tools.read_slice import read_slice
from tools.results import SliceResult, Span, ToolError, TreeResult
from tools.text import render_json, render_text

IndexOf = Callable[[Mapping[str, str | bytes]], Index]
LONG = "".join(f"line {number}\n" for number in range(1, 501))


def _read(index: Index, path: str, start: int = 0, end: int = 0) -> SliceResult:
    result = read_slice(index, path, start, end)
    assert isinstance(result, SliceResult), result
    return result


def test_lines_are_numbered_and_inclusive(index_of: IndexOf) -> None:
    """Lines 2 to 4 are three lines with a five-wide number."""
    result = _read(index_of({"a.txt": LONG}), "a.txt", 2, 4)
    assert result.content == "    2| line 2\n    3| line 3\n    4| line 4"
    assert (result.start, result.end, result.total_lines) == (2, 4, 500)
    assert result.lines == ("line 2", "line 3", "line 4")


def test_at_most_200_lines_are_delivered(index_of: IndexOf) -> None:
    """A longer range is cut to exactly 200 lines, and the hint says where to go on."""
    result = _read(index_of({"a.txt": LONG}), "a.txt", 101, 500)
    assert (result.start, result.end, len(result.lines)) == (101, 300, 200)
    assert result.truncated
    assert "line 301" in result.hint


def test_without_a_range_the_beginning_is_read(index_of: IndexOf) -> None:
    """No start and no end mean the first 200 lines; a suffix of the path counts as a range."""
    index = index_of({"a.txt": LONG})
    assert (_read(index, "a.txt").start, _read(index, "a.txt").end) == (1, 200)
    assert _read(index, "a.txt:7-9").lines == ("line 7", "line 8", "line 9")
    assert _read(index, "a.txt", 450).end == 500


@pytest.mark.parametrize(
    ("start", "end", "first", "last"), [(-3, 2, 1, 2), (0, 3, 1, 3), (499, 900, 499, 500)]
)
def test_a_range_that_overlaps_is_corrected_with_a_note(
    index_of: IndexOf, start: int, end: int, first: int, last: int
) -> None:
    """What exists of the range is read, and the note tells the real bounds."""
    result = _read(index_of({"a.txt": LONG}), "a.txt", start, end)
    assert (result.start, result.end) == (first, last)
    assert bool(result.note) == (start < 0 or end > 500)


@pytest.mark.parametrize(("start", "end"), [(501, 520), (10_000_000, 0), (20, 10)])
def test_a_range_that_cannot_be_names_the_real_one(index_of: IndexOf, start: int, end: int) -> None:
    """A range beyond the file or upside down is an error that says which lines there are and how to ask."""
    result = read_slice(index_of({"a.txt": LONG}), "a.txt", start, end)
    assert isinstance(result, ToolError)
    assert "1-500" in result.message
    assert result.example.startswith("read_slice(path='a.txt'")


def test_lines_end_where_editors_end_them(index_of: IndexOf) -> None:
    """\\r\\n, lone \\r and \\n end a line; form feeds and U+2028 do not."""
    result = _read(index_of({"a.txt": "one\r\ntwo\rthree\x0cstill\u2028three\nfour"}), "a.txt")
    assert result.lines == ("one", "two", "three\x0cstill\u2028three", "four")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("gültig = 'ä'\n".encode("latin-1"), "gültig = 'ä'"),
        ("登录 = '用户名和密码错误'\n".encode("gb18030"), "登录 = '用户名和密码错误'"),
        ("\ufeffx = 1\n".encode("utf-16"), "x = 1"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1"),
    ],
)
def test_other_encodings_are_read_as_text(index_of: IndexOf, data: bytes, expected: str) -> None:
    """Latin-1, GBK, UTF-16 and marked UTF-8 files show their text."""
    assert _read(index_of({"a.py": data}), "a.py").lines == (expected,)


def test_a_huge_line_is_cut_for_showing_and_whole_for_hashing(index_of: IndexOf) -> None:
    """A line of 1.5 MB shows 200 characters; its span is over the real line."""
    line = "x = '" + "ab " * 500_000 + "'"
    index = index_of({"a.txt": f"first\n{line}\nlast\n"})
    result = _read(index, "a.txt") if index.file("a.txt") else None
    assert result is not None
    assert max(len(row) for row in result.content.split("\n")) == 207
    assert result.spans() == (Span("a.txt", 1, 3, hashlib.sha1(f"first\n{line}\nlast".encode()).hexdigest()),)
    assert len(render_text(result)) <= Limits().characters


def test_spans_of_parts_are_hashed_over_the_real_lines(index_of: IndexOf) -> None:
    """The hash of a part is that of the file's own lines, also where a key is hidden from view."""
    secret = 'token = "f3fca79989cafe7dead71beefedc812b"'
    result = _read(index_of({"a.py": f"a = 1\n{secret}\nb = 2\n"}), "a.py")
    assert "f3fca" not in result.content + "".join(result.lines) + render_json(result) + render_text(result)
    assert "f3fca" not in repr(result)
    assert result.span(2, 2).text_hash == hashlib.sha1(secret.encode()).hexdigest()
    with pytest.raises(ValueError, match="not inside"):
        result.span(2, 9)


def test_the_cap_cuts_whole_lines(index_of: IndexOf) -> None:
    """Under a small cap fewer lines come, the range says so, and the span is over what was shown."""
    index = index_of({"a.txt": "".join(f"{'word ' * 30}{number}\n" for number in range(200))})
    result = read_slice(index, "a.txt", 1, 200, limits=Limits(characters=3_000))
    assert isinstance(result, SliceResult)
    assert len(render_text(result)) <= 3_000
    assert 10 < result.end < 25
    assert len(result.lines) == result.end == len(result.content.split("\n"))
    assert result.truncated
    assert f"line {result.end + 1}" in result.hint
    assert result.spans()[0].end == result.end


def test_a_folder_gets_its_listing(index_of: IndexOf) -> None:
    """Reading a folder shows what is in it instead of failing."""
    result = read_slice(index_of({"src/a.py": "1\n", "src/b.py": "1\n"}), "src")
    assert isinstance(result, TreeResult)
    assert result.paths() == ("src/a.py", "src/b.py")


@pytest.mark.parametrize("path", [".env", "certs/server.key"])
def test_files_of_secrets_stay_unread(index_of: IndexOf, path: str) -> None:
    """A secret-like file is refused with a clear reason, and nothing of it is shown."""
    index = index_of(
        {
            ".env": "DB_PASSWORD=hunter2\n",
            "certs/server.key": "-----BEGIN\n",
            ".env.example": "DB_PASSWORD=\n",
        }
    )
    result = read_slice(index, path)
    assert isinstance(result, ToolError)
    assert result.kind == "refused"
    assert "secrets" in result.message
    assert "hunter2" not in render_text(result)
    assert _read(index, ".env.example").lines == ("DB_PASSWORD=",)


def test_a_file_that_went_away_is_said_to_be_gone(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """A file deleted after indexing is an error value, not an exception."""
    root = write(tmp_path / "repo", {"a.py": "x = 1\n"})
    index = opened(root)
    (root / "a.py").unlink()
    result = read_slice(index, "a.py")
    assert isinstance(result, ToolError)
    assert result.kind == "unreadable"


def test_skipped_text_may_be_read_by_its_exact_path(index_of: IndexOf) -> None:
    """A generated file can be read, with a note that searches do not see it; a binary one cannot."""
    index = index_of({"package-lock.json": '{\n  "name": "x"\n}\n', "a.bin": b"\0\1\2" * 50})
    result = _read(index, "package-lock.json")
    assert result.lines[1] == '  "name": "x"'
    assert "generated" in result.note
    assert isinstance(read_slice(index, "a.bin"), ToolError)


def test_an_empty_file_has_no_lines(index_of: IndexOf) -> None:
    """An empty file is read as such and gives no span to cite."""
    result = _read(index_of({"a.py": "", "b.py": "1\n"}), "a.py")
    assert result.lines == ()
    assert result.spans() == ()
    assert render_text(result) == "a.py (empty)\nnote: The file is empty."


def test_the_hint_names_the_definition_that_goes_on(index_of: IndexOf) -> None:
    """When the slice ends inside a function, the hint says where the function ends."""
    body = "".join(f"    x{number} = {number}\n" for number in range(40))
    result = _read(index_of({"a.py": f"def long_one():\n{body}\n\ndef other():\n    pass\n"}), "a.py", 1, 10)
    assert result.hint == "long_one goes on to line 41: read on from line 11."
