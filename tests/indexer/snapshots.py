"""Renders an extraction for people: the source with a caret line under each definition and reference."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from indexer.parsing.extract import extract
from indexer.parsing.languages import language_of
from indexer.records import Symbol

GUTTER = "      "


def render(file: Path) -> str:
    """The annotated source of one input file, ending in a newline."""
    data = file.read_bytes()
    text = data.decode("utf-8")
    language = language_of(file.name, data)
    found = extract(file.name, language, data, text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    labels: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for symbol in found.symbols:
        row = _name_row(lines, symbol)
        confidence = "" if symbol.confidence == "parsed" else " (regex)"
        label = f"{symbol.kind} {symbol.qualname} {symbol.start}-{symbol.end}{confidence}"
        labels[row].append(_mark(lines[row], symbol.name, "= ", label))
    for kind, line, name in found.uses:
        labels[line - 1].append(
            _mark(lines[line - 1], name, "", f"{kind} {name}" if name not in lines[line - 1] else kind)
        )
    head = [f"language: {language}"] + ([f"note: {found.note}"] if found.note else [])
    body: list[str] = []
    for row, text in enumerate(lines):
        body.append(f"{row + 1:4}  {text}".rstrip())
        body += [
            GUTTER + " " * column + "^" * max(1, width) + " " + label
            for column, width, label in sorted(labels[row])
        ]
    return "\n".join([*head, "", *body]) + "\n"


def _name_row(lines: list[str], symbol: Symbol) -> int:
    """The first row of the symbol that holds its name as a word; its first row where none does."""
    word = re.compile(rf"(?<!\w){re.escape(symbol.name)}(?!\w)")
    for row in range(symbol.start - 1, symbol.end):
        if word.search(lines[row]) and (
            not symbol.signature or lines[row].strip()[:40] == symbol.signature[:40]
        ):
            return row
    return symbol.start - 1


def _mark(line: str, name: str, sign: str, label: str) -> tuple[int, int, str]:
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)
    column = found.start() if found else line.find(name)
    return (max(column, 0), len(name) if column >= 0 else 1, sign + label)
