"""Routes of one file: which method and path, event or page leads to which handler.

Frameworks are described in routes.yaml; what needs more than a description (nested Rails and Laravel tables,
routes that follow from a file's place, page routers, proto services) has a module in indexer/routing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from indexer.records import Route, Symbol
from indexer.routing.calls import read_calls
from indexer.routing.client import client_routes
from indexer.routing.files import file_routes
from indexer.routing.laravel import laravel_routes
from indexer.routing.phoenix import phoenix_routes
from indexer.routing.proto import play_routes, proto_routes
from indexer.routing.rails import rails_routes
from indexer.routing.rules import frameworks_for
from indexer.routing.source import Source

MAX_ROUTES = 5000
MAX_TEXT = 8_000_000
MAX_WORD = 300

Reader = Callable[[Source], Iterator[Route]]
READERS: tuple[Reader, ...] = (
    rails_routes,
    laravel_routes,
    phoenix_routes,
    client_routes,
    file_routes,
    proto_routes,
    play_routes,
)


def routes_of(path: str, language: str, text: str, symbols: Sequence[Symbol]) -> tuple[Route, ...]:
    """The routes of one file, by line; at most MAX_ROUTES. Never raises for what the file holds.

    `symbols` are those of the file: they name the handler below a decorator. A pattern starts with `/` for
    HTTP methods and pages; it is the name of an EVENT, `/package.Service/Method` or a service for RPC.
    One that ends in `/*` mounts what stands in another file. `method` is also PAGE: a page of a web client.
    """
    if len(text) > MAX_TEXT:
        return ()
    source = Source(path, language, text, symbols)
    found: dict[tuple[int, str, str], Route] = {}
    for route in _all(source):
        found.setdefault((route.line, route.method, route.pattern), route)
        if len(found) >= MAX_ROUTES:
            break
    return tuple(sorted(found.values(), key=lambda route: (route.line, route.pattern, route.method)))


def _all(source: Source) -> Iterator[Route]:
    for framework in frameworks_for(source.language):
        if framework.suits(source.text):
            yield from map(_trimmed, read_calls(source, framework))
    for reader in READERS:
        yield from map(_trimmed, reader(source))


def _trimmed(route: Route) -> Route:
    """A route whose words have no blanks of the source's layout and no more than MAX_WORD characters."""
    pattern = " ".join(route.pattern.split())[:MAX_WORD]
    return Route(route.path, route.line, route.method, pattern, route.handler[:MAX_WORD], route.framework)
