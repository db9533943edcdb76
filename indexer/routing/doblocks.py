"""Lines of a Ruby or Elixir route table: joined where they continue, with the blocks they open and close."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.routing.expressions import literal, strings_in
from indexer.routing.source import Source

MAX_LOGICAL = 4000  # characters of one joined line
MAX_JOINED = 40  # lines
MAX_LINES = 20_000

_OPENS = re.compile(r"(?:\bdo\s{0,3}(?:\|[^|]{0,100}\|)?|\{\s{0,3}(?:\|[^|]{0,100}\|)?)$")
_OPENS_PLAIN = re.compile(r"(?:if|unless|case|begin|def|defp|defmodule|module|class|while|for)\b")
_ONE_LINE = re.compile(r"(?:\bend\b|\bdo:|\bthen\b)")
_CALL = re.compile(r"(?:[\w.:]{1,60}\.)?([a-z_]\w{0,40}[!?]?)\s{0,3}(\(|\s|$)")
_ROCKET = re.compile(r"(.{1,400}?)\s{0,5}=>\s{0,20}(.{1,2000})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """A joined line: its first row, its text without comment, whether it opens or closes a block."""

    row: int
    text: str
    opens: bool
    closes: bool


@dataclass(frozen=True, slots=True)
class Macro:
    """A call of the table's language: `get "/users", to: "users#index"`."""

    name: str
    positional: tuple[str, ...] = ()
    named: dict[str, str] = field(default_factory=dict)

    def option(self, name: str) -> str:
        """A named argument as one word, without quotes or colon; '' when absent."""
        text = self.named.get(name, "")
        value = literal(text)
        return value if value is not None else text

    def words(self, name: str) -> tuple[str, ...]:
        """A named argument that lists words: `[:index, :show]`, `%i[index show]`, `:index`."""
        text = self.named.get(name, "")
        return strings_in(text) or tuple(
            word for word in re.findall(r"[A-Za-z_]\w{0,60}", text) if word not in ("i", "w")
        )


def logical_lines(source: Source) -> Iterator[Line]:
    """The lines of a file, joined over commas, operators and backslashes at their ends."""
    pending, first = "", 0
    rows = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for row, raw in enumerate(rows[:MAX_LINES], 1):
        text = _without_comment(raw)
        if not text:
            continue
        if pending:
            text = f"{pending} {text}"
        else:
            first = row
        if (
            text.endswith((",", "\\", "=>", "|", "("))
            and not _OPENS.search(text)
            and row - first < MAX_JOINED
            and len(text) < MAX_LOGICAL
        ):
            pending = text.rstrip("\\").rstrip()
            continue
        pending = ""
        yield _line(first, text[:MAX_LOGICAL])
    if pending:
        yield _line(first, pending)


def _line(row: int, text: str) -> Line:
    closes = text in ("end", "}", "})", "end)") or text.startswith(("end ", "end.", "}.", "end,"))
    opens = bool(_OPENS.search(text)) or bool(_OPENS_PLAIN.match(text) and not _ONE_LINE.search(text))
    return Line(row, text, opens, closes)


def _without_comment(raw: str) -> str:
    text = raw.strip()
    if text.startswith("#"):
        return ""
    position = text.find(" #")
    while position >= 0 and text[position + 2 : position + 3] == "{":
        position = text.find(" #", position + 2)
    if position >= 0 and text.count('"', 0, position) % 2 == 0 and text.count("'", 0, position) % 2 == 0:
        return text[:position].rstrip()
    return text


def macro(source: Source, line: Line) -> Macro | None:
    """The call a line starts with; None when it starts with anything else."""
    match = _CALL.match(line.text)
    if match is None:
        return None
    rest = line.text[match.end(1) :].strip()
    if not rest.startswith("("):
        rest = f"({_OPENS.sub('', rest)})"
    inner = Source(source.path, source.language, rest, ())
    found = inner.arguments(0)
    if found is None:
        return Macro(match[1])
    positional, named = [], dict(found.named)
    for text in found.positional:
        rocket = _ROCKET.fullmatch(text) if "=>" in text else None
        if rocket is None:
            positional.append(text)
        elif rocket[1].strip().startswith(":") and rocket[1].strip()[1:].isidentifier():
            named.setdefault(rocket[1].strip()[1:], rocket[2].strip())
        else:
            positional.append(rocket[1].strip())
            named.setdefault("=>", rocket[2].strip())
    return Macro(match[1], tuple(positional), named)
