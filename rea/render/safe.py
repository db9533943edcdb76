"""Makes repository text harmless in each output: no escapes, no Markdown structure, nothing hidden."""

from __future__ import annotations

import json
import re

from tools.text import safe_text

TAB = "    "
_OPENERS = re.compile(r"([\\`*\[\]<>|~])")
# An underscore inside a word is plain; at a word's edge it opens emphasis.
_EDGE_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BLOCK = re.compile(r"^(\s*\d+(?=[.)])|\s*(?=[#>+=-]))([#>+=.)-])(?=\s|$)")
_BACKTICKS = re.compile(r"`+")
_NOT_ASCII = re.compile(r"[^\x20-\x7e\n]")


def terminal_line(text: str) -> str:
    """One line for a terminal: control, bidirectional and invisible characters are shown, tabs are blanks."""
    return safe_text(text.replace("\t", TAB))


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, in a paragraph, a list item or a table cell."""
    flat = safe_text(" ".join(text.split()))
    flat = _OPENERS.sub(r"\\\1", flat)
    flat = _EDGE_UNDERSCORE.sub(r"\\_", flat)
    flat = _ENTITY.sub("&amp;", flat)
    flat = flat.replace("://", "\\://")  # a bare address would become a link
    return _BLOCK.sub(r"\1\\\2", flat)


def markdown_code(text: str, *, in_table: bool = False) -> str:
    """A code span whose fence is longer than any run of backticks in it."""
    flat = safe_text(" ".join(text.split())) or " "
    fence = "`" * (_longest_run(flat) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    span = f"{fence}{pad}{flat}{pad}{fence}"
    # A pipe splits a table cell even inside a code span; there the backslash is taken away again.
    return span.replace("|", "\\|") if in_table else span


def markdown_block(lines: tuple[str, ...], language: str = "") -> str:
    """A fenced block whose fence is longer than any run of backticks in the lines."""
    body = [safe_text(line.replace("\t", TAB)) for line in lines]
    fence = "`" * max(3, _longest_run("\n".join(body)) + 1)
    info = language if re.fullmatch(r"[A-Za-z0-9+#_-]{1,30}", language) else ""
    return "\n".join([f"{fence}{info}", *body, fence])


def json_text(text: str) -> str:
    """JSON with hidden and directional characters escaped, other scripts readable. Nothing is lost."""
    return _NOT_ASCII.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if safe_text(character) == character:
        return character
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
