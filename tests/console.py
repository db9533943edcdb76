"""Commands in documents: the `console` blocks of a page as steps, and whether output is what it shows.

A line that begins with `$ ` is a command; the lines below it are its output, where `…` stands for anything:
alone for any lines, within a line for any text. `# exit 12` behind a command is the code it must end with,
`# exit any` lets it end as it likes, any other remark is none of its words; without one the code is 0. A
comment before a block says more: `<!-- file: PATH -->` writes the next block of any language into a file,
`<!-- needs: model -->` (or anything else) leaves the next block out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ANY = "…"
_FENCE = re.compile(r"^```(\w*)\s*$")
_COMMENT = re.compile(r"^<!-- (file|needs): (.+?) -->\s*$")
_REMARK = re.compile(r"\s+# .*$")
_EXIT = re.compile(r"\s+# exit (\d+|any)$")


@dataclass
class Step:
    """A command with the place it stands at, what it must print (nothing: anything), and how it must end."""

    line: int
    command: str
    code: int | None
    expected: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class FileToWrite:
    """A file the reader is told to write."""

    path: str
    text: str


def steps_of(page: Path) -> list[Step | FileToWrite]:
    """What a reader of the page does, in order."""
    found: list[Step | FileToWrite] = []
    said: tuple[str, str] = ("", "")
    language, body = None, []  # type: ignore[var-annotated]
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), start=1):
        if language is None:
            if match := _FENCE.match(line):
                language, body = match[1], []
            elif match := _COMMENT.match(line):
                said = (match[1], match[2])
            elif line.strip():
                said = ("", "")
        elif line.startswith("```"):
            if said[0] == "file":
                found.append(FileToWrite(said[1], "\n".join(text for _, text in body) + "\n"))
            elif language == "console" and said[0] != "needs":
                found += _steps(body)
            language, said = None, ("", "")
        else:
            body.append((number, line))
    return found


def _steps(body: Sequence[tuple[int, str]]) -> list[Step]:
    steps: list[Step] = []
    for number, line in body:
        if line.startswith("$ "):
            exits = _EXIT.search(line)
            code = None if exits and exits[1] == "any" else int(exits[1]) if exits else 0
            steps.append(Step(number, _REMARK.sub("", line[2:]), code))
        elif steps:
            steps[-1].expected.append(line.rstrip())
        else:
            raise ValueError(f"line {number}: output before the first command")
    return steps


def matches(expected: Sequence[str], printed: str) -> bool:
    """Whether output is what a page shows of it; nothing shown stands for anything."""
    if not expected:
        return True
    lines = [_line(line) for line in expected]
    pattern = "".join(r"(?:[^\n]*\n)*" if line is None else line for line in lines)
    shown = "".join(f"{line.rstrip()}\n" for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, shown) is not None


def _line(line: str) -> str | None:
    """The pattern of a line, None for one that stands for any lines."""
    if line.strip() == ANY:
        return None
    return "[^\n]*".join(re.escape(part) for part in line.split(ANY)) + "\n"
