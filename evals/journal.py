"""The journal of an evaluation: a JSON line per finished run, so that a killed one goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from rea.errors import OutputError


class JournalError(OutputError):
    """The journal cannot be written."""

    next_step = "Choose another place with --journal."


def run_key(parts: Mapping[str, object]) -> str:
    """One key for everything that decides a result: every file, question, settings, REA's own code."""
    text = json.dumps(dict(parts), sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Journal:
    """Finished runs by key, as JSON values; without a path only in memory.

    Results are kept, scores are not: they are cheap, and golden files get corrected.
    """

    def __init__(self, path: Path | None, *, fresh: bool = False) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self._known: dict[str, Any] = {}
        if path is None:
            return
        if not fresh:
            self._known = _read(path)
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

    def get(self, key: str) -> Any:  # noqa: ANN401 - a JSON value
        """The value kept under a key, None if there is none."""
        return self._known.get(key)

    def add(self, key: str, label: str, value: Any) -> None:  # noqa: ANN401 - a JSON value
        """Keep a value; `label` is for people who read the file."""
        self._known[key] = value
        if self._file is None:
            return
        try:
            self._file.write(json.dumps({"key": key, "run": label, "value": value}) + "\n")
            self._file.flush()
        except OSError as error:
            raise JournalError(f"{self._path} cannot be written: {error.strerror}.") from error


def _read(path: Path) -> dict[str, Any]:
    """What a journal holds. Lines left half-written are passed over."""
    known: dict[str, Any] = {}
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                row = json.loads(line)
                known[str(row["key"])] = row["value"]
    return known


def _end_torn_line(path: Path) -> None:
    """A half-written last line must not swallow the next one."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("rb+") as file:
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            file.write(b"\n")
