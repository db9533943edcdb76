"""Reads routes that are calls or decorators, as the rules of routes.yaml describe them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from indexer.records import Route
from indexer.routing.annotations import Annotated, Annotation
from indexer.routing.callparts import (
    HTTP_METHODS,
    INCLUDE,
    METHOD_CALL,
    NO_PATH,
    SCRIPTS,
    TO_CALL,
    Call,
    argument,
    handler_for,
    handler_of,
    method_name,
    methods_of,
    paths_of,
    starts_well,
    without_anchors,
)
from indexer.routing.expressions import handler_name
from indexer.routing.prefixes import Prefixes, Scope, join
from indexer.routing.rules import Framework, Rule, rules_of
from indexer.routing.source import ARGUMENT_REACH, BLOCK_REACH, Arguments, Source

MAX_CALLS = 3000  # of one rule in one file
MAX_TRIED = 20_000  # matches of one rule's head in one file
MAX_CHAIN = 12  # methods behind one `.route(…)`

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]{0,80}")
_OPENING = re.compile(r"\s{0,40}\(")
_RECEIVER = re.compile(r"([A-Za-z_$][\w$]{0,80})[!?]?\s{0,40}$")
_ASSIGNED = re.compile(
    r"([A-Za-z_$][\w$]{0,80})\s{0,5}(?::[^=\n]{1,80})?:?=\s{0,10}(?:await |new |&)?"
    r"(?:[\w.$:<>!?]|\(\)){0,120}$"
)
_LINK = re.compile(r"\s{0,80}\.\s{0,5}([A-Za-z_]\w{0,30})\s{0,5}(?=\()")
_LISTED = re.compile(r"include\s{0,3}\(\s{0,20}\(?\s{0,20}([A-Za-z_]\w{0,80})\s{0,20}[,)]")
_ROUTER = re.compile(r"include\s{0,3}\(\s{0,20}\(?\s{0,20}([A-Za-z_]\w{0,80})\.urls\b")
_AWAITED = re.compile(r"\b(?:await|yield)\s{1,3}(?:this\.)?$")
_WEAK = re.compile(r"(?i)api|rest|instance|http")


def read_calls(source: Source, framework: Framework) -> Iterator[Route]:
    """The routes of one framework in one file: groups and class prefixes first, then what hangs on them."""
    calls = [call for rule in rules_of(framework.name) for call in _calls(source, rule)]
    prefixes = Prefixes()
    for call in sorted(calls, key=lambda call: call.start):
        _collect_prefix(source, call, prefixes)
    name = framework.called(source.text)
    annotated = Annotated(source, name)
    for call in calls:
        role = call.rule.role
        if role == "annotation":
            annotated.add(_annotation(source, call))
        elif role == "chain":
            yield from _chained(source, name, call, prefixes)
        elif role in ("route", "decorator", "mount"):
            yield from _routes(source, name, call, prefixes)
    yield from annotated.routes()


def _calls(source: Source, rule: Rule) -> Iterator[Call]:
    """The matches of a rule that are calls of the right shape."""
    count = 0
    for match in islice(rule.head.finditer(source.text), MAX_TRIED):
        receiver = _receiver(source, rule, match)
        if rule.receiver is not None and receiver and not rule.receiver.fullmatch(receiver):
            continue
        arguments = _arguments(source, rule, match)
        if arguments is None or len(arguments.positional) + len(arguments.named) < rule.least:
            continue
        if rule.handler == ("last",) and _is_client(source, match, receiver, arguments):
            continue
        if not rule.commented and source.commented(match.start()):
            continue
        count += 1
        if count > MAX_CALLS:
            return
        yield Call(rule, match, receiver, arguments)


def _receiver(source: Source, rule: Rule, match: re.Match[str]) -> str:
    """The name in front of the dot: `api` of `this.api.get(`, `router` of `@router.get`; '' behind a call."""
    if rule.role == "decorator":
        parts = match[0].lstrip("@").split(".")
        return parts[-2] if len(parts) > 1 else ""
    if rule.receiver is None and source.text[match.start()] != ".":
        return ""
    found = _RECEIVER.search(source.text, max(0, match.start() - 130), match.start())
    return found[1] if found else ""


def _arguments(source: Source, rule: Rule, match: re.Match[str]) -> Arguments | None:
    if rule.bracketless:
        end = source.offset(source.line(match.end()) + 1)
        line = source.text[match.end() : end].split(" do")[0]
        return Arguments(match.end(), end, tuple(part.strip() for part in line.split(",")[:4]))
    opening = _OPENING.match(source.text, match.end())
    if opening is None:
        return Arguments(match.end(), match.end()) if rule.bare else None
    return source.arguments(opening.end() - 1, BLOCK_REACH if rule.role == "block" else ARGUMENT_REACH)


def _is_client(source: Source, match: re.Match[str], receiver: str, arguments: Arguments) -> bool:
    """Whether a call of a router's shape sends a request: awaited, or with data in place of a handler."""
    if source.language not in SCRIPTS or len(arguments.positional) < 2:
        return False
    last = arguments.positional[-1]
    before = source.text[max(0, match.start() - len(receiver) - 20) : match.start() - len(receiver)]
    if last[0] in "{[\"'`0123456789" or _AWAITED.search(before):
        return True
    return bool(_WEAK.fullmatch(receiver)) and "=>" not in last and "function" not in last


