"""Tests of finding a checkout and telling its state."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.sources import SourceOptions, open_source
from evals.suite import Suite, load_suite
from indexer.errors import DataFileError, RepositoryError
from tests.evals.samples import FILES
from tests.indexer.trees import git, repository, write

SUITE = """\
name: demo
commit: {commit}
repo: {repo}
questions:
  - id: demo-1
    flow: login
    question: "How is a token issued?"
    gold_files:
      - server/tokens.py
      - {gold}
"""

# Quoted: a number would be no hash.
UNKNOWN = f"'{'0' * 40}'"


@pytest.fixture
def checkouts(tmp_path: Path) -> Path:
    """A folder with the checkout `demo`."""
    repository(tmp_path / "checkouts" / "demo", FILES)
    return tmp_path / "checkouts"


def suite(
    tmp_path: Path, commit: str = "''", gold: str = "web/login.js", repo: str = "''"
) -> tuple[Path, Suite]:
    """A suite file and what it holds."""
    file = tmp_path / "demo.yaml"
    file.write_text(SUITE.format(commit=commit, gold=gold, repo=repo))
    return file, load_suite(file)


def head(checkouts: Path) -> str:
    """The commit of the checkout."""
    return git(checkouts / "demo", "rev-parse", "HEAD").strip()


def test_a_clean_checkout_needs_no_note(tmp_path: Path, checkouts: Path) -> None:
    """At the suite's commit without changes there is nothing to say; lines come from the commit."""
    source = open_source(*suite(tmp_path, head(checkouts)), SourceOptions(checkouts))
    assert source.notes == ()
    assert source.commit == head(checkouts)
    assert source.clean.lines("README.md") == ("# Demo",)
    assert source.clean.lines("absent.md") is None


def test_uncommitted_changes_are_said(tmp_path: Path, checkouts: Path) -> None:
    """The run reads the changed file, the citations are judged by the commit."""
    (checkouts / "demo/README.md").write_text("# Changed\n")
    source = open_source(*suite(tmp_path, head(checkouts)), SourceOptions(checkouts))
    assert source.notes == ("the checkout has uncommitted changes; citations are checked against the commit",)
    assert source.clean.lines("README.md") == ("# Demo",)


def test_another_commit_is_said(tmp_path: Path, checkouts: Path) -> None:
    """Gold that does not exist there is counted with its first line instead of being an error."""
    source = open_source(*suite(tmp_path, UNKNOWN, gold="gone.py"), SourceOptions(checkouts))
    assert source.notes == (
        f"the checkout is at {head(checkouts)[:10]}, the suite was written for 0000000000",
        "1 gold places do not exist here, the first: demo.yaml:10: gone.py does not exist",
    )


def test_wrong_gold_at_the_right_commit_is_an_error(tmp_path: Path, checkouts: Path) -> None:
    """A misspelt path would quietly lower every recall."""
    with pytest.raises(DataFileError, match=r"demo\.yaml:10: gone\.py does not exist"):
        open_source(*suite(tmp_path, head(checkouts), gold="gone.py"), SourceOptions(checkouts))
    with pytest.raises(DataFileError, match=r"demo\.yaml:10"):
        open_source(*suite(tmp_path, gold="gone.py"), SourceOptions(checkouts))


def test_a_folder_without_git_is_checked_as_it_is(tmp_path: Path) -> None:
    """And that is said; paths that lead out of it hold nothing."""
    root = write(tmp_path / "plain", FILES)
    (root / "out.txt").symlink_to("/etc/hostname")
    source = open_source(*suite(tmp_path), SourceOptions(repo=root))
    assert source.notes == ("not a git checkout: citations are checked against the files as they are now",)
    assert source.clean.lines("README.md") == ("# Demo",)
    assert source.clean.lines("../demo.yaml") is None
    assert source.clean.lines("out.txt") is None


def test_a_missing_checkout_says_what_to_do(tmp_path: Path, checkouts: Path) -> None:
    """Without any place, without the folder, and with nowhere to clone from."""
    file, read = suite(tmp_path)
    with pytest.raises(RepositoryError) as raised:
        open_source(file, read, SourceOptions())
    assert "--checkouts" in raised.value.next_step
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(RepositoryError, match="no folder demo"):
        open_source(file, read, SourceOptions(elsewhere))
    with pytest.raises(RepositoryError, match="cannot be cloned"):
        open_source(file, read, SourceOptions(elsewhere, fetch=True))


def test_a_missing_checkout_is_cloned_on_request(tmp_path: Path, checkouts: Path) -> None:
    """From the suite's own repository, at its commit; the next time it is there."""
    given = suite(tmp_path, head(checkouts), repo=str(checkouts / "demo"))
    options = SourceOptions(tmp_path / "cloned", fetch=True)
    assert open_source(*given, options).notes == ()
    assert open_source(*given, options).commit == head(checkouts)


def test_the_tree_id_follows_the_text(tmp_path: Path, checkouts: Path) -> None:
    """The journal must not hand out answers about other text; the index may lie anywhere."""
    given, options = suite(tmp_path), SourceOptions(checkouts, index_dir=tmp_path / "index")
    first = open_source(*given, options).tree_id
    assert open_source(*given, options).tree_id == first
    assert (tmp_path / "index/demo.db").exists()
    assert not (checkouts / "demo/.rea").exists()
    (checkouts / "demo/README.md").write_text("# Changed\n")
    assert open_source(*given, options).tree_id != first
