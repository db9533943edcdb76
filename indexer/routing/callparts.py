"""The parts of a route call: its paths, its methods, its handler."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indexer.routing.expressions import handler_name, literal, pattern_of, patterns_of
from indexer.routing.prefixes import join
from indexer.routing.rules import Key, Rule
from indexer.routing.source import Arguments, Source

METHODS = {
    "all": "ANY",
    "any": "ANY",
    "api_route": "ANY",
    "del": "DELETE",
    "route": "ANY",
    "sse": "GET",
    "view": "ANY",
    "websocket": "ANY",
    "ws": "ANY",
}
HTTP_METHODS = frozenset(
    {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "ANY"}
)
SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue"})
NO_PATH = "none"  # in `path` of a rule: the call names no path
ALL_STRINGS = "+"  # all strings together are the path: get("users", ":id")
TWO_STRINGS = "0+1"  # namespace and path

# get(show).post(create), web::post().to(create)
METHOD_CALL = re.compile(
    r"\b(get|post|put|delete|patch|head|options|any|trace)(?:_service|_with|_html)?\s{0,3}"
    r"\(\s{0,40}([^()]{0,200})\)?"
)
TO_CALL = re.compile(r"\.to\s{0,3}\(\s{0,20}([\w:.]{1,120})")
INCLUDE = re.compile(r"include\b")

_INCLUDED = re.compile(
    r"include\s{0,3}\(\s{0,20}\(?\s{0,20}([\"'][^\"'\n]{1,200}[\"']|[A-Za-z_][\w.]{0,160})"
)
_DOTTED = re.compile(r"[A-Za-z_$][\w$]{0,80}(?:(?:\.|::)[A-Za-z_$][\w$]{0,80}){0,6}")
_PLAIN_ROUTERS = frozenset({"router", "routes", "urls", "app", "bp", "blueprint", "api"})
_WORD = re.compile(r"[A-Za-z]+")
_STATEMENT = re.compile(r"[;\n]\s{0,20}[\w$]")


@dataclass(frozen=True, slots=True)
class Call:
    """One match of a rule: what it hangs on (a name or '') and what it is given."""

    rule: Rule
    match: re.Match[str]
    receiver: str
    arguments: Arguments

    @property
    def start(self) -> int:
        """The offset of what was matched, behind blanks."""
        head = self.match[0]
        return self.match.start() + len(head) - len(head.lstrip())

    def group(self, name: str) -> str:
        """A named group of the rule's head; '' when it has none."""
        return self.match.groupdict().get(name) or ""


def argument(source: Source, arguments: Arguments, key: Key) -> str:
    """An argument by key; `1.prefix` looks into the object at position 1, `last` is the last one."""
    if key == "last":
        return arguments.get(-1)
    if isinstance(key, str) and "." in key:
        position, name = key.split(".", 1)
        inner = arguments.get(int(position))
        found = re.search(rf"[{{,\[\s][\"']?{re.escape(name)}[\"']?\s{{0,5}}(?::|=>)\s{{0,20}}", inner[:4000])
        if found is None:
            return ""
        piece = Source(source.path, source.language, f"({inner[found.end() : found.end() + 3000]})", ())
        whole = piece.arguments(0)
        return (whole.positional or ("",))[0].split("}")[0].strip() if whole else ""
    return arguments.get(key)


def paths_of(source: Source, call: Call) -> tuple[tuple[str, ...], bool]:
    """The paths of a call and whether it really names one (a literal in the place of the path)."""
    if path := call.group("path"):
        return (path,), True
    for key in call.rule.path:
        if key == NO_PATH:
            return ("",), False
        if key == ALL_STRINGS:
            pieces = [value for text in call.arguments.positional if (value := literal(text)) is not None]
            return ("/".join(pieces),), True
        if key == TWO_STRINGS:
            return (join(*(pattern_of(source, call.arguments.get(at))[0] for at in (0, 1))),), True
        text = argument(source, call.arguments, key)
        if text and not (text[0] == "{" and source.language in SCRIPTS):
            return patterns_of(source, text)
    return ("",), False


def starts_well(rule: Rule, path: str) -> bool:
    """Whether a path begins as the rule wants it; a blank among the characters allows the empty path."""
    return not rule.starts or (path[:1] or " ") in rule.starts or path.startswith("{")


