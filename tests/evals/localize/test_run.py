"""Tests of scoring rankings on issues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from evals.git import head
from evals.journal import Journal
from evals.localize.issues import Issue
from evals.localize.measures import RANK_MEASURES, status
from evals.localize.run import localize
from evals.localize.trees import Workshop
from evals.records import Repository
from evals.runner import RunOptions
from indexer.errors import RepositoryError
from tests.indexer.trees import repository


@pytest.mark.parametrize(
    ("ranked", "gold", "values"),
    [
        (["a"], ["a"], {"acc1": 1, "acc10": 1, "hit5": 1, "recall5": 1, "mrr": 1}),
        (["x", "a"], ["a"], {"acc1": 0, "acc3": 1, "mrr": 0.5}),
        (["a", "x", "y", "z", "u", "b"], ["a", "b"], {"acc5": 0, "acc10": 1, "hit5": 1, "recall5": 0.5}),
        (["x"], ["a"], {"acc10": 0, "hit5": 0, "recall10": 0, "mrr": 0}),
        ([], ["a"], {"acc1": 0, "mrr": 0}),
    ],
)  # fmt: skip
def test_the_measures_are_the_usual_ones(
    ranked: list[str], gold: list[str], values: Mapping[str, float]
) -> None:
    """Acc@k wants all files, Hit@k one, R@k counts them, MRR looks at the first."""
    found = {measure.name: measure.score(ranked, gold).value for measure in RANK_MEASURES}
    assert {name: found[name] for name in values} == values


def test_the_status_is_the_first_rank() -> None:
    """What a reader wants to see per issue."""
    assert status(["x", "a"], ["b", "a"]) == "rank 2"
    assert status(["x"], ["a"]) == "not found"


@dataclass(frozen=True)
class Listing:
    """Ranks the files of the tree by name, and notes each call."""

    log: Path

    def __call__(self, repository: Repository, text: str, count: int) -> tuple[str, ...]:
        """The names of the files."""
        with self.log.open("a") as file:
            file.write(text + "\n")
        if "boom" in text:
            raise ValueError("boom")
        return tuple(sorted(path.name for path in repository.root.iterdir() if path.is_file()))[:count]


def issue(name: str, commit: str, text: str = "text", mirror: str = "o+n") -> Issue:
    """An issue about a.py."""
    return Issue(name, mirror.replace("+", "/"), commit, text, ("b.py",), mirror, "dev")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """One mirrored repository."""
    repository(tmp_path / "mirrors/o+n/repo", {"a.py": "x = 1\n", "b.py": "y = 2\n"})
    return Workshop(tmp_path / "mirrors", tmp_path / "cache", "v1")


def test_issues_are_ranked_at_their_commit(tmp_path: Path, workshop: Workshop) -> None:
    """Figures, ranks and absent repositories are in the report; a second run asks nothing again."""
    commit = head(workshop.mirrors / "o+n/repo")
    issues = [issue("one", commit), issue("two", commit, "boom"), issue("far", commit, mirror="p+q")]
    rank, journal, options = Listing(tmp_path / "log"), Journal(None), RunOptions({"code": "1"})
    report = localize(issues, rank, workshop, options, journal)
    assert [(line.key, line.status) for line in report.questions] == [
        ("o/n/one", "rank 2"),
        ("o/n/two", "error"),
    ]
    assert report.overall.means["acc3"].value == 1.0
    assert report.overall.means["acc1"].value == 0.0
    assert report.overall.means["acc1"].n == 1
    assert report.failed == 1
    assert [(suite.name, suite.questions) for suite in report.suites] == [("o/n", 2), ("p/q", 0)]
    assert report.suites[1].notes == ("not mirrored, its 1 issues are left out",)
    localize(issues[:1], rank, workshop, options, journal)
    assert (tmp_path / "log").read_text() == "text\nboom\n"


def test_without_any_mirror_it_says_so(tmp_path: Path, workshop: Workshop) -> None:
    """An empty report would look like a result."""
    with pytest.raises(RepositoryError, match=r"p\+q"):
        localize(
            [issue("far", "0" * 40, mirror="p+q")],
            Listing(tmp_path / "log"),
            workshop,
            RunOptions({}),
            Journal(None),
        )
