"""Page routers of web clients: trees of route objects (Vue, React, Angular) and nested `<Route>` elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.records import Route
from indexer.routing.expressions import handler_name, pattern_of
from indexer.routing.prefixes import join
from indexer.routing.source import Source

MAX_TEXT = 2_000_000
MAX_TAG = 3000
MAX_BRACKETS = 100_000

_LANGUAGES = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_OBJECT_MARKS = {
    "vue-router": ("vue-router", "RouteRecordRaw", "VueRouter", "RouteConfig"),
    "angular": ("@angular/router",),
    "react-router": ("react-router", "RouteObject", "createBrowserRouter", "useRoutes", "createHashRouter"),
}
_KEY = re.compile(r"\s{0,400}[\"']?([A-Za-z_]\w{0,40})[\"']?\s{0,5}:\s{0,60}")
_COMMENTS = re.compile(r"\s{0,400}(?://[^\n]{0,300}\n\s{0,200}){1,12}")
_HANDLERS = (
    "component",
    "Component",
    "element",
    "loadComponent",
    "lazy",
    "loadChildren",
    "components",
    "redirect",
    "redirectTo",
)
_ROUTE_KEYS = frozenset(
    {*_HANDLERS, "children", "name", "meta", "loader", "canActivate", "beforeEnter", "index", "handle"}
)
_TAG = re.compile(r"<(/?)([A-Z]\w{0,40}Route|Route)(?=[\s/>])")
_TAG_PART = re.compile(r"[\"'`{}>]|/>")
_ATTRIBUTE = re.compile(
    r"\b(path|element|component|Component|render|index|exact|children)\b\s{0,3}(?:=\s{0,3}(?=[\"'{]))?"
)
_CAPITAL = re.compile(r"<\s{0,3}([A-Z][\w.]{0,80})")


@dataclass(slots=True)
class _Object:
    """A bracket that is open or was: where it stands, which one holds it, and the starts of its parts."""

    opening: str
    parent: int
    parts: list[int] = field(default_factory=list)
    end: int = -1


def client_routes(source: Source) -> Iterator[Route]:
    """The pages a client's router knows."""
    if source.language not in _LANGUAGES or len(source.text) > MAX_TEXT or "path" not in source.text:
        return
    if "<Route" in source.text or "Route path" in source.text or "Route\n" in source.text:
        yield from _elements(source)
    for framework, marks in _OBJECT_MARKS.items():
        if any(mark in source.text for mark in marks):
            yield from _objects(source, framework)
            return


def _objects(source: Source, framework: str) -> Iterator[Route]:
    if not re.search(r"\bpath[\"']?\s{0,3}:", source.text):
        return
    objects = _brackets(source)
    full: dict[int, str] = {}
    for number, item in enumerate(objects):
        if item.opening != "{" or item.end < 0:
            continue
        values = _values(source, item)
        above = _above(objects, number, full)
        path = values.get("path")
        if path is None or not _ROUTE_KEYS & values.keys():
            if "index" in values and (handler := _object_handler(values)):
                yield Route(source.path, _line(source, item), "PAGE", join(above), handler, framework)
            continue
        pattern, _ = pattern_of(source, path)
        full[number] = join(pattern) if pattern.startswith("/") else join(above, pattern)
        handler = _object_handler(values)
        if handler or "children" not in values:
            yield Route(source.path, _line(source, item), "PAGE", full[number], handler, framework)


def _line(source: Source, item: _Object) -> int:
    """The row of an object's `path` (or `index`): where a reader looks for it."""
    for start in item.parts:
        match = _key(source, start, item.end)
        if match and match[1] in ("path", "index"):
            return source.line(match.start(1))
    return source.line(item.parts[0])


def _key(source: Source, start: int, end: int) -> re.Match[str] | None:
    """The key a part of an object starts with, behind blanks and line comments."""
    comments = _COMMENTS.match(source.text, start, end)
    return _KEY.match(source.text, comments.end() if comments else start, end)


