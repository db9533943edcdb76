"""Which language a file is written in: by its name first, by its first bytes where the name says nothing.

The table itself is data (languages.yaml). Every text file gets a language; `text`: nothing better is known.
Endings that several languages share (`.h`, `.m`, `.v`, `.ts`, …) are told apart by a look at the first bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from indexer.datafiles import load_table
from indexer.errors import DataFileError

TABLE_FILE = Path(__file__).with_name("languages.yaml")
UNKNOWN = "text"
CATEGORIES = frozenset({"code", "template", "style", "data", "config", "prose"})


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `grammar` is '' when none parses it; `embeds`: it carries blocks of other languages.

    `comment` is the marker of a line comment, '' when there is none; `quotes` are the marks a string literal
    may stand in. `category` is one of CATEGORIES.
    """

    name: str
    grammar: str = ""
    embeds: bool = False
    category: str = "code"
    comment: str = ""
    quotes: str = "\"'"


@dataclass(frozen=True, slots=True)
class LanguageTable:
    """The languages and the ways to find them; endings and names in lower case, endings without a dot."""

    languages: Mapping[str, Language]
    endings: Mapping[str, str]
    names: Mapping[str, str]
    prefixes: tuple[tuple[str, str, str], ...]  # (beginning, ending, language) of names with a `*`
    shebangs: Mapping[str, str]


def language_of(path: str, head: bytes = b"") -> str:
    """Name the language of a file from its repo-relative path and, where that is not enough, its first bytes.

    Never fails: `text` when nothing is known. Some hundred bytes of `head` do; more decide more often.
    """
    table = _table()
    name = path.rsplit("/", 1)[-1].lower()
    found = table.names.get(name)
    if found is None:
        for beginning, ending, language in table.prefixes:
            if name.startswith(beginning) and name.endswith(ending) and name != beginning + ending:
                found = language
                break
    if found is None:
        found = _by_ending(table, name, head)
    if found is None and head.startswith(b"#!"):
        found = _by_shebang(table, head)
    if found is None and head:
        found = _by_content(head)
    return found or UNKNOWN


def language(name: str) -> Language:
    """The record of a language; an unknown name gives a language with nothing but that name."""
    return _table().languages.get(name) or Language(name=name, category="prose")


def known_languages() -> tuple[str, ...]:
    """The names of all languages of the table, in its order."""
    return tuple(_table().languages)


def _by_ending(table: LanguageTable, name: str, head: bytes) -> str | None:
    """The longest known ending wins: `x.blade.php` is blade, `x.min.js` is javascript."""
    start = name.find(".")
    while start >= 0:
        ending = name[start + 1 :]
        found = table.endings.get(ending)
        if found is not None:
            rules = _SHARED.get(ending)
            if rules and head:
                for pattern, other in rules:
                    if pattern.search(head):
                        return other
            return found
        start = name.find(".", start + 1)
    return None


def _by_shebang(table: LanguageTable, head: bytes) -> str | None:
    """`#!/usr/bin/env -S python3.11 -u` -> python."""
    line = head.split(b"\n", 1)[0][2:].decode("latin-1")
    words = line.replace("\\", "/").split()
    if words and words[0].rsplit("/", 1)[-1] == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if not words:
        return None
    program = words[0].rsplit("/", 1)[-1]
    return table.shebangs.get(program) or table.shebangs.get(re.sub(r"[-.\d]+$", "", program))


