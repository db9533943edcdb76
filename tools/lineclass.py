"""What kind of line a text is, from its look alone: to show telling lines before imports and comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

COMMENT = 3
_MODIFIERS = (
    r"export|default|public|private|protected|internal|static|final|abstract|async|override|virtual|open|readonly|"
    r"sealed|partial|inline|extern|pub(?:\([a-z]{1,10}\))?"
)
_DEFINING = re.compile(
    rf"\s*(?:(?:{_MODIFIERS})\s+){{0,6}}"
    r"(?:class|def|defp|defmodule|func|fun|function|fn|interface|struct|enum|trait|impl|type|module|record|const|"
    r"let|var|val|create\s+table(?:\s+if\s+not\s+exists)?|alter\s+table)\s+(?:\([^)]*\)\s*)?"
    r"[\"`\[]?(?P<name>[\w$.:]+)",
    re.IGNORECASE,
)
# `public Task<User> Login(`, `static int fill(`, `void run(`: a type between modifiers and name.
_TYPED = re.compile(
    rf"\s*(?:(?:(?:{_MODIFIERS})\s+){{1,6}}(?:[\w<>\[\],.?*:&]+\s+){{1,4}}|(?:void|int|bool|char|long|string)\s+)"
    r"\**(?P<name>\w+)\s*\(",
    re.IGNORECASE,
)
_ROUTE = re.compile(
    r"\.(?:get|post|put|patch|delete|handle|handlefunc|any|route|on)\(\s*[\"'`]|\bpath\(\s*[\"']|Route::"
)
_COMMENT = re.compile(r"\s*(?://|#(?!\[|include|define)|/?\*|--|<!--|;|%)")
_IMPORT = re.compile(r"\s*(?:import|from|use|using|require|#include|export \* from)\b")


def line_class(text: str, words: Sequence[str] = ()) -> int:
    """0: a line that defines something named like one of `words` (lower case; none: anything), or a route;
    1: other code; 2: an import; 3: a comment."""
    text = text[:400]
    if _COMMENT.match(text):
        return COMMENT
    if _IMPORT.match(text):
        return 2
    if _ROUTE.search(text):
        return 0
    match = _DEFINING.match(text) or _TYPED.match(text)
    if match is None:
        return 1
    name = match["name"].lower()
    return 0 if not words or any(word in name for word in words) else 1
