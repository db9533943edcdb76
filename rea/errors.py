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
    ├── BelowThreshold           9  an evaluation measured less than was asked for, or not everything
    ├── CitationsFail           17  a checked document cites what is not there or has changed
    ├── Unwell                  18  `rea doctor` found something that keeps REA from working
    └── ModelError              14  the model gave no usable reply
        ├── ModelUnreachable    14  no network, no such host, timeouts, the server's own faults
        ├── RateLimited         14  too many requests or no credit, also after waiting
        ├── BadReply            14  what came back is no reply of this protocol
        ├── ModelDeclines       14  it refuses, or its replies are withheld, more than once
        ├── ContextTooLong      14  the request does not fit the model's window; caught, the run folds
        ├── RequestRefused      15  the server does not accept the request, for its own reasons
        │   ├── WrongKey        15  nor the key
        │   └── UnknownModel    15  nor the name of the model
        └── ReplayDiverged      16  a recording does not fit what is asked now, or cannot be read

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
    "EXITS",
    "INTERRUPTED",
    "STATUS_EXIT",
    "BadReply",
    "BelowThreshold",
    "ContextTooLong",
    "DataFileError",
    "IndexCorrupt",
    "IndexLocked",
    "IndexProblem",
    "IndexUnwritable",
    "ModelDeclines",
    "ModelError",
    "ModelUnreachable",
    "OutputError",
    "RateLimited",
    "ReaError",
    "ReplayDiverged",
    "RepositoryError",
    "RequestRefused",
    "RunError",
    "ToolFailed",
    "UnknownModel",
    "Unwell",
    "UsageError",
    "WrongKey",
]

STATUS_EXIT: Mapping[Status, int] = MappingProxyType(
    {"answered": 0, "partial": 10, "ambiguous": 11, "not_found": 12, "failed": 13}
)
# What a shell reports for a process ended by SIGINT and SIGPIPE.
INTERRUPTED = 130
BROKEN_PIPE = 141
# Every code the process can end with, for people.
EXITS: Mapping[int, str] = MappingProxyType(
    {
        0: "answered, or the command did what it should",
        2: "usage: a flag, an argument or the question cannot be used",
        3: "the repository path is not a folder that can be studied",
        4: "the index cannot be built, opened or written",
        5: "a playbook, lexicon or settings file has an error",
        6: "the output file cannot be written",
        7: "a stored run cannot be found or read",
        8: "a tool could not carry out the call",
        9: "an evaluation measured less than was asked for, or not everything",
        10: "partial answer",
        11: "ambiguous: the best reading was answered, others are listed",
        12: "not found: the repository has no such thing",
        13: "failed: no statement could be verified",
        14: "the model gave no usable reply (network, limits, a server's fault)",
        15: "the server refuses the key, the model's name or the request",
        16: "a recording does not fit what is asked",
        17: "a checked document cites what is not there or has changed",
        18: "rea doctor found something that keeps REA from working",
        70: "a defect of REA (REA_DEBUG=1 shows where)",
        INTERRUPTED: "interrupted",
        BROKEN_PIPE: "the reader of the output went away",
    }
)


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


class CitationsFail(ReaError):  # noqa: N818 - the check succeeded, what it checked did not
    """A document cites what is not there or is not what it was."""

    exit_code = 17
    next_step = "The report says where; --fix puts right what has only moved."


class Unwell(ReaError):  # noqa: N818 - the examination succeeded, the patient is ill
    """A check of `rea doctor` failed."""

    exit_code = 18
    next_step = "The report says what to do about each."


class ModelError(ReaError):
    """The model gave no usable reply, and asking it again would not help."""

    exit_code = 14
    next_step = "Leave --model out to answer without a model."


class ModelUnreachable(ModelError):  # noqa: N818 - named for what a user sees
    """No network, no such host, nobody listening, timeouts, or the server's own faults after all retries."""

    next_step = "Is the server running, and is --base-url its address? Leave --model out to do without."


class RateLimited(ModelError):  # noqa: N818 - named for what a user sees
    """The server takes no more requests for now, or the account has no credit left."""

    next_step = "Wait a little and ask again, or leave --model out to answer without a model."


class BadReply(ModelError):  # noqa: N818 - named for what a user sees
    """What came back is no reply of this protocol: a web page, another schema, nothing at all."""

    next_step = "Does --base-url end where the server expects it to (often /v1)?"


class ModelDeclines(ModelError):  # noqa: N818 - named for what a user sees
    """The model refuses again and again, or the server withholds what it writes."""

    next_step = "Ask in other words or another model, or leave --model out to answer without one."


class ContextTooLong(ModelError):  # noqa: N818 - named for what a user sees
    """The request does not fit. `limit` is how many tokens the server says it takes, 0 if it does not."""

    next_step = "Tell REA the model's real size with --window TOKENS."

    def __init__(self, message: str, *, limit: int = 0, next_step: str | None = None) -> None:
        super().__init__(message, next_step=next_step)
        self.limit = limit


class RequestRefused(ModelError):  # noqa: N818 - named for what a user sees
    """The server does not accept the request and says why."""

    exit_code = 15
    next_step = "See what the server says; docs/models.md lists what each server needs."


class WrongKey(RequestRefused):
    """The server does not accept the key, or wants one."""

    next_step = "Set OPENAI_API_KEY to a key of this server, or --base-url to the server of this key."


class UnknownModel(RequestRefused):
    """The server has no model of that name."""

    next_step = "Give --model a name this server lists at /models."


class ReplayDiverged(ModelError):  # noqa: N818 - named for what a user sees
    """A recording does not fit what is asked now, has ended, or cannot be read."""

    exit_code = 16
    next_step = "Record anew with `rea ask --model NAME --record FILE`."
