"""Talks to a real `rea mcp` process with the SDK's own client, from ordinary test functions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent, TextResourceContents

ROOT = Path(__file__).parents[3]
CODE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'rea'; import rea.entry; rea.entry.main()"
)
COMMAND = (sys.executable, "-I", "-c", CODE)
# Nothing here takes so long; a server that says nothing fails the test instead of hanging it.
PATIENCE = 60.0


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A clean environment with REA's folders below `folder`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REA_")}
    mine = {"REA_CONFIG_DIR": str(folder / "config"), "REA_CACHE_DIR": str(folder / "cache")}
    return {**kept, **mine, "REA_SEMANTIC": "off", **more}


@dataclass
class Told:
    """Progress as it came: how much is done, of how much, and the words."""

    done: list[float] = field(default_factory=list)
    totals: list[float | None] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    async def hear(self, progress: float, total: float | None, message: str | None) -> None:
        """What the client calls."""
        self.done.append(progress)
        self.totals.append(total)
        self.words.append(message or "")


@dataclass
class Talk:
    """A client that is connected to a server."""

    portal: BlockingPortal
    client: Client

    def call(self, tool: str, told: Told | None = None, /, **arguments: object) -> CallToolResult:
        """What a tool gives."""
        hear = told.hear if told is not None else None

        async def call() -> CallToolResult:
            return await self.client.call_tool(tool, arguments, PATIENCE, hear)

        return self.portal.call(call)

    def text(self, tool: str, /, **arguments: object) -> str:
        """The text a tool gives; the call must succeed."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result
        return text_of(result)

    def all_at_once(self, calls: Sequence[tuple[str, Mapping[str, object]]]) -> list[str]:
        """The texts of calls that are under way at the same time."""

        async def gather() -> list[str]:
            texts = [""] * len(calls)

            async def one(number: int) -> None:
                name, arguments = calls[number]
                texts[number] = text_of(await self.client.call_tool(name, dict(arguments), PATIENCE))

            async with anyio.create_task_group() as group:
                for number in range(len(calls)):
                    group.start_soon(one, number)
            return texts

        return self.portal.call(gather)

    def resource(self, uri: str) -> str:
        """The text of a resource."""
        [content] = self.portal.call(self.client.read_resource, uri).contents
        assert isinstance(content, TextResourceContents)
        return content.text

    def prompt(self, name: str, /, **arguments: str) -> str:
        """The text of a prompt."""
        [message] = self.portal.call(self.client.get_prompt, name, arguments).messages
        assert isinstance(message.content, TextContent)
        return message.content.text

    def until(self, cancel: Callable[[], bool], tool: str, /, **arguments: object) -> None:
        """Call a tool and give the call up as soon as `cancel`, which is asked in a thread, returns."""

        async def race() -> None:
            async with anyio.create_task_group() as group:

                async def call() -> None:
                    await self.client.call_tool(tool, arguments, PATIENCE)
                    raise AssertionError("the call was answered before it could be given up")

                group.start_soon(call)
                assert await anyio.to_thread.run_sync(cancel)
                group.cancel_scope.cancel()

        self.portal.call(race)


def text_of(result: CallToolResult) -> str:
    """The one text of a result."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@contextmanager
def talking(client: Callable[[], AbstractAsyncContextManager[Client]]) -> Iterator[Talk]:
    """A client connected from an event loop of its own, in a thread beside the test."""
    with start_blocking_portal() as portal:
        connection = portal.wrap_async_context_manager(client())
        connected = connection.__enter__()
        try:
            yield Talk(portal, connected)
        finally:
            # Without the error of the test, which would come back as a group of errors.
            connection.__exit__(None, None, None)


@contextmanager
def over_stdio(folder: Path, *arguments: str, mode: str = "auto", **variables: str) -> Iterator[Talk]:
    """A client and its server process. What the server writes to standard error fails the test."""
    parameters = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "mcp", *arguments], env=environment(folder, **variables)
    )
    with (folder / "stderr.txt").open("w+", encoding="utf-8") as log:
        with talking(lambda: Client(stdio_client(parameters, errlog=log), mode=mode)) as talk:
            yield talk
        log.seek(0)
        assert log.read() == ""


def run_rea(
    folder: Path, *arguments: str, cwd: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    command = [*COMMAND, *arguments]
    return subprocess.run(
        command,
        env=environment(folder, **variables),
        cwd=cwd,
        input="",
        timeout=PATIENCE,
        capture_output=True,
        text=True,
        check=False,
    )
