"""`rea tool NAME …`: the five tools by hand, built from the same definitions a model gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rea.cli.completing import choices, files
from rea.cli.helping import Verb, VerbGroup
from rea.cli.shell import json_option, opened_index, put, quiet_option, repo_option

if TYPE_CHECKING:
    from tools.registry import Parameter, ToolDefinition


class ToolGroup(VerbGroup):
    """One command per tool of the registry."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The five names."""
        from tools.registry import TOOLS

        return list(TOOLS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a tool; dashes do for underscores."""
        from tools.registry import TOOLS

        definition = TOOLS.get(cmd_name.replace("-", "_"))
        return None if definition is None else _command(definition)


@click.command(cls=ToolGroup, short_help="Use one of the five tools by hand.")
def tool() -> None:
    """Use one of the five read-only tools by hand, as a model would."""


def _command(definition: ToolDefinition) -> click.Command:
    def call(values: tuple[str, ...], repo: str | None, as_json: bool, quiet: bool, **named: object) -> int:
        arguments = _by_position(definition, values)
        arguments |= {key: value for key, value in named.items() if value is not None}
        return _call(definition.name, arguments, repo=repo, as_json=as_json, quiet=quiet)

    command = json_option(repo_option(quiet_option(call)))
    made = click.command(definition.name, cls=Verb, short_help=definition.description.split(".")[0] + ".")(
        command
    )
    made.help = definition.description
    usage = " ".join(p.name.upper() if p.required else f"[{p.name.upper()}]" for p in definition.parameters)
    values = click.Argument(["values"], nargs=-1, metavar=usage, shell_complete=files)
    made.params = [values, *(_option(parameter) for parameter in definition.parameters), *made.params]
    return made


def _by_position(definition: ToolDefinition, values: tuple[str, ...]) -> dict[str, object]:
    """The values written without a flag, taken in the order of the tool's parameters."""
    names = [parameter.name for parameter in definition.parameters]
    if len(values) > len(names):
        raise click.UsageError(f"{definition.name} takes at most {len(names)} values: {', '.join(names)}.")
    return dict(zip(names, values, strict=False))


def _option(parameter: Parameter) -> click.Option:
    """The flag of a parameter; the tool itself checks what it gets, so the command line says the same."""
    flag = f"--{parameter.name.replace('_', '-')}"
    if parameter.type == "boolean":
        return click.Option([f"{flag}/--no-{flag[2:]}"], default=None, help=parameter.help)
    said = parameter.help.rstrip(".")
    if parameter.choices:
        said += f": {', '.join(parameter.choices)}"
    if not parameter.required and parameter.default not in ("", None):
        said += f" (default {parameter.default})"
    metavar = "WHICH" if parameter.choices else {"integer": "N"}.get(parameter.type, "TEXT")
    offer = choices(*parameter.choices) if parameter.choices else _OFFERED.get(parameter.name)
    return click.Option([flag], metavar=metavar, help=f"{said}.", shell_complete=offer)


_OFFERED = {"path": files, "glob": files}


def _call(name: str, arguments: dict[str, object], *, repo: str | None, as_json: bool, quiet: bool) -> int:
    from rea.errors import ToolFailed
    from tools.registry import run_tool
    from tools.results import ToolError
    from tools.text import render_json, render_text

    with opened_index(repo, quiet=quiet) as index:
        result = run_tool(index, name, arguments).result
    if as_json:
        put(render_json(result) + "\n", None)
        return ToolFailed.exit_code if isinstance(result, ToolError) else 0
    if isinstance(result, ToolError):
        near = f"Did you mean: {', '.join(result.suggestions[:5])}?" if result.suggestions else ""
        raise ToolFailed(result.message, next_step=near or f"Try `rea tool {name} --help`.")
    put(render_text(result) + "\n", None)
    return 0
