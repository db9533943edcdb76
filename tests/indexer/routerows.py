"""Routes as short lines, for tests: `GET /users show` from a path and a text."""

from __future__ import annotations

from indexer.parsing.extract import extract
from indexer.parsing.languages import language_of
from indexer.records import Route
from indexer.routing.routes import routes_of


def routes(path: str, text: str) -> tuple[Route, ...]:
    """The routes of a text, with the symbols that the extractor finds in it."""
    data = text.encode()
    language = language_of(path, data)
    return routes_of(path, language, text, extract(path, language, data, text).symbols)


def rows(path: str, text: str) -> list[str]:
    """One line per route: method, pattern and, where there is one, the handler."""
    return [f"{route.method} {route.pattern} {route.handler}".rstrip() for route in routes(path, text)]
