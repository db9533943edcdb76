"""Tests of the file a user starts from."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.starter import starter
from evals.suite import load_suite
from indexer.reader import open_index
from tests.indexer.trees import APP, git, repository, write


def test_a_starter_can_be_used_at_once(tmp_path: Path) -> None:
    """It is a valid suite about the repository at its commit, with a file of it as the first gold file."""
    root = repository(tmp_path / "my app", APP)
    file = tmp_path / "golden.yaml"
    with open_index(root) as index:
        file.write_text(starter(index, file), encoding="utf-8")
    suite = load_suite(file)
    assert suite.name == "my-app"
    assert suite.commit == git(root, "rev-parse", "HEAD").strip()
    assert suite.languages == ("python", "javascript")
    assert (root / suite.questions[0].gold_files[0]).is_file()


def test_the_examples_in_the_comments_are_valid(tmp_path: Path) -> None:
    """Taking the `#` away from all of them leaves a suite: comments do not rot."""
    root, file = write(tmp_path / "app", APP), tmp_path / "golden.yaml"
    with open_index(root) as index:
        text = starter(index, file)
    body = text[text.index("questions:") :]
    kept = [
        line
        for line in body.split("\n")
        if not line.lstrip().startswith("# A ") and "every suite." not in line
    ]
    shown = "\n".join(line.replace("# ", "", 1) if line.lstrip().startswith("# ") else line for line in kept)
    file.write_text(text[: text.index("questions:")] + shown, encoding="utf-8")
    suite = load_suite(file)
    assert len(suite.questions) == 2
    assert suite.questions[0].gold_spans
    assert not suite.questions[1].answerable


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:token@example.org/o/n.git", "https://example.org/o/n.git"),
        ("git@example.org:o/n.git", "git@example.org:o/n.git"),
        ("/home/me/n", ""),
        ("file:///home/me/n", ""),
    ],
)
def test_no_secret_and_no_path_gets_into_the_file(tmp_path: Path, url: str, shown: str) -> None:
    """A suite is passed on; the URL of the remote may hold credentials."""
    root, file = repository(tmp_path / "app", APP), tmp_path / "golden.yaml"
    git(root, "remote", "add", "origin", url)
    with open_index(root) as index:
        file.write_text(starter(index, file), encoding="utf-8")
    assert load_suite(file).repo == shown
