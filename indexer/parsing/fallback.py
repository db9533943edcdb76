"""Definitions and uses by regular expressions: for languages without a grammar, files no parser could read.

The expressions are data (fallback.yaml). Their rows are marked `regex`: they also match comments and
examples. The end of a definition is told from the indentation of the lines after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from indexer.datafiles import load_table
from indexer.errors import DataFileError
from indexer.parsing.languages import language as language_record
from indexer.records import ReferenceKind, Symbol

TABLE_FILE = Path(__file__).with_name("fallback.yaml")
MAX_TEXT = 4_000_000  # characters; what lies behind is not looked at
MAX_MATCHES = 5000
MAX_BODY = 1500  # lines searched for the end of a definition
SIGNATURE_LENGTH = 200
NAME_LENGTH = 80

_TYPES = frozenset({"class", "struct", "interface", "trait", "enum", "module"})
_HOLDERS = _TYPES | {"function", "method", "table", "key", "type"}
# Lines at the indentation of a definition that still belong to it, and those that end it.
_GOES_ON = re.compile(
    r"(?:(?:begin|is|as|then|do|where|implicit none|declare|contains)\b|\{|\(|\)\s*[-:{=])", re.IGNORECASE
)
_CLOSES = re.compile(r"(?:[})\]]|end\b|done\b|fi\b|esac\b)", re.IGNORECASE)

_CALLS = {
    "paren": re.compile(r"(?<![\w$#\"'])([A-Za-z_$][\w$]{1,79})[ \t]?\("),
    "lisp": re.compile(r"\(([a-zA-Z][^\s()\[\]{}\"';]{1,79})"),
    "verb": re.compile(r"(?<![\w-])([A-Za-z]{2,20}-[A-Z]\w{1,60})(?![\w-])"),
}
# Words that look like a call or a definition when a bracket follows.
_KEYWORD = re.compile(
    r"(?:if|for|while|switch|catch|return|sizeof|elif|elseif|until|unless|when|case|match|with|and|or|not|in|is|def"
    r"|defn|fn|func|function|let\*?|sub|proc|procedure|class|struct|new|throw|typeof|alignof|defined|require|cond"
    r"|loop|do|defun|define|defmacro|lambda|ns|try|else|foreach|using|lock|await|assert|del|print)\Z"
)
_IMPORT = re.compile(
    r"^[ \t]*(?:#[ \t]*include|import(?:[ \t]+qualified)?|from|use|using|require|include|open|load|source"
    r"|library|\(require|\(:require|@use|@import|-include|uses|with)\b[ \t(]*['\"<\[]?([\w./:@-]{2,200})",
    re.MULTILINE,
)
_IMPORT_CATEGORIES = frozenset({"code", "style"})


@dataclass(frozen=True, slots=True)
class Expressions:
    """The expressions of a language as one: group i + 1 names a definition of kind `kinds[i]`."""

    pattern: re.Pattern[str] | None
    kinds: tuple[str, ...]
    calls: str


def regex_symbols(path: str, language: str, text: str) -> list[Symbol]:
    """The definitions regular expressions find, in order of lines; at most some thousand."""
    expressions = _expressions(language)
    if expressions.pattern is None:
        return []
    found = list(_matches(expressions, text[:MAX_TEXT]))
    if not found:
        return []
    lines = text.split("\n")
    symbols: list[Symbol] = []
    open_ones: list[tuple[int, str, str]] = []  # (last line, qualified name, kind)
    for row, kind, name in found:
        line = lines[row]
        last = _last_row(lines, row, name, lisp=expressions.calls == "lisp")
        while open_ones and open_ones[-1][0] < row:
            open_ones.pop()
        outer, outer_kind = open_ones[-1][1:] if open_ones else ("", "")
        if kind == "function" and outer_kind in _TYPES and outer_kind != "module":
            kind = "method"
        qualname = f"{outer}.{name}" if outer else name
        signature = line.strip()[:SIGNATURE_LENGTH].rstrip()
        symbols.append(Symbol(path, name, qualname, kind, row + 1, last + 1, signature, "regex"))
        if kind in _HOLDERS and last > row:
            open_ones.append((last, qualname, kind))
    return symbols


def regex_uses(language: str, text: str) -> list[tuple[ReferenceKind, int, str]]:
    """Imports and calls as (kind, line, name), both by the looks of the text."""
    expressions = _expressions(language)
    text = text[:MAX_TEXT]
    uses: list[tuple[ReferenceKind, int, str]] = []
    if language_record(language).category in _IMPORT_CATEGORIES:
        for line, name in _located(_IMPORT, text):
            uses.append(("import", line, name))
    calls = _CALLS.get(expressions.calls)
    if calls is not None:
        for line, name in _located(calls, text):
            if not _KEYWORD.match(name):
                uses.append(("call", line, name))
    return uses


def _located(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    line, position = 1, 0
    for match in pattern.finditer(text):
        start = match.start(1)
        line += text.count("\n", position, start)
        position = start
        yield line, match[1]


def _matches(expressions: Expressions, text: str) -> Iterator[tuple[int, str, str]]:
    """(row, kind, name) of each match; a keyword in the place of a name is none."""
    assert expressions.pattern is not None  # noqa: S101 (checked by the caller)
    row, position, count = 0, 0, 0
    for match in expressions.pattern.finditer(text):
        group = match.lastindex
        if group is None:
            continue
        name = match[group].strip()
        if not name or _KEYWORD.match(name) or len(name) > NAME_LENGTH:
            continue
        start = match.start(group)
        row += text.count("\n", position, start)
        position = start
        yield row, expressions.kinds[group - 1], name
        count += 1
        if count >= MAX_MATCHES:
            return


def _last_row(lines: Sequence[str], row: int, name: str, *, lisp: bool) -> int:
    """The last row of the definition that begins in `row`: before the next line not indented deeper."""
    indent = _indent(lines[row])
    last = row
    for index in range(row + 1, min(len(lines), row + MAX_BODY)):
        line = lines[index]
        stripped = line.strip()
        if not stripped or (stripped[0] == "#" and _indent(line) == indent):
            continue
        depth = _indent(line)
        if depth > indent:
            last = index
        elif depth < indent or lisp:
            return last
        elif _CLOSES.match(stripped):
            return index
        elif _GOES_ON.match(stripped) or stripped.startswith(f"{name} "):
            last = index
        else:
            return last
    return last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@cache
def _expressions(language: str) -> Expressions:
    table = _table()
    entry = table.get(language, {})
    calls = str(entry.get("calls", "paren" if language_record(language).category == "code" else "none"))
    pairs = list(_pairs(table, language, set()))
    if not pairs:
        return Expressions(None, (), calls)
    flags = re.MULTILINE | (re.IGNORECASE if entry.get("ignore_case") else 0)
    try:
        pattern = re.compile("|".join(expression for _, expression in pairs), flags)
    except re.error as error:
        raise DataFileError(f"{TABLE_FILE.name}: {language}: {error}") from error
    if pattern.groups != len(pairs):
        raise DataFileError(f"{TABLE_FILE.name}: {language}: each expression needs exactly one group")
    return Expressions(pattern, tuple(kind for kind, _ in pairs), calls)


def _pairs(
    table: Mapping[str, dict[str, object]], language: str, seen: set[str]
) -> Iterator[tuple[str, str]]:
    """(kind, expression) of a language, its own first."""
    if language in seen:
        return
    seen.add(language)
    entry = table.get(language, {})
    for kind, written in entry.items():
        if kind in ("like", "ignore_case", "calls"):
            continue
        for expression in written if isinstance(written, list) else [written]:
            yield kind, str(expression)
    others = entry.get("like", [])
    for other in others if isinstance(others, list) else [str(others)]:
        yield from _pairs(table, str(other), seen)


@cache
def _table() -> Mapping[str, dict[str, object]]:
    table = load_table(TABLE_FILE)
    for language, entry in table.items():
        if not isinstance(entry, dict):
            raise DataFileError(f"{TABLE_FILE.name}: {language}: expected kinds and expressions")
    return table
