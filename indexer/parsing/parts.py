"""Parses one part of a file (all of it, or the script block of a page) and runs the language's query on it.

A parse has a time limit (the parser calls back) and a size limit; rows it could not understand are noted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from indexer.parsing.grammar import DefinitionPattern, Grammar, load_error_query, load_grammar
from indexer.records import ReferenceKind

if TYPE_CHECKING:
    from tree_sitter import Node, Range, Tree

MAX_PARSE_BYTES = 4_000_000
PARSE_SECONDS = 4.0
SMALL_BYTES = 32_000  # too short to keep a parser busy; the callback costs 3 % of a parse
READ_BYTES = 65_536
SLICE_BYTES = 500_000  # what a query looks at between two glances at the clock
NAME_LENGTH = 80
IMPORT_LENGTH = 200
_AROUND_NAMES = "\"'`<>:"  # quotation marks, and the colon of an atom or symbol

# (kind, line, name): a reference without its path, as the store keeps it. Lines are 1-based.
Use = tuple[ReferenceKind, int, str]


class Definition(NamedTuple):
    """A definition before qualified names are joined, in an order that sorts an outer one before inner ones.

    Bytes and 0-based rows; `order` is the rank of its pattern, which decides between twins.
    """

    start: int
    minus_end: int
    name_start: int
    order: int
    first_row: int
    last_row: int
    name: str
    kind: str
    owner: str
    scope_only: bool


@dataclass(slots=True)
class Findings:
    """What the parts of a file gave. `bad_rows`: first and last row of what was not understood."""

    definitions: list[Definition] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    bad_rows: list[tuple[int, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


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
    try:
        root = _parse(grammar, source, ranges).root_node
        for captures in _captures(grammar, root, len(source)):
            _collect(grammar, captures, source, found)
    except TimeoutError:
        found.notes.append(f"parse stopped after {PARSE_SECONDS:.0f} s")
        return False
    if root.has_error:
        _collect_errors(language, root, found)
    return True


def _parse(grammar: Grammar, source: bytes, ranges: list[tuple[int, int]] | None) -> Tree:
    """Parse with a deadline: the parser calls back every hundred steps or so. TimeoutError: it passed."""
    import tree_sitter

    parser = tree_sitter.Parser(grammar.parsing)
    if ranges:
        parser.included_ranges = [_range(source, start, end) for start, end in ranges]
    if len(source) <= SMALL_BYTES:
        return parser.parse(source)
    deadline = time.monotonic() + PARSE_SECONDS
    try:
        # Only this form takes a callback. The pieces must be bytes: a view crashes queries with predicates.
        return parser.parse(
            lambda offset, _point: source[offset : offset + READ_BYTES],
            progress_callback=lambda _offset, _error: time.monotonic() > deadline,
        )
    except ValueError as error:  # how the binding reports a stopped parse
        raise TimeoutError from error


def _range(source: bytes, start: int, end: int) -> Range:
    import tree_sitter

    points = [
        tree_sitter.Point(source.count(b"\n", 0, byte), byte - (source.rfind(b"\n", 0, byte) + 1))
        for byte in (start, end)
    ]
    return tree_sitter.Range(points[0], points[1], start, end)


def _captures(grammar: Grammar, root: Node, size: int) -> Iterator[dict[str, list[Node]]]:
    """The captured nodes of a query by capture name. TimeoutError: it took too long.

    The time is looked at between slices of a big file. (The binding's progress callback for queries would be
    the natural way, but tree-sitter 0.26.1 crashes the process on it.) A match over a border comes up twice.
    """
    import tree_sitter

    cursor = tree_sitter.QueryCursor(grammar.query)
    if size <= SLICE_BYTES:
        yield cursor.captures(root)
        return
    deadline = time.monotonic() + PARSE_SECONDS
    for start in range(0, size, SLICE_BYTES):
        if time.monotonic() > deadline:
            raise TimeoutError
        cursor.set_byte_range(start, min(size, start + SLICE_BYTES))
        yield cursor.captures(root)


def _collect(grammar: Grammar, captures: dict[str, list[Node]], source: bytes, found: Findings) -> None:
    """Turn captured nodes into definitions and uses."""
    for pattern in grammar.definitions:
        if pattern.node in captures:
            found.definitions += _definitions(pattern, captures, source)
    # Where a definition is written as a call (Elixir, macros), its name is no use of it.
    own_names = {definition.name_start for definition in found.definitions}
    text = source.decode("ascii") if source.isascii() else ""
    for capture, kind in grammar.references.items():
        nodes = captures.get(capture)
        if not nodes:
            continue
        if kind in ("call", "string"):
            nodes = [node for node in nodes if node.start_byte not in own_names]
        if text:
            uses = [(kind, node.start_point[0] + 1, text[node.start_byte : node.end_byte]) for node in nodes]
        else:
            uses = [
                (
                    kind,
                    node.start_point[0] + 1,
                    source[node.start_byte : node.end_byte].decode("utf-8", "replace"),
                )
                for node in nodes
            ]
        if kind != "call":
            uses = [(kind, line, _clean(name)) for _, line, name in uses]
        longest = IMPORT_LENGTH if kind == "import" else NAME_LENGTH
        shortest = 2 if kind == "string" else 1
        found.uses += [use for use in uses if shortest <= len(use[2]) <= longest]


def _clean(name: str) -> str:
    """A module or type name as one word: without quotes or colon, blanks folded."""
    name = name.strip(_AROUND_NAMES)
    return name if name.isidentifier() else " ".join(name.split())


def _start(node: Node) -> int:
    return node.start_byte


def _in_step(nodes: list[Node], tails: list[Node], names: list[Node]) -> bool:
    """Whether each name lies in the span of the same rank. Mostly so: a query yields both by their places."""
    if not len(nodes) == len(names) == len(tails):
        return False
    for node, tail, name in zip(nodes, tails, names, strict=True):
        if not node.start_byte <= name.start_byte < tail.end_byte:
            return False
    return True


def _paired(nodes: list[Node], names: list[Node]) -> tuple[list[Node], list[Node]]:
    """Give each name the smallest node around it; needed where a definition holds another before its name."""
    pairs = []
    for name in names:
        start = name.start_byte
        around = [node for node in nodes if node.start_byte <= start < node.end_byte]
        if around:
            pairs.append((min(around, key=lambda node: node.end_byte - node.start_byte), name))
    return [node for node, _ in pairs], [name for _, name in pairs]


def _definitions(
    pattern: DefinitionPattern, captures: dict[str, list[Node]], source: bytes
) -> Iterator[Definition]:
    """The definitions one pattern found."""
    nodes, names = captures[pattern.node], captures[pattern.name]
    tails = captures.get(pattern.tail, nodes)
    if tails is not nodes or not _in_step(nodes, tails, names):
        nodes, names, tails = (sorted(some, key=_start) for some in (nodes, names, tails))
        if not _in_step(nodes, tails, names):
            nodes, names = _paired(nodes, names)
            tails = nodes
    owners = captures.get(pattern.owner)
    for node, tail, name_node in zip(nodes, tails, names, strict=True):
        start, name_start = node.start_byte, name_node.start_byte
        first_row, (last_row, last_column) = node.start_point[0], tail.end_point
        if last_column == 0 and last_row > first_row:
            last_row -= 1
        name = source[name_start : name_node.end_byte].decode("utf-8", "replace")
        yield Definition(
            start,
            -tail.end_byte,
            name_start,
            pattern.order,
            first_row,
            last_row,
            name if name.isidentifier() else _clean(name)[: 2 * NAME_LENGTH],
            pattern.kind,
            _owner(owners, start, name_start, source) if owners else "",
            pattern.scope_only,
        )


def _owner(owners: list[Node], start: int, name_start: int, source: bytes) -> str:
    """The text of the last owner node between the start of a definition and its name."""
    found = ""
    for node in owners:
        if start <= node.start_byte <= name_start:
            found = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return found


def _collect_errors(language: str, root: Node, found: Findings) -> None:
    """Note the rows the parser could not understand."""
    import tree_sitter

    for node in tree_sitter.QueryCursor(load_error_query(language)).captures(root).get("error", ()):
        found.bad_rows.append((node.start_point[0], node.end_point[0]))
