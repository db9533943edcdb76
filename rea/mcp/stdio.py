"""Serving one client over standard input and output, which carry nothing but the protocol."""

from __future__ import annotations

import asyncio
import signal
import sys
from types import FrameType

from mcp.server.stdio import stdio_server

from rea.errors import INTERRUPTED
from rea.hosting.loopback import quit_now
from rea.mcp.server import App, make_server

# How long work that was called off may take to notice. Clients kill a server two seconds after they hung up.
GRACE_SECONDS = 1.0
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def serve(app: App) -> int:
    """Serve until the client hangs up or a signal comes; then nothing of this process stays behind."""
    for name in SIGNALS:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, lambda number, frame: _leave(app, number, frame))
    if sys.stdin is not None and sys.stdin.isatty():
        sys.stderr.write(
            "Waiting for an MCP client on standard input. Clients start this command themselves.\n"
        )
    try:
        asyncio.run(_conversation(app))
    except BaseException as error:  # a client that is gone is the usual end of a server, not a fault
        if not all(isinstance(leaf, OSError) for leaf in _leaves(error)):
            raise
    if not app.close(GRACE_SECONDS):
        quit_now(0)
    return 0


async def _conversation(app: App) -> None:
    server = make_server(app)
    async with stdio_server() as (incoming, outgoing):
        try:
            await server.run(incoming, outgoing, server.create_initialization_options())
        except asyncio.CancelledError:
            # Nobody reads our output any more; the thread that reads the input would wait for its end.
            app.close(GRACE_SECONDS)
            quit_now(0)


def _leave(app: App, number: int, frame: FrameType | None) -> None:
    """End at once: the thread that reads standard input cannot be woken up otherwise."""
    app.close(GRACE_SECONDS)
    if number == signal.SIGINT:
        sys.stderr.write("rea: Interrupted.\n")
    quit_now(INTERRUPTED if number == signal.SIGINT else 128 + number)


def _leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group of errors, or the error itself."""
    inner = getattr(error, "exceptions", None)
    return [error] if inner is None else [leaf for one in inner for leaf in _leaves(one)]
