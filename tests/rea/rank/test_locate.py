"""Tests of locating, and its golden files: where the right files of a question stand, as text to be read.

A file of `goldens/` begins with the question and one line `target PATH` for each file that has to be found;
what follows is written by `pytest --accept`, so that a diff shows what a change of the ranking moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from indexer.reader import Index
from rea.rank.fuse import RankedFile
from rea.rank.locate import locate

GOLDENS = sorted((Path(__file__).parent / "goldens").glob("*.txt"))
SHOWN = 10
# What one run reads at most: a target beyond is a target lost.
READ = 20


@dataclass(frozen=True, slots=True)
class Golden:
    """A question and the files it is about."""

    question: str
    targets: tuple[str, ...]


def parse(text: str) -> Golden:
    """The question and the targets of a golden file."""
    question, *rest = text.splitlines()
    targets = [line.split()[1] for line in rest if line.startswith("target ")]
    return Golden(question, tuple(targets))


def render(golden: Golden, files: Sequence[RankedFile]) -> str:
    """The golden file for a ranking: targets with their ranks, then the first files, targets starred."""
    ranks = {file.path: rank for rank, file in enumerate(files, start=1)}
    width = max(map(len, golden.targets))
    lines = [golden.question, ""]
    lines += [f"target {path:{width}}  {ranks.get(path, 'not found')}" for path in golden.targets]
    lines += [""]
    lines += [
        f"{rank:3} {'*' if file.path in golden.targets else ' '} {file.path}"
        for rank, file in enumerate(files[:SHOWN], start=1)
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("file", GOLDENS, ids=lambda file: file.stem)
def test_golden(file: Path, demo: Index, accept: bool) -> None:
    """The order of the first files is the accepted one."""
    before = file.read_text(encoding="utf-8")
    golden = parse(before)
    after = render(golden, locate(demo, golden.question, len(demo.files())))
    if accept:
        file.write_text(after, encoding="utf-8")
        before = after
    assert after == before


@pytest.mark.parametrize("file", GOLDENS, ids=lambda file: file.stem)
def test_the_first_target_is_among_the_files_read(file: Path, demo: Index) -> None:
    """Whatever else moves: the main file of a question is never lost."""
    golden = parse(file.read_text(encoding="utf-8"))
    assert all(demo.file(target) for target in golden.targets), "a target is not in the example"
    assert golden.targets[0] in [found.path for found in locate(demo, golden.question, READ)]


def test_goldens_ask_in_both_languages() -> None:
    """There are questions in English and in Chinese."""
    questions = [parse(file.read_text(encoding="utf-8")).question for file in GOLDENS]
    assert len(questions) >= 12
    assert 3 <= sum(not question.isascii() for question in questions) < len(questions)


def test_as_many_files_as_asked_for(demo: Index) -> None:
    """A shorter list is the beginning of a longer one."""
    twenty = locate(demo, "how does login work", 20)
    assert len(twenty) == 20
    assert locate(demo, "how does login work", 5) == twenty[:5]
    assert locate(demo, "how does login work", 0) == ()


@pytest.mark.parametrize("text", ["", "?", "how does it do that", "\x00\ud800", "😀", "这是什么"])
def test_a_text_about_nothing_is_no_error(demo: Index, text: str) -> None:
    """Whatever is typed, the answer is a list, perhaps an empty one."""
    assert len(locate(demo, text)) <= 20


def test_a_whole_report_can_be_located(demo: Index) -> None:
    """A long text with a trace in it leads to the files the trace names."""
    report = (
        "After updating to 2.3 the agent does not come back.\n\n"
        + "Some words about my machine. " * 200
        + "\n  File agent/internal/release/updater.go, line 72, in rollback\n  HashMismatch in download.go\n"
    )
    found = [file.path for file in locate(demo, report, 6)]
    assert "agent/internal/release/updater.go" in found
    assert "agent/internal/release/download.go" in found
