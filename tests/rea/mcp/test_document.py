"""docs/mcp.md does not lie: its configurations can be read and used, and it names what is served."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import click
import pytest

from rea.cli.mcp import mcp
from rea.mcp.verbs import VERBS
from tools.registry import TOOLS

ROOT = Path(__file__).parents[3]
DOCUMENTS = ("README.md", "docs/mcp.md")


def _argument_lists(value: object) -> Iterator[list[str]]:
    """Every `args` anywhere in a configuration."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "args":
                yield inner
            else:
                yield from _argument_lists(inner)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_configurations_start_the_server(name: str) -> None:
    """Each JSON block is JSON, and its arguments are `mcp` with flags that `mcp` has."""
    blocks = re.findall(r"^```json\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        [arguments] = _argument_lists(json.loads(block))
        assert arguments[0] == "mcp"
        command = copy(mcp)  # parsing leaves traces on a command
        with click.Context(command) as context:
            command.parse_args(context, arguments[1:])
            assert context.params["repos"]


def test_every_tool_and_flag_is_described() -> None:
    """The table has a row for each tool; every flag is somewhere on the page."""
    text = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert rows == {*VERBS, *TOOLS}
    flags = {flag for option in mcp.params for flag in option.opts}
    assert {flag for flag in flags if flag not in text} == set()