def _collect_prefix(source: Source, call: Call, prefixes: Prefixes) -> None:
    """Note what prefix a call gives, and to what: a variable, a stretch of text, a list."""
    role = call.rule.role
    if role in ("decorator", "annotation", "chain"):
        return
    paths, named = paths_of(source, call)
    path = without_anchors(paths[0]) if paths else ""
    if role == "group":
        _collect_carrier(source, call, path, prefixes)
    elif not named or not starts_well(call.rule, path):
        return
    elif role == "block":
        prefixes.add_scope(Scope(call.arguments.start, call.arguments.end, (path,)))
    elif role == "trail":
        prefixes.add_scope(Scope(call.arguments.end, source.trail(call.arguments.end + 1), (path,)))
    elif role == "after":
        opening = source.text.find("{", call.arguments.end, call.arguments.end + 20)
        if opening >= 0:
            prefixes.add_scope(Scope(opening, source.close(opening, BLOCK_REACH), (path,)))
    elif role == "mount":
        target = argument(source, call.arguments, call.rule.handler[0]) if call.rule.handler else ""
        if _IDENTIFIER.fullmatch(target):
            prefixes.put_in_front(target, path)
    elif role == "route" and source.language == "python":
        _collect_included(source, call.arguments.get(1), path, prefixes)


def _collect_carrier(source: Source, call: Call, path: str, prefixes: Prefixes) -> None:
    before = source.text[max(0, call.start - 220) : call.start]
    if found := _ASSIGNED.search(before):
        inherited = prefixes.full(call.start, call.receiver, "")[0] if call.receiver else ""
        prefixes.add_carrier(found[1], call.start, join(inherited, path))


def _collect_included(source: Source, text: str, path: str, prefixes: Prefixes) -> None:
    """`path("api/", include(api_urls))`: the list of that name in the same file hangs under `api/`."""
    if router := _ROUTER.match(text):
        prefixes.add_carrier(router[1], 0, path)
    found = _LISTED.match(text)
    opening = source.lists.get(found[1], -1) if found else -1
    if opening >= 0:
        prefixes.add_scope(Scope(opening, source.close(opening, BLOCK_REACH), (path,)))


def _routes(source: Source, framework: str, call: Call, prefixes: Prefixes) -> Iterator[Route]:
    """The routes of one call: one per path, method and variant of the prefix."""
    rule = call.rule
    paths, named = paths_of(source, call)
    if not named and rule.role != "decorator" and rule.path != (NO_PATH,) and rule.method != "PAGE":
        return
    if named and not all(starts_well(rule, path) for path in paths):
        return
    if rule.scoped and not prefixes.around(call.start):
        return
    handler, line = handler_of(source, call), source.line(call.start)
    for path in paths:
        methods = methods_of(source, call, path)
        if rule.method_in_path and " " in path.strip():
            path = path.split(None, 1)[1]
        if rule.not_path is not None and rule.not_path.fullmatch(path):
            continue
        for pattern in _patterns(call, path or handler, path, methods, prefixes):
            for method in sorted(methods):
                yield Route(source.path, line, method, pattern, handler_for(call, method, handler), framework)


def _patterns(call: Call, event: str, path: str, methods: set[str], prefixes: Prefixes) -> tuple[str, ...]:
    """A path with all its prefixes; events and remote calls have none, what mounts others ends in `*`."""
    if methods & {"EVENT", "RPC"}:
        return (event,)
    patterns = prefixes.full(call.start, call.receiver, without_anchors(path))
    if call.rule.role == "mount" or INCLUDE.match(call.arguments.get(1)):
        return tuple(join(pattern.removesuffix("*"), "*") for pattern in patterns)
    return patterns


def _annotation(source: Source, call: Call) -> Annotation:
    paths, named = paths_of(source, call)
    methods = methods_of(source, call, "")
    fixed = bool(call.rule.method or call.group("method") or methods != {"ANY"})
    given = named or any(paths)
    return Annotation(
        source.line(call.start),
        tuple(sorted(methods)) if fixed else (),
        paths if given else (),
        call.rule.absolute,
    )


def _chained(source: Source, framework: str, call: Call, prefixes: Prefixes) -> Iterator[Route]:
    """`router.route("/x").get(show).post(create)` and the like: one route per call that follows."""
    paths, named = paths_of(source, call)
    if not named or not starts_well(call.rule, paths[0]):
        return
    pattern = prefixes.full(call.start, call.receiver, paths[0])[0]
    position = call.arguments.end + 1
    for _ in range(MAX_CHAIN):
        found = _LINK.match(source.text, position)
        arguments = source.arguments(found.end()) if found else None
        if found is None or arguments is None:
            return
        text = arguments.get(-1)
        name, handler = found[1], handler_name(text)
        if name == "route":  # actix: .route(web::get().to(show))
            inner, to = METHOD_CALL.search(text[:300]), TO_CALL.search(text)
            if inner is None:
                return
            name, handler = inner[1], handler_name(to[1]) if to else ""
        if method_name(name) in HTTP_METHODS:
            yield Route(
                source.path, source.line(found.start(1)), method_name(name), pattern, handler, framework
            )
        position = arguments.end + 1
