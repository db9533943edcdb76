"""Rails' config/routes.rb: resources, namespaces and scopes unfolded to one row per action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indexer.records import Route
from indexer.routing.doblocks import Line, Macro, logical_lines, macro
from indexer.routing.expressions import literal
from indexer.routing.prefixes import join
from indexer.routing.source import Source

MAX_DEPTH = 60

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "options", "match"})
_PLURAL = (
    ("index", "GET", ""),
    ("create", "POST", ""),
    ("new", "GET", "new"),
    ("edit", "GET", ":id/edit"),
    ("show", "GET", ":id"),
    ("update", "PATCH", ":id"),
    ("destroy", "DELETE", ":id"),
)
_SINGULAR = tuple(
    (action, method, path.replace(":id/", "").replace(":id", "")) for action, method, path in _PLURAL[1:]
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What an open block gives to the routes inside: their path, the module of controllers, the controller.

    `collection` and `member` are the paths for actions of a resource; '' outside of resources.
    """

    path: str = ""
    module: str = ""
    controller: str = ""
    collection: str = ""
    member: str = ""


def rails_routes(source: Source) -> Iterator[Route]:
    """The routes of a Rails route file."""
    if source.language != "ruby" or not (
        ".routes.draw" in source.text or re.search(r"(?:^|/)config/routes(?:/.{1,200})?\.rb$", source.path)
    ):
        return
    frames = [Frame()]
    for line in logical_lines(source):
        if line.closes:
            if len(frames) > 1:
                frames.pop()
            continue
        call = macro(source, line)
        inner = frames[-1]
        if call is not None:
            inner = _opened(call, frames[-1])
            for method, path, handler in _rows(call, frames[-1], inner):
                yield Route(source.path, line.row, method, path, handler, "rails")
        if line.opens and len(frames) < MAX_DEPTH:
            frames.append(inner if _keeps(line) else frames[-1])


def _keeps(line: Line) -> bool:
    return not line.text.startswith(("if ", "unless ", "case ", "begin"))


def _opened(call: Macro, outer: Frame) -> Frame:
    """The frame of the block a call opens."""
    name = _word(call.positional[0]) if call.positional else ""
    if call.name == "namespace":
        path = call.option("path") if "path" in call.named else name
        module = call.option("module") if "module" in call.named else name
        return Frame(join(outer.path, path), _module(outer.module, module))
    if call.name == "scope":
        path = call.option("path") or name
        module = _module(outer.module, call.option("module"))
        controller = call.option("controller") or outer.controller
        return Frame(
            join(outer.path, path), module, controller, outer.collection and join(outer.collection, path)
        )
    if call.name in ("resources", "resource") and name:
        return _resource_frame(call, outer, name)
    if call.name == "member" and outer.member:
        return Frame(outer.member, outer.module, outer.controller)
    if call.name in ("collection", "new") and outer.collection:
        return Frame(
            join(outer.collection, "new" if call.name == "new" else ""), outer.module, outer.controller
        )
    if call.name == "controller" and name:
        return Frame(outer.path, outer.module, name, outer.collection, outer.member)
    return outer


def _resource_frame(call: Macro, outer: Frame, name: str) -> Frame:
    base = join(outer.path, call.option("path") if "path" in call.named else name)
    module = _module(outer.module, call.option("module"))
    controller = call.option("controller") or (name if call.name == "resources" else _plural(name))
    if call.name == "resource":
        return Frame(base, module, controller, base, base)
    param = call.option("param") or "id"
    single = _singular(name) + "_" + param
    return Frame(join(base, f":{single}"), module, controller, base, join(base, f":{param}"))


