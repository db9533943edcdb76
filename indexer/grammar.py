"""Grammars and their queries: loaded when first needed, compiled once per process.

A query file (queries/<language>.scm) holds patterns in the style of tags.scm:

- `(… name: (_) @name) @definition.<kind>`: a match is one definition. The captured node is the symbol's span
  (with decorators or annotations, where the node holds them), `@name` the node that names it. An optional
  `@owner` names the type it belongs to, where that type does not enclose it (Go receivers, `A::b`).
- `(… name: (_) @name) @scope.<kind>`: not a symbol, but definitions inside are named after it (Rust `impl`,
  Kotlin companion). `<kind>` says whether functions inside are methods (class, struct, trait, …).
- `(…) @reference.<kind>` with kind call, import, decorator, type or string, and `@name` on the name inside;
  without `@name` the captured node is the name itself, which is the cheaper form.
- Two patterns that capture the same name node make one symbol: the kind of the earlier one, the wider span.
- Functions right inside a class-like definition become methods, constants and variables there become fields.
- `; inherits: other` in the first line puts other.scm in front.
- String literals need no pattern: they are found by a regular expression over the text.

Each match costs about 2 us, a pattern nothing measurable on its own: the walk over the tree is the fixed cost
(0.2 of the parse). So a pattern should catch nothing that is thrown away later.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from indexer.errors import DataFileError
from indexer.languages import language

if TYPE_CHECKING:
    from tree_sitter import Language as Parsing
    from tree_sitter import Query

QUERIES = Path(__file__).with_name("queries")
Role = Literal["definition", "scope", "reference"]


@dataclass(frozen=True, slots=True)
class PatternUse:
    """What a match of one pattern means. `capture` is the full capture name of its outer node."""

    role: Role
    kind: str
    capture: str
    named: bool
    owned: bool


@dataclass(frozen=True, slots=True)
class Grammar:
    """The parse tables and the compiled query of one language; `uses[i]` explains pattern i."""

    parsing: Parsing
    query: Query
    errors: Query
    uses: tuple[PatternUse, ...]


@cache
def load_grammar(name: str) -> Grammar | None:
    """The grammar of a language; None when it has no grammar or query. DataFileError: the query is wrong."""
    record = language(name)
    if not record.grammar:
        return None
    source = query_source(name)
    if not source:
        return None
    import tree_sitter
    from tree_sitter_language_pack import get_language

    try:
        grammar = get_language(record.grammar)  # type: ignore[arg-type]
    except LookupError:
        return None
    try:
        query = tree_sitter.Query(grammar, source)
    except tree_sitter.QueryError as error:
        raise DataFileError(f"queries/{name}.scm: {' '.join(str(error).split())}") from error
    uses = tuple(_use(name, query, source.encode(), index) for index in range(query.pattern_count))
    return Grammar(grammar, query, tree_sitter.Query(grammar, "(ERROR) @error"), uses)


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


def _use(name: str, query: Query, source: bytes, index: int) -> PatternUse:
    """Read the capture names of one pattern from its text."""
    text = source[query.start_byte_for_pattern(index) : query.end_byte_for_pattern(index)].decode()
    words = [line.split(";", 1)[0] for line in text.split("\n") if not line.lstrip().startswith(";")]
    captures = {
        word.rstrip(")]") for line in words for word in line.replace("@", " @").split() if word[0] == "@"
    }
    for capture in sorted(captures):
        role, _, kind = capture[1:].partition(".")
        if role in ("definition", "scope", "reference") and kind:
            known: Role = (
                "definition" if role == "definition" else "scope" if role == "scope" else "reference"
            )
            named = "@name" in captures
            if known != "reference" and not named:
                break
            return PatternUse(known, kind, capture[1:], named, "@owner" in captures)
    line = source[: query.start_byte_for_pattern(index)].count(b"\n") + 1
    raise DataFileError(f"queries/{name}.scm: pattern at line {line}: expected @definition.<kind> with @name")
