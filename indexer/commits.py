"""The commit summary: the last commits with title, date and first changed files, in one hardened git call."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from pathlib import Path

from indexer import gitio
from indexer.paths import os_path, to_rel
from indexer.records import Commit
from indexer.text.decode import decode

FILES_PER_COMMIT = 20
_HASH_LENGTH = 7
_TITLE_LIMIT = 500
_TIMEOUT = 60.0
# Objects that a partial clone left on the server are not fetched; then there are titles without files.
_WITH_FILES = ("--name-only", "--no-renames", "--diff-merges=first-parent", "--relative")


def recent_commits(
    root: Path, n: int = 300, repositories: Sequence[str] = ("",)
) -> tuple[tuple[Commit, ...], str]:
    """The last `n` commits that touch `root`, newest first, and how much history there is: 'full', 'shallow'
    (cut when cloned) or 'none' (no git, or no commit yet).

    A merge is listed with what it brought to the branch it went into. `repositories` are the folders of the
    git repositories under `root` (Walk.repositories): the commits of several are merged by date, their file
    paths prefixed.
    """
    histories: list[list[Commit]] = []
    shallow = False
    for folder in repositories:
        commits = list(_commits(os_path(root, folder), n, f"{folder}/" if folder else ""))
        if commits:
            histories.append(commits)
            shallow = shallow or gitio.is_shallow(os_path(root, folder))
    if not histories:
        return (), "none"
    newest = merge(*histories, key=lambda commit: -commit.date) if len(histories) > 1 else histories[0]
    return tuple(islice(newest, n)), "shallow" if shallow else "full"


def _commits(folder: Path, n: int, prefix: str) -> Iterator[Commit]:
    # The mark cannot be guessed, so no title and no file name can pass for the start of a commit.
    mark = os.urandom(16).hex().encode("ascii")
    top = gitio.toplevel(folder)
    scope = [] if top == folder.resolve() else ["--", "."]
    for options in (_WITH_FILES, ()):
        layout = f"--format=tformat:{mark.decode()} %H %at%x00%s"
        try:
            printed = gitio.run_git(
                folder, ["log", "-z", f"-{n}", layout, *options, *scope], timeout=_TIMEOUT
            )
        except gitio.GitUnavailable:
            continue
        yield from _parse(printed.split(b"\0"), mark, prefix)
        return


def _parse(fields: Sequence[bytes], mark: bytes, prefix: str) -> Iterator[Commit]:
    """Each commit is a field with mark, hash and date, one with the title, then one for each file. Git puts a
    line end before the first file."""
    starts = [at for at, field in enumerate(fields) if field.startswith(mark)]
    for start, end in zip(starts, [*starts[1:], len(fields)], strict=True):
        _, commit_hash, date = fields[start].split(b" ")
        raw_files = fields[start + 2 : min(end, start + 2 + FILES_PER_COMMIT)]
        files = tuple(
            prefix + to_rel(raw.removeprefix(b"\n")) for raw in raw_files if raw not in (b"", b"\n")
        )
        title = decode(fields[start + 1][:_TITLE_LIMIT]).text.strip()
        yield Commit(commit_hash[:_HASH_LENGTH].decode("ascii"), title, int(date), files)
