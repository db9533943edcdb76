"""Routes given by annotations on methods, with the prefix that annotations on their class add.

The parts may be spread over several annotations (`@GET` and `@Path`, `[HttpGet]` and `[Route]`), so they are
gathered per method before they become routes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.records import Route, Symbol
from indexer.routing.prefixes import join
from indexer.routing.source import Source, Target

_PLAIN_BASES = frozenset({"Controller", "ControllerBase", "ApiController", "ODataController", "PageModel"})
_CONTROLLER = re.compile(r"(.{1,100})Controller\b")


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotation: its row, the methods it names (none: only a path), its paths (none: only methods)."""

    line: int
    methods: tuple[str, ...]
    paths: tuple[str, ...]
    absolute: bool


@dataclass(slots=True)
class _Method:
    target: Target
    verbs: list[Annotation] = field(default_factory=list)
    paths: list[Annotation] = field(default_factory=list)


class Annotated:
    """Gathers the annotations of a file by what they stand above."""

    def __init__(self, source: Source, framework: str) -> None:
        self._source = source
        self._framework = framework
        self._classes: list[tuple[Symbol, tuple[str, ...]]] = []
        self._methods: dict[tuple[int, str], _Method] = {}

    def add(self, annotation: Annotation) -> None:
        """Add one annotation; without a definition below, it is an example in a text and does not count."""
        target = self._source.below(annotation.line)
        if target is None:
            return
        if target.is_type:
            if annotation.paths:
                self._classes.append((target.symbol, annotation.paths))
            return
        method = self._methods.setdefault((target.row, target.symbol.name), _Method(target))
        (method.verbs if annotation.methods else method.paths).append(annotation)

    def routes(self) -> Iterator[Route]:
        """The routes, in the order of their methods."""
        for method in self._methods.values():
            given = [path for annotation in method.paths for path in annotation.paths]
            if not method.verbs:
                for annotation in method.paths:
                    yield from self._joined(method.target, annotation, ("ANY",), annotation.paths or ("",))
            for annotation in method.verbs:
                paths = annotation.paths or tuple(given) or ("",)
                yield from self._joined(method.target, annotation, annotation.methods, paths)

    def _joined(
        self, target: Target, annotation: Annotation, methods: tuple[str, ...], paths: tuple[str, ...]
    ) -> Iterator[Route]:
        for path in paths:
            for pattern in self._patterns(target, path, annotation.absolute):
                for method in methods:
                    shown = path if method in ("EVENT", "RPC") else pattern
                    yield Route(
                        self._source.path, annotation.line, method, shown, target.symbol.name, self._framework
                    )

    def _patterns(self, target: Target, path: str, absolute: bool) -> Iterator[str]:
        """The full patterns: one per prefix of the innermost class that has any."""
        owner, prefixes = self._owner(target)
        if absolute and path.startswith(("/", "~/")):
            prefixes = ("",)
        elif absolute and not prefixes and owner.endswith("Controller"):
            prefixes = self._by_convention(owner, path)
        for prefix in prefixes or ("",):
            yield _with_tokens(join(prefix, path.removeprefix("~")), owner, target.symbol.name)

    def _by_convention(self, owner: str, path: str) -> tuple[str, ...]:
        """The prefix of an ASP.NET controller without one of its own.

        With a base class of the repository it most likely inherits `[controller]`; the actions of a plain MVC
        controller are found by controller and action.
        """
        signatures = (symbol.signature for symbol in self._source.symbols if symbol.name == owner)
        found = re.search(r":\s{0,5}(\w{1,100})", next(signatures, ""))
        if found is None or (found[1] in _PLAIN_BASES and (path or found[1] != "Controller")):
            return ()
        return ("[controller]/[action]",) if found[1] == "Controller" else ("[controller]",)

    def _owner(self, target: Target) -> tuple[str, tuple[str, ...]]:
        name = target.symbol.qualname.rsplit(".", 2)[-2] if "." in target.symbol.qualname else ""
        best: tuple[int, Symbol | None, tuple[str, ...]] = (0, None, ())
        for symbol, paths in self._classes:
            if symbol.start <= target.symbol.start and target.symbol.end <= symbol.end:
                if symbol.start > best[0]:
                    best = (symbol.start, symbol, paths)
                elif symbol is best[1]:
                    best = (symbol.start, symbol, best[2] + paths)
        return name, best[2]


def _with_tokens(pattern: str, owner: str, action: str) -> str:
    """Fill in `[controller]` and `[action]` as ASP.NET does."""
    if "[" not in pattern:
        return pattern
    found = _CONTROLLER.match(owner)
    pattern = re.sub(r"(?i)\[controller\]", lambda _: found[1] if found else owner, pattern)
    return re.sub(r"(?i)\[action\]", lambda _: action, pattern)
