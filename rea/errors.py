"""REA's one error tree. Each leaf has an exit code and a next step; the command line prints the step too.

    ReaError                    70  a defect of REA itself
    ├── GitUnavailable          70  git cannot be asked; caught, the index then notes that
    ├── UsageError               2  the command was given something it cannot use
    ├── RepositoryError          3  the path is not a folder that can be studied
    │   └── CheckoutError        3  a clone, commit or tree that an evaluation needs cannot be had
    ├── IndexProblem             4  the index cannot be built, opened or written
    │   ├── IndexLocked          4  another process is writing it
    │   ├── IndexUnwritable      4  no writable place, disk full
    │   └── IndexCorrupt         4  damaged beyond automatic repair
    ├── DataFileError            5  a playbook, lexicon or settings file has an error (file and line named)
    ├── OutputError              6  the answer cannot be written to the file given
    │   └── JournalError         6  nor the journal of an evaluation
    ├── RunError                 7  a stored run cannot be found, read or written
    ├── ToolFailed               8  a tool used by hand could not carry out the call
    └── BelowThreshold           9  an evaluation measured less than was asked for, or not everything

Not errors, but exits too: an answer ends with the code of its status (STATUS_EXIT), an interrupted command
with INTERRUPTED, and a closed pipe with BROKEN_PIPE.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from indexer.errors import (
    DataFileError,
    IndexCorrupt,
    IndexLocked,
    IndexProblem,
    IndexUnwritable,
    ReaError,
    RepositoryError,
)

if TYPE_CHECKING:
    from rea.answer import Status

__all__ = [
    "BROKEN_PIPE",
    "INTERRUPTED",
    "STATUS_EXIT",
    "BelowThreshold",
    "DataFileError",
    "IndexCorrupt",
    "IndexLocked",
    "IndexProblem",
    "IndexUnwritable",
    "OutputError",
    "ReaError",
    "RepositoryError",
    "RunError",
    "ToolFailed",
    "UsageError",
]

STATUS_EXIT: Mapping[Status, int] = MappingProxyType(
    {"answered": 0, "partial": 10, "ambiguous": 11, "not_found": 12, "failed": 13}
)
# What a shell reports for a process ended by SIGINT and SIGPIPE.
INTERRUPTED = 130
BROKEN_PIPE = 141


class UsageError(ReaError):
    """The command was given something it cannot use: an empty question, an unknown reading, a bad number."""

    exit_code = 2
    next_step = "Run the command with --help to see what it takes."


class OutputError(ReaError):
    """The answer was found but could not be written where it should go."""

    exit_code = 6
    next_step = "Choose another file with -o, or leave -o out to print the answer."


class RunError(ReaError):
    """A stored run cannot be found, read or written."""

    exit_code = 7
    next_step = "List the stored runs with `rea runs`."


class ToolFailed(ReaError):  # noqa: N818 - the tool reports the error, the command fails
    """A tool used by hand could not carry out the call: unknown path, bad argument."""

    exit_code = 8
    next_step = "See `rea tool --help`."


class BelowThreshold(ReaError):  # noqa: N818 - the evaluation succeeded, what it measured did not
    """An evaluation measured less than was asked for, or some of its questions could not be asked."""

    exit_code = 9
    next_step = "The report says which questions pull it down."
