"""A server's place on this machine: the loopback address, which Host names are its own, and a quick end."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping

from rea.errors import UsageError

ADDRESS = "127.0.0.1"


def listener(port: int) -> socket.socket:
    """A socket that listens on loopback; port 0 takes a free one. UsageError when it cannot be had."""
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # where it would let two servers share a port
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((ADDRESS, port))
        place.listen(128)
    except OSError as error:
        place.close()
        raise UsageError(
            f"Port {port} cannot be used: {error.strerror}.",
            next_step="Choose another with --port N; 0 takes a free one.",
        ) from error
    return place


def stranger(headers: Mapping[str, str], port: int) -> tuple[int, str] | None:
    """The status and sentence for a request that was not meant for this server; None when it was.

    A web page can send requests to loopback through its reader's browser, and with a name that leads there
    even read the answers. So the Host and the Origin of every request have to be this server's own.
    """
    own = {f"{name}:{port}" for name in (ADDRESS, "localhost")}
    if headers.get("host", "").lower() not in own:
        return 421, "This server answers to its own address only."
    origin = headers.get("origin")
    if origin is not None and origin.removeprefix("http://") not in own:
        return 403, "Web pages of other origins are not served."
    return None


def quit_now(code: int) -> None:
    """End without waiting for threads: what they wrote is whole or not there at all."""
    sys.stderr.flush()
    os._exit(code)
