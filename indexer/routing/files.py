"""Routes that follow from where a file lies: Next.js, Nuxt, SvelteKit, Remix, Astro.

A file alone does not say which framework its repository uses, so a place counts only together with what the
file holds (its exports) or how its name is written: routed names are lower case, `[id]` or `$id`;
`pages/Login.vue` is a component.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.records import Route
from indexer.routing.prefixes import join
from indexer.routing.source import Source

_CODE = r"\.(?P<ending>tsx|jsx|ts|js|mts|mjs)$"
_APP = re.compile(r"(?:^|/)app/(?P<route>(?:.{1,400}/)?)(?P<kind>page|route)\.(?:tsx|jsx|ts|js|mdx)$")
_PAGES = re.compile(r"(?:^|/)pages/(?P<route>.{1,400})" + _CODE)
_SVELTE = re.compile(
    r"(?:^|/)routes/(?P<route>(?:.{1,400}/)?)\+(?P<kind>page|server|page\.server)(?:@[\w()]{0,60})?\.(?:svelte|ts|js)$"
)
_NUXT_PAGE = re.compile(r"(?:^|/)pages/(?P<route>.{1,400})\.vue$")
_NUXT_SERVER = re.compile(
    r"(?:^|/)server/(?P<base>api|routes)/(?P<route>.{1,400}?)(?:\.(?P<method>get|post|put|patch|delete|head|options))?\.(?:ts|js|mjs)$"
)
_REMIX = re.compile(r"(?:^|/)app/routes/(?P<route>.{1,400})\.(?:tsx|jsx|ts|js)$")
_ASTRO = re.compile(r"(?:^|/)src/pages/(?P<route>.{1,400})\.(?P<ending>astro|ts|js)$")

_SEGMENT = re.compile(r"[a-z0-9_$\[(@.~-][\w$\[\]().@~+ -]{0,120}")
_NOT_A_PAGE = re.compile(
    r"\.(?:test|spec|stories|d|config|module)$|(?:^|/)(?:__\w{1,40}__|components?|hooks?|utils?|lib|styles)(?:/|$)"
)
_METHOD_EXPORT = re.compile(
    r"\bexport\s{1,5}(?:async\s{1,5})?(?:function|const|let)\s{1,5}(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL|fallback)\b"
)
_METHOD_LIST = re.compile(r"\bexport\s{1,5}(?:const\s{1,5})?\{([^}]{1,400})\}")
_DEFAULT = re.compile(
    r"\bexport\s{1,5}default\s{1,5}(?:async\s{1,5})?(?:(?:function|class)\s{0,5}\*?\s{0,5})?(?P<name>[A-Za-z_$][\w$]{0,80})?"
)
_DEFAULT_LIST = re.compile(r"\bexport\s{1,5}\{[^}]{0,300}\bdefault\b[^}]{0,300}\}")
_LOADER = re.compile(r"\bexport\s{1,5}(?:async\s{1,5})?(?:function|const|let)\s{1,5}(loader|action)\b")
_FLAT = re.compile(r"[$+._]")
_REMIX_TEXT = re.compile(
    r"@remix-run/|\+types/|\bexport\b[^;\n]{0,40}\b(?:loader|action|meta|clientLoader|handle)\b"
)
_ACTIONS = re.compile(r"\bexport\s{1,5}const\s{1,5}actions\b")
_REQUEST_METHOD = re.compile(
    r"\breq(?:uest)?\.method\s{0,3}(?:===?|!==?)\s{0,3}[\"'](GET|POST|PUT|PATCH|DELETE)[\"']|\bcase\s{1,3}[\"'](GET|POST|PUT|PATCH|DELETE)[\"']"
)
_WORDS = frozenset({"function", "class", "async", "new", "memo", "forwardRef"})


def file_routes(source: Source) -> Iterator[Route]:
    """The routes a file's place gives."""
    path = source.path
    if "/pages/" in f"/{path}":
        yield from _pages(source)
    if "/routes/" in f"/{path}":
        yield from _svelte(source)
        yield from _remix(source)
    if "/app/" in f"/{path}":
        yield from _app(source)
    if "/server/" in f"/{path}":
        yield from _nuxt_server(source)


def _routed(route: str) -> bool:
    """Whether a place is named the way routes are."""
    parts = [part for part in route.split("/") if part]
    plain = [re.sub(r"^[^A-Za-z\[]{0,20}", "", part) for part in parts]
    return (
        not _NOT_A_PAGE.search(route)
        and all(_SEGMENT.fullmatch(part) for part in parts)
        and not any(part[:1].isupper() for part in plain)
    )


def _clean(route: str) -> str:
    """A place as a path: groups, slots and `index` left out."""
    parts = []
    for part in route.strip("/").split("/"):
        part = re.sub(r"^(?:\(\.{1,3}\)){1,3}", "", part)
        if part and part != "index" and not (part.startswith("(") and part.endswith(")")) and part[0] != "@":
            parts.append(part)
    return join(*parts)


