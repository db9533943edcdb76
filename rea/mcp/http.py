"""Serving clients of this machine over streamable HTTP: on loopback only, to who knows the token."""

from __future__ import annotations

import asyncio
import hmac
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from rea.hosting.loopback import ADDRESS, listener, quit_now, stranger
from rea.mcp.server import App, make_server
from rea.mcp.stdio import GRACE_SECONDS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
# A client that was put to sleep over night finds its session again.
IDLE_SECONDS = 24 * 3600.0
MOST_SESSIONS = 1_000


class Guard:
    """Lets requests through that were meant for this server and, if there is a token, show it."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._port = port
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        # The server's own start and end are no requests; everything else is, whatever it may be.
        refusal = None if scope["type"] == "lifespan" else self._refusal(Headers(scope=scope))
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, headers: Headers) -> JSONResponse | None:
        foreign = stranger(headers, self._port)
        if foreign is not None:
            return _refused(*foreign)
        given = headers.get("authorization", "").partition(" ")
        shown = given[2].strip().encode() if given[0].lower() == "bearer" else b""
        if self._token and not hmac.compare_digest(shown, self._token):
            return _refused(401, "The token that `rea mcp --http` printed is needed: Authorization: Bearer …")
        return None


def _refused(status: int, text: str) -> JSONResponse:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": text}, status, headers)


def serve(app: App, port: int, token: str) -> int:
    """Serve until interrupted. UsageError when the port cannot be had. The address goes to standard error."""
    place = listener(port)
    port = place.getsockname()[1]
    inner = make_server(app).streamable_http_app(
        streamable_http_path=PATH, session_idle_timeout=IDLE_SECONDS, max_sessions=MOST_SESSIONS
    )
    config = uvicorn.Config(
        Guard(inner, port, token),
        log_config=None,
        # Its words are for who develops it: a call that Ctrl-C ends is no error.
        log_level="critical",
        access_log=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    names = ", ".join(app.catalogue.repositories.names)
    sys.stderr.write(f"Serving {names} at http://{ADDRESS}:{port}{PATH}\n")
    sys.stderr.write(
        f"Authorization: Bearer {token}\n" if token else "Every program of this machine is let in.\n"
    )
    sys.stderr.flush()
    with suppress(asyncio.CancelledError):
        asyncio.run(uvicorn.Server(config).serve(sockets=[place]))
    if not app.close(GRACE_SECONDS):
        quit_now(0)
    return 0
