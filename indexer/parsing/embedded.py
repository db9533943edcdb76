"""Pages and templates: scripts are parsed by their own grammar where they stand, the rest is read for hints.

A Vue, Svelte or Astro file is itself a component. Around the scripts, names are taken from handlers and
bindings (`@click="login"`, `on:submit={save}`, `(click)="login()"`), from template tags (`{% include %}`,
`@extends`, `{{define}}`) and from elements that are components (`<LoginForm>`, `<login-form>`).
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from indexer.parsing.parts import Definition, Findings, Use, parse_part
from indexer.records import ReferenceKind

# Component formats: the file is the definition.
COMPONENTS = frozenset({"vue", "svelte", "astro"})
# Templates whose islands `<% … %>` are parsed as one program of that language.
ISLANDS = {"erb": "ruby", "ejs": "javascript", "eex": "elixir", "jsp": "java"}
# File names that say nothing: the folder names the component.
_NAMELESS = frozenset(
    {"index", "+page", "+layout", "+error", "+server", "page", "layout", "_layout", "[id]", "[slug]"}
)

_SCRIPT = re.compile(rb"<script\b([^>]{0,1000})>", re.IGNORECASE)
_SCRIPT_END = re.compile(rb"</script\b", re.IGNORECASE)
_STYLE = re.compile(rb"<style\b[^>]{0,1000}>", re.IGNORECASE)
_STYLE_END = re.compile(rb"</style\b", re.IGNORECASE)
_LANG = re.compile(rb"""\blang\s*=\s*["']?([\w+-]+)|\btype\s*=\s*["']?([\w./+-]+)""", re.IGNORECASE)
_SRC = re.compile(rb"""\bsrc\s*=\s*["']([^"'{}<>\n]{1,200})["']""", re.IGNORECASE)
_FRONT = re.compile(rb"\A\s*---[^\S\n]*\n(.*?)\n---", re.DOTALL)
_ISLAND = re.compile(rb"<%(?![%#@])[-=_!|]*(.{0,20000}?)[-_]?%>", re.DOTALL)
_TEMPLATE_TAG = re.compile(rb"\{\{.{0,2000}?\}\}|\{%.{0,2000}?%\}|<%.{0,2000}?%>|<\?.{0,2000}?\?>", re.DOTALL)

_LANGUAGES = {
    "ts": "typescript",
    "typescript": "typescript",
    "tsx": "tsx",
    "jsx": "javascript",
    "babel": "javascript",
}

_WORD = rb"[A-Za-z_$][\w$]*"
_ELEMENT = re.compile(rb"<([A-Z][\w.]*|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=[\s/>])")
_BOUND = re.compile(
    rb"(?<=[\s\"'])(?:@[\w.:-]+|v-[\w.:\[\]-]+|:[\w.-]+|on[a-z]+|on:[\w|]+|bind:\w+|use:\w+|\([\w.-]+\)|\[[\w.-]+\]"
    rb"|\*ng\w+|(?:data-)?ng-[\w-]+|x-[\w.:-]+|wire:[\w.:-]+|data-action)\s*=\s*"
    rb"(?:\"([^\"]{1,2000})\"|'([^']{1,2000})'|\{([^{}]{1,2000})\})"
)
_BRACES = re.compile(rb"\{\{-?(.{1,2000}?)-?\}\}|\{!!(.{1,2000}?)!!\}", re.DOTALL)
_CALL = re.compile(rb"(?<![\w$.])((?:" + _WORD + rb"\.){0,4})(" + _WORD + rb")\s*\(")
_PLAIN = re.compile(rb"\s*(?:" + _WORD + rb"\s*\.\s*){0,4}(" + _WORD + rb")\s*;?\s*\Z")
_KEYWORDS = frozenset(b"if for while switch catch function return typeof new in of else".split())

_IMPORTS = re.compile(
    rb"""\{%-?\s*(?:include|extends|import|from|embed|use|render|layout|load)\s+["']?([\w./@:-]{1,200})"""
    rb"""|@(?:include(?:If|When|Unless|First)?|extends|component|each|livewire|vite)\s*\(\s*["']([\w./@:-]{1,200})["']"""
    rb"""|\{\{-?\s*(?:template|block|partial)\s+["']([\w./@:-]{1,200})["']|\{\{[>#]\s*([\w./-]{1,200})"""
    rb"""|<%[-=]?\s*(?:include|render|layout)\s*\(?\s*(?:partial:\s*)?["']([\w./@:-]{1,200})["']"""
    rb"""|<#(?:include|import)\s+["']([\w./@:-]{1,200})["']|<%@\s*\w+[^%]{0,200}?(?:file|import|uri)\s*=\s*["']([^"']{1,200})["']"""
    rb"""|^\s*@(?:using|model|inherits|inject)\s+([\w.]{1,200})"""
    rb"""|<(?:jsp:include|jsp:forward|c:import)\s+[^>]{0,200}?(?:page|url)\s*=\s*["']([^"']{1,200})["']"""
    rb"""|\{%?\s*(?:include|extends)\s+file=["']([^"']{1,200})["']""",
    re.MULTILINE,
)
_DEFINED = re.compile(
    rb"""\{%-?\s*(?:block|macro|component|snippet)\s+["']?([\w.-]{1,80})|\{\{-?\s*(?:define|block)\s+["']([\w./:-]{1,80})["']"""
    rb"""|<#macro\s+([\w.-]{1,80})|@section\s*\(\s*["']([\w.-]{1,80})["']|@section\s+([\w.-]{1,80})"""
    rb"""|<%(?:def|block)\s+name\s*=\s*["']([\w.-]{1,80})|\{#snippet\s+(\w{1,80})"""
)


def embedded_findings(path: str, language: str, source: bytes, found: Findings) -> None:
    """Add what a page or template defines and uses; never raises for what it holds."""
    if language in COMPONENTS:
        found.definitions.append(_component(path, source))
    markup = _scripts(language, source, found)
    if language == "astro":
        front = _FRONT.match(source)
        if front:
            parse_part("typescript", source, found, [front.span(1)])
            markup = _blank(markup, *front.span(1))
    island = ISLANDS.get(language)
    if island:
        spans = [match.span(1) for match in _ISLAND.finditer(source) if match.end(1) > match.start(1)]
        if spans:
            # Pieces of code around markup are no program: what the parser stumbles over says nothing.
            part = Findings()
            parse_part(island, source, part, spans)
            found.definitions += part.definitions
            found.uses += part.uses
    if language == "razor":
        _razor_code(source, found)
    _markup(language, markup, found)


def _component(path: str, source: bytes) -> Definition:
    file = PurePosixPath(path)
    name = file.name.split(".")[0] if not file.name.startswith(".") else file.stem
    if name in _NAMELESS and file.parent.name:
        name = file.parent.name
    rows = source.count(b"\n") - source.endswith(b"\n")
    return Definition(0, -max(1, len(source)), 0, 0, 0, max(0, rows), name, "component", "", False)


def _scripts(language: str, source: bytes, found: Findings) -> bytes:
    """Parse the script blocks; the source with scripts and styles blanked out."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    markup = source
    position = 0
    while True:
        opening = _SCRIPT.search(source, position)
        if opening is None:
            break
        closing = _SCRIPT_END.search(source, opening.end())
        end = closing.start() if closing else len(source)
        src = _SRC.search(opening[1])
        if src:
            _add(found.uses, "import", source.count(b"\n", 0, opening.start()) + 1, src[1])
        dialect = _script_language(opening[1])
        if dialect and end > opening.end():
            ranges.setdefault(dialect, []).append((opening.end(), end))
        position = max(end, opening.end())
        if end > opening.end() and dialect != "html":
            markup = _blank(markup, opening.end(), end)
    for opening in _STYLE.finditer(markup):
        closing = _STYLE_END.search(markup, opening.end())
        markup = _blank(markup, opening.end(), closing.start() if closing else len(markup))
    plain = source if language in COMPONENTS else _TEMPLATE_TAG.sub(_placeholder, source)
    for dialect, spans in ranges.items():
        parse_part(dialect, plain, found, spans)
    return markup


def _script_language(attributes: bytes) -> str:
    """The language a script element holds; '' for data and templates."""
    languages = [
        (match[1] or match[2]).decode("ascii", "replace").lower() for match in _LANG.finditer(attributes)
    ]
    for written in languages:
        name = written.rsplit("/", 1)[-1].removeprefix("x-")
        if name in _LANGUAGES:
            return _LANGUAGES[name]
        if name not in ("javascript", "ecmascript", "module", "js", "mjs", "text"):
            return ""
    return "javascript"


def _placeholder(match: re.Match[bytes]) -> bytes:
    """A template tag inside a script as an expression of the same length and the same line ends."""
    return b"0" + re.sub(rb"[^\n]", b" ", match[0][1:])


def _blank(source: bytes, start: int, end: int) -> bytes:
    return (
        source[:start]
        + re.sub(rb"[^\n]+", lambda match: b" " * len(match[0]), source[start:end])
        + source[end:]
    )


def _razor_code(source: bytes, found: Findings) -> None:
    """`@code { … }` and `@functions { … }` hold the body of a C# class; it is parsed as if in one."""
    for match in re.finditer(rb"@(?:code|functions)\s*\{", source):
        wrapped = bytearray(re.sub(rb"[^\n]", b" ", source[: match.end()])) + source[match.end() :]
        head = b"class _{"
        if match.end() >= len(head):
            wrapped[match.end() - len(head) : match.end()] = head
            part = Findings()
            parse_part("csharp", bytes(wrapped), part)
            found.definitions += [item for item in part.definitions if item.name != "_"]
            found.uses += part.uses


def _markup(language: str, markup: bytes, found: Findings) -> None:
    """Names in what is not script: elements, handlers, bindings, template tags."""
    rows = _Rows(markup)
    for match in _DEFINED.finditer(markup):
        group = match.lastindex or 1
        row = rows.at(match.start()) - 1
        name = match[group].decode("utf-8", "replace")
        found.definitions.append(
            Definition(match.start(), -match.end(), match.start(group), 1, row, row, name, "macro", "", False)
        )
    rows = _Rows(markup)
    for match in _IMPORTS.finditer(markup):
        _add(found.uses, "import", rows.at(match.start()), match[match.lastindex or 1])
    rows = _Rows(markup)
    for match in _ELEMENT.finditer(markup):
        name = match[1]
        if name[:1].islower():
            if language not in COMPONENTS and not name.startswith(b"x-"):
                continue
            name = b"".join(word.capitalize() for word in name.removeprefix(b"x-").split(b"-"))
        _add(found.uses, "call", rows.at(match.start()), name.rsplit(b".", 1)[-1])
    rows = _Rows(markup)
    for match in _BOUND.finditer(markup):
        _value(match, rows.at(match.start()), found.uses)
    rows = _Rows(markup)
    for match in _BRACES.finditer(markup):
        _value(match, rows.at(match.start()), found.uses)
    if language in ("svelte", "astro", "blade", "razor"):
        rows = _Rows(markup)
        for call in _CALL.finditer(markup):
            if call[2] not in _KEYWORDS:
                _add(found.uses, "call", rows.at(call.start()), call[2])


class _Rows:
    """1-based lines of rising offsets, counted on from the last one."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._line = 1
        self._offset = 0

    def at(self, offset: int) -> int:
        self._line += self._source.count(b"\n", self._offset, offset)
        self._offset = offset
        return self._line


def _value(match: re.Match[bytes], line: int, uses: list[Use]) -> None:
    """The names in a bound value: what it calls, or the function it hands over."""
    value = match[match.lastindex or 0]
    plain = _PLAIN.match(value)
    if plain:
        _add(uses, "string", line, plain[1])
    for call in _CALL.finditer(value):
        if call[2] not in _KEYWORDS:
            _add(uses, "call", line + value.count(b"\n", 0, call.start()), call[2])


def _add(uses: list[Use], kind: ReferenceKind, line: int, name: bytes) -> None:
    if name:
        uses.append((kind, line, name.decode("utf-8", "replace")))