def _default(source: Source) -> tuple[int, str] | None:
    """The row and the name of the default export; None when there is none."""
    match = _DEFAULT.search(source.text)
    if match:
        name = match["name"] or ""
        return source.line(match.start()), "" if name in _WORDS else name
    listed = _DEFAULT_LIST.search(source.text)
    return (source.line(listed.start()), "") if listed else None


def _exported(source: Source, pattern: str, framework: str) -> Iterator[Route]:
    """One route per exported function named like a method."""
    for match in _METHOD_EXPORT.finditer(source.text):
        method = "ANY" if match[1] in ("ALL", "fallback") else match[1]
        yield Route(source.path, source.line(match.start()), method, pattern, match[1], framework)
    for match in _METHOD_LIST.finditer(source.text):
        for word in re.findall(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b", match[1]):
            yield Route(source.path, source.line(match.start()), word, pattern, word, framework)


def _app(source: Source) -> Iterator[Route]:
    match = _APP.search(source.path)
    if match is None or not _routed(match["route"]):
        return
    pattern = _clean(match["route"])
    if match["kind"] == "route":
        yield from _exported(source, pattern, "next.js")
    elif default := _default(source):
        yield Route(source.path, default[0], "PAGE", pattern, default[1], "next.js")


def _pages(source: Source) -> Iterator[Route]:
    nuxt = _NUXT_PAGE.search(source.path)
    if nuxt:
        if _routed(nuxt["route"]):
            yield Route(source.path, 1, "PAGE", _clean(nuxt["route"]), "", "nuxt")
        return
    astro = _ASTRO.search(source.path)
    if astro and _routed(astro["route"]):
        if astro["ending"] == "astro":
            yield Route(source.path, 1, "PAGE", _clean(astro["route"]), "", "astro")
            return
        if "astro" in source.text or "APIRoute" in source.text:
            yield from _exported(source, _clean(astro["route"]), "astro")
            return
    match = _PAGES.search(source.path)
    if match is None or not _routed(match["route"]) or match["route"].split("/")[-1].startswith("_"):
        return
    default = _default(source)
    if default is None:
        return
    route, pattern = match["route"], _clean(match["route"])
    if route.startswith("api/"):
        methods = {found[1] or found[2] for found in _REQUEST_METHOD.finditer(source.text)} or {"ANY"}
        for method in sorted(methods):
            yield Route(source.path, default[0], method, pattern, default[1], "next.js")
    elif match["ending"] in ("tsx", "jsx") or "getServerSideProps" in source.text or "next/" in source.text:
        yield Route(source.path, default[0], "PAGE", pattern, default[1], "next.js")


def _svelte(source: Source) -> Iterator[Route]:
    match = _SVELTE.search(source.path)
    if match is None:
        return
    pattern = _clean(match["route"])
    if match["kind"] == "page":
        if source.path.endswith(".svelte"):
            yield Route(source.path, 1, "PAGE", pattern, "", "sveltekit")
    elif match["kind"] == "server":
        yield from _exported(source, pattern, "sveltekit")
    elif found := _ACTIONS.search(source.text):
        yield Route(source.path, source.line(found.start()), "POST", pattern, "actions", "sveltekit")


def _nuxt_server(source: Source) -> Iterator[Route]:
    match = _NUXT_SERVER.search(source.path)
    if match is None or not ("EventHandler(" in source.text or "defineHandler(" in source.text):
        return
    default = _default(source)
    if default:
        pattern = join("api" if match["base"] == "api" else "", _clean(match["route"]))
        yield Route(source.path, default[0], (match["method"] or "any").upper(), pattern, "", "nuxt")


def _remix(source: Source) -> Iterator[Route]:
    match = _REMIX.search(source.path)
    if match is None or _NOT_A_PAGE.search(match["route"]) or "createFileRoute" in source.text:
        return
    pattern = _remix_pattern(match["route"])
    if pattern is None or not (_FLAT.search(match["route"]) or _REMIX_TEXT.search(source.text)):
        return
    default = _default(source)
    if default:
        yield Route(source.path, default[0], "PAGE", pattern, default[1], "remix")
    for found in _LOADER.finditer(source.text):
        if found[1] == "action" or not default:
            method = "POST" if found[1] == "action" else "GET"
            yield Route(source.path, source.line(found.start()), method, pattern, found[1], "remix")


def _remix_pattern(route: str) -> str | None:
    """A route file's place as a path: `_auth+/t.$team/settings` -> `/t/:team/settings`; None for a layout."""
    parts: list[str] = []
    pieces = route.split("/")
    if pieces[-1] in ("route", "index", "_index") and len(pieces) > 1:
        pieces.pop()
    words = [word for piece in pieces for word in re.split(r"\.(?![^\[]{0,60}\])", piece.removesuffix("+"))]
    if words and words[-1].startswith("_") and words[-1] not in ("_index", "__index"):
        return None
    for word in words:
        word = word.removesuffix("_")
        if word.startswith("_") or word in ("index", "layout", ""):
            continue
        optional = word.startswith("(") and word.endswith(")")
        word = word.strip("()").replace("[", "").replace("]", "")
        word = "*" if word == "$" else re.sub(r"^\$", ":", word)
        parts.append(word + ("?" if optional else ""))
    return join(*parts)
