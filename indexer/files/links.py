"""Symbolic links are never followed: what they point to is indexed under its own path, or not at all."""

from __future__ import annotations

import errno
import os

from indexer.files.skip import SkipReason
from indexer.paths import to_rel
from indexer.records import SkippedFile


def skipped_link(base: bytes, real_root: bytes, raw: bytes) -> SkippedFile:
    """The row for the link `raw` below `base`. `real_root` is `base` with its own links resolved; both end
    with `/`. A target outside is not named: it says something about the machine, not about the repository."""
    path = to_rel(raw)
    try:
        os.stat(base + raw)  # noqa: PTH116 - names are bytes
    except (OSError, ValueError) as error:
        looping = isinstance(error, OSError) and error.errno == errno.ELOOP
        return SkippedFile(path, (SkipReason.SYMLINK_LOOP if looping else SkipReason.SYMLINK_BROKEN).value)
    target = os.path.realpath(base + raw) + b"/"
    if not target.startswith(real_root):
        return SkippedFile(path, SkipReason.SYMLINK_OUTSIDE.value)
    inside = target[len(real_root) :]
    if (raw + b"/").startswith(inside):
        return SkippedFile(
            path, SkipReason.SYMLINK_LOOP.value, f"leads to its own folder {to_rel(inside[:-1]) or '.'}"
        )
    return SkippedFile(path, SkipReason.SYMLINK.value, f"leads to {to_rel(inside[:-1])}")
