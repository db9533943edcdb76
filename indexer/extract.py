"""Definitions and references of one file: parsed by its grammar, by regular expressions where that fails.

Every file gives a result and no file stops the run: a parse has a time and a size limit, regions the parser
did not understand are read again by regular expressions (confidence `regex`), `note` says what was degraded.
Lines are counted as everywhere else: \\n, \\r\\n and a lone \\r end one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from indexer.embedded import embedded_findings
from indexer.fallback import regex_symbols, regex_uses
from indexer.languages import language as language_record
from indexer.parts import Definition, Findings, Use, parse_part
from indexer.records import Reference, Symbol

MAX_SYMBOLS = 2000
MAX_USES = 20_000
NOTED_ERRORS = 0.02  # share of lines
SIGNATURE_LENGTH = 200

_METHOD_OWNERS = frozenset({"class", "struct", "interface", "trait", "enum", "type"})
_INSIDE_TYPE = {"function": "method", "constant": "field", "variable": "field"}
_PLAIN = frozenset({"constant", "macro", "field", "variable", "key"})
_STRING = re.compile(r"""(["'`])([A-Za-z_$@/][\w$@/.:*{}<>-]{1,79})\1""")
_LONE_CR = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Extracted:
    """What one file defines and uses. `note` is '' or says what was degraded, for people.

    `uses` are the references without their path, (kind, line, name), without twins: building 180,000 records
    costs as much as finding them, so the store reads this and `references` builds records on demand.
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
    if b"\r" in source:
        source = _LONE_CR.sub(b"\n", source)
    record = language_record(language)
    found = Findings()
    if record.embeds:
        embedded_findings(path, language, source, found)
        parsed = True
    else:
        parsed = parse_part(language, source, found)
    lines = Lines(source)
    symbols = _symbols(path, found.definitions, lines)
    if not parsed or found.bad_rows:
        symbols = _with_regex(path, language, lines, symbols, found, parsed)
    _string_uses(lines.text, found.uses)
    return Extracted(
        path, _cut_symbols(symbols, found.notes), _cut_uses(found.uses, found.notes), "; ".join(found.notes)
    )


class Lines:
    """The text of a file and, made when first needed, its lines."""

    def __init__(self, source: bytes) -> None:
        self.text = source.decode("utf-8", "replace")
        self._lines: list[str] = []

    @property
    def lines(self) -> list[str]:
        if not self._lines:
            self._lines = self.text.split("\n")
        return self._lines

    def signature(self, row: int) -> str:
        lines = self.lines
        return lines[row].strip()[:SIGNATURE_LENGTH].rstrip() if row < len(lines) else ""


def _symbols(path: str, definitions: list[Definition], lines: Lines) -> list[Symbol]:
    """Join the definitions to symbols in one sweep over their starts: a stack holds those still open."""
    merged: dict[int, Definition] = {}
    for item in sorted(definitions, key=lambda item: item.order):
        first = merged.setdefault(item.name_start, item)
        if item is not first and item.end - item.start > first.end - first.start:
            first.start, first.end = item.start, item.end
            first.first_row, first.last_row = item.first_row, item.last_row
    symbols: list[Symbol] = []
    open_ones: list[tuple[int, int, str, str]] = []  # (start, end, qualified name, kind)
    for item in sorted(merged.values(), key=lambda item: (item.start, -item.end, item.name_start)):
        while open_ones and (open_ones[-1][1] <= item.start or open_ones[-1][:2] == (item.start, item.end)):
            open_ones.pop()
        outer, outer_kind = open_ones[-1][2:] if open_ones else ("", "")
        if item.owner:
            outer = (
                f"{outer}.{item.owner}"
                if outer and outer.split(".")[-1] != item.owner
                else outer or item.owner
            )
        qualname = f"{outer}.{item.name}" if outer else item.name
        kind = item.kind
        if outer_kind in _METHOD_OWNERS:
            kind = _INSIDE_TYPE.get(kind, kind)
        if item.name and not item.scope_only:
            symbols.append(
                Symbol(
                    path,
                    item.name,
                    qualname,
                    kind,
                    item.first_row + 1,
                    item.last_row + 1,
                    lines.signature(item.name_row),
                )
            )
        if item.end > item.start:
            open_ones.append((item.start, item.end, qualname if item.name else outer, kind))
    return symbols


def _with_regex(
    path: str, language: str, lines: Lines, symbols: list[Symbol], found: Findings, parsed: bool
) -> list[Symbol]:
    """Add what regular expressions find in the rows not understood (all rows of an unparsed file)."""
    total = max(1, len(lines.lines))
    if not parsed:
        for use in regex_uses(language, lines.text):
            found.uses[use] = None
        return regex_symbols(path, language, lines.text)
    bad = bytearray(total + 1)
    for first, last in found.bad_rows:
        bad[first : last + 1] = b"\1" * (min(last, total) - first + 1)
    share = sum(bad) / total
    known = {(symbol.name, symbol.start) for symbol in symbols} | {
        (symbol.name, symbol.kind) for symbol in symbols
    }
    extra = [
        symbol
        for symbol in regex_symbols(path, language, lines.text)
        if bad[min(symbol.start - 1, total)]
        and not {(symbol.name, symbol.start), (symbol.name, symbol.kind)} & known
    ]
    if share >= NOTED_ERRORS or extra:
        found.notes.append(f"parse errors in {max(1, round(100 * share))} % of lines")
    return sorted([*symbols, *extra], key=lambda symbol: symbol.start) if extra else symbols


def _string_uses(text: str, uses: dict[Use, None]) -> None:
    """Add string literals that look like a name, a dotted name or a path: hints of registration by name."""
    line, position = 1, 0
    for match in _STRING.finditer(text):
        start = match.start()
        line += text.count("\n", position, start)
        position = start
        uses["string", line, match.group(2)] = None


def _cut_symbols(symbols: list[Symbol], notes: list[str]) -> tuple[Symbol, ...]:
    """Keep at most MAX_SYMBOLS; plain values go first, 100,000 constants do not push out functions."""
    if len(symbols) <= MAX_SYMBOLS:
        return tuple(symbols)
    notes.append(f"symbols cut at {MAX_SYMBOLS}")
    ranked = sorted(range(len(symbols)), key=lambda index: (symbols[index].kind in _PLAIN, index))
    return tuple(symbols[index] for index in sorted(ranked[:MAX_SYMBOLS]))


def _cut_uses(uses: dict[Use, None], notes: list[str]) -> tuple[Use, ...]:
    if len(uses) > MAX_USES:
        notes.append(f"references cut at {MAX_USES}")
        return tuple(list(uses)[:MAX_USES])
    return tuple(uses)
