"""What an argument of a route call says: its path pattern, and the name of the handler it hands over."""

from __future__ import annotations

import re

from indexer.routing.source import Source

MAX_PATTERN = 300
MAX_EXPRESSION = 4000

_STRING = re.compile(
    r"(?P<prefix>[A-Za-z@$#~]{0,3})(?P<body>\"(?:[^\"\\\n]|\\.){0,600}\"|'(?:[^'\\\n]|\\.){0,600}'|`(?:[^`\\]|\\.){0,600}`|/(?=\^)[^\n]{0,300}/)"
)
_TOKEN = re.compile(
    _STRING.pattern + r"|(?P<name>[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,80}){0,6})"
)
_NAME = re.compile(r"[A-Za-z_$][\w$]{0,80}")
_PATH_NAME = re.compile(
    r"[A-Za-z_$][\w$]{0,80}[?!]?(?:\s{0,3}(?:\.|::|->|\?\.)\s{0,40}[A-Za-z_$][\w$]{0,80}[?!]?){0,8}"
)
_INLINE = re.compile(
    r"(?:async\b\s{0,3}|static\b\s{0,3}|move\b\s{0,3})?(?:function\b\s{0,3}\*?\s{0,3}(?P<name>[A-Za-z_$][\w$]{0,80})?|func\b|fn\b|lambda\b|delegate\b|\||\{|->|do\b|\([^()]{0,200}\)\s{0,3}(?::[^={]{1,80})?=>|\([^()]{0,200}\([^()]{0,200}\)[^()]{0,200}\)\s{0,3}=>|[A-Za-z_$][\w$]{0,80}\s{0,3}=>)"
)
_IMPORTED = re.compile(
    r"\b(?:import|require|resolve)\s{0,3}\(\s{0,40}(?:/\*[^*]{0,200}\*/\s{0,40})?[\"'`]([^\"'`\n]{1,200})[\"'`]"
)
_THEN = re.compile(
    r"=>\s{0,10}\(?\s{0,3}\{?\s{0,10}(?:default\s{0,3}:\s{0,10})?[a-z_]\w{0,20}\.([A-Z]\w{0,80})"
)
_ELEMENT = re.compile(r"<\s{0,3}([A-Z][\w.]{0,80})")
_CLASS = re.compile(r"\\?([A-Za-z_][\w\\]{0,160})::class")
_VALUES = frozenset({"nil", "null", "None", "true", "false", "True", "False", "undefined", "self", "this"})
_LITERAL_STARTS = "\"'`{0123456789"
_SKIPPED_LAST = frozenset({"bind", "call", "apply", "as_view", "asyncHandler", "class", "to_async", "into"})


def strings_in(text: str) -> tuple[str, ...]:
    """All string literals of a short text, without quotes."""
    return tuple(match["body"][1:-1] for match in _STRING.finditer(text[:MAX_EXPRESSION]))


def literal(text: str) -> str | None:
    """The content of a text that is one string literal or symbol (`:name`); None when it is anything else."""
    text = text.strip()
    match = _STRING.fullmatch(text)
    if match:
        return match["body"][1:-1]
    if text.startswith(":") and _NAME.fullmatch(text[1:].rstrip("?!")):
        return text[1:]
    return None


def pattern_of(source: Source, text: str) -> tuple[str, bool]:
    """The path an argument spells, and whether a string literal is in it.

    Literals are joined as `+` or `.` join them; a name is replaced by its literal value when the file assigns
    one, else it stands in braces: `API + "/users"` -> `{API}/users`.
    """
    pieces: list[str] = []
    has_literal, end = False, 0
    for match in _TOKEN.finditer(text[:MAX_EXPRESSION]):
        if pieces and "," in text[end : match.start()]:
            pieces.append("/")  # arguments of a function: path("users", ":id")
        end = match.end()
        if match["body"]:
            pieces.append(match["body"][1:-1])
            has_literal = True
        elif text.startswith("(", match.end()):
            continue  # a function around the path: org_scoped("/login")
        else:
            value = constant(source, match["name"])
            has_literal = has_literal or value is not None
            pieces.append(value if value is not None else "{" + match["name"] + "}")
        if len(pieces) > 8:
            break
    return "".join(pieces).replace("${", "{")[:MAX_PATTERN], has_literal


def patterns_of(source: Source, text: str) -> tuple[tuple[str, ...], bool]:
    """The paths of an argument that may be a list: `["/a", "/b"]`, `{"/a", "/b"}`, or one expression."""
    text = text.strip()
    if text[:1] in "[{" or text.startswith(("array(", "listOf(", "arrayOf(", "new[]", "new []")):
        found = strings_in(text)
        return tuple(found[:20]), bool(found)
    if not text:
        return ("",), False
    pattern, has_literal = pattern_of(source, text)
    return (pattern,), has_literal


