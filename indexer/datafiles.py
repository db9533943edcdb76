"""Reads the YAML tables that ship with a package, and names file and line when one is broken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.errors import DataFileError

if TYPE_CHECKING:
    from yaml import Node


def load_table(path: Path) -> dict[str, Any]:
    """The mapping a YAML file holds. Raises DataFileError that names the file and, where known, the line."""
    import yaml  # costs 20 ms, so only when a table is really wanted

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        table = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - a safe loader
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise DataFileError(f"{path.name}:{line}: {error.problem or 'not valid YAML'}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{path.name}: cannot be read ({error})") from error
    if not isinstance(table, dict):
        raise DataFileError(f"{path.name}:1: a mapping is expected")
    return table


def line_of(root: Node | None, location: Sequence[str | int]) -> int:
    """The 1-based line of a location such as ("questions", 3, "lang"), of its deepest part there is."""
    import yaml

    node, line = root, 1
    for part in location:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
        else:
            break
    return int(line)
