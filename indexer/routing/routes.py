"""Routes of one file: which method and path, event or page leads to which handler.

Frameworks are described in routes.yaml; what needs more than a description (nested Rails and Laravel tables,
routes that follow from a file's place, page routers, proto services) has a module in indexer/routing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from indexer.records import Route, Symbol
from indexer.routing.calls import read_calls
from indexer.routing.client import client_routes
from indexer.routing.files import file_routes
from indexer.routing.laravel import laravel_routes
from indexer.routing.phoenix import phoenix_routes
from indexer.routing.proto import play_routes, proto_routes
from indexer.routing.rails import rails_routes
from indexer.routing.rules import Framework, frameworks_for
from indexer.routing.source import Source

MAX_ROUTES = 5000
MAX_TEXT = 8_000_000
MAX_WORD = 300

Reader = Callable[[Source], Iterator[Route]]
# Which readers look at a language besides the rules of its frameworks.
READERS: Mapping[str, tuple[Reader, ...]] = {
    "astro": (file_routes,),
    "elixir": (phoenix_routes,),
    "javascript": (client_routes, file_routes),
    "mdx": (file_routes,),
    "php": (laravel_routes,),
    "proto": (proto_routes,),
    "ruby": (rails_routes,),
    "svelte": (client_routes, file_routes),
    "tsx": (client_routes, file_routes),
    "typescript": (client_routes, file_routes),
    "vue": (client_routes, file_routes),
}


def routes_of(path: str, language: str, text: str, symbols: Sequence[Symbol]) -> tuple[Route, ...]:
    """The routes of one file, by line; at most MAX_ROUTES. Never raises for what the file holds.

    `symbols` are those of the file: they name the handler below a decorator. A pattern starts with `/` for
    HTTP methods and pages; it is the name of an EVENT, `/package.Service/Method` or a service for RPC.
    One that ends in `/*` mounts what stands in another file. `method` is also PAGE: a page of a web client.
    """
    frameworks = [framework for framework in frameworks_for(language) if framework.suits(text)]
    readers = READERS.get(language, ())
    if path.endswith("routes"):
        readers = (*readers, play_routes)
    if len(text) > MAX_TEXT or not (frameworks or readers):
        return ()
    source = Source(path, language, text, symbols)
    found: dict[tuple[int, str, str], Route] = {}
    for route in _all(source, frameworks, readers):
        found.setdefault((route.line, route.method, route.pattern), route)
        if len(found) >= MAX_ROUTES:
            break
    return tuple(sorted(found.values(), key=lambda route: (route.line, route.pattern, route.method)))


def _all(source: Source, frameworks: Sequence[Framework], readers: Sequence[Reader]) -> Iterator[Route]:
    for framework in frameworks:
        yield from map(_trimmed, read_calls(source, framework))
    for reader in readers:
        yield from map(_trimmed, reader(source))


def _trimmed(route: Route) -> Route:
    """A route whose words have no blanks of the source's layout and no more than MAX_WORD characters."""
    pattern = " ".join(route.pattern.split())[:MAX_WORD]
    return Route(route.path, route.line, route.method, pattern, route.handler[:MAX_WORD], route.framework)
