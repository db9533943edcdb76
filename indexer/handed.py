"""Names handed to calls that register what they are given: `app.use(auth)`, `path("login/", views.login)`.

Such a registration leaves no call edge, so the handed names count as registration hints (kind `string`), and
type arguments of container calls (`AddScoped<IUsers, Users>()`) as types. As patterns of a query they would
keep a state alive through every argument list, a fifth of the walk; so only the text behind calls of telling
names is read.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Verbs of routers, event emitters, containers, schedulers, and what framework methods begin with.
_REGISTERS = re.compile(
    r"(?:use|on|once|get|post|put|delete|patch|all|any|head|options|route|path|re_path|url|connect|subscribe|bind"
    r"|listen|observe|watch|before|after|map|run|then|pipe|receiver|include_router|[Rr]egister\w*|[Hh]andle\w*"
    r"|[Ss]chedule\w*|add|add_\w+|(?:add|Add|Use|Map|Bind|With)[A-Z]\w*|Add|Use|Bind|Get)\Z"
)
_TYPE_ARGUMENTS = re.compile(rb"\s{0,4}<([\w\s,.]{1,200})>\s{0,4}\(")
_ARGUMENTS = re.compile(rb"\s{0,4}\(([^()]{1,300})(\()?")
_NAME = re.compile(rb"\s*[&*]?(?:[A-Za-z_$][\w$]*\s*(?:\.|::|->)\s*){0,4}([A-Za-z_$][\w$]{2,79})\s*\Z")
_TYPE = re.compile(rb"([A-Za-z_]\w*)\s*\Z")
_VALUES = frozenset(
    (
        b"true",
        b"false",
        b"null",
        b"None",
        b"True",
        b"False",
        b"nil",
        b"undefined",
        b"this",
        b"self",
        b"async",
        b"err",
    )
)


@lru_cache(maxsize=65536)
def registers(name: str) -> bool:
    """Whether calls of this name tend to register what they are given."""
    return _REGISTERS.match(name) is not None


def handed_names(source: bytes, end: int) -> list[tuple[int, str]]:
    """The names handed to the call whose name ends at byte `end`: (lines further down, name)."""
    found: list[tuple[int, str]] = []
    match = _ARGUMENTS.match(source, end)
    if match is None:
        return found
    arguments = match[1].split(b",")
    if match[2]:  # the last one is a call of its own
        arguments.pop()
    lines = 0
    for argument in arguments:
        name = _NAME.match(argument)
        if name and name[1] not in _VALUES:
            below = lines + argument.count(b"\n", 0, name.start(1))
            found.append((below, name[1].decode("utf-8", "replace")))
        lines += argument.count(b"\n")
    return found


def type_arguments(source: bytes, end: int) -> list[str]:
    """The types in angle brackets behind a name that ends at byte `end`."""
    match = _TYPE_ARGUMENTS.match(source, end)
    if match is None:
        return []
    names = (_TYPE.search(argument) for argument in match[1].split(b","))
    return [name[1].decode("utf-8", "replace") for name in names if name]
