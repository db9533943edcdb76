"""The reference under docs/ is made from the code (`make docs`); a test says whether it is today's."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rea.cli import main
from rea.cli.helping import PROGRAM, ReaContext
from rea.cli.manual import manuals
from rea.errors import EXITS
from rea.health.pastruns import symptoms
from rea.playbooks.models import Bilingual, KindModel, NodeModel, PlaybookModel
from rea.settings import FALLBACKS, FLAG_ONLY, NO_FLAG, Secret, Settings
from rea.variables import OTHERS, OWN, variable_of
from tools.registry import TOOLS, Parameter

DOCS = Path(__file__).resolve().parent.parent / "docs"
REFERENCE = DOCS / "reference"
WIDTH = 100
MADE = "<!-- made by `make docs` from the code: do not edit -->\n"
# A part of a page written by hand that is made: between these marks.
BEGIN, END = "<!-- {name}: made by `make docs` -->\n", "<!-- end of {name} -->\n"


SETTINGS = """# Settings and variables

A flag wins over the variable of REA, that over the variable of other programs where there is one,
that over `config.yaml` in your configuration folder, that over the default. The studied repository
is never asked.

The configuration folder is `REA_CONFIG_DIR`, else `rea` in the platform's: `~/.config` (or
`XDG_CONFIG_HOME`) on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. A file
there may look like this:

```yaml
# config.yaml
lang: en
max_files: 30
model: qwen2.5-coder
base_url: http://localhost:11434/v1
```

Empty cells mean that there is none: a recording is never started by a file or variable, a key is
never given by a flag. A limit of 0 is no limit.
"""
TOOLS_INTRO = """# Tools

The five tools, all read-only: on the command line as `rea tool NAME`, for models as function calls,
for other agents over MCP. A result carries data, `truncated` and a `hint` that says what to do next.
"""
PLAYBOOKS = """# Playbook files

