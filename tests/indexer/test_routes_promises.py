"""What holds for the routes of every file, whatever it is."""

from __future__ import annotations

from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.records import Symbol
from indexer.routing.routes import MAX_ROUTES, MAX_TEXT, READERS, routes_of
from indexer.routing.rules import RULES, frameworks_for
from tests.indexer.routerows import routes

LANGUAGES = sorted(
    {
        language
        for entry in yaml.safe_load(RULES.read_text("utf-8")).values()
        for language in entry["languages"]
    }
    | set(READERS)
    | {"c", "text"}
)
# Every word that opens a reader's guard, and what its patterns are made of.
WORDS = sorted(
    {
        word
        for language in LANGUAGES
        for framework in frameworks_for(language)
        for group in framework.when
        for word in group
    }
)
PIECES = [
    *WORDS,
    "<Route ",
    "</Route>",
    'path="/a"',
    "path: '/a',",
    "children: [",
    "element: <A />",
    "Route::",
    "group(",
    "->",
    "resources :a do",
    "end",
    "namespace :b do",
    'scope "/x", Y do',
    "service A {",
    "rpc B(C)",
    "google.api.http",
    'get: "/v1"',
    "vue-router",
    ".routes.draw",
    ":router",
    "export default",
    "export const GET",
    "@page",
    "include(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "`",
    "\\",
    "\n",
    "\r",
    "\r\n",
    " ",
    ",",
    ";",
    "#",
    "//",
    "/*",
    "*/",
    "=",
    "=>",
    ":",
    ".",
    "@",
    "é",
    "\x00",
    "\u2028",
]
PATHS = [
    "a.py",
    "config/routes.rb",
    "routes/api.php",
    "app/a/page.tsx",
    "pages/[id].vue",
    "app/routes/a.$b.tsx",
    "conf/routes",
    "src/routes/(x)/+server.ts",
    "server/api/a.get.ts",
    "a.proto",
    "pages/api/x.ts",
    "src/pages/index.astro",
    "",
]


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(PATHS),
    st.sampled_from(LANGUAGES),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=60),
    st.lists(
        st.tuples(st.sampled_from(["class", "method", "function"]), st.integers(1, 40), st.integers(0, 20)),
        max_size=4,
    ),
)
def test_never_raises_and_rows_are_well_formed(
    path: str, language: str, pieces: list[str], places: list[tuple[str, int, int]]
) -> None:
    """Any text under any name gives routes whose line exists, whose words are single lines, in order."""
    text = "".join(pieces)
    symbols = tuple(
        Symbol(path, "f", "C.f", kind, start, start + size, "def f") for kind, start, size in places
    )
    found = routes_of(path, language, text, symbols)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for route in found:
        assert 1 <= route.line <= lines
        assert route.path == path and route.method.isupper() and route.framework
        assert "\n" not in route.pattern
    assert list(found) == sorted(found, key=lambda route: (route.line, route.pattern, route.method))


def test_routes_are_capped() -> None:
    """A table of a hundred thousand routes gives MAX_ROUTES rows at most."""
    text = "from fastapi import APIRouter\n" + "".join(
        f"app.add_api_route('/{i}', f)\n" for i in range(20_000)
    )
    assert 1000 <= len(routes_of("a.py", "python", text, ())) <= MAX_ROUTES


def test_oversized_text_has_no_routes() -> None:
    """A text over the size limit is not looked at."""
    text = "urlpatterns = [path('a', b)]" + " " * MAX_TEXT
    assert routes_of("urls.py", "python", text, ()) == ()


def test_unclosed_brackets_stay_cheap() -> None:
    """Thousands of calls that never close use up a budget, not the reader's patience."""
    text = "import express from 'express'\n" + "app.get('/a', (" * 30_000
    assert len(routes_of("a.js", "javascript", text, ())) <= MAX_ROUTES


def test_lines_are_counted_as_everywhere() -> None:
    """Line ends of all three kinds count, form feeds do not."""
    text = "urlpatterns = [\r\n path('a', a),\r path('b', b),\n\x0c path('c', c),\n]\n"
    assert [route.line for route in routes("urls.py", text)] == [2, 3, 4]


def test_comments_hold_no_routes() -> None:
    """A route that is commented out is none."""
    assert routes("urls.py", "urlpatterns = [\n    # path('a', a),\n]\n") == ()
    assert (
        routes("a.js", "const e = require('express');\n// app.get('/a', a);\n/* app.get('/b', b) */\n") == ()
    )


def test_examples_in_texts_without_code_below_count_for_nothing() -> None:
    """An annotation in a file without definitions is an example."""
    assert routes("Notes.java", '// see @GetMapping\n@GetMapping("/a")\n') == ()


def test_every_rule_names_its_frameworks_languages() -> None:
    """The languages of the table are names the indexer knows."""
    from indexer.parsing.languages import language

    table = Path(RULES).read_text("utf-8")
    assert table
    assert all(language(name).name == name for name in LANGUAGES if name != "text")
