"""Line patterns from data files, on RE2: no pattern is slow on any line, whoever wrote it.

RE2 matches in time linear in the line. What cannot be matched so (back-references, looking ahead or
behind) it refuses; `\\w`, `\\d` and `\\b` are about ASCII, as names in code are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re2

# Bytes of one compiled pattern and its automaton; a pattern that needs more is refused, not run slowly.
MOST_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True)
class LinePattern:
    """A pattern for single lines, case-insensitive; compiled when first used, since most never are."""

    source: str

    def matches(self, line: str) -> bool:
        """Whether it occurs in a line."""
        return _compiled(self.source).search(line) is not None


def check_line_pattern(pattern: str) -> None:
    """Raises ValueError with the reason when a pattern cannot be used."""
    _compiled(pattern)


@lru_cache(maxsize=1024)
def _compiled(source: str) -> re2.Pattern:
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = MOST_MEMORY
    try:
        return re2.compile(source, options)
    except re2.error as error:
        reason = error.args[0]
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise ValueError(f"bad pattern: {said}") from error