def _brackets(source: Source) -> list[_Object]:
    """All brackets of a file in the order they open, in one sweep."""
    found: list[_Object] = []
    stack: list[int] = []
    for offset, char in source.structure(0, len(source.text)):
        if char in "([{":
            found.append(_Object(char, stack[-1] if stack else -1, [offset + 1]))
            stack.append(len(found) - 1)
            if len(found) > MAX_BRACKETS:
                return []
        elif char in ")]}":
            if stack:
                found[stack.pop()].end = offset
        elif char == "," and stack:
            found[stack[-1]].parts.append(offset + 1)
    return found


def _values(source: Source, item: _Object) -> dict[str, str]:
    """The named parts of an object as texts; short ones only, children stay a mark."""
    values: dict[str, str] = {}
    for index, start in enumerate(item.parts):
        match = _key(source, start, item.end)
        if match is None:
            continue
        end = item.parts[index + 1] - 1 if index + 1 < len(item.parts) else item.end
        values.setdefault(match[1], source.text[match.end() : min(end, match.end() + 1500)].strip())
    return values


def _above(objects: list[_Object], number: int, full: dict[int, str]) -> str:
    """The full path of the nearest route object around an object."""
    parent = objects[number].parent
    for _ in range(60):
        if parent < 0:
            return ""
        if parent in full:
            return full[parent]
        parent = objects[parent].parent
    return ""


def _object_handler(values: dict[str, str]) -> str:
    for key in _HANDLERS:
        if text := values.get(key, ""):
            elements = _CAPITAL.findall(text) if key == "element" else []
            name = elements[-1] if elements else handler_name(text)
            if name:
                return name
            if key in ("component", "lazy", "loadComponent", "loadChildren", "redirect"):
                return values.get("name", "").strip("\"'`") or key
    return ""


def _elements(source: Source) -> Iterator[Route]:
    """`<Route path="a" element={<A />}>`, nested ones joined."""
    prefixes = [""]
    for match in _TAG.finditer(source.text):
        if source.commented(match.start()):
            continue
        if match[1]:
            if len(prefixes) > 1:
                prefixes.pop()
            continue
        end, closed = _tag_end(source, match.end())
        if end < 0:
            if not source.spend(0):
                return
            continue
        values = _attributes(source, match.end(), end)
        pattern = prefixes[-1]
        if "path" in values:
            own, _ = pattern_of(source, values["path"])
            pattern = join(own) if own.startswith("/") else join(prefixes[-1], own)
        if "path" in values or "index" in values:
            text = (
                values.get("element")
                or values.get("component")
                or values.get("Component")
                or values.get("render", "")
            )
            elements = _CAPITAL.findall(text)
            handler = elements[-1] if elements else handler_name(text.strip("{}"))
            if handler or closed:
                yield Route(
                    source.path, source.line(match.start()), "PAGE", pattern or "/", handler, "react-router"
                )
        if not closed and len(prefixes) < 60:
            prefixes.append(pattern)


def _tag_end(source: Source, start: int) -> tuple[int, bool]:
    """Where an opening tag ends and whether it closes itself; (-1, …) when it does not end within reach."""
    depth, position, limit = 0, start, min(len(source.text), start + MAX_TAG)
    while match := _TAG_PART.search(source.text, position, limit):
        position = match.end()
        if match[0] in "\"'`":
            position = source.string_end(match.start())
        elif match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth == 0:
            return match.start(), match[0] == "/>"
    source.spend(limit - start)
    return -1, True


def _attributes(source: Source, start: int, end: int) -> dict[str, str]:
    values: dict[str, str] = {}
    position = start
    while match := _ATTRIBUTE.search(source.text, position, end):
        position = match.end()
        if source.text[position : position + 1] == "{" and match[0].rstrip().endswith("="):
            close = source.close(position)
            close = close if 0 <= close < end else end
            values.setdefault(match[1], source.text[position + 1 : close])
            position = close
        elif match[0].rstrip().endswith("="):
            close = source.string_end(position)
            values.setdefault(match[1], source.text[position:close])
            position = close
        else:
            values.setdefault(match[1], "")
    return values
