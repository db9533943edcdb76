"""Help in the order of a manual page: usage, description, options, then what manual.yaml adds."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

import click

MIN_WIDTH, MAX_WIDTH = 40, 100
# Terms of a list (flags, files, variables) take at most this share of the width, else the text goes below.
TERM_SHARE = 0.34
# What a command of an outer shell sees; `rea` alone is the empty path.
PROGRAM = "rea"


class Formatter(click.HelpFormatter):
    """As click's, but it can be narrower than 50 columns."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        columns = width or shutil.get_terminal_size().columns
        fitting = max(MIN_WIDTH, min(columns, max_width or MAX_WIDTH))
        super().__init__(indent_increment, fitting - 2, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """A list of terms and what they mean."""
        super().write_dl(rows, min(col_max, int(self.width * TERM_SHARE)), col_spacing)


class ReaContext(click.Context):
    """A context whose help is written by `Formatter`."""

    formatter_class = Formatter


HELP_NAMES = ("-h", "--help")


def help_names(command: click.Command) -> list[str]:
    """The flags that show a command's help: the same wherever it is asked from. click takes them from the
    context that asks first and keeps them, so a command looked at by itself would lose one for good."""
    taken = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    return [name for name in HELP_NAMES if name not in taken]


class Verb(click.Command):
    """A command with a page of the manual."""

    context_class = ReaContext

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The flags that show the help."""
        return help_names(self)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What stands below the options."""
        write_manual(ctx, formatter)


class VerbGroup(click.Group):
    """A group with a page of the manual."""

    context_class = ReaContext
    command_class = Verb

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The flags that show the help."""
        return help_names(self)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What stands below the commands."""
        write_manual(ctx, formatter)


def write_manual(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The parts of the manual that a command has."""
    from rea.cli.manual import manual_of

    manual = manual_of(ctx.command_path.removeprefix(PROGRAM).strip())
    if manual is None:
        return
    if manual.examples:
        with formatter.section("Examples"):
            for number, example in enumerate(manual.examples):
                if number:
                    formatter.write_paragraph()
                formatter.write_text(example.what)
                formatter.write(f"{'':{formatter.current_indent + 2}}$ {example.command}\n")
    for title, rows in (
        ("Files", manual.files),
        ("Environment", manual.environment),
        ("Exit codes", manual.exits),
    ):
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)
    if manual.more:
        formatter.write_paragraph()
        formatter.write_text(f"More: {manual.more} in the repository of REA")
