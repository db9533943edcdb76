"""Starts the server on loopback and ends it on Ctrl-C."""

from __future__ import annotations

import asyncio
import socket
import sys
import webbrowser
from contextlib import suppress

import uvicorn

from rea.errors import UsageError
from rea.serve.app import Site, make_app
from rea.serve.guard import ADDRESS, Guard

GRACE_SECONDS = 2.0


def serve(site: Site, port: int, token: str, *, browse: bool) -> int:
    """Serve until interrupted; the address goes to standard output. UsageError when there is no such port."""
    listener = _listener(port)
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        Guard(make_app(site), port, token),
        log_config=None,
        # Its tracebacks are for who develops it: work that Ctrl-C calls off is no error, and the pages tell
        # what else goes wrong themselves.
        log_level="critical",
        ws="none",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    address = f"http://{ADDRESS}:{port}/{token}/"
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
    if sys.stderr.isatty():
        sys.stderr.write(
            f"{site.repository.name} is served at this address, for this machine only. Ctrl-C ends it.\n"
        )
    if browse:
        webbrowser.open(address)
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
    rested = site.workshop.close(GRACE_SECONDS)
    if not (site.repository.close(GRACE_SECONDS) and rested):
        from rea.mcp.stdio import quit_now

        quit_now(0)
    return 0


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # where it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise UsageError(
            f"Port {port} cannot be used: {error.strerror}.",
            next_step="Choose another with --port N; 0 takes a free one.",
        ) from error
    return listener
