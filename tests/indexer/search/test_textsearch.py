"""Search finds what reading every file would find: no index, encoding, line end or file name hides a line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.paths import os_path
from indexer.reader import Index, open_index
from indexer.search.textsearch import SearchQuery
from indexer.text.decode import decode
from indexer.text.lines import split_lines
from tests.indexer.trees import write

FILES: dict[str, str | bytes] = {
    "src/auth.py": (
        "def login(user):\n    token = issue_token(user)\n    return token\n\n\nclass LoginView:\n    pass\n"
    ),
    "src/names.py": "\n".join(
        f"def handler_{n}(x{n}):\n    return call_{n}(0x{n:04x}, 2fa_login_{n})\n" for n in range(80)
    ),
    "src/dos.cs": 'class A {\r\n    int login;\r\n    string Token = "x";\r\n}\r\n',
    "src/mac.txt": "first login\rsecond token\rthird\r",
    "src/mixed.txt": "one login\r\ntwo\rthree token\nfour",
    "docs/latin.txt": "caf\xe9 login\nna\xefve token\n".encode("latin-1") * 4,
    "docs/chinese.txt": (
        "登录 login 流程\n令牌存储在这里，过期时间是一小时。\n普通文字没有别的内容\n".encode("gb18030") * 4
    ),
    "docs/wide.txt": "Grüße login\nZweite Zeile token\n".encode("utf-16"),
    "docs/bom.txt": b"\xef\xbb\xbflogin at the start\nend\n",
    "docs/quotes.md": (
        "He said “login” and «token»—login—twice.\nÉlogin is a word.\n登录流程在这里login结束\n"
    ),
    "docs/中文 名.md": "login in a file with a Chinese name\n",
    "we:ird\tname.txt": "login behind a colon\n",
    "new\nline.txt": "login behind a newline\n",
    ".hidden/conf.yml": "login: yes\n",
    "long.txt": "word " * 300 + "login_" + "x" * 200 + "tail_token\n" + "short login\n",
    "empty.txt": "",
    "nul.txt": "text " * 2000 + "\n\x00 login after a zero\n",
    "LICENSE": "Permission is hereby granted\nLOGIN TOKEN\n",
}

PATTERNS = [
    "login", "Login", "token", "gin", "issue_token", "def \\w+\\(", "^class", ";$", '"x";$', "login|token",
    "(get|issue)_token", "\\blogin\\b", "\\bgin", "[Ll]ogin", "0x00[0-4]f", "fa_login_7", "handler_1\\d",
    "tok.n", "^\\s*return", "(?i)LOGIN", "x{20}", "tail", "x_tail", "login.*twice", "[^a-z]login[^a-z]",
    "流程", "令牌", "登录", "caf.", "é", "\\d{2}", "^$", "zero", "call_7\\(0x0007, 2fa", "return call",
    "s+$", "e$", "[[:upper:]]{5}", "\\p{Lu}{5}", "login$", "^login", "t(o|0)ken", "na.ve", "Zeile",
    "here$", "name\\.$", "yes", "hereby gr",
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    root = write(tmp_path_factory.mktemp("search"), FILES)
    (root / os.fsdecode(b"bad\xffname.txt")).write_text("login in a name that is no text\n")
    with open_index(root) as opened:
        yield opened


def _python(pattern: str) -> str:
    return pattern.replace("[[:upper:]]", "[A-Z]").replace("\\p{Lu}", "[A-ZÀ-Þ]")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_lines_as_reading_every_file(index: Index, pattern: str) -> None:
    """Each pattern gives the lines that Python's engine finds in REA's decoded text of all indexed files."""
    expected = []
    for file in index.files():
        data = os_path(index.root, file.path).read_bytes()
        for number, line in enumerate(split_lines(decode(data, file.path).text), 1):
            if re.search(_python(pattern), line):
                expected.append((file.path, number, line))
    outcome = index.search(SearchQuery(pattern))
    assert [(hit.path, hit.line, hit.text) for hit in outcome.hits] == expected
    assert outcome.files_searched == len(index.files())
    assert not outcome.truncated


@pytest.mark.skipif(shutil.which("rg") is None, reason="ripgrep is not installed")
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_lines_as_ripgrep(index: Index, pattern: str) -> None:
    """On files that ripgrep reads as REA does, both find the same lines."""
    plain = [
        file.path
        for file in index.files()
        if file.encoding == "utf-8" and not file.path.endswith(("mac.txt", "mixed.txt", "nul.txt"))
    ]
    paths = [str(os_path(index.root, path)) for path in plain]
    command = ["rg", "--no-config", "--crlf", "--null", "-nH", "--no-heading", "-e", pattern, "--", *paths]
    out = subprocess.run(command, capture_output=True, check=False).stdout
    found = re.findall(rb"([^\0]+)\0(\d+):[^\n]*\n", out)
    names = dict(zip(map(os.fsencode, paths), plain, strict=True))
    expected = sorted((names[path], int(number)) for path, number in found)
    outcome = index.search(SearchQuery(pattern))
    assert sorted((hit.path, hit.line) for hit in outcome.hits if hit.path in plain) == expected


@pytest.mark.parametrize(
    "text",
    ["login(user)", "0x0007, 2fa", "a+b", '"x";', "user):", "流程", "tail_token", "(", "\\", "a\tb"],
)
def test_literal_search(index: Index, text: str) -> None:
    """A literal is taken as written, whatever characters it holds."""
    expected = []
    for file in index.files():
        data = os_path(index.root, file.path).read_bytes()
        lines = split_lines(decode(data, file.path).text)
        expected += [(file.path, number) for number, line in enumerate(lines, 1) if text in line]
    outcome = index.search(SearchQuery(text, literal=True))
    assert [(hit.path, hit.line) for hit in outcome.hits] == expected


def test_any_case(index: Index) -> None:
    """Without regard to case, LOGIN and login are one."""
    wanted = {hit.path for hit in index.search(SearchQuery("login")).hits} | {"LICENSE", "src/auth.py"}
    assert {hit.path for hit in index.search(SearchQuery("LoGiN", ignore_case=True)).hits} == wanted


def test_only_below_the_glob(index: Index) -> None:
    """A glob bounds both the hits and the count of files the answer speaks for."""
    outcome = index.search(SearchQuery("login", glob="docs/*.md"))
    assert {hit.path for hit in outcome.hits} == {"docs/quotes.md", "docs/中文 名.md"}
    assert outcome.files_searched == 2


def test_an_invalid_regex_is_searched_as_text(index: Index) -> None:
    """`login(` is no regular expression, but it is what somebody looks for."""
    outcome = index.search(SearchQuery("login("))
    assert [(hit.path, hit.line) for hit in outcome.hits] == [("src/auth.py", 1)]
    assert "not a valid regular expression (unclosed group)" in outcome.note


def test_a_limit_is_said(index: Index) -> None:
    """Stopping at a number of lines is not silent."""
    outcome = index.search(SearchQuery("return", max_hits=5))
    assert len(outcome.hits) == 5
    assert outcome.truncated
    assert "stopped at 5 lines" in outcome.note


def test_out_of_time_is_said(tmp_path: Path) -> None:
    """A search that runs out of time gives what it has."""
    root = write(tmp_path, {f"f{n}.txt": "lorem ipsum " * 8000 + "\n" for n in range(200)})
    with open_index(root) as index:
        outcome = index.search(SearchQuery(r"(\w+ \w+ )+x", timeout=0.0))
    assert outcome.truncated
    assert "stopped after 0 s" in outcome.note


def test_catastrophic_patterns_end(index: Index) -> None:
    """Patterns that take other engines years take the usual time."""
    assert index.search(SearchQuery(r"(x+x+)+y", timeout=5.0)).truncated is False


def test_a_pattern_with_a_line_end_is_explained(index: Index) -> None:
    """Lines are searched one by one, so such a pattern can match nothing; the note says why."""
    outcome = index.search(SearchQuery("user):\n"))
    assert outcome.hits == ()
    assert "line" in outcome.note


def test_files_changed_since_are_read_as_they_are(tmp_path: Path) -> None:
    """Hits carry the lines of now, not of the time of indexing."""
    root = write(tmp_path, {"a.txt": "login one\n", "b.txt": "login two\n"})
    with open_index(root) as index:
        (root / "a.txt").write_text("\nlogin moved\n")
        (root / "b.txt").unlink()
        hits = index.search(SearchQuery("login")).hits
    assert [(hit.path, hit.line, hit.text) for hit in hits] == [("a.txt", 2, "login moved")]
