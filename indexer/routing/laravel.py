"""Laravel's `Route::` chains: groups, prefixes, controllers, resources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indexer.records import Route
from indexer.routing.expressions import handler_name, literal, pattern_of, strings_in
from indexer.routing.prefixes import Prefixes, Scope, join
from indexer.routing.source import ARGUMENT_REACH, BLOCK_REACH, Arguments, Source

MAX_CHAINS = 5000

_START = re.compile(r"\bRoute::(?=\w)")
_LINK = re.compile(r"\s{0,80}(?:->|::)?\s{0,5}(\w{1,40})\s{0,3}(?=\()")
_NEXT = re.compile(r"\s{0,80}->\s{0,5}(\w{1,40})\s{0,3}(?=\()")
_CHANNEL = re.compile(r"\bBroadcast::channel(?=\()")
_OPTION = r"[\"']{}[\"']\s{{0,5}}=>\s{{0,5}}"
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "options", "any"})
_PAGES = frozenset({"view", "inertia", "redirect", "permanentRedirect"})
_RESOURCE = (
    ("index", "GET", ""),
    ("create", "GET", "create"),
    ("store", "POST", ""),
    ("show", "GET", "{}"),
    ("edit", "GET", "{}/edit"),
    ("update", "PUT", "{}"),
    ("destroy", "DELETE", "{}"),
)
_ONLY_FORMS = frozenset({"create", "edit"})


@dataclass(frozen=True, slots=True)
class Link:
    """One call of a chain."""

    name: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Chain:
    """`Route::a(…)->b(…)`: its offset and its calls."""

    start: int
    links: tuple[Link, ...]

    def argument(self, name: str, key: int | str = 0) -> str:
        """An argument of the first call of a name; '' when there is no such call."""
        return next((link.arguments.get(key) for link in self.links if link.name == name), "")


def laravel_routes(source: Source) -> Iterator[Route]:
    """The routes of a Laravel route file (or provider)."""
    if source.language != "php":
        return
    if "Route::" in source.text:
        base = "api" if source.path.endswith("routes/api.php") else ""
        chains = list(_chains(source))
        groups = Prefixes()
        controllers: list[tuple[int, int, str]] = []
        for chain in chains:
            _collect_group(source, chain, groups, controllers)
        for chain in chains:
            yield from _chain_routes(source, chain, base, groups, controllers)
    if "Broadcast::channel" in source.text:
        for match in _CHANNEL.finditer(source.text):
            found = source.arguments(match.end())
            name = literal(found.get(0)) if found else None
            if name and not source.commented(match.start()):
                yield Route(source.path, source.line(match.start()), "EVENT", name, "", "laravel")


def _chains(source: Source) -> Iterator[Chain]:
    for count, match in enumerate(_START.finditer(source.text)):
        if count >= MAX_CHAINS:
            return
        if source.commented(match.start()):
            continue
        links: list[Link] = []
        found = _LINK.match(source.text, match.end())
        while found and len(links) < 20:
            reach = BLOCK_REACH if found[1] == "group" else ARGUMENT_REACH
            arguments = source.arguments(found.end(), reach)
            if arguments is None:
                break
            links.append(Link(found[1], arguments))
            found = _NEXT.match(source.text, arguments.end + 1)
        yield Chain(match.start(), tuple(links))


def _collect_group(
    source: Source, chain: Chain, groups: Prefixes, controllers: list[tuple[int, int, str]]
) -> None:
    """Note the stretch of text a group's function takes, with the prefix and controller it gives."""
    for link in chain.links:
        if link.name != "group":
            continue
        options = link.arguments.get(0) if link.arguments.get(0).startswith(("[", "array")) else ""
        prefix = join(pattern_of(source, chain.argument("prefix"))[0], _option(source, options, "prefix"))
        controller = handler_name(chain.argument("controller") or _option(source, options, "controller"))
        groups.add_scope(Scope(link.arguments.start, link.arguments.end, (prefix,)))
        if controller:
            controllers.append((link.arguments.start, link.arguments.end, controller))


def _option(source: Source, options: str, name: str) -> str:
    found = re.search(_OPTION.format(name), options[:4000])
    if found is None:
        return ""
    text = options[found.end() : found.end() + 200].split(",")[0].split("]")[0].strip()
    return text if name == "controller" else pattern_of(source, text)[0]


