"""A real `rea serve` process and plain HTTP requests to it."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.rea.mcp.harness import COMMAND, PATIENCE, environment


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class Server:
    """A server under way; `address` ends in a slash."""

    address: str
    process: subprocess.Popen[str]

    @property
    def host(self) -> str:
        """Name and port."""
        return urlsplit(self.address).netloc

    @property
    def prefix(self) -> str:
        """The part of the address that holds the token, with both slashes."""
        return urlsplit(self.address).path

    def get(self, path: str, *, method: str = "GET", **headers: str) -> Reply:
        """One request; `path` is put behind the token unless it begins with a slash."""
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path if path.startswith("/") else self.prefix + path, headers=given)
            reply = connection.getresponse()
            found = {name.lower(): value for name, value in reply.getheaders()}
            return Reply(reply.status, found, reply.read().decode())
        finally:
            connection.close()

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C: the exit code and what stands on standard error."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@contextmanager
def served(root: Path, folder: Path) -> Iterator[Server]:
    """`rea serve` over a repository, on a free port; `folder` takes its settings and caches."""
    command = [*COMMAND, "serve", "--repo", str(root), "--port", "0"]
    process = subprocess.Popen(
        command, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        try:
            assert process.stdout is not None
            yield Server(process.stdout.readline().strip(), process)
        finally:
            process.kill()