def _by_content(head: bytes) -> str | None:
    """A file without a telling name: an XML, PHP or HTML opening, or an editor's mode line."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:200].lower()
    if start.startswith(b"<?xml"):
        return "xml"
    if start.startswith(b"<?php"):
        return "php"
    if start.startswith((b"<!doctype html", b"<html")):
        return "html"
    mode = re.search(
        rb"-\*-\s*(?:mode:\s*)?([A-Za-z+#]+)|\b(?:vim?|ex):\s*.*?\b(?:ft|filetype)=(\w+)", head[:400]
    )
    if mode:
        word = (mode.group(1) or mode.group(2)).decode("ascii").lower()
        word = {"c++": "cpp", "sh": "bash", "shell-script": "bash", "makefile": "make"}.get(word, word)
        if word in _table().languages:
            return word
    return None


def _rules(*pairs: tuple[bytes, str]) -> tuple[tuple[re.Pattern[bytes], str], ...]:
    return tuple((re.compile(pattern, re.MULTILINE), language) for pattern, language in pairs)


# Endings that several languages share: the first pattern found in the head decides, else the table does.
_CPP = (
    rb"^\s*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|public:|private:|protected:)"
    rb"|\bstd::|^#include\s+<[a-z_]+>"
)
_OBJC = rb"^\s*@(?:interface|protocol|implementation|import|class|property)\b|^#import\b"
_SHARED: Mapping[str, tuple[tuple[re.Pattern[bytes], str], ...]] = {
    "h": _rules((_OBJC, "objc"), (_CPP, "cpp")),
    "inc": _rules(
        (rb"^\s*(?:#include|#define|#if)", "c"), (rb"<\?php|<\?=", "php"), (rb"^\s*(?:\.|;|%)\w", "assembly")
    ),
    "m": _rules((rb"^\s*(?:function\b|%|classdef\b)", "matlab")),
    "v": _rules((rb"^\s*(?:`timescale|module\s+\w+\s*[(#;]|`include|`define|endmodule)", "verilog")),
    "ts": _rules((rb"\A\s*<\?xml|\A\s*<!DOCTYPE TS", "xml")),
    "tsx": _rules((rb"\A\s*<\?xml", "xml")),
    "pl": _rules((rb"^\s*:-|^\w+\([^)]*\)\s*:-", "prolog")),
    "pro": _rules((rb"^\s*(?:QT|TEMPLATE|SOURCES|HEADERS|CONFIG)\s*[+]?=", "make")),
    "t": _rules((rb"\A\s*(?:Module|System)\b", "text")),
    "d": _rules((rb"^[^\n]*\.o\s*:", "make"), (rb"^\s*(?:#pragma D|syscall|dtrace|provider)\b", "text")),
    "fs": _rules((rb"^\s*#version\b|gl_FragColor", "glsl")),
    "re": _rules((rb"^\s*#include\b|/\*!re2c", "c")),
    "rs": _rules(
        (rb"\A\s*<\?xml", "xml"),
    ),
    "cls": _rules(
        (rb"\\(?:ProvidesClass|NeedsTeXFormat|LoadClass)", "tex"), (rb"^(?:VERSION|Attribute)\b", "vb")
    ),
    "bas": _rules(
        (rb"^\d+\s", "text"),
    ),
    "mod": _rules((rb"<!ELEMENT|<!ENTITY", "xml"), (rb"^(?:DEFINITION |IMPLEMENTATION )?MODULE\b", "pascal")),
    "spec": _rules((rb"^\s*(?:describe|it|require)\b", "text")),
    "ll": _rules(
        (rb"^%%", "lex"),
    ),
    "pp": _rules((rb"^\s*(?:class|define|node|include|package)\s+[\w:']+.*\{|=>", "puppet")),
    "as": _rules(
        (rb"^\s*(?:\.|;)", "assembly"),
    ),
    "g": _rules(
        (rb"^(?:Declare|Install|BindGlobal)", "text"),
    ),
    "st": _rules(
        (rb"^\s*(?:PROGRAM|FUNCTION_BLOCK|VAR)\b", "pascal"),
    ),
    "conf": _rules(
        (rb"^\s*(?:server|location|upstream|http|events)\b[^=\n]*\{", "nginx"),
        (rb"^\s*<VirtualHost", "apache"),
    ),
    "config": _rules((rb"\A(?:\xef\xbb\xbf)?\s*<", "xml"), (rb"\A\s*\{", "json"), (rb"", "ini")),
    "tpl": _rules(
        (rb"^\{\{-?\s*(?:define|if|include|range|/\*)|^(?:apiVersion|kind):", "yaml"),
    ),
    "tmpl": _rules((rb"^(?:package|func)\s", "go"), (rb"^(?:apiVersion|kind|\w+):\s*\n", "yaml")),
    "in": (),
}


@cache
def _table() -> LanguageTable:
    return load_languages(TABLE_FILE)


def load_languages(file: Path) -> LanguageTable:
    """Read a language table; DataFileError names the entry that is wrong."""
    raw = load_table(file)
    languages: dict[str, Language] = {}
    endings: dict[str, str] = {}
    names: dict[str, str] = {}
    prefixes: list[tuple[str, str, str]] = []
    shebangs: dict[str, str] = {}
    for name, entry in raw.items():
        languages[name] = _language(file, name, entry)
        for ending in entry.get("extensions", ()):
            _claim(file, endings, ending.lower(), name)
        for shebang in entry.get("shebangs", ()):
            _claim(file, shebangs, shebang, name)
        for whole in entry.get("files", ()):
            if "*" in whole:
                beginning, ending = whole.lower().split("*", 1)
                prefixes.append((beginning, ending, name))
            else:
                _claim(file, names, whole.lower(), name)
    return LanguageTable(languages, endings, names, tuple(prefixes), shebangs)


def _language(file: Path, name: str, entry: object) -> Language:
    fields = {"grammar", "embeds", "category", "comment", "quotes", "extensions", "files", "shebangs"}
    if not isinstance(entry, dict) or not set(entry) <= fields:
        raise DataFileError(f"{file.name}: language {name}: expected only {', '.join(sorted(fields))}")
    category = entry.get("category", "code")
    if category not in CATEGORIES:
        raise DataFileError(f"{file.name}: language {name}: unknown category {category}")
    return Language(
        name=name,
        grammar=entry.get("grammar", ""),
        embeds=bool(entry.get("embeds", False)),
        category=category,
        comment=entry.get("comment", ""),
        quotes=entry.get("quotes", "\"'"),
    )


def _claim(file: Path, owners: dict[str, str], key: str, name: str) -> None:
    owner = owners.setdefault(key, name)
    if owner != name:
        raise DataFileError(f"{file.name}: {key} stands under both {owner} and {name}")
