"""`rea tool NAME …`: the five tools by hand, built from the same definitions a model gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rea.cli.shell import json_option, opened_index, put, quiet_option, repo_option

if TYPE_CHECKING:
    from tools.registry import Parameter, ToolDefinition


class ToolGroup(click.Group):
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
    def call(repo: str | None, as_json: bool, quiet: bool, **arguments: object) -> int:
        return _call(definition.name, arguments, repo=repo, as_json=as_json, quiet=quiet)

    command = json_option(repo_option(quiet_option(call)))
    made = click.command(definition.name, short_help=definition.description.split(".")[0] + ".")(command)
    made.help = f"{definition.description}\n\nExample arguments: {definition.example}"
    made.params = [*(_parameter(parameter) for parameter in definition.parameters), *made.params]
    return made


def _parameter(parameter: Parameter) -> click.Parameter:
    kinds = {"integer": click.INT, "boolean": click.BOOL, "string": click.STRING}
    kind: click.ParamType = click.Choice(parameter.choices) if parameter.choices else kinds[parameter.type]  # type: ignore[type-arg]
    if parameter.required:
        return click.Argument([parameter.name], type=kind)
    flag = f"--{parameter.name.replace('_', '-')}"
    if parameter.type == "boolean":
        return click.Option([f"{flag}/--no-{flag[2:]}"], default=bool(parameter.default), help=parameter.help)
    return click.Option([flag], type=kind, default=parameter.default, show_default=True, help=parameter.help)


def _call(name: str, arguments: dict[str, object], *, repo: str | None, as_json: bool, quiet: bool) -> int:
    from rea.errors import ToolFailed
    from tools.registry import run_tool
    from tools.results import ToolError
    from tools.text import render_json, render_text

    given = {key: value for key, value in arguments.items() if value is not None}
    with opened_index(repo, quiet=quiet) as index:
        result = run_tool(index, name, given).result
    if as_json:
        put(render_json(result) + "\n", None)
        return ToolFailed.exit_code if isinstance(result, ToolError) else 0
    if isinstance(result, ToolError):
        near = f"Did you mean: {', '.join(result.suggestions[:5])}?" if result.suggestions else ""
        raise ToolFailed(result.message, next_step=near or f"Try `rea tool {name} --help`.")
    put(render_text(result) + "\n", None)
    return 0