def without_anchors(path: str) -> str:
    """A path without the anchors of a regular expression: `^users/$` -> `users/`."""
    return path.removeprefix("^").removesuffix("$").removesuffix("\\Z")


def handler_of(source: Source, call: Call) -> str:
    """The name of what handles the call's route; '' when it is an inline function."""
    if handler := call.group("handler"):
        return handler
    if call.rule.role == "decorator":
        target = source.below(source.line(call.match.end()))
        return target.symbol.name if target else ""
    for key in call.rule.handler:
        if key == "go":
            return _go_handler(call.arguments)
        text = argument(source, call.arguments, key)
        if text:
            return _mounted(text) if call.rule.role == "mount" or INCLUDE.match(text) else handler_name(text)
    return ""


def _mounted(text: str) -> str:
    """What a prefix leads to: a module, or a router under the name of its module: `users.router`."""
    found = _INCLUDED.match(text)
    inner = found[1] if found else text
    if found and inner[0] in "\"'":
        return inner.strip("\"'")
    dotted = _DOTTED.match(inner)
    if dotted and not inner[dotted.end() :].lstrip().startswith("("):
        parts = re.split(r"::|\.", dotted[0])
        return ".".join(parts[-2:]) if parts[-1] in _PLAIN_ROUTERS else parts[-1]
    return handler_name(inner)


def _go_handler(arguments: Arguments) -> str:
    """Gin puts the handler last, echo second before middleware: the last that is no call, else the second."""
    candidates = [text for text in arguments.positional[1:] if not text.rstrip().endswith(")")]
    return handler_name(candidates[-1] if candidates and len(arguments.positional) > 2 else arguments.get(1))


def handler_for(call: Call, method: str, handler: str) -> str:
    """The handler of one method: in `get(show).post(create)` each has its own."""
    if call.rule.method_call == "":
        return handler
    text = call.arguments.get(call.rule.method_call)
    for found in METHOD_CALL.finditer(text[:3000]):
        if method_name(found[1]) == method:
            if found[2].strip():
                return handler_name(found[2].rsplit(",", 1)[-1])
            to = TO_CALL.search(text, found.end(), found.end() + 400)
            return handler_name(to[1]) if to else ""
    return handler


def methods_of(source: Source, call: Call, path: str) -> set[str]:
    """The methods a call answers to, in the ways its rule knows."""
    rule = call.rule
    if rule.method:
        return {rule.method}
    if rule.method_call != "":
        text = call.arguments.get(rule.method_call)[:3000]
        return {method_name(found[1]) for found in METHOD_CALL.finditer(text)} or {rule.default}
    if rule.method_in_path and " " in path.strip():
        return {method_name(path.split(None, 1)[0])}
    if rule.tail and (listed := _tail_methods(source, call)):
        return listed
    for key in (rule.methods, rule.method_at):
        if key != "" and (listed := _listed(_methods_text(source, call, key))):
            return listed
    named = call.group("method")
    if not named:
        return {rule.default}
    method = method_name(named)
    return {rule.default if method == "ANY" else method}


def _methods_text(source: Source, call: Call, key: Key) -> str:
    return " ".join(call.arguments.positional) if key == "*" else argument(source, call.arguments, key)


def _tail_methods(source: Source, call: Call) -> set[str]:
    """The methods a chained call lists: `HandleFunc("/x", h).Methods("GET")`."""
    tail = source.text[call.arguments.end + 1 : call.arguments.end + 300]
    position = tail.find(f".{call.rule.tail}(")
    if position < 0 or _STATEMENT.search(tail[:position]):
        return set()
    return _listed(tail[position : tail.find(")", position) + 1])


def _listed(text: str) -> set[str]:
    """The methods a text names: `["GET", "POST"]`, `RequestMethod.POST`, `http.MethodGet`."""
    words = {word.upper() for word in _WORD.findall(text[:500].replace("http.Method", ""))}
    return words & HTTP_METHODS


def method_name(word: str) -> str:
    """A method as routes name it: `del` -> DELETE, `all` -> ANY, `get` -> GET."""
    return METHODS.get(word.lower(), word.upper())
