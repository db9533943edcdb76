"""Tests of golden suites: what is accepted, and that every fault is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.suite import check_distinct, load_suite, only, suite_paths, wrong_places
from indexer.errors import DataFileError

GOLDEN = Path(__file__).parents[2] / "evals" / "golden"

SMALL = """\
name: small
questions:
  - id: small-1
    flow: login
    question: "How?"
    gold_files:
      - a.py
      - b.py
    gold_spans:
      - {stage: "one", path: a.py, lines: "3-9", symbol: f}
  - id: small-none
    flow: login
    answerable: false
    question: "Why?"
"""


def written(tmp_path: Path, text: str, name: str = "small.yaml") -> Path:
    """The suite file."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_suites_that_ship_are_sound(file: Path) -> None:
    """Each names its commit, has both languages, three flows, and questions without an answer."""
    suite = load_suite(file)
    assert len(suite.commit) == 40
    assert {question.lang for question in suite.questions} == {"en", "zh"}
    assert {"login", "storage", "update"} <= {question.flow for question in suite.questions}
    assert {question.tier for question in suite.questions} == {"broad", "detailed"}
    assert sum(not question.answerable for question in suite.questions) >= 2
    assert all(question.gold_spans for question in suite.questions if question.answerable)


def test_a_small_suite_is_read(tmp_path: Path) -> None:
    """Defaults are filled in, spans know their lines."""
    suite = load_suite(written(tmp_path, SMALL))
    first, none = suite.questions
    assert (first.lang, first.tier, first.difficulty, first.answerable) == ("en", "detailed", "normal", True)
    assert (first.gold_spans[0].start, first.gold_spans[0].end) == (3, 9)
    assert first.allowed == {"a.py", "b.py"}
    assert not none.answerable


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("flow: login", "flw: login", 4, "flw"),
        ("flow: login", "flow: [login]", 4, "flow"),
        ('lines: "3-9"', 'lines: "9-3"', 10, "backwards"),
        ('lines: "3-9"', 'lines: "0-3"', 10, "lines"),
        ("path: a.py", "path: c.py", 3, "c.py"),
        ("path: a.py", "path: /a.py", 10, "path"),
        ("id: small-none", "id: small-1", 11, "used twice"),
        ("answerable: false", "answerable: maybe", 13, "answerable"),
        ("answerable: false", "tier: broad", 11, "gold_files"),
        ("name: small", "title: small", 1, "title"),
        ("  - id: small-none", "  -- id: small-none", 11, ""),
        ('question: "Why?"', 'question: "Why?', 15, ""),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    """Wrong keys, values, ranges and broken YAML name the file, the line and what is wrong there."""
    file = written(tmp_path, SMALL.replace(old, new, 1))
    with pytest.raises(DataFileError) as raised:
        load_suite(file)
    text = str(raised.value)
    assert text.startswith("small.yaml:")
    assert int(text.split(":")[1]) == line, text
    assert says in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize("text", ["", "[]", "name: x\nquestions: []\n", "\x00", "a: &a [*a]\n"])
def test_what_is_no_suite_is_refused(tmp_path: Path, text: str) -> None:
    """Empty files, other shapes and suites without questions are errors, never a crash."""
    with pytest.raises(DataFileError):
        load_suite(written(tmp_path, text))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """The name is enough to find the mistake."""
    with pytest.raises(DataFileError, match=r"absent\.yaml"):
        load_suite(tmp_path / "absent.yaml")


def test_gold_that_does_not_exist_is_found(tmp_path: Path) -> None:
    """A path that is not in the tree and a span beyond its file name their lines."""
    file = written(tmp_path, SMALL)
    found = list(wrong_places(file, load_suite(file), {"a.py": 5}))
    assert found == ["small.yaml:8: b.py does not exist", "small.yaml:10: a.py has 5 lines"]


def test_a_folder_stands_for_its_suites(tmp_path: Path) -> None:
    """Files keep their order, a folder brings its YAML files, nothing comes twice."""
    one, two = written(tmp_path, SMALL, "b.yaml"), written(tmp_path, SMALL, "a.yaml")
    assert suite_paths((str(one), str(tmp_path))) == (one, two)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataFileError):
        suite_paths((str(tmp_path / "empty"),))


def test_questions_can_be_chosen_by_id(tmp_path: Path) -> None:
    """Only ids that hold the text are left; nothing left is an empty suite, not an error here."""
    suite = load_suite(written(tmp_path, SMALL))
    assert [question.id for question in only(suite, "none").questions] == ["small-none"]
    assert only(suite, "absent").questions == ()
    assert only(suite, "") == suite


def test_two_suites_may_not_share_a_question(tmp_path: Path) -> None:
    """The same name and id in two files would be one row of the report."""
    one, two = written(tmp_path, SMALL, "one.yaml"), written(tmp_path, SMALL, "two.yaml")
    check_distinct([(one, load_suite(one))])
    with pytest.raises(DataFileError, match=r"two\.yaml: small/small-1 is also in one\.yaml"):
        check_distinct([(one, load_suite(one)), (two, load_suite(two))])
