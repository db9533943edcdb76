"""Definitions and references of one file: parsed by its grammar, by regular expressions where that fails.

Every file gives a result and no file stops the run: a parse has a time and a size limit, regions the parser
did not understand are read again by regular expressions (confidence `regex`), `note` says what was degraded.
Lines are counted as everywhere else: \\n, \\r\\n and a lone \\r end one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from indexer.parsing.embedded import embedded_findings
from indexer.parsing.fallback import regex_symbols, regex_uses
from indexer.parsing.languages import language as language_record
from indexer.parsing.parts import Definition, Findings, Use, parse_part
from indexer.records import Reference, Symbol

MAX_SYMBOLS = 2000
MAX_USES = 20_000
NOTED_ERRORS = 0.02  # share of lines
SIGNATURE_LENGTH = 200
SIGNATURE_BYTES = 800  # after the name: enough for SIGNATURE_LENGTH characters

_METHOD_OWNERS = frozenset({"class", "struct", "interface", "trait", "enum", "type"})
_INSIDE_TYPE = {"function": "method", "variable": "field"}
_MEMBERS = frozenset({"field", "property"})
_PLAIN = frozenset({"constant", "macro", "field", "variable", "key"})
# One expression per quotation mark: a literal first character lets the search run at memory speed.
_STRINGS = {
    quote: re.compile(quote + r"([A-Za-z_$@/.#:][A-Za-z0-9_$@/.:*{}<>?=&#-]{1,79})" + quote)
    for quote in "\"'`"
}
# The style classes of an element are names of nothing else.
_CLASSES = re.compile(r"""\bclass(?:Name)?\s*=\s*(?:"[^"]*"|'[^']*')""")
_LONE_CR = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Extracted:
    """What one file defines and uses. `note` is '' or says what was degraded, for people.

    `uses` are the references without their path, (kind, line, name), kind by kind, no twins: building 180,000
    records costs as much as finding them, so the store reads this and `references` builds records on demand.
    """

    path: str
    symbols: tuple[Symbol, ...]
    uses: tuple[Use, ...]
    note: str = ""

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references as records."""
        return tuple(Reference(self.path, name, kind, line) for kind, line, name in self.uses)


def extract(path: str, language: str, data: bytes, text: str) -> Extracted:
    """Extract the symbols and references of one file; never raises for what the file holds.

    `data` are the bytes of the file, `text` its decoded text; they differ for files that are not UTF-8.
    """
    source = data if data.isascii() and len(data) == len(text) else text.encode("utf-8", "replace")
    if b"\r" in source and source.count(b"\r") != source.count(b"\r\n"):
        source = _LONE_CR.sub(b"\n", source)
    record = language_record(language)
    found = Findings()
    if record.embeds:
        embedded_findings(path, language, source, found)
        parsed = True
    else:
        parsed = parse_part(language, source, found)
    symbols = _symbols(path, found.definitions, source)
    whole = text if source is data else source.decode("utf-8", "replace")
    if not parsed or found.bad_rows:
        symbols = _with_regex(path, language, whole, symbols, found, parsed)
    _string_uses(_CLASSES.sub(_blank, whole) if record.embeds else whole, record.quotes, found.uses)
    notes = found.notes
    return Extracted(path, _cut_symbols(symbols, notes), _cut_uses(found.uses, notes), "; ".join(notes))


def _symbols(path: str, definitions: list[Definition], source: bytes) -> list[Symbol]:
    """Join the definitions to symbols in one sweep over their starts: a stack holds those still open."""
    symbols: list[Symbol] = []
    open_ones = [(-1, sys.maxsize, "", "", "")]  # (start, end, qualified name, its qualifier, kind)
    for item in sorted(_merged(definitions)):
        start, minus_end, name_start, _, first_row, last_row, name, kind, owner, scope_only = item
        end = -minus_end
        while open_ones[-1][1] <= start or open_ones[-1][:2] == (start, end):
            open_ones.pop()
        _, _, outer, outer_qualifier, outer_kind = open_ones[-1]
        if owner:
            outer = owner if not outer or outer.split(".")[-1] == owner else f"{outer}.{owner}"
        elif outer_kind == "method" and kind in _MEMBERS:  # declared by a parameter of the constructor
            outer = outer_qualifier
        qualname = f"{outer}.{name}" if outer else name
        if outer_kind in _METHOD_OWNERS:
            kind = _INSIDE_TYPE.get(kind, kind)
        if name and not scope_only:
            line = source[source.rfind(b"\n", 0, name_start) + 1 : name_start + SIGNATURE_BYTES]
            signature = line.split(b"\n", 1)[0].decode("utf-8", "replace").strip()[:SIGNATURE_LENGTH].rstrip()
            symbols.append(Symbol(path, name, qualname, kind, first_row + 1, last_row + 1, signature))
        open_ones.append((start, end, qualname if name else outer, outer, kind))
    return symbols


def _merged(definitions: list[Definition]) -> Iterable[Definition]:
    """One definition per name: of the pattern that comes first in the query, with the widest span of all."""
    merged: dict[int, Definition] = {}
    for item in definitions:
        twin = merged.setdefault(item.name_start, item)
        if twin is not item:
            first = item if item.order < twin.order else twin
            wide = item if item.start + item.minus_end < twin.start + twin.minus_end else twin
            merged[item.name_start] = first._replace(
                start=wide.start, minus_end=wide.minus_end, first_row=wide.first_row, last_row=wide.last_row
            )
    return merged.values()


def _with_regex(
    path: str, language: str, text: str, symbols: list[Symbol], found: Findings, parsed: bool
) -> list[Symbol]:
    """Add what regular expressions find in the rows not understood (all rows of an unparsed file)."""
    if not parsed:
        symbols = regex_symbols(path, language, text)
        own = {("call", symbol.start, symbol.name) for symbol in symbols}
        found.uses += [use for use in regex_uses(language, text) if use not in own]
        return symbols
    total = text.count("\n") + 1
    bad = bytearray(total + 1)
    for first, last in found.bad_rows:
        bad[first : last + 1] = b"\1" * (min(last, total) - first + 1)
    known: set[str | int] = {symbol.start for symbol in symbols}
    known.update(f"{symbol.kind} {symbol.name}" for symbol in symbols)
    extra = [
        symbol
        for symbol in regex_symbols(path, language, text)
        if bad[min(symbol.start - 1, total)]
        and symbol.start not in known
        and f"{symbol.kind} {symbol.name}" not in known
    ]
    share = sum(bad) / total
    if share >= NOTED_ERRORS or extra:
        found.notes.append(f"parse errors in {max(1, round(100 * share))} % of lines")
    return sorted([*symbols, *extra], key=lambda symbol: symbol.start) if extra else symbols


def _string_uses(text: str, quotes: str, uses: list[Use]) -> None:
    """Add string literals that look like a name, a dotted name or a path: hints of registration by name."""
    for quote in quotes:
        line, position = 1, 0
        for match in _STRINGS[quote].finditer(text):
            start = match.start()
            line += text.count("\n", position, start)
            position = start
            uses.append(("string", line, match[1]))


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _cut_symbols(symbols: list[Symbol], notes: list[str]) -> tuple[Symbol, ...]:
    """Keep at most MAX_SYMBOLS; plain values go first, 100,000 constants do not push out functions."""
    if len(symbols) <= MAX_SYMBOLS:
        return tuple(symbols)
    notes.append(f"symbols cut at {MAX_SYMBOLS}")
    ranked = sorted(range(len(symbols)), key=lambda index: (symbols[index].kind in _PLAIN, index))
    return tuple(symbols[index] for index in sorted(ranked[:MAX_SYMBOLS]))


def _cut_uses(uses: list[Use], notes: list[str]) -> tuple[Use, ...]:
    """The uses without twins; the string of an import is no registration hint."""
    if len(uses) > MAX_USES:
        notes.append(f"references cut at {MAX_USES}")
    kept = dict.fromkeys(uses[:MAX_USES])
    for kind, line, name in uses:
        if kind == "import":
            kept.pop(("string", line, name), None)
    return tuple(kept)