def constant(source: Source, name: str) -> str | None:
    """The string a name is assigned in this file; None when it is not, or not a plain string."""
    last = re.split(r"\.|::|->", name)[-1]
    if len(last) < 2:
        return None
    start = 0
    for _ in range(20):
        start = source.text.find(last, start)
        if start < 0:
            return None
        match = _ASSIGNED.match(source.text, start + len(last))
        before = source.text[start - 1 : start]
        if match and not (before.isalnum() or before == "_"):
            return match["body"][1:-1]
        start += len(last)
    return None


_ASSIGNED = re.compile(
    r"\s{0,10}(?::\s{0,3}[\w.&' ]{1,40})?=\s{0,10}" + _STRING.pattern + r"\s{0,5}(?:[;,)\n]|$)"
)


def handler_name(text: str) -> str:
    """The name of the function, method or component an expression hands over; '' for an inline function."""
    text = text.strip()[:MAX_EXPRESSION]
    for _ in range(4):
        if not text:
            return ""
        name, text = _step(text)
        if name is not None:
            return name
    return ""


def _step(text: str) -> tuple[str | None, str]:
    """One look at an expression: a name ('' for inline), or None and the inner expression to look at."""
    imported = _IMPORTED.search(text, 0, 400)
    if imported:
        chosen = _THEN.search(text, imported.end(), imported.end() + 200)
        return (chosen[1] if chosen else stem(imported[1])), ""
    if text[0] == "<":
        element = _ELEMENT.match(text)
        return (element[1].split(".")[-1] if element else ""), ""
    if text[0] in "\"'`:":
        return _string_handler(text), ""
    if text[0] == "[":
        return _list_handler(text), ""
    if "::class" in text:
        found = _CLASS.match(text)
        return (found[1].rsplit("\\", 1)[-1] if found else ""), ""
    inline = _INLINE.match(text)
    if inline or re.match(r"async\b", text):
        return (inline["name"] if inline else "") or "", ""
    if text.startswith(("new ", "await ", "&", "*", "@", "#")):
        return None, text.lstrip("&*@#").removeprefix("new ").removeprefix("await ").strip()
    return _named_handler(text)


def _string_handler(text: str) -> str:
    value = literal(text)
    return value if value is not None and len(value) <= 120 and " " not in value else ""


def _list_handler(text: str) -> str:
    """`[UserController::class, 'show']` -> `UserController@show`; else the last name of the list."""
    found, names = _CLASS.search(text), strings_in(text)
    if found:
        return found[1].rsplit("\\", 1)[-1] + (f"@{names[-1]}" if names else "")
    inner = text.strip("[]").rsplit(",", 1)[-1].strip()
    match = _PATH_NAME.fullmatch(inner)
    return _last(match[0]) if match else ""


def _named_handler(text: str) -> tuple[str | None, str]:
    """A name, perhaps called: `views.login`, `LoginView.as_view()`, `auth(handler)`, `s.handleLogin()`."""
    match = _PATH_NAME.match(text)
    if not match:
        return "", ""
    rest = text[match.end() :].lstrip()
    if rest.startswith("<"):  # type arguments
        rest = rest[rest.find(">") + 1 :]
    if not rest.startswith("("):
        return _last(match[0]), ""
    parts = re.split(r"\s*(?:\?\.|\.|::|->)\s*", match[0])
    if parts[-1] in ("bind", "as_view", "as_asgi", "call") and len(parts) > 1:
        return parts[-2], ""
    inner = rest[1 : rest.rfind(")")].strip() if ")" in rest else ""
    if _INLINE.match(inner):
        return "", ""
    if "(" in inner:
        return (parts[-1], "") if inner[0] in _LITERAL_STARTS else (None, inner)
    given = (part.strip() for part in inner.split(","))
    names = [name for name in given if name and name not in _VALUES and name[0] not in _LITERAL_STARTS]
    return (None, names[-1]) if names else (parts[-1], "")


def _last(name: str) -> str:
    parts = re.split(r"\s*(?:\?\.|\.|::|->)\s*", name)
    while len(parts) > 1 and parts[-1] in _SKIPPED_LAST:
        parts.pop()
    return parts[-1]


def stem(path: str) -> str:
    """The bare file name of a path: `../views/Login.vue` -> `Login`; the folder of an `index`."""
    parts = [part for part in path.split("/") if part]
    if len(parts) > 1 and parts[-1].split(".")[0] == "index":
        parts.pop()
    return parts[-1].split(".")[0] if parts else ""