A playbook says what an answer to a kind of question has to prove. It is a YAML file in `playbooks/`
of your configuration folder, or in `.rea/playbooks/` of a repository, whose own wins. It holds data
only: nothing in it is run. [How to write one](../how-to/playbook.md).
"""


def pages() -> dict[Path, str]:
    """Every page that is made, with its text."""
    made = {
        "commands.md": commands_page(),
        "settings.md": settings_page(),
        "tools.md": tools_page(),
        "exit-codes.md": exit_codes_page(),
        "playbooks.md": playbooks_page(),
    }
    found = {REFERENCE / name: MADE + "\n" + text for name, text in made.items()}
    for page in sorted(DOCS.rglob("*.md")):
        if page not in found and (text := with_parts(page.read_text(encoding="utf-8"))):
            found[page] = text
    return found


def with_parts(text: str) -> str:
    """A page with its made parts as they are today, '' for a page without any."""
    done = text
    for name, part in (("symptoms", symptoms_table()),):
        begin, end = BEGIN.format(name=name), END.format(name=name)
        if begin in text:
            before, _, rest = done.partition(begin)
            done = before + begin + "\n" + part + "\n" + end + rest.partition(end)[2]
    return done if BEGIN.split("{")[0] in text and ": made by `make docs` -->" in text else ""


def commands_page() -> str:
    """Every command with its help as it is printed on a terminal of 100 columns."""
    lines = ["# Commands", "", "What `rea COMMAND --help` prints.", ""]
    tree = list(commands(main))
    names = [" ".join((PROGRAM, *path)) for path, _ in tree]
    lines += [f"- [{name}](#{name.replace(' ', '-')})" for name in names] + [""]
    for path, command in tree:
        lines += [f"## {' '.join((PROGRAM, *path))}", "", "```text", help_of(path, command), "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The visible commands, groups before what is in them."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                yield from commands(child, (*path, name))


def help_of(path: tuple[str, ...], command: click.Command) -> str:
    """The help of a command, whatever terminal this runs on."""
    settings = dict(main.context_settings)
    context: click.Context = ReaContext(main, info_name=PROGRAM, terminal_width=WIDTH, **settings)
    for depth in range(1, len(path) + 1):
        group = context.command
        assert isinstance(group, click.Group)
        inner = group.get_command(context, path[depth - 1])
        assert inner is not None
        context = ReaContext(inner, info_name=path[depth - 1], parent=context, **inner.context_settings)
    return "\n".join(line.rstrip() for line in command.get_help(context).split("\n")).rstrip()


def settings_page() -> str:
    """All settings, where they may be set, and what wins."""
    lines = [SETTINGS, "| setting | flag | variable | default | meaning |", "|---|---|---|---|---|"]
    ask = main.get_command(click.Context(main), "ask")
    assert ask is not None
    said = {option.name: option.help for option in ask.params if isinstance(option, click.Option)}
    said["format"] = said.pop("form")
    for field in fields(Settings):
        flag = "" if field.name in NO_FLAG else f"`--{field.name.replace('_', '-')}`"
        named = [name for name in (variable_of(field.name), FALLBACKS.get(field.name, "")) if name]
        variables = ", ".join(f"`{name}`" for name in named)
        default = (
            "" if isinstance(field.default, Secret) or field.default == "" else f"`{_number(field.default)}`"
        )
        meaning = (
            said.get(field.name) or "The key of the server. It has no flag, because flags are seen by others."
        )
        in_file = field.name if field.name not in FLAG_ONLY else ""
        lines.append(_row(f"`{in_file}`" if in_file else "", flag, variables, default, meaning))
    lines += ["", "## Variables that are no settings", "", "| variable | meaning |", "|---|---|"]
    lines += [_row(f"`{name}`", text) for name, text in {**OWN, **OTHERS}.items()]
    lines += ["", "## Files", "", "| file | meaning |", "|---|---|"]
    named_files = {name: text for manual in manuals().values() for name, text in manual.files}
    lines += [_row(f"`{name}`", text) for name, text in sorted(named_files.items())]
    return "\n".join(lines) + "\n"


def _number(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def tools_page() -> str:
    """The five tools with their arguments."""
    lines = [TOOLS_INTRO]
    for tool in TOOLS.values():
        lines += [f"## {tool.name}", "", tool.description, "", f"    {tool.example}", ""]
        lines += ["| argument | type | default | meaning | also understood |", "|---|---|---|---|---|"]
        for parameter in tool.parameters:
            default = "required" if parameter.required else f"`{parameter.default!r}`"
            aliases = ", ".join(f"`{alias}`" for alias in parameter.aliases)
            lines.append(_row(f"`{parameter.name}`", _type_of(parameter), default, parameter.help, aliases))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _type_of(parameter: Parameter) -> str:
    return ", ".join(f"`{choice}`" for choice in parameter.choices) if parameter.choices else parameter.type


def exit_codes_page() -> str:
    """Every code a process ends with."""
    lines = ["# Exit codes", "", "| code | meaning |", "|---|---|"]
    lines += [_row(str(code), text) for code, text in EXITS.items()]
    lines += ["", "An error is one line on standard error: what happened, and what to do."]
    return "\n".join(lines) + "\n"


def playbooks_page() -> str:
    """The keys of a playbook file."""
    lines = [PLAYBOOKS]
    for title, model in (
        ("The file", PlaybookModel),
        ("A kind", KindModel),
        ("A node", NodeModel),
        ("Titles and `prove`", Bilingual),
    ):
        lines += [f"## {title}", "", "| key | type | default | meaning |", "|---|---|---|---|"]
        for name, info in model.model_fields.items():
            default = "required" if info.is_required() else f"`{_plain(info)}`"
            lines.append(
                _row(
                    f"`{name}`", _kind_of(info.annotation), default, info.description or "Words for readers."
                )
            )
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _plain(info: FieldInfo) -> str:
    default = info.default
    return str(default).lower() if isinstance(default, bool) else "[]" if default == () else default or "''"


def _kind_of(annotation: object) -> str:
    """The type of a key in words."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation.__name__.removesuffix("Model").lower().replace("bilingual", "`{en: …, zh: …}`")
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return ", ".join(f"`{word}`" for word in inner if word)
    if origin is tuple:
        return f"list of {_kind_of(inner[0])}"
    if origin is dict:
        return f"mapping to {_kind_of(inner[1])}"
    if origin is typing.Annotated:
        return _kind_of(inner[0])
    return {str: "text", bool: "yes or no"}[typing.cast("type", annotation)]


def symptoms_table() -> str:
    """The seven rows of `rea doctor`."""
    lines = ["| check | what you see | why | what to do |", "|---|---|---|---|"]
    lines += [_row(row.title, row.symptom, row.cause, row.fix) for row in symptoms()]
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return "| " + " | ".join(re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in cells) + " |"


def rewrite() -> None:
    """Writes every page that is made."""
    REFERENCE.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
