"""Tests of the citation parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.checking.citations import clean_path, find_citations, parse_citation, path_readings

ONE = [
    ("see src/auth/login.ts:12 for it", "src/auth/login.ts", ((12, 12),)),
    ("see src/auth/login.ts:12-40.", "src/auth/login.ts", ((12, 40),)),
    ("(src/a.py:12–40)", "src/a.py", ((12, 40),)),
    ("src/a.py:12-40,55", "src/a.py", ((12, 40), (55, 55))),
    ("src/a.py:12-40, 55-60 and more", "src/a.py", ((12, 40), (55, 60))),
    ("src/a.py:12、15", "src/a.py", ((12, 12), (15, 15))),
    ("src/a.py#L10-L20", "src/a.py", ((10, 20),)),
    ("src/a.py#L10", "src/a.py", ((10, 10),)),
    ("src/a.py#L10C3-L20C5", "src/a.py", ((10, 20),)),
    ("参见（src/a.py：12-30）。", "src/a.py", ((12, 30),)),
    ("src\\auth\\login.ts:12", "src/auth/login.ts", ((12, 12),)),
    ("C:\\work\\app\\login.ts:12", "C:/work/app/login.ts", ((12, 12),)),
    ("`My Docs/read me.md:3-4`", "My Docs/read me.md", ((3, 4),)),
    ('"My Docs/read me.md:3"', "My Docs/read me.md", ((3, 3),)),
    ("`src/a.py`:12-14", "src/a.py", ((12, 14),)),
    ("[the guard](src/a.py#L10-L20)", "src/a.py", ((10, 20),)),
    ("[the guard](<My Docs/a b.py#L10-L20>)", "My Docs/a b.py", ((10, 20),)),
    ("[the guard](./My%20Docs/a.py#L7)", "My Docs/a.py", ((7, 7),)),
    ("[src/a.py:12-20](src/a.py#L12-L20)", "src/a.py", ((12, 20),)),
    ("src/登录/页面.vue:12", "src/登录/页面.vue", ((12, 12),)),
    ("Dockerfile:3", "Dockerfile", ((3, 3),)),
    (".env.example:3", ".env.example", ((3, 3),)),
    ("deploy/Procfile:1", "deploy/Procfile", ((1, 1),)),
    ("src/a.py:12:5: error", "src/a.py", ((12, 12),)),
    ("src/a.py:L12-20", "src/a.py", ((12, 20),)),
    ("| login | src/a.py:1-2 | x |", "src/a.py", ((1, 2),)),
]

NONE = [
    "http://localhost:8080/login",
    "https://example.com/a.py:80",
    "localhost:3000 listens",
    "api.example.com:443",
    "at 12:30 today",
    "redis:7 and node:18",
    "python:3.11-slim",
    "a sentence: 12 apples",
    "src/a.py without lines",
    "ratio 3/4:5",
    f"src/a.py:{'9' * 5000}",
    "",
]


@pytest.mark.parametrize(("text", "path", "spans"), ONE)
def test_reads_each_way_of_writing(text: str, path: str, spans: tuple[tuple[int, int], ...]) -> None:
    """Each known way of writing a citation gives its path and its ranges."""
    found = find_citations(text)
    assert [(mention.path, mention.spans) for mention in found][:1] == [(path, spans)]


@pytest.mark.parametrize("text", NONE)
def test_leaves_what_is_no_citation(text: str) -> None:
    """Web addresses, ports, times, image tags and sentences are not taken for citations."""
    assert find_citations(text) == ()


def test_reads_several_in_order() -> None:
    """Several citations in one text come in the order they are written."""
    text = "First `a/b.go:1-2`, then c/d.go:7 and [here](e/f.go#L9)."
    assert [mention.path for mention in find_citations(text)] == ["a/b.go", "c/d.go", "e/f.go"]


def test_offset_points_at_the_writing() -> None:
    """The offset of a bare citation is where it starts in the text."""
    text = "look at src/a.py:4"
    (mention,) = find_citations(text)
    assert text[mention.offset :] == mention.raw == "src/a.py:4"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see src/a.py:12-40, 7", [("12", "40"), ("7", "7")]),
        ("[the guard](src/a.py#L10C2-L20C5)", [("10", "20")]),
        ("`src/a.py`:3–4", [("3", "4")]),
        ("参见（src/a.py：5）", [("5", "5")]),
    ],
)
def test_places_are_where_the_numbers_stand(text: str, numbers: list[tuple[str, str]]) -> None:
    """Each span knows where its numbers are written, so that they can be replaced and nothing else."""
    (mention,) = find_citations(text)
    written = [(text[slice(*first)], text[slice(*last)]) for first, last in mention.places]
    assert written == numbers
    assert [(int(a), int(b)) for a, b in written] == list(mention.spans)


def test_reversed_range_is_kept_for_the_checker() -> None:
    """A reversed range is not repaired silently: the checker has to judge it."""
    assert find_citations("src/a.py:9-3")[0].spans == ((9, 3),)


def test_chinese_words_written_against_a_path() -> None:
    """Chinese prose needs no blank before a path; the path without it is offered as a second reading."""
    (mention,) = find_citations("请见src/a.py:12")
    assert path_readings(mention.path) == ("请见src/a.py", "src/a.py")


def test_parse_citation_wants_exactly_one() -> None:
    """A text that is one citation is parsed, one that holds two is not."""
    assert parse_citation(" src/a b.py:3-4 ") is not None
    assert parse_citation("src/a.py:3 src/b.py:4") is None
    assert parse_citation("nothing") is None


def test_clean_path_only_changes_the_form() -> None:
    """Slashes and a leading `./` are normalised; `..` is left for the fence to refuse."""
    assert clean_path(".\\src\\\\a.py") == "src/a.py"
    assert clean_path("../x.py") == "../x.py"


@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    """No text makes the parser fail, and every mention lies in the text."""
    for mention in find_citations(text):
        assert 0 <= mention.offset < len(text)
        assert mention.spans
