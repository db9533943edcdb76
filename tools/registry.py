"""The five tools, each defined once: Python call, CLI metadata, OpenAI schema and MCP schema come from here.

The set is closed. All of its members only read, and nothing else may be added here that runs a program
chosen by its arguments, writes, or opens a connection: what must not happen is not in the list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ValidationError

from tools import arguments as args
from tools.git_pick import EXAMPLE as GIT_EXAMPLE
from tools.git_pick import git_pick
from tools.limits import Limits, fit
from tools.list_tree import EXAMPLE as TREE_EXAMPLE
from tools.list_tree import list_tree
from tools.nearest import similar, sub_words
from tools.read_slice import EXAMPLE as SLICE_EXAMPLE
from tools.read_slice import read_slice
from tools.results import ToolError, ToolResult
from tools.search_text import EXAMPLE as SEARCH_EXAMPLE
from tools.search_text import search_text
from tools.trace_symbol import EXAMPLE as TRACE_EXAMPLE
from tools.trace_symbol import trace_symbol

if TYPE_CHECKING:
    from indexer.reader import Index

ParameterType = Literal["string", "integer", "boolean"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool. `choices` is empty for free text.

    `aliases` are other names that are understood.
    """

    name: str
    type: ParameterType
    required: bool
    default: str | int | bool | None
    help: str
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def schema(self) -> dict[str, object]:
        """Its JSON schema.

        Without lengths and bounds, which make the grammars of local model servers explode.
        """
        schema: dict[str, object] = {"type": self.type, "description": self.help}
        if self.choices:
            schema["enum"] = list(self.choices)
        return schema


@dataclass(frozen=True, slots=True)
class Definition:
    """What can be called by a model: its name, what it is for, and the model that checks its arguments."""

    name: str
    description: str
    example: str
    model: type[BaseModel]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The arguments in order."""
        return tuple(_parameter(name, self.model) for name in self.model.model_fields)

    def input_schema(self) -> dict[str, object]:
        """The JSON schema of the arguments, as OpenAI's `parameters` and MCP's `inputSchema` want it."""
        return {
            "type": "object",
            "properties": {parameter.name: parameter.schema() for parameter in self.parameters},
            "required": [parameter.name for parameter in self.parameters if parameter.required],
            "additionalProperties": False,
        }

    def mcp(self) -> dict[str, object]:
        """The tool in the form of the Model Context Protocol."""
        return {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema(),
            "annotations": {
                "readOnlyHint": True,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        }


@dataclass(frozen=True, slots=True)
class ToolDefinition(Definition):
    """A tool: a definition, and the function that does it."""

    function: Callable[..., ToolResult]

    def openai(self) -> dict[str, object]:
        """The tool in the form of OpenAI's chat completions."""
        function = {"name": self.name, "description": self.description, "parameters": self.input_schema()}
        return {"type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """A call that was made: the arguments as they were understood, the result, and the seconds it took."""

    tool: str
    arguments: Mapping[str, object]
    result: ToolResult
    seconds: float

    @property
    def ok(self) -> bool:
        """False when the result is a ToolError."""
        return not isinstance(self.result, ToolError)


TOOLS: Mapping[str, ToolDefinition] = MappingProxyType(
    {
        tool.name: tool
        for tool in (
            ToolDefinition(
                "list_tree",
                "List folders and files below a folder, with counts. Use it to learn the layout.",
                TREE_EXAMPLE,
                args.ListTree,
                list_tree,
            ),
            ToolDefinition(
                "search_text",
                "Search all files with a regular expression. Gives path, line, text and the lines around it, "
                "spread over files. Search for field names, error codes, routes and identifiers.",
                SEARCH_EXAMPLE,
                args.SearchText,
                search_text,
            ),
            ToolDefinition(
                "read_slice",
                "Read up to 200 numbered lines of one file. Only lines that were read may be cited.",
                SLICE_EXAMPLE,
                args.ReadSlice,
                read_slice,
            ),
            ToolDefinition(
                "trace_symbol",
                "Find where a function, class or other name is defined, who uses it and what it calls. "
                "Matched by name: confirm rows of low confidence with read_slice.",
                TRACE_EXAMPLE,
                args.TraceSymbol,
                trace_symbol,
            ),
            ToolDefinition(
                "git_pick",
                "Find commits by words of their title or by a path they touched.",
                GIT_EXAMPLE,
                args.GitPick,
                git_pick,
            ),
        )
    }
)


def run_tool(
    index: Index, name: str, arguments: Mapping[str, object] | str | None, limits: Limits | None = None
) -> ToolOutcome:
    """Checks the arguments and calls the tool.

    Wrong names and arguments come back as a ToolError, not raised.
    """
    limits = limits or Limits()
    started = time.monotonic()
    tool = TOOLS.get(name)
    if tool is None:
        return ToolOutcome(name, {}, _unknown_tool(name), time.monotonic() - started)
    checked = check_arguments(tool, arguments)
    if isinstance(checked, ToolError):
        return ToolOutcome(name, {}, fit(checked, limits.characters), time.monotonic() - started)
    values: dict[str, object] = checked.model_dump()
    result = tool.function(index, **values, limits=limits)
    return ToolOutcome(name, MappingProxyType(values), result, time.monotonic() - started)


def check_arguments(tool: Definition, arguments: Mapping[str, object] | str | None) -> BaseModel | ToolError:
    """The arguments as the tool's model, after aliases and harmless mistakes have been put right."""
    given = args.as_mapping(arguments)
    if given is None:
        return ToolError(tool.name, "arguments", "The arguments are not a JSON object.", (), tool.example)
    aliases = {alias: parameter.name for parameter in tool.parameters for alias in parameter.aliases}
    try:
        return tool.model.model_validate(args.tidy(given, tuple(tool.model.model_fields), aliases))
    except ValidationError as error:
        return ToolError(tool.name, "arguments", _faults(tool, error), (), tool.example)


def _faults(tool: Definition, error: ValidationError) -> str:
    known = ", ".join(tool.model.model_fields)
    faults = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False)[:5]:
        name = ".".join(str(part) for part in fault["loc"])[:60]
        if fault["type"] == "missing":
            faults.append(f"{name} is required")
        elif fault["type"] == "extra_forbidden":
            faults.append(f"{name} is not an argument (known: {known})")
        else:
            faults.append(f"{name}: {fault['msg'][:120]}")
    return f"{tool.name}: {'; '.join(faults)}."


def _unknown_tool(name: str) -> ToolError:
    shown = name[:60]
    words = set(sub_words(name))
    near = tuple(
        dict.fromkeys([*(t for t in TOOLS if words & set(sub_words(t))), *similar(name.lower(), TOOLS)])
    )
    near = near or tuple(TOOLS)
    message = f"There is no tool {shown!r}. The tools are: {', '.join(TOOLS)}."
    return ToolError(shown, "arguments", message, near, TOOLS[near[0]].example)


def _parameter(name: str, model: type[BaseModel]) -> Parameter:
    info = model.model_fields[name]
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    choices = extra.get("choices", ())
    aliases = extra.get("aliases", ())
    kinds: dict[object, ParameterType] = {int: "integer", bool: "boolean"}
    return Parameter(
        name=name,
        type=kinds.get(info.annotation, "string"),
        required=info.is_required(),
        default=None if info.is_required() else info.default,
        help=info.description or "",
        choices=tuple(str(choice) for choice in choices) if isinstance(choices, (list, tuple)) else (),
        aliases=tuple(str(alias) for alias in aliases) if isinstance(aliases, (list, tuple)) else (),
    )
