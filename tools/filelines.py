"""Lines of files as they are on disk now, each file read once per call: what results show and hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.errors import ReaError
from indexer.text.lines import split_lines
from tools.secrets import redact_window

if TYPE_CHECKING:
    from indexer.reader import Index


class FileLines:
    """Reads indexed files on demand and keeps their lines for the length of one call."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._lines: dict[str, list[str]] = {}

    def of(self, path: str) -> list[str]:
        """All lines of a file; none when it is gone or cannot be read."""
        if path not in self._lines:
            try:
                self._lines[path] = split_lines(self._index.read_text(path))
            except ReaError:
                self._lines[path] = []
        return self._lines[path]

    def at(self, path: str, number: int) -> str | None:
        """One real line (1-based), or None where the file has none.

        For hashing and comparing, not for showing.
        """
        lines = self.of(path)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def redacted(self, path: str, number: int) -> str | None:
        """One line as it may be shown (cut at 10,000 characters), or None where the file has none."""
        if self.at(path, number) is None:
            return None
        return redact_window(self.of(path), number, number, path)[0]
