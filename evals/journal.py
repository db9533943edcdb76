"""The journal of an evaluation: a JSON line per finished run, so that a killed one goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from evals.records import Outcome
from rea.answer import Answer
from rea.errors import OutputError

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class JournalError(OutputError):
    """The journal cannot be written."""

    next_step = "Choose another place with --journal."


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(Answer)


def run_key(parts: Mapping[str, object]) -> str:
    """One key for everything that decides an answer: every file, question, settings, REA's own code."""
    text = json.dumps(dict(parts), sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Journal:
    """Finished runs by key; without a path only in memory. Answers are kept, scores are cheap and are not."""

    def __init__(self, path: Path | None, *, fresh: bool = False) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self._known: dict[str, Outcome] = {}
        if path is not None and not fresh:
            self._known = _read(path)
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                _end_torn_line(path)
                self._file = path.open("w" if fresh else "a", encoding="utf-8")
            except OSError as error:
                raise JournalError(f"{path} cannot be written: {error.strerror}.") from error

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def get(self, key: str) -> Outcome | None:
        """The outcome of an earlier run with this key; errors are tried again, so they are never kept."""
        return self._known.get(key)

    def add(self, key: str, label: str, outcome: Outcome) -> None:
        """Keep an outcome; `label` is for people who read the file."""
        if outcome.answer is None:
            return
        self._known[key] = outcome
        if self._file is None:
            return
        answer = _adapter().dump_python(outcome.answer, mode="json")
        try:
            self._file.write(json.dumps({"key": key, "run": label, "answer": answer}) + "\n")
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self._path} cannot be written: {error.strerror}.") from error


def _read(path: Path) -> dict[str, Outcome]:
    """What a journal holds. Lines left half-written, or of another version, are passed over."""
    known: dict[str, Outcome] = {}
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            with suppress(ValueError, KeyError, TypeError):
                row = json.loads(line)
                known[str(row["key"])] = Outcome(_adapter().validate_python(row["answer"]))
    return known


def _end_torn_line(path: Path) -> None:
    """A half-written last line must not swallow the next one."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("rb+") as file:
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            file.write(b"\n")
