"""Why a path is in the index or not, for one path at a time: `rea index --status` lists, this explains."""

from __future__ import annotations

from pathlib import Path

from indexer import gitio
from indexer.files.skip import SkipReason
from indexer.files.walk import Walk, WalkOptions, content_skip, walk
from indexer.paths import normalise_input, os_path, to_raw


def explain(root: Path, path: str, options: WalkOptions | None = None) -> str:
    """One sentence that says whether a file or folder is read and, if not, which rule keeps it out."""
    found = walk(root, options)
    path = normalise_input(path)
    file = next((file for file in found.files if file.path == path), None)
    if file is not None:
        return _judge_content(root, path, forced=file.forced)
    below = sum(f"{file.path}/".startswith(f"{path}/") or not path for file in found.files)
    if below:
        return f"{path or 'The root'} is a folder; {below} files below it are listed."
    for row in found.skipped:
        if (
            row.path == path
            or row.path == f"{path}/"
            or (row.path.endswith("/") and path.startswith(row.path))
        ):
            detail = f" ({row.detail})" if row.detail else ""
            return f"{path} is out: {SkipReason(row.reason).explanation}{detail}"
    return _unlisted(root, path, found)


def _judge_content(root: Path, path: str, *, forced: bool) -> str:
    try:
        reason = content_skip(os_path(root, path).read_bytes(), path, forced=forced)
    except OSError as error:
        return f"{path} is out: {SkipReason.UNREADABLE.explanation} ({error.strerror})"
    return f"{path} is out: {reason.explanation}" if reason else f"{path} is in."


def _unlisted(root: Path, path: str, found: Walk) -> str:
    """Of a path that neither list names: git ignores it, or there is no such file."""
    try:
        os_path(root, path).lstat()
    except (OSError, ValueError):
        return f"{path} does not exist."
    try:
        rule = gitio.ignored_by(root, to_raw(path)) if found.is_git else ""
    except gitio.GitUnavailable:
        rule = ""
    if rule:
        return f"{path} is out: git ignores it ({rule}). `!{path}` in .reaignore brings it back."
    return f"{path} is out: it is in a folder that is never entered, or holds no file."
