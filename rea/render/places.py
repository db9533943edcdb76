"""Citations in a column: broken after a slash, never inside a name while a name fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_PIECES = re.compile(r"[^/,]*[/,]|[^/,]+")


class Places:
    """One citation per line, in the colour of citations; continued lines are indented."""

    def __init__(self, places: Sequence[str]) -> None:
        self._places = tuple(places)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for place in self._places:
            for line in wrap(place, options.max_width):
                yield Text(line, style="cyan", no_wrap=True, overflow="fold")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max((cell_len(place) for place in self._places), default=0)
        return Measurement(min(12, widest), widest).with_maximum(options.max_width)


def wrap(place: str, width: int) -> tuple[str, ...]:
    """The lines of a citation in `width` columns. A name longer than a line is cut where the line ends."""
    lines, line = [], ""
    for piece in _PIECES.findall(place):
        if line.strip() and cell_len(line) + cell_len(piece) > width:
            lines.append(line)
            line = "  "
        line += piece
        while cell_len(line) > max(width, 3):
            cut = _fitting(line, max(width, 3))
            lines.append(line[:cut])
            line = "  " + line[cut:]
    return (*lines, line) if line.strip() else tuple(lines)


def _fitting(line: str, width: int) -> int:
    """How many characters fill at most `width` columns, at least three so that wrapping ends."""
    count, cells = 0, 0
    for character in line:
        cells += cell_len(character)
        if cells > width:
            break
        count += 1
    return max(count, 3)