def _rows(call: Macro, frame: Frame, inner: Frame) -> Iterator[tuple[str, str, str]]:
    """The (method, path, handler) rows a call adds."""
    if call.name in ("resources", "resource"):
        for text in call.positional:
            if name := _word(text):
                yield from _resource_rows(call, _resource_frame(call, frame, name))
    elif call.name in _VERBS:
        yield from _verb_rows(call, frame)
    elif call.name == "root":
        target = (
            call.option("to") or call.option("=>") or (_word(call.positional[0]) if call.positional else "")
        )
        yield "GET", join(frame.path, ""), _handler(frame, target)
    elif call.name == "mount" and call.positional:
        path = call.option("at") or call.option("=>")
        if path:
            yield "ANY", join(frame.path, path, "*"), call.positional[0].split("(")[0].split(".")[0].strip()
    elif call.name == "devise_for" and call.positional:
        yield "ANY", join(frame.path, call.option("path") or _word(call.positional[0]), "*"), "devise"


def _resource_rows(call: Macro, frame: Frame) -> Iterator[tuple[str, str, str]]:
    only, without = call.words("only"), call.words("except")
    for action, method, path in _PLURAL if call.name == "resources" else _SINGULAR:
        if (only or "only" in call.named) and action not in only:
            continue
        if action in without:
            continue
        full = (
            frame.member + path.removeprefix(":id")
            if path.startswith(":id")
            else join(frame.collection, path)
        )
        yield method, full, _handler(frame, f"{frame.controller}#{action}")


def _verb_rows(call: Macro, frame: Frame) -> Iterator[tuple[str, str, str]]:
    methods = [word.upper() for word in call.words("via")] if call.name == "match" else [call.name.upper()]
    methods = ["ANY" if method in ("ALL", "ANY") else method for method in methods] or ["ANY"]
    place = call.option("on")
    base = frame.path
    if place == "member" and frame.member:
        base = frame.member
    elif place in ("collection", "new") and frame.collection:
        base = frame.collection
    for text in call.positional:
        path = _word(text)
        if not path and literal(text) is None:
            continue
        target = call.named.get("=>", "") or call.named.get("to", "")
        if target.startswith(("redirect", "->", "lambda", "proc")):
            handler = "redirect" if target.startswith("redirect") else ""
        else:
            handler = _handler(frame, _target(call, frame, path, _word(target)))
        for method in methods:
            yield method, join(base, path), handler


def _target(call: Macro, frame: Frame, path: str, target: str) -> str:
    """`controller#action` of a verb route, from what it names or, as Rails does, from its path."""
    bare = re.sub(r"\(.{0,60}\)", "", path).strip("/")
    action = call.option("action") or (target if target and "#" not in target else "")
    controller = call.option("controller") or frame.controller
    if "#" in target:
        return target
    if action and controller:
        return f"{controller}#{action}"
    if controller:
        return f"{controller}#{bare.split('/')[-1]}"
    if bare.count("/") >= 1 and ":" not in bare and "*" not in bare:
        return "#".join(bare.rsplit("/", 1))
    return ""


def _handler(frame: Frame, target: str) -> str:
    """`admin/users#show` in module `Api` -> `Api::Admin::UsersController@show`."""
    if "#" not in target:
        return ""
    controller, action = target.split("#", 1)
    full = controller.lstrip("/") if controller.startswith("/") else _module(frame.module, controller)
    name = "::".join(
        "".join(part[:1].upper() + part[1:] for part in piece.split("_")) for piece in full.split("/")
    )
    return f"{name}Controller@{action.replace('-', '_')}"


def _module(*parts: str) -> str:
    return "/".join(part.strip("/") for part in parts if part)


def _word(text: str) -> str:
    value = literal(text)
    return value if value is not None else ""


def _singular(word: str) -> str:
    for ending, other in (
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("statuses", "status"),
        ("s", ""),
    ):
        if word.endswith(ending) and not word.endswith(("ss", "us")):
            return word[: -len(ending)] + other
    return word


def _plural(word: str) -> str:
    if word.endswith("s"):
        return word + "es" if word.endswith("ss") else word
    return word[:-1] + "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else word + "s"
