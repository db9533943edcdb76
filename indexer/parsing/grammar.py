"""Grammars and their queries: loaded when first needed, compiled once per process.

A query file (queries/<language>.scm) holds patterns in the style of tags.scm:

- `(… name: (_) @name) @definition.<kind>`: a match is one definition. The captured node is the symbol's span
  (with decorators or annotations, where the node holds them), `@name` the node that names it. An optional
  `@owner` names the type it belongs to, where that type does not enclose it (Go receivers, `A::b`). Captured
  twice in a pattern, the span runs from the first node to the second (a signature and its body).
- `(… name: (_) @name) @scope.<kind>`: not a symbol, but definitions inside are named after it (Rust `impl`,
  Kotlin companion). `<kind>` says whether functions inside are methods (class, struct, trait, …).
- `(…) @reference.<kind>` with kind call, import, decorator, type or string, and `@name` on the name inside;
  without `@name` the captured node is the name itself.
- Two patterns that capture the same name node make one symbol: the kind of the earlier one, the wider span.
- Functions right inside a class-like definition become methods, constants and variables there become fields.
- `; inherits: other` in the first line puts other.scm in front.
- String literals need no pattern: they are found by a regular expression over the text.

Each capture costs about 1 us, a pattern nothing measurable on its own: the walk over the tree is the fixed
cost (0.2 of the parse). So a pattern should catch nothing that is thrown away later. For the same reason the
query is rewritten before it is compiled: the captures of a definition get the number of their pattern,
references keep one capture, so that the binding's `captures` (a few lists) does instead of `matches` (one
dict per match).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from indexer.errors import DataFileError
from indexer.parsing.languages import language
from indexer.records import ReferenceKind

if TYPE_CHECKING:
    from tree_sitter import Language as Parsing
    from tree_sitter import Query

QUERIES = Path(__file__).with_name("queries")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()\[\]]|[^\s()\[\]";]+')


@dataclass(frozen=True, slots=True)
class DefinitionPattern:
    """One pattern that defines symbols: `order` is its rank in the file, the last four are capture names."""

    order: int
    kind: str
    scope_only: bool
    node: str
    tail: str
    name: str
    owner: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """The parse tables and the compiled query of one language, with the meaning of its captures."""

    parsing: Parsing
    query: Query
    references: Mapping[str, ReferenceKind]
    definitions: tuple[DefinitionPattern, ...]


@cache
def load_grammar(name: str) -> Grammar | None:
    """The grammar of a language; None when it has no grammar or query. DataFileError: the query is wrong."""
    record = language(name)
    source = query_source(name) if record.grammar else ""
    if not source:
        return None
    import tree_sitter
    from tree_sitter_language_pack import get_language

    try:
        parsing = get_language(record.grammar)  # type: ignore[arg-type]
    except LookupError:
        return None
    try:
        rewritten, definitions = _rewrite(name, source)
        query = tree_sitter.Query(parsing, rewritten)
    except tree_sitter.QueryError as error:
        raise DataFileError(f"queries/{name}.scm: {' '.join(str(error).split())}") from error
    references = {f"reference.{kind}": cast(ReferenceKind, kind) for kind in get_args(ReferenceKind)}
    return Grammar(parsing, query, references, definitions)


def has_grammar(name: str) -> bool:
    """Whether the parse tables of a language are installed. Nothing is compiled."""
    from tree_sitter_language_pack import get_language

    try:
        get_language(language(name).grammar)  # type: ignore[arg-type]
    except LookupError:
        return False
    return True


@cache
def load_error_query(name: str) -> Query:
    """The query for what a language's parser could not understand; compiled when the first error is met."""
    import tree_sitter
    from tree_sitter_language_pack import get_language

    parsing = get_language(language(name).grammar)  # type: ignore[arg-type]
    query: Query = tree_sitter.Query(parsing, "(ERROR) @error")
    return query


def query_source(name: str) -> str:
    """The text of a language's query with what it inherits in front; '' when there is none."""
    file = QUERIES / f"{name}.scm"
    if not file.is_file():
        return ""
    text = file.read_text(encoding="utf-8")
    first = text.split("\n", 1)[0]
    if first.startswith("; inherits:"):
        parents = first.removeprefix("; inherits:").replace(",", " ").split()
        text = "\n".join([*(query_source(parent) for parent in parents), text])
    return text


def _rewrite(name: str, source: str) -> tuple[str, tuple[DefinitionPattern, ...]]:
    """Number the captures of definitions, leave one capture to references; see the module's docstring."""
    definitions: list[DefinitionPattern] = []
    patterns: list[str] = []
    for index, tokens in enumerate(_patterns(source)):
        captures = {token for token in tokens if token[0] == "@"}
        roles = [token for token in captures if token.startswith(("@definition.", "@scope.", "@reference."))]
        role, _, kind = roles[0][1:].partition(".") if len(roles) == 1 else ("", "", "")
        if role == "reference" and kind in get_args(ReferenceKind):
            names = {"@name": roles[0], roles[0]: ""} if "@name" in captures else {}
        elif role in ("definition", "scope") and "@name" in captures:
            owner = f"o{index}" if "@owner" in captures else ""
            tail = f"e{index}" if tokens.count(roles[0]) > 1 else ""
            if tail:
                tokens[len(tokens) - 1 - tokens[::-1].index(roles[0])] = f"@{tail}"
            names = {roles[0]: f"@d{index}", "@name": f"@n{index}", "@owner": f"@{owner}"}
            definitions.append(
                DefinitionPattern(index, kind, role == "scope", f"d{index}", tail, f"n{index}", owner)
            )
        else:
            raise DataFileError(
                f"queries/{name}.scm: {' '.join(tokens)[:80]}: a pattern needs one @definition.… or @scope.…,"
                " both with @name, or one @reference.…"
            )
        patterns.append(" ".join(names.get(token, token) for token in tokens))
    return "\n".join(patterns), tuple(definitions)


def _patterns(source: str) -> list[list[str]]:
    """The patterns of a query as tokens, without comments: compiling it to find them costs 0.1 s or more."""
    patterns: list[list[str]] = []
    depth = 0
    for piece in _TOKEN.findall(source):
        if piece[0] == ";":
            continue
        if piece in "([":
            if depth == 0:
                patterns.append([])
            depth += 1
        elif piece in ")]":
            depth -= 1
        if patterns:
            patterns[-1].append(piece)
    return patterns
