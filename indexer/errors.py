"""The root of REA's one error tree (drawn in full in rea/errors.py) and the leaves the indexer raises."""

from __future__ import annotations

from typing import ClassVar


class ReaError(Exception):
    """An error a user can act on.

    `exit_code` is the process exit code, `next_step` one sentence that says what to do. Both may be
    overridden per class; the message itself says what happened, in one line.
    """

    exit_code: ClassVar[int] = 70
    next_step: str = "Please report this with the command you ran."

    def __init__(self, message: str, *, next_step: str | None = None) -> None:
        super().__init__(message)
        if next_step is not None:
            self.next_step = next_step


class RepositoryError(ReaError):
    """The path given is not a folder that can be studied."""

    exit_code = 3
    next_step = "Give the folder of a repository with --repo."


class IndexProblem(ReaError):  # noqa: N818 - named for what a user sees
    """The index cannot be built, opened or written."""

    exit_code = 4
    next_step = "Run `rea index --rebuild`."


class IndexLocked(IndexProblem):
    """Another process is writing the index and did not finish in time."""

    next_step = "Wait for the other `rea` to finish, then try again."


class IndexUnwritable(IndexProblem):
    """No place for the index could be written (disk full, read-only)."""

    next_step = "Free some disk space or set REA_CACHE_DIR to a writable folder."


class IndexCorrupt(IndexProblem):
    """The index file is damaged and could not be rebuilt automatically."""


class DataFileError(ReaError):
    """A data file (playbook, lexicon, language table) has an error; the message names file and line."""

    exit_code = 5
    next_step = "Correct the file at the line named."
