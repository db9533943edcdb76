"""Route tables in files of their own: proto services with their HTTP annotations, Play's `conf/routes`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.records import Route
from indexer.routing.source import BLOCK_REACH, Source

_PACKAGE = re.compile(r"(?m)^\s{0,20}package\s{1,10}([\w.]{1,200})\s{0,5};")
_SERVICE = re.compile(r"(?m)^\s{0,20}service\s{1,10}(\w{1,100})\s{0,20}\{")
_RPC = re.compile(r"\brpc\s{1,10}(\w{1,100})\s{0,20}\(")
_HTTP = re.compile(r"\b(get|put|post|delete|patch)\s{0,5}:\s{0,10}\"([^\"\n]{1,300})\"")
_CUSTOM = re.compile(
    r"\bkind\s{0,5}:\s{0,5}\"([\w*]{1,20})\"\s{0,5},?\s{0,20}path\s{0,5}:\s{0,5}\"([^\"\n]{1,300})\""
)
_PLAY = re.compile(
    r"(?m)^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]{1,40}(/\S{0,300})[ \t]{1,80}([\w.@]{1,200})"
)


def proto_routes(source: Source) -> Iterator[Route]:
    """One RPC row per method, and one row per HTTP path that `google.api.http` gives it."""
    if source.language not in ("proto", "protobuf") and not source.path.endswith(".proto"):
        return
    text = source.text
    if "service" not in text or "rpc" not in text:
        return
    package = _PACKAGE.search(text)
    for service in _SERVICE.finditer(text):
        end = source.close(service.end() - 1, BLOCK_REACH)
        name = f"{package[1]}.{service[1]}" if package else service[1]
        calls = [match for match in _RPC.finditer(text, service.end(), max(end, service.end()))]
        for index, call in enumerate(calls):
            if source.commented(call.start()):
                continue
            yield Route(source.path, source.line(call.start()), "RPC", f"/{name}/{call[1]}", call[1], "grpc")
            until = calls[index + 1].start() if index + 1 < len(calls) else end
            yield from _http(source, call.end(), until, call[1])


def _http(source: Source, start: int, end: int, handler: str) -> Iterator[Route]:
    if "google.api.http" not in source.text[start:end]:
        return
    for match in _HTTP.finditer(source.text, start, end):
        if not source.commented(match.start()):
            yield Route(
                source.path, source.line(match.start()), match[1].upper(), match[2], handler, "grpc-http"
            )
    for match in _CUSTOM.finditer(source.text, start, end):
        method = match[1].upper() if match[1].isalpha() else "ANY"
        yield Route(source.path, source.line(match.start()), method, match[2], handler, "grpc-http")


def play_routes(source: Source) -> Iterator[Route]:
    """`GET /login controllers.Auth.login(...)` in conf/routes and conf/*.routes."""
    if not (source.path.endswith((".routes", "conf/routes"))):
        return
    for match in _PLAY.finditer(source.text):
        parts = match[3].lstrip("@").split(".")
        yield Route(source.path, source.line(match.start()), match[1], match[2], "@".join(parts[-2:]), "play")
