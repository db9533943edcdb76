"""Who is let in: requests meant for this very server that know its token, and nothing from other web pages.

The token is the first part of every address, so that a bookmark works and no cookie is needed. No page sends
its address anywhere else (Referrer-Policy), and nothing is kept by the browser's cache.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from rea.hosting.loopback import stranger

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }
)


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._port = port
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse in one plain line."""
        if scope["type"] != "http":  # neither line sockets nor a start and end of the application are used
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        inner = self._refusal(scope) or self._app
        prefix = "/" + scope["path"].split("/", 2)[1] if "/" in scope["path"] else ""
        await inner({**scope, "root_path": prefix}, receive, guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        foreign = stranger(headers, self._port)
        if foreign is not None:
            return PlainTextResponse(f"{foreign[1]}\n", foreign[0])
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return PlainTextResponse("Pages of other sites are not served.\n", 403)
        shown = scope["path"].split("/", 2)[1:2]
        if not shown or not hmac.compare_digest(shown[0].encode(), self._token):
            return PlainTextResponse(
                "The address that `rea serve` printed is needed: it holds a token.\n", 404
            )
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Only GET: nothing here changes the repository.\n", 405)
        return None
