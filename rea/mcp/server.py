"""The protocol: the SDK's server with a handler for each request. Nothing here blocks the event loop."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from rea import __version__
from rea.errors import ReaError
from rea.hosting.work import Stage, Work
from rea.hosting.workshop import Workshop
from rea.mcp import prompts, resources
from rea.mcp.catalogue import Catalogue, UnknownToolError

T = TypeVar("T")
Context = ServerRequestContext[Any, Any]
INSTRUCTIONS = Path(__file__).with_name("instructions.txt")


@dataclass(frozen=True, slots=True)
class App:
    """All a server works with. One for the process, whatever the transport and however many clients."""

    catalogue: Catalogue
    workshop: Workshop

    def close(self, seconds: float) -> bool:
        """Call everything off; False when something still works after about so many seconds."""
        rested = self.workshop.close(seconds)
        return self.catalogue.repositories.close(seconds) and rested

    # ---- tools

    async def list_tools(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """All tools, on one page."""
        listing = self.catalogue.listing()
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in listing])

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The reply of a tool. Faults a model can put right are results, an unknown tool is an error."""
        try:
            reply = await self._run(ctx, partial(self.catalogue.call, params.name, params.arguments))
        except UnknownToolError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        return types.CallToolResult(
            content=[types.TextContent(text=reply.text)],
            structured_content=None if reply.error is None else dict(reply.error),
            is_error=reply.error is not None,
            _meta=dict(reply.meta) or None,
        )

    # ---- resources

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The overviews and the latest answers."""
        entries = await self._run(ctx, partial(resources.listed, self.catalogue.repositories))
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=entry.uri, name=entry.name, title=entry.title, mime_type=entry.kind)
                for entry in entries
            ]
        )

    async def list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """How the addresses of resources are made."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=template, name=name, description=text)
                for template, name, text in resources.TEMPLATES
            ]
        )

    async def read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """An overview or an answer."""
        read = partial(resources.read, self.catalogue.repositories, str(params.uri))
        try:
            text, kind = await self._run(ctx, read)
        except resources.UnknownResourceError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        contents = types.TextResourceContents(uri=params.uri, mime_type=kind, text=text)
        return types.ReadResourceResult(contents=[contents])

    # ---- prompts

    async def list_prompts(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """The playbooks. One argument where that will do: some clients offer no prompt with more."""
        folder = self.catalogue.host.folder
        arguments = [types.PromptArgument(name="question", description="What you want to know.")]
        if len(self.catalogue.repositories.names) > 1:
            arguments.append(types.PromptArgument(name="repo", description="Which repository."))
        books = await self._run(ctx, lambda work: prompts.books(folder))
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=name,
                    title=book.titles["en"],
                    description=prompts.described(book),
                    arguments=arguments,
                )
                for name, book in books.items()
            ]
        )

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """A playbook as a task."""
        folder, repositories = self.catalogue.host.folder, self.catalogue.repositories
        given = params.arguments or {}
        text = await self._run(ctx, lambda work: prompts.rendered(folder, repositories, params.name, given))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(messages=[message])

    async def _run(self, ctx: Context, function: Callable[[Work], T]) -> T:
        """In a thread, telling the client how far it is. An error of REA becomes one of the protocol."""

        async def tell(stage: Stage) -> None:
            await ctx.session.report_progress(stage.done, stage.total, stage.text)

        try:
            return await self.workshop.run(function, tell)
        except ReaError as error:
            text = f"{error} {error.next_step}".strip()
            raise MCPError(types.INVALID_PARAMS, text) from error
        except (MCPError, UnknownToolError, resources.UnknownResourceError):
            raise
        except Exception as error:
            if os.environ.get("REA_DEBUG"):
                traceback.print_exc(file=sys.stderr)
            text = (
                f"Internal error: {type(error).__name__}: {error}. REA_DEBUG=1 shows where; please report it."
            )
            raise MCPError(types.INTERNAL_ERROR, text) from error


def make_server(app: App) -> Server[Any]:
    """The SDK's server over an App."""
    server: Server[Any] = Server(
        "rea",
        version=__version__,
        title="REA",
        instructions=_instructions(app),
        on_list_tools=app.list_tools,
        on_call_tool=app.call_tool,
        on_list_resources=app.list_resources,
        on_list_resource_templates=app.list_templates,
        on_read_resource=app.read_resource,
        on_list_prompts=app.list_prompts,
        on_get_prompt=app.get_prompt,
    )
    # The SDK's only default is one that reports every call where an exporter is set up: REA reports nothing.
    server.middleware.clear()
    return server


def _instructions(app: App) -> str:
    """What a client tells its model about this server."""
    repositories = app.catalogue.repositories.all()
    lines = [f"- `{repository.name}`: {repository.root}" for repository in repositories]
    if len(lines) > 1:
        lines.append("Every tool takes `repo`, one of these names.")
    text = INSTRUCTIONS.read_text(encoding="utf-8")
    for name in app.catalogue.definitions() if app.catalogue.prefix else ():
        text = text.replace(f"`{name.removeprefix(app.catalogue.prefix)}`", f"`{name}`")
    return "\n".join([text.rstrip(), "", "Repositories:", *lines])
