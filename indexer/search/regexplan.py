"""What a line must contain to match a pattern: the literals that let a search skip most files.

The pattern is read with Python's own regex parser, but run by Rust's engine, whose syntax differs in places.
Wherever the two might disagree, nothing is required: a plan may be too weak, never too strong.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as sre_constants  # type: ignore[attr-defined]
    from re import _parser as sre_parse  # type: ignore[attr-defined]
else:
    import sre_constants
    import sre_parse

# Syntax that Python reads differently from Rust, or that changes how what follows is read.
_DOUBTFUL = re.compile(
    r"\[\[|\[\^?\[|\[:|&&|--|~~"  # classes of Rust
    r"|\{,|\\[<>]|\\b\{|\\[pPQEGzZKRXuUxo0-9]"  # escapes and counts
    r"|\(\?[aLmsuxUR-]|\(\?i[a-zA-Z-]|\(\?i\)(?<!^\(\?i\))"  # flags other than a leading (?i)
)
# Stands for \b in a literal: a character that no text holds.
_BOUNDARY = "\ufdd0"
_WORD_RUN = re.compile(r"[A-Za-z0-9_\x80-\ufdcf\ufdd1-\U0010ffff]+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9_]+")
# Shorter pieces of a word occur in too many words to be worth a look.
_MIN_PIECE = 3
_MANY_BRANCHES = 24


class Edge(Enum):
    """What a piece's edge says of the indexed word that holds it."""

    CLOSED = 0  # the word ends here
    OPEN = 1  # the word may go on
    BOUNDARY = 2  # the word ends here or goes on with a character beyond ASCII, which may be no letter


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a piece of one, that must occur, and what its edges are."""

    text: str
    left: Edge
    right: Edge


# All pieces of one alternative must occur in the line; one alternative of each group must.
Alternative = tuple[Piece, ...]
Group = tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a matching line holds: of every group at least one alternative. No group: anything may match.
    `folded`: in any case, and the pieces are in lower case."""

    groups: tuple[Group, ...]
    folded: bool = False


def plan_search(pattern: str, *, literal: bool, ignore_case: bool) -> Plan:
    """The plan of a pattern; that of an invalid pattern is empty."""
    if literal:
        return _plan([(pattern,)], ignore_case)
    if _DOUBTFUL.search(pattern):
        return Plan(())
    if pattern.startswith("(?i)"):
        pattern, ignore_case = pattern[4:], True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Python warns of sets whose meaning may change
            parsed = sre_parse.parse(pattern, re.IGNORECASE if ignore_case else 0)
        groups = _required(parsed)
    except (re.error, Warning, RecursionError, OverflowError, ValueError):
        return Plan(())
    return _plan(groups, ignore_case or bool(parsed.state.flags & re.IGNORECASE))


def _plan(groups: Iterable[Sequence[str]], folded: bool) -> Plan:
    made: list[Group] = []
    for literals in groups:
        group = tuple(_pieces(literal, folded) for literal in literals)
        if all(group):
            made.append(group)
    return Plan(tuple(made), folded)


def _pieces(literal: str, folded: bool) -> Alternative:
    """The words of a literal. One at its edge may go on beyond it; plain numbers are not indexed, so not
    required.

    Folded, only ASCII is: the engine folds letters of other scripts in ways the vocabulary does not know.
    """
    run = _ASCII_RUN if folded else _WORD_RUN
    pieces = []
    for match in run.finditer(literal):
        text = match.group()
        left, right = _edge(literal, match.start() - 1), _edge(literal, match.end())
        whole = left is right is Edge.CLOSED
        if not (text.isascii() and text.isdigit()) and (
            whole or len(text.encode("utf-8", "replace")) >= _MIN_PIECE
        ):
            pieces.append(Piece(text.lower() if folded else text, left, right))
    return tuple(pieces)


def _edge(literal: str, neighbour: int) -> Edge:
    if not 0 <= neighbour < len(literal) or _WORD_RUN.match(literal[neighbour]):
        return Edge.OPEN
    return Edge.BOUNDARY if literal[neighbour] == _BOUNDARY else Edge.CLOSED


def _required(parsed: Any) -> list[tuple[str, ...]]:  # noqa: ANN401 (the parser's own type)
    collector = _Collector()
    collector.sequence(parsed)
    collector.flush()
    return collector.groups


class _Collector:
    """Gathers literals along a parsed sequence. `_run` is the literal text known to stand right here."""

    def __init__(self, run: Sequence[str] = ()) -> None:
        self.groups: list[tuple[str, ...]] = []
        self._run: list[str] = list(run)

    def flush(self) -> None:
        """Ends the current literal: what follows does not touch it."""
        if self._run:
            self.groups.append(("".join(self._run),))
            self._run = []

    def sequence(self, parsed: Any) -> None:  # noqa: ANN401
        """Adds what a sequence requires."""
        for operator, argument in parsed:
            self._one(operator, argument)

    def _one(self, operator: Any, argument: Any) -> None:  # noqa: ANN401
        if operator is sre_constants.LITERAL:
            self._run.append(chr(argument))
        elif operator is sre_constants.AT:
            # Takes no room: what stands on both sides still touches.
            if argument is sre_constants.AT_BOUNDARY:
                self._run.append(_BOUNDARY)
        elif operator is sre_constants.SUBPATTERN:
            _, added, removed, inner = argument
            if added or removed:
                self.flush()
            else:
                self.sequence(inner)
        elif operator in (sre_constants.MAX_REPEAT, sre_constants.MIN_REPEAT):
            least, most, inner = argument
            if least >= 1:
                self.sequence(inner)
            if (least, most) != (1, 1):
                self.flush()
        elif operator is sre_constants.BRANCH:
            self._branch(argument[1])
            self.flush()
        else:
            self.flush()

    def _branch(self, branches: Sequence[Any]) -> None:
        """A branch requires one of the best literals of its alternatives, if all have one."""
        if len(branches) > _MANY_BRANCHES:
            return
        best: list[str] = []
        for branch in branches:
            inner = _Collector(self._run)  # the parser takes out what branches start with alike
            inner.sequence(branch)
            inner.flush()
            single = [group[0] for group in inner.groups if len(group) == 1]
            if not single:
                return
            best.append(max(single, key=len))
        self.groups.append(tuple(best))
