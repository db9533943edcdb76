"""Parses one part of a file (all of it, or the script block of a page) and runs the language's query on it.

A parse has a time limit (the parser calls back) and a size limit; rows it could not understand are noted.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.grammar import Grammar, PatternUse, load_grammar
from indexer.records import ReferenceKind

if TYPE_CHECKING:
    from tree_sitter import Node, Range, Tree

MAX_PARSE_BYTES = 4_000_000
PARSE_SECONDS = 4.0
BIG_FILE = 300_000  # bytes; smaller files cannot keep a query busy for long
NAME_LENGTH = 80
IMPORT_LENGTH = 200
_QUOTES = "\"'`<>"

# (kind, line, name): a reference without its path, as the store keeps it. Lines are 1-based.
Use = tuple[ReferenceKind, int, str]


@dataclass(slots=True)
class Definition:
    """A definition in bytes and rows (0-based) before names are joined to qualified names."""

    start: int
    end: int
    name_start: int
    first_row: int
    last_row: int
    name_row: int
    name: str
    kind: str
    owner: str
    scope_only: bool
    order: int


class Findings:
    """Definitions and uses gathered from one or more parsed parts of a file."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.uses: dict[Use, None] = {}
        self.bad_rows: list[tuple[int, int]] = []
        self.notes: list[str] = []


def parse_part(
    language: str, source: bytes, found: Findings, ranges: list[tuple[int, int]] | None = None
) -> bool:
    """Parse `source` (only the byte `ranges` if given), add what it defines and uses; False: not parsed."""
    grammar = load_grammar(language)
    if grammar is None:
        return False
    if len(source) > MAX_PARSE_BYTES:
        found.notes.append(f"not parsed: {len(source) / 1e6:.1f} MB")
        return False
    tree = _parse(grammar, source, ranges)
    if tree is None:
        found.notes.append(f"parse stopped after {PARSE_SECONDS:.0f} s")
        return False
    root = tree.root_node
    if not _collect(grammar, root, source, found):
        found.notes.append(f"query stopped after {PARSE_SECONDS:.0f} s")
        return False
    if root.has_error:
        _collect_errors(grammar, root, found)
    return True


def _parse(grammar: Grammar, source: bytes, ranges: list[tuple[int, int]] | None) -> Tree | None:
    """Parse with a deadline: the parser calls back every hundred steps or so."""
    import tree_sitter

    deadline = time.monotonic() + PARSE_SECONDS
    view = memoryview(source)
    parser = tree_sitter.Parser(grammar.parsing)
    if ranges:
        parser.included_ranges = [_range(source, start, end) for start, end in ranges]
    try:
        return parser.parse(
            lambda offset, _point: view[offset:],
            progress_callback=lambda _offset, _error: time.monotonic() > deadline,
        )
    except ValueError:  # how the binding reports a stopped parse
        return None


def _range(source: bytes, start: int, end: int) -> Range:
    import tree_sitter

    points = [
        tree_sitter.Point(source.count(b"\n", 0, byte), byte - (source.rfind(b"\n", 0, byte) + 1))
        for byte in (start, end)
    ]
    return tree_sitter.Range(points[0], points[1], start, end)


def _collect(grammar: Grammar, root: Node, source: bytes, found: Findings) -> bool:
    """Run the query and gather definitions and uses; False when it did not finish in time."""
    import tree_sitter

    deadline = time.monotonic() + PARSE_SECONDS
    cursor = tree_sitter.QueryCursor(grammar.query)
    if len(source) > BIG_FILE:
        matches = cursor.matches(root, None, lambda _offset: time.monotonic() > deadline)
        if time.monotonic() > deadline:
            return False
    else:
        matches = cursor.matches(root)
    kinds = [use.kind if use.role == "reference" else "" for use in grammar.uses]
    names = ["name" if use.named else use.capture for use in grammar.uses]
    text = source.decode("ascii") if source.isascii() else None
    uses = found.uses
    for order, captures in matches:
        kind = kinds[order]
        node = captures[names[order]][0]
        start, end = node.start_byte, node.end_byte
        name = text[start:end] if text is not None else source[start:end].decode("utf-8", "replace")
        if not kind:
            found.definitions.append(_definition(grammar.uses[order], order, captures, name, node))
            continue
        if kind == "call":
            if end - start > NAME_LENGTH:
                continue
        else:
            name = _clean(name, IMPORT_LENGTH if kind == "import" else NAME_LENGTH)
        if name:
            uses[kind, node.start_point[0] + 1, name] = None  # type: ignore[index]
    return True


def _clean(name: str, longest: int) -> str:
    """A module or type name as one word: without quotes, blanks folded; '' when too long to be a name."""
    name = name.strip(_QUOTES)
    if len(name) > longest:
        return ""
    return name if name.isidentifier() else " ".join(name.split())


def _definition(
    use: PatternUse, order: int, captures: dict[str, list[Node]], name: str, node: Node
) -> Definition:
    whole = captures[use.capture][0]
    owner = ""
    if use.owned and "owner" in captures:
        text = captures["owner"][0].text
        owner = text.decode("utf-8", "replace") if text else ""
    return Definition(
        start=whole.start_byte,
        end=whole.end_byte,
        name_start=node.start_byte,
        first_row=whole.start_point[0],
        last_row=whole.end_point[0] - (whole.end_point[1] == 0 and whole.end_point[0] > whole.start_point[0]),
        name_row=node.start_point[0],
        name=_clean(name, NAME_LENGTH * 2),
        kind=use.kind,
        owner=owner,
        scope_only=use.role == "scope",
        order=order,
    )


def _collect_errors(grammar: Grammar, root: Node, found: Findings) -> None:
    """Note the rows the parser could not understand."""
    import tree_sitter

    for _, captures in tree_sitter.QueryCursor(grammar.errors).matches(root):
        node = captures["error"][0]
        found.bad_rows.append((node.start_point[0], node.end_point[0]))
