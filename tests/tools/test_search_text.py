"""Searches: what is found, how hits are spread and cut, and when zero hits are a fact."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from indexer.files.walk import MAX_FILE_BYTES
from indexer.reader import Index
from tests.indexer.trees import write
from tools.limits import Limits
from tools.results import SearchResult
from tools.search_text import search_text
from tools.text import render_json, render_text

IndexOf = Callable[[Mapping[str, str | bytes]], Index]


def _places(result: SearchResult) -> list[tuple[str, int]]:
    return [(hit.path, hit.line) for hit in result.hits]


def test_a_hit_has_its_line_and_its_neighbours(index_of: IndexOf) -> None:
    """A hit shows the matching line, the one before and the one after; at an edge there is none."""
    index = index_of({"a.py": "first\nlogin()\nlast\n", "b.py": "login()\n"})
    result = search_text(index, r"login\(\)")
    assert [(h.path, h.line, h.before, h.text, h.after) for h in result.hits] == [
        ("a.py", 2, "first", "login()", "last"),
        ("b.py", 1, None, "login()", None),
    ]
    assert (result.total_hits, result.files_matched, result.files_searched) == (2, 2, 2)
    assert result.complete
    assert not result.truncated


def test_files_take_turns(index_of: IndexOf) -> None:
    """One file with hundreds of hits does not crowd out the others, and the cut is said."""
    index = index_of({"big.py": "token = 1\n" * 400, "a.py": "token = 2\n", "z.py": "x\ntoken = 3\n"})
    result = search_text(index, "token")
    assert len(result.hits) == 30
    assert {("a.py", 1), ("z.py", 2)} <= set(_places(result))
    assert result.total_hits == 402
    assert result.truncated
    assert "30 of 402" in result.hint
    assert "name a directory" in result.hint


def test_never_more_than_30_hits(index_of: IndexOf) -> None:
    """The limit of 30 holds whatever was asked for, and a smaller one is kept."""
    index = index_of({f"f{number}.py": "token\n" for number in range(60)})
    assert len(search_text(index, "token", limit=1_000).hits) == 30
    assert len(search_text(index, "token", limit=3).hits) == 3


LANGUAGES = (
    "ar",
    "bg",
    "ca",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "es",
    "et",
    "fa",
    "fi",
    "fr",
    "he",
    "hi",
    "hr",
    "hu",
)


def test_code_comes_before_tests_documents_and_translations(index_of: IndexOf) -> None:
    """Among many hits the code is shown first, and translations cannot fill the answer."""
    files: dict[str, str | bytes] = {f"web/locales/{code}.json": '{"login": "x"}\n' for code in LANGUAGES}
    files |= {"tests/test_login.py": "login\n", "docs/login.md": "login\n", "src/a.py": "login()\n" * 40}
    result = search_text(index_of(files), "login")
    paths = result.paths()
    assert paths[0] == "src/a.py"
    assert {"tests/test_login.py", "docs/login.md"} <= set(paths)
    assert sum(path.startswith("web/locales") for path in paths) == 2
    assert len(result.hits) == 30


FILES = {
    "src/a.py": "needle\n",
    "src/deep/b.py": "needle\n",
    "src/deep/c.ts": "needle\n",
    "src/deep/d.vue": "needle\n",
    "lib/src/e.py": "needle\n",
    "tests/f.py": "needle\n",
    "app/[id]/page.tsx": "needle\n",
    "登录/页 面.py": "needle\n",
    "g.md": "needle\n",
}


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("", set(FILES)),
        (".", set(FILES)),
        ("**/*.py", {"src/a.py", "src/deep/b.py", "lib/src/e.py", "tests/f.py", "登录/页 面.py"}),
        ("*.py", {"src/a.py", "src/deep/b.py", "lib/src/e.py", "tests/f.py", "登录/页 面.py"}),
        ("src/**", {"src/a.py", "src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        ("src", {"src/a.py", "src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        ("src/", {"src/a.py", "src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        (".\\src\\deep", {"src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        ("src/*.py", {"src/a.py"}),
        ("deep", {"src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        ("*.{ts,vue}", {"src/deep/c.ts", "src/deep/d.vue"}),
        ("{src,tests}/**/*.py", {"src/a.py", "src/deep/b.py", "tests/f.py"}),
        ("*.py, !tests/**", {"src/a.py", "src/deep/b.py", "lib/src/e.py", "登录/页 面.py"}),
        ("!**/*.py", {"src/deep/c.ts", "src/deep/d.vue", "app/[id]/page.tsx", "g.md"}),
        ("app/[id]/page.tsx", {"app/[id]/page.tsx"}),
        ("登录", {"登录/页 面.py"}),
        ("g.md", {"g.md"}),
    ],
)
def test_globs_scope_the_search(index_of: IndexOf, glob: str, expected: set[str]) -> None:
    """Globs, folders and single files in any usual notation narrow the search, and the count says so."""
    result = search_text(index_of(FILES), "needle", glob)
    assert set(result.paths()) == expected
    assert result.files_searched == len(expected)


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("{root}/src/**/*.py", {"src/a.py", "src/deep/b.py"}),
        ("{root}/*.md", {"g.md"}),
        (r"C:\Users\me\repo\src\deep\*.{{ts,vue}}", {"src/deep/c.ts", "src/deep/d.vue"}),
        (r"C:\Users\me\repo\src", {"src/a.py", "src/deep/b.py", "src/deep/c.ts", "src/deep/d.vue"}),
        (r"C:\Users\me\other\src\*.py", set()),
        ("/etc/*", set()),
    ],
)
def test_absolute_globs_are_read_from_the_root(index_of: IndexOf, glob: str, expected: set[str]) -> None:
    """As a shell or an editor writes them, here or on Windows; outside the repository there is nothing."""
    index = index_of(FILES)
    assert set(search_text(index, "needle", glob.format(root=index.root)).paths()) == expected


def test_an_absolute_folder_scopes_too(index_of: IndexOf) -> None:
    """A folder copied from a terminal narrows the search like its relative name."""
    index = index_of(FILES)
    assert search_text(index, "needle", str(index.root / "src")).files_searched == 4


def test_zero_hits_in_a_complete_search_are_a_fact(index_of: IndexOf) -> None:
    """Nothing found anywhere is said with the number of files and as something to rely on."""
    result = search_text(index_of(FILES), "haystack")
    assert result.complete
    assert result.hint.startswith("0 hits in 9 files: this is a fact")


def test_zero_hits_prove_nothing_when_files_were_not_searched(
    tmp_path: Path, opened: Callable[[Path], Index]
) -> None:
    """A file that is too large to be indexed takes away the certainty, and is mentioned."""
    root = write(tmp_path / "repo", {"a.py": "x = 1\n"})
    (root / "huge.py").write_text("needle = 1\n" * (MAX_FILE_BYTES // 10))
    result = search_text(opened(root), "needle")
    assert not result.complete
    assert "this is a fact" not in result.hint
    assert "1 file could not be searched" in result.note


def test_zero_hits_prove_nothing_when_time_ran_out(index_of: IndexOf) -> None:
    """A search that was stopped says so and claims nothing."""
    index = index_of({f"f{number}.md": "abc def\n" for number in range(1_100)})
    result = search_text(index, "[x-z][^a-z]{3,9}q$", limits=Limits(seconds=0.0))
    assert not result.complete
    assert result.truncated
    assert "this does not prove" in result.hint
    assert "stopped" in result.note


def test_a_scope_without_files_is_told_from_an_absence(index_of: IndexOf) -> None:
    """When no file is below the glob, the hint says that, names the nearest, and claims no fact."""
    result = search_text(index_of(FILES), "needle", "source/deep")
    assert result.files_searched == 0
    assert not result.complete
    assert "src/deep" in result.hint


@pytest.mark.parametrize("pattern", ["login(", "a[", "*x", "(?P<", "x{2,1}", "\\"])
def test_an_invalid_pattern_is_searched_as_text(index_of: IndexOf, pattern: str) -> None:
    """A pattern that is no regular expression finds its own text, with a note."""
    result = search_text(index_of({"a.txt": f"x = {pattern} y\n"}), pattern)
    assert _places(result) == [("a.txt", 1)]
    assert "not a valid regular expression" in result.note


def test_a_pattern_that_was_meant_as_text_is_found(index_of: IndexOf) -> None:
    """A valid expression without a match is tried as plain text, and the note says that."""
    result = search_text(index_of({"a.py": 'user = request.POST["password"]\n'}), 'request.POST["password"]')
    assert _places(result) == [("a.py", 1)]
    assert "plain text" in result.note


def test_case_counts_unless_told_otherwise(index_of: IndexOf) -> None:
    """Upper and lower case differ by default and not with ignore_case."""
    index = index_of({"a.py": "Login\n"})
    assert not search_text(index, "login").hits
    assert search_text(index, "login", ignore_case=True).hits


@pytest.mark.parametrize(
    "data",
    [
        "# prüfung des schlüssels\n".encode("latin-1"),
        "# 用户登录的时候检查密码是否正确 prüfung\n".encode("gb18030"),
        "# prüfung\n".encode("utf-16"),
        "# prüfung\r# zweite\r".encode(),
    ],
)
def test_other_encodings_and_line_ends_are_searched(index_of: IndexOf, data: bytes) -> None:
    """Hits in Latin-1, GBK and UTF-16 files and in files of lone \\r are found with the right line."""
    assert _places(search_text(index_of({"a.py": data, "b.py": "x\n"}), "prüfung")) == [("a.py", 1)]


def test_a_long_line_is_cut_around_the_match(index_of: IndexOf) -> None:
    """Of a long line 200 characters around the match are shown; the hash is over the whole line."""
    line = "ab " * 500 + "needle" + " cd" * 60
    result = search_text(index_of({"a.md": f"x\n{line}\ny\n"}), "needle")
    (hit,) = result.hits
    assert len(hit.text) <= 200
    assert "needle" in hit.text
    assert hit.text.startswith("…")
    assert hit.spans()[0].text_hash == hashlib.sha1(line.encode()).hexdigest()
    assert hit.spans()[1].text_hash == hashlib.sha1(f"x\n{line}\ny".encode()).hexdigest()


def test_hostile_lines_stay_under_the_cap(index_of: IndexOf) -> None:
    """Long lines of control characters in many files cannot break the size cap."""
    line = "\x1b[31m" * 30 + " needle " + "\u202e" * 300 + "\n"
    index = index_of({f"f{number}.txt": line * 3 for number in range(40)})
    for characters in (2_000, 16_000):
        result = search_text(index, "needle", limits=Limits(characters=characters))
        assert result.hits
        assert len(render_text(result)) <= characters
        assert len(render_json(result)) <= characters
        assert "\x1b" not in render_text(result) + render_json(result)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a*)*b", ".*.*.*.*=.*"])
def test_catastrophic_patterns_end_in_time(index_of: IndexOf, pattern: str) -> None:
    """Patterns that blow up other engines answer within the limit, also on long lines."""
    index = index_of({"a.md": ("a" * 1_500 + "! = x\n") * 50})
    started = time.perf_counter()
    search_text(index, pattern, limits=Limits(seconds=5))
    assert time.perf_counter() - started < 10


def test_secret_files_are_not_searched_and_keys_are_hidden(index_of: IndexOf) -> None:
    """Hits in secret-like files are left out; a key in an ordinary file is found but not shown."""
    key = "f3fca79989cafe7dead71beefedc812b"
    result = search_text(index_of({".env": f"API_TOKEN={key}\n", "a.py": f'api_token = "{key}"\n'}), "f3fca")
    assert _places(result) == [("a.py", 1)]
    assert key not in render_text(result) + render_json(result)
    assert result.total_hits == 1
    assert "1 secret-like file" in result.note


def test_a_hit_that_is_held_back_is_no_absence(index_of: IndexOf) -> None:
    """When the only hits are in secret-like files, nothing is shown, but nothing is claimed either."""
    result = search_text(index_of({".env": "API_TOKEN=1\n", "a.py": "x = 1\n"}), "API_TOKEN")
    assert result.hits == ()
    assert not result.complete
    assert "this is a fact" not in result.hint


def test_a_file_changed_during_the_search_shows_no_wrong_neighbours(
    tmp_path: Path, opened: Callable[[Path], Index]
) -> None:
    """What is shown and hashed is what is on disk: after an edit the new line is searched."""
    root = write(tmp_path / "repo", {"a.py": "one\nneedle old\ntwo\n"})
    index = opened(root)
    (root / "a.py").write_text("zero\none\nneedle new\ntwo\n")
    (hit,) = search_text(index, "needle").hits
    assert (hit.line, hit.text, hit.before) == (3, "needle new", "one")
