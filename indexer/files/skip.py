"""Why a file is not indexed. Nothing is dropped without one of these reasons."""

from __future__ import annotations

from enum import Enum


class SkipReason(Enum):
    """The reason's `value` is stored in the index and shown by `rea index --status`; `explanation` is for
    people."""

    VENDORED = "vendored"
    GENERATED = "generated"
    MINIFIED = "minified"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    IGNORED = "ignored"
    SYMLINK = "symlink"
    SYMLINK_OUTSIDE = "symlink_outside"
    SYMLINK_LOOP = "symlink_loop"
    SYMLINK_BROKEN = "symlink_broken"
    SUBMODULE_ABSENT = "submodule_absent"
    NOT_CHECKED_OUT = "not_checked_out"
    NESTED_REPO = "nested_repo"
    UNREADABLE = "unreadable"
    SPECIAL = "special"

    @property
    def explanation(self) -> str:
        """One sentence for people."""
        return _EXPLANATIONS[self]


_EXPLANATIONS = {
    SkipReason.VENDORED: "Code of others kept in the repository (dependencies).",
    SkipReason.GENERATED: "Written by a program: build output, lock file or generated source.",
    SkipReason.MINIFIED: "Minified or bundled code: its text is in very long lines.",
    SkipReason.BINARY: "Not text.",
    SkipReason.TOO_LARGE: "Larger than the size limit.",
    SkipReason.IGNORED: "An ignore file of the repository leaves it out.",
    SkipReason.SYMLINK: "A symbolic link; the file it points to is indexed under its own path.",
    SkipReason.SYMLINK_OUTSIDE: "A symbolic link that leads out of the repository; not followed.",
    SkipReason.SYMLINK_LOOP: "A symbolic link that leads back to itself.",
    SkipReason.SYMLINK_BROKEN: "A symbolic link whose target does not exist.",
    SkipReason.SUBMODULE_ABSENT: "A submodule that is not checked out.",
    SkipReason.NOT_CHECKED_OUT: "Tracked, but not in this sparse checkout.",
    SkipReason.NESTED_REPO: "A repository inside the repository, nested too deep.",
    SkipReason.UNREADABLE: "Could not be read (permissions or a read error).",
    SkipReason.SPECIAL: "Not a regular file (pipe, socket or device).",
}
