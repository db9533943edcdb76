"""The tools a client sees and what a call of one comes to: the five tools and the three verbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rea.errors import ReaError
from rea.hosting.asking import Host
from rea.hosting.repositories import Repositories, Repository
from rea.hosting.work import Work
from rea.mcp.replies import Reply, of_error, of_tool_error
from rea.mcp.verbs import VERBS
from tools.arguments import as_mapping
from tools.registry import TOOLS, Definition, check_arguments, run_tool
from tools.results import ToolError
from tools.text import render_text

TITLES: Mapping[str, str] = {
    "ask": "Ask how it works",
    "locate": "Find the files",
    "check": "Check citations",
    "list_tree": "List folders",
    "search_text": "Search text",
    "read_slice": "Read lines",
    "trace_symbol": "Trace a name",
    "git_pick": "Find commits",
}
STALE = "[another process is writing the index: this is the state before it]"


class UnknownToolError(LookupError):
    """There is no tool of that name; the message names those there are."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The tools over some repositories. `prefix` goes before every name, for clients that mix servers up."""

    repositories: Repositories
    host: Host
    prefix: str = ""

    def definitions(self) -> Mapping[str, Definition]:
        """Every definition by the name clients use; what answers whole questions comes first."""
        own = [VERBS[name].definition for name in VERBS]
        return {self.prefix + definition.name: definition for definition in (*own, *TOOLS.values())}

    def listing(self) -> list[dict[str, object]]:
        """The tools in the form of the protocol, with schemas that every client takes.

        One object of plain types: no references, unions or nulls, and no word on further arguments, for
        other names of an argument are understood, and some clients refuse what they hold to be too much.
        """
        return [self._listed(name, definition) for name, definition in self.definitions().items()]

    def _listed(self, name: str, definition: Definition) -> dict[str, object]:
        tool = definition.mcp()
        schema = definition.input_schema()
        schema.pop("additionalProperties")
        if len(self.repositories.names) > 1:
            choice = {
                "type": "string",
                "description": "Which repository.",
                "enum": list(self.repositories.names),
            }
            schema["properties"] = {"repo": choice, **cast("dict[str, object]", schema["properties"])}
            schema["required"] = ["repo", *cast("list[str]", schema["required"])]
        title = TITLES[definition.name]
        settings = self.host.settings
        reaches_out = settings.sends
        sends = definition.name in VERBS and VERBS[definition.name].sends and reaches_out
        annotations = {
            **cast("dict[str, object]", tool["annotations"]),
            "title": title,
            "openWorldHint": sends,
        }
        return {**tool, "name": name, "title": title, "inputSchema": schema, "annotations": annotations}

    def call(self, name: str, arguments: Mapping[str, object] | None, work: Work) -> Reply:
        """Carry out a call. A fault of the arguments is a reply; UnknownToolError: no such tool."""
        definition = self.definitions().get(name)
        if definition is None:
            raise UnknownToolError(
                f"There is no tool {name[:60]!r}. The tools are: {', '.join(self.definitions())}."
            )
        given = dict(as_mapping(arguments) or {})
        try:
            repository = self.repositories.get(given.pop("repo", None))
            checked = check_arguments(definition, given)
            if isinstance(checked, ToolError):
                return of_tool_error(checked)
            return self._carried_out(definition.name, repository, given, work)
        except ReaError as error:
            return of_error(definition.name, error)

    def _carried_out(
        self, name: str, repository: Repository, given: Mapping[str, object], work: Work
    ) -> Reply:
        with repository.lease(work) as lease:
            work.check()
            if name in VERBS:
                verb = VERBS[name]
                checked = check_arguments(verb.definition, given)
                assert not isinstance(checked, ToolError)  # noqa: S101 - checked before the index was opened
                reply = verb.function(lease.index, checked, self.host, work)
            else:
                result = run_tool(lease.index, name, given).result
                if isinstance(result, ToolError):
                    return of_tool_error(result)
                reply = Reply(render_text(result))
            return Reply(f"{reply.text}\n{STALE}", reply.error, reply.meta) if lease.stale else reply
