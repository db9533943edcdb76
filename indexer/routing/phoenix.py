"""Phoenix routers: scopes, resources, live views, channels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from indexer.records import Route
from indexer.routing.doblocks import Macro, logical_lines, macro
from indexer.routing.expressions import literal
from indexer.routing.prefixes import join
from indexer.routing.source import Source

MAX_DEPTH = 60

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_RESOURCE = (
    ("index", "GET", ""),
    ("new", "GET", "new"),
    ("create", "POST", ""),
    ("show", "GET", ":id"),
    ("edit", "GET", ":id/edit"),
    ("update", "PATCH", ":id"),
    ("delete", "DELETE", ":id"),
)
_SINGLE = {"live": "PAGE", "forward": "ANY", "socket": "ANY"}


@dataclass(frozen=True, slots=True)
class Scope:
    """An open scope: its path and the alias in front of controllers."""

    path: str = ""
    alias: str = ""


def phoenix_routes(source: Source) -> Iterator[Route]:
    """The routes of a Phoenix (or Plug) router and the channels of a socket."""
    if source.language != "elixir" or not any(
        word in source.text
        for word in (":router", "Phoenix.Router", "Plug.Router", "Phoenix.Socket", "Phoenix.Endpoint")
    ):
        return
    scopes = [Scope()]
    for line in logical_lines(source):
        if line.closes:
            if len(scopes) > 1:
                scopes.pop()
            continue
        call = macro(source, line)
        inner = scopes[-1]
        if call is not None:
            inner = _opened(call, inner)
            for method, path, handler in _rows(call, scopes[-1]):
                yield Route(source.path, line.row, method, path, handler, "phoenix")
        if line.opens and len(scopes) < MAX_DEPTH:
            scopes.append(inner)


def _opened(call: Macro, outer: Scope) -> Scope:
    path = literal(call.positional[0]) if call.positional else None
    if call.name == "scope":
        aliases = [text for text in call.positional[(path is not None) :] if text[:1].isupper()]
        alias = aliases[0] if aliases else call.option("alias")
        path = path if path is not None else call.option("path")
        return Scope(
            join(outer.path, path or ""),
            ".".join(part for part in (outer.alias, alias) if part[:1].isupper()),
        )
    if call.name == "resources" and path is not None:
        name = path.strip("/").split("/")[-1].removesuffix("s")
        return Scope(join(outer.path, path, f":{name}_{call.option('param') or 'id'}"), outer.alias)
    return outer


def _rows(call: Macro, scope: Scope) -> Iterator[tuple[str, str, str]]:
    path = literal(call.positional[0]) if call.positional else None
    if path is None:
        return
    module = call.positional[1] if len(call.positional) > 1 else call.option("to")
    target = module.split("(")[0].strip() if module[:1].isupper() else ""
    if target and scope.alias and call.name != "forward":
        target = f"{scope.alias}.{target}"
    action = literal(call.positional[2]) if len(call.positional) > 2 else None
    full = join(scope.path, path)
    if call.name in _VERBS and (len(call.positional) > 1 or call.named):
        yield call.name.upper(), full, _handler(target, action)
    elif call.name == "match":
        for method in call.words("via"):
            yield method.upper(), full, _handler(target, action)
    elif call.name == "resources" and target:
        yield from _resource_rows(call, full, target)
    elif call.name in _SINGLE and target:
        yield _SINGLE[call.name], join(full, "*") if call.name == "forward" else full, target
    elif call.name == "channel" and target:
        yield "EVENT", path, target


def _resource_rows(call: Macro, path: str, target: str) -> Iterator[tuple[str, str, str]]:
    only, without = call.words("only"), call.words("except")
    for name, method, rest in _RESOURCE:
        if (not call.named.get("only") or name in only) and name not in without:
            yield method, join(path, rest) if rest else path, _handler(target, name)


def _handler(target: str, action: str | None) -> str:
    return f"{target}@{action}" if action else target