def _chain_routes(
    source: Source, chain: Chain, base: str, groups: Prefixes, controllers: list[tuple[int, int, str]]
) -> Iterator[Route]:
    line = source.line(chain.start)
    front = join(base, groups.full(chain.start, "", pattern_of(source, chain.argument("prefix"))[0])[0])
    inside = [name for start, end, name in controllers if start <= chain.start < end]
    controller = handler_name(chain.argument("controller")) or (inside[-1] if inside else "")
    for link in chain.links:
        for method, path, handler in _link_rows(source, chain, link, controller):
            yield Route(source.path, line, method, join(front, path), handler, "laravel")


def _link_rows(source: Source, chain: Chain, link: Link, controller: str) -> Iterator[tuple[str, str, str]]:
    arguments, name = link.arguments, link.name
    first = link is chain.links[0] or all(
        before.name not in _VERBS for before in chain.links[: chain.links.index(link)]
    )
    if name in _VERBS and first and arguments.positional:
        method = "ANY" if name == "any" else name.upper()
        yield method, pattern_of(source, arguments.get(0))[0], _handler(chain, arguments.get(1), controller)
    elif name == "match" and len(arguments.positional) > 1:
        path = pattern_of(source, arguments.get(1))[0]
        for word in strings_in(arguments.get(0)):
            yield word.upper(), path, _handler(chain, arguments.get(2), controller)
    elif name in _PAGES and first and len(arguments.positional) > 1:
        target = literal(arguments.get(1)) or handler_name(arguments.get(1))
        yield (
            ("PAGE" if name in ("view", "inertia") else "ANY"),
            pattern_of(source, arguments.get(0))[0],
            target,
        )
    elif name == "fallback" and link is chain.links[0]:
        yield "ANY", "*", handler_name(arguments.get(0))
    elif name in ("resource", "apiResource", "resources", "apiResources", "singleton"):
        yield from _resource_rows(source, chain, link)
    elif name == "group" and not re.search(r"\b(?:function|fn)\b", arguments.get(-1)[:200]):
        files = [text for text in strings_in(arguments.get(-1)) if text.endswith(".php")]
        if files:
            yield "ANY", "*", files[-1].lstrip("/")


def _handler(chain: Chain, text: str, controller: str) -> str:
    if text.startswith(("[", "array")) and "uses" in text:
        text = text.split("=>", 1)[-1]
    name = handler_name(text or chain.argument("uses"))
    if controller and name and "@" not in name and literal(text) is not None:
        return f"{controller}@{name}"
    return name.rsplit("\\", 1)[-1]


def _resource_rows(source: Source, chain: Chain, link: Link) -> Iterator[tuple[str, str, str]]:
    pairs: list[tuple[str, str]] = [(link.arguments.get(0), link.arguments.get(1))]
    if link.name.endswith("s"):
        pairs = re.findall(
            r"([\"'][^\"'\n]{1,100}[\"'])\s{0,5}=>\s{0,5}([\w\\:]{1,160})", link.arguments.get(0)[:8000]
        )
    options = link.arguments.get(2)
    only = strings_in(chain.argument("only") or _listed(options, "only"))
    without = strings_in(chain.argument("except") or _listed(options, "except"))
    for named, target in pairs:
        parts = pattern_of(source, named)[0].split(".")
        path = "/".join(f"{part}/{{{_singular(part)}}}" for part in parts[:-1])
        path = join(path, parts[-1])
        for action, method, rest in _RESOURCE:
            if (only and action not in only) or action in without:
                continue
            if link.name.startswith("api") and action in _ONLY_FORMS:
                continue
            full = join(path, rest.replace("{}", "{" + _singular(parts[-1]) + "}")) if rest else path
            yield method, full, f"{handler_name(target).split('@')[0]}@{action}"


def _listed(options: str, name: str) -> str:
    found = re.search(_OPTION.format(name) + r"(\[[^\]]{0,400}\]|[\"']\w{1,40}[\"'])", options[:4000])
    return found[1] if found else ""


def _singular(word: str) -> str:
    word = word.strip("/").split("/")[-1].replace("-", "_")
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
