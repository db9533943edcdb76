"""Starts the server on loopback and ends it on Ctrl-C."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from contextlib import suppress

import uvicorn

from rea.hosting.loopback import ADDRESS, listener, quit_now
from rea.serve.app import Site, make_app
from rea.serve.guard import Guard

GRACE_SECONDS = 2.0


def serve(site: Site, port: int, token: str, *, browse: bool) -> int:
    """Serve until interrupted; the address goes to standard output. UsageError when there is no such port."""
    place = listener(port)
    port = place.getsockname()[1]
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
        asyncio.run(uvicorn.Server(config).serve(sockets=[place]))
    rested = site.workshop.close(GRACE_SECONDS)
    if not (site.repository.close(GRACE_SECONDS) and rested):
        quit_now(0)
    return 0
