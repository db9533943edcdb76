"""git_pick: commits by keyword or by path, from the index's commit summary and at most one git call."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.gitio import GitUnavailable, find_repository, run_git
from indexer.paths import os_path, to_raw, to_rel
from indexer.records import Commit
from tools.fence import Unknown, path_error, resolve
from tools.limits import Limits, fit
from tools.results import GitResult, ToolError
from tools.secrets import redact_line

if TYPE_CHECKING:
    from indexer.reader import Index

MAX_COMMITS = 50
_MAX_FILES = 8
EXAMPLE = "git_pick(query='session timeout', n=10)"


def git_pick(
    index: Index, query: str = "", path: str = "", n: int = 10, *, limits: Limits | None = None
) -> GitResult | ToolError:
    """The newest `n` (at most 50) commits whose title holds all words of `query`, or that touch `path`.

    With neither, the newest commits. The query is looked up in the last 300 commits; a path asks git itself,
    so that older commits are found too. Without git, or in a shallow clone, the result says so.
    """
    limits = limits or Limits()
    n = max(1, min(n, MAX_COMMITS))
    history = index.meta.history
    if history == "none":
        hint = "There is no git history here: do not cite commits."
        return GitResult(query, path, (), 0, "none", "not a git repository, or no commits", False, hint)
    if path.strip():
        return _by_path(index, query, path, n, limits)
    summary = index.commits()
    found = tuple(commit for commit in summary if _matches(commit, query))
    note = "shallow clone: older commits are missing" if history == "shallow" else ""
    return _result(query, "", found, len(summary), (history, note, n), limits)


def _by_path(index: Index, query: str, path: str, n: int, limits: Limits) -> GitResult | ToolError:
    place = resolve(index, path)
    if isinstance(place, Unknown):
        return path_error("git_pick", place, EXAMPLE)
    history = index.meta.history
    notes = ["shallow clone: older commits are missing"] if history == "shallow" else []
    try:
        # With a query the titles are filtered here, so more commits than asked for are fetched.
        found = _log(index, place.path, 500 if query else n + 1, limits.seconds)
    except GitUnavailable as error:
        notes.append(f"{error}; only the last {len(index.commits())} commits were looked at")
        prefix = place.path + "/"
        found = [
            commit
            for commit in index.commits()
            if any(file == place.path or file.startswith(prefix) for file in commit.files) or not place.path
        ]
    matching = tuple(commit for commit in found if _matches(commit, query))
    return _result(query, place.path, matching, len(found), (history, "; ".join(notes), n), limits)


def _log(index: Index, path: str, n: int, seconds: float) -> list[Commit]:
    """The last `n` commits that touch a path, asked of the innermost repository. Raises GitUnavailable."""
    place = os_path(index.root, path)
    repository = find_repository(place if place.is_dir() else place.parent)
    base, prefix = index.root, ""
    if repository is not None and index.root in repository.top.parents:
        base, prefix = (
            repository.top,
            to_rel(os.fsencode(repository.top.relative_to(index.root).as_posix())) + "/",
        )
    within = os.fsdecode(to_raw(path[len(prefix) :])) or "."
    # An empty field marks where a commit begins; no field of git's own and no file name can be empty there.
    layout = "--format=%x00%H%x00%at%x00%s"
    command = ["log", f"-n{n}", "-z", "--name-only", "--no-renames", "--relative", layout, "--", within]
    return list(_commits(run_git(base, command, timeout=seconds), prefix))


def _commits(output: bytes, prefix: str) -> Iterator[Commit]:
    """The commits of `git log -z`.

    An empty field, hash, date, title, then names, the first after a line end.
    """
    fields = output.split(b"\0")
    at = 0
    while at + 3 < len(fields):
        full_hash, date, title = fields[at + 1 : at + 4]
        at += 4
        names = []
        while at < len(fields) and fields[at]:
            names.append(fields[at].removeprefix(b"\n"))
            at += 1
        files = tuple(prefix + to_rel(name) for name in names[:_MAX_FILES])
        yield Commit(
            full_hash.decode("ascii", "replace")[:7], title.decode("utf-8", "replace"), int(date), files
        )


def _seconds(date: bytes) -> int:
    return int(date) if date.lstrip(b"-").isdigit() else 0


def _matches(commit: Commit, query: str) -> bool:
    """All words of the query occur in the title, or the query is the beginning of the hash."""
    words = query.casefold().split()
    title = commit.title.casefold()
    if (
        len(words) == 1
        and len(words[0]) >= 4
        and (commit.hash.startswith(words[0]) or words[0].startswith(commit.hash))
    ):
        return True
    return all(word in title for word in words)


def _result(
    query: str,
    path: str,
    found: tuple[Commit, ...],
    searched: int,
    about: tuple[str, str, int],
    limits: Limits,
) -> GitResult:
    history, note, n = about
    cut = len(found) > n
    if not found:
        hint = f"0 of {searched} commits match: try one word, or a path."
    else:
        hint = "More commits match: add a word to the query or raise n." if cut else ""
    commits = tuple(
        Commit(c.hash, redact_line(c.title)[:200], c.date, c.files[:_MAX_FILES]) for c in found[:n]
    )
    return fit(GitResult(query, path, commits, searched, history, note, cut, hint), limits.characters)
