"""Reads the YAML tables that ship with a package, and names file and line when one is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from indexer.errors import DataFileError


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
