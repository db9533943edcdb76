"""YAML with the line of every value, so that a message can name the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.datafiles import line_of
from indexer.errors import DataFileError

if TYPE_CHECKING:
    from yaml import Node


@dataclass(frozen=True, slots=True)
class Lines:
    """Knows the line of every value of one document."""

    root: Node | None

    def of(self, location: Sequence[str | int]) -> int:
        """The 1-based line of a location such as ("questions", 3, "lang"), of its deepest part there is."""
        return line_of(self.root, location)


def read_yaml(path: Path, most_bytes: int) -> tuple[object, Lines]:
    """The value of a YAML file and its lines. Raises DataFileError naming file and line."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if path.stat().st_size > most_bytes:
            raise DataFileError(f"{path.name}:1: larger than {most_bytes:,} bytes")
        text = path.read_text(encoding="utf-8-sig")
        root = yaml.compose(text, Loader=loader)
        return yaml.load(text, Loader=loader), Lines(root)  # noqa: S506 - both are safe loaders
    except OSError as error:
        raise DataFileError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path.name}:1: not UTF-8") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error)
        raise DataFileError(f"{path.name}:{line}: {problem}") from error
    except RecursionError as error:
        raise DataFileError(f"{path.name}:1: nested too deeply") from error
