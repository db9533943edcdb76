"""The pages of manual.yaml: examples, files, variables and exit codes of each command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rea.errors import EXITS

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A command line without the prompt, and what it does."""

    what: str
    command: str


@dataclass(frozen=True, slots=True)
class Manual:
    """What stands below the options of a command. Each part may be empty."""

    examples: tuple[Example, ...] = ()
    files: Rows = ()
    environment: Rows = ()
    exits: Rows = ()
    more: str = ""


def manual_of(command: str) -> Manual | None:
    """The page of a command by its words without the leading `rea`, '' for `rea` itself; None without one."""
    return manuals().get(command)


@cache
def manuals() -> Mapping[str, Manual]:
    """All pages."""
    from indexer.datafiles import load_table

    table = load_table(Path(__file__).with_name("manual.yaml"))
    files: dict[str, str] = table.pop("files")
    return MappingProxyType({"" if name == "rea" else name: _page(row, files) for name, row in table.items()})


def _page(row: Mapping[str, Any], files: Mapping[str, str]) -> Manual:
    from rea.variables import meaning_of

    codes = EXITS if row.get("exits") == "all" else {code: EXITS[code] for code in row.get("exits", ())}
    return Manual(
        examples=tuple(Example(what, command) for command, what in row.get("examples", {}).items()),
        files=tuple((name, files[name]) for name in row.get("files", ())),
        environment=tuple((name, meaning_of(name)) for name in row.get("environment", ())),
        exits=tuple((str(code), text) for code, text in codes.items()),
        more=row.get("more", ""),
    )
