"""A command group that imports a verb only when it is used, so that `rea --version` imports none."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

import click

from rea.cli.helping import VerbGroup

# One module per verb (group), each with a command of the verb's name.
VERBS = {
    "ask": "Answer a question about the repository.",
    "check": "Check the citations of documents.",
    "completion": "Print the script that completes in a shell.",
    "doctor": "Check that REA works here, and say what to do.",
    "eval": "Measure answers on golden questions.",
    "index": "Build or refresh the index of the repository.",
    "locate": "Rank the files a text is about.",
    "mcp": "Serve other agents over MCP.",
    "overview": "Print the overview of the repository.",
    "runs": "List and show earlier runs.",
    "serve": "Serve pages to your browser.",
    "tool": "Use one of the five tools by hand.",
}


class Interrupted(Exception):  # noqa: N818 - what the user did, no error
    """The user pressed Ctrl-C."""


class LazyGroup(VerbGroup):
    """Knows the verbs by name; the module of a verb is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in order."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb, or None."""
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(f"rea.cli.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            raise TypeError(f"rea.cli.{cmd_name}.{cmd_name} is not a command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown verb is told the nearest real one."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in VERBS:
            near = get_close_matches(name, VERBS, 1, 0.65)
            known = f"did you mean `{near[0]}`?" if near else f"the verbs are {', '.join(VERBS)}."
            ctx.fail(f"There is no verb '{name[:40]}': {known}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """As click does, but Ctrl-C leaves it as what it is: click would print an empty line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Interrupted from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their one-line helps, without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))
