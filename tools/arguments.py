"""The arguments of each tool as pydantic models, and the tidying of what models and people really send.

Outside JSON comes in here: `"10"` for 10, null for "not given", `file` for `path`, a list where one text is
meant. What can only mean one thing is put right; everything else is a fault that names itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MAX_TEXT = 1_000
_PATH_ALIASES = ["file", "filename", "file_name", "file_path", "filepath", "target"]
_FOLDER_ALIASES = ["dir", "directory", "folder", "root"]
_COUNT_ALIASES = ["max", "max_results", "maximum", "top", "k", "max_count", "head_limit"]
_DIRECTIONS = {
    "definitions": ("definition", "def", "defs", "declaration"),
    "callers": ("caller", "in", "incoming", "up", "references", "usages", "uses"),
    "callees": ("callee", "calls", "out", "outgoing", "down"),
    "both": ("", "all", "any"),
}
_MEANT = {word: direction for direction, words in _DIRECTIONS.items() for word in words}


def _direction(value: object) -> object:
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    return _MEANT.get(word, word)


class Arguments(BaseModel):
    """What all arguments share: unknown ones are faults, an empty number was not given."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_empty_numbers(cls, data: dict[str, object]) -> dict[str, object]:
        """An empty text for a number or a switch means that it was not given."""
        numbers = {name for name, info in cls.model_fields.items() if info.annotation in (int, bool)}
        return {name: value for name, value in data.items() if not (value == "" and name in numbers)}


class ListTree(Arguments):
    """Arguments of list_tree."""

    path: str = Field(
        "",
        max_length=4_096,
        description="Folder, relative to the root; empty for the root.",
        json_schema_extra={"aliases": [*_FOLDER_ALIASES, *_PATH_ALIASES]},
    )
    depth: int = Field(
        2,
        ge=1,
        description="Levels to show, 1-8.",
        json_schema_extra={"aliases": ["max_depth", "levels", "level"]},
    )


class SearchText(Arguments):
    """Arguments of search_text."""

    pattern: str = Field(
        min_length=1,
        max_length=MAX_TEXT,
        description="Regular expression (ripgrep syntax).",
        json_schema_extra={"aliases": ["regex", "regexp", "query", "q", "text", "search", "term", "keyword"]},
    )
    glob: str = Field(
        "",
        max_length=MAX_TEXT,
        description="Folder or globs to search, such as src/**, *.{ts,vue}, !tests/**; empty for all.",
        json_schema_extra={
            "aliases": [
                *_FOLDER_ALIASES,
                *_PATH_ALIASES,
                "path",
                "paths",
                "scope",
                "include",
                "file_pattern",
                "files",
            ]
        },
    )
    limit: int = Field(
        30,
        ge=1,
        description="Most hits to show, 1-30.",
        json_schema_extra={"aliases": [*_COUNT_ALIASES, "n"]},
    )
    ignore_case: bool = Field(
        False,
        description="Whether upper and lower case count as the same.",
        json_schema_extra={"aliases": ["case_insensitive", "ignorecase", "i"]},
    )


class ReadSlice(Arguments):
    """Arguments of read_slice."""

    path: str = Field(
        min_length=1,
        max_length=4_096,
        description="File, relative to the root, exactly as another tool named it.",
        json_schema_extra={"aliases": [*_PATH_ALIASES]},
    )
    start: int = Field(
        0,
        description="First line, from 1.",
        json_schema_extra={
            "aliases": ["start_line", "line_start", "from", "from_line", "begin", "offset", "line"]
        },
    )
    end: int = Field(
        0,
        description="Last line, at most 199 after the first.",
        json_schema_extra={"aliases": ["end_line", "line_end", "to", "to_line", "stop"]},
    )

    @model_validator(mode="before")
    @classmethod
    def _from_length(cls, data: dict[str, object]) -> dict[str, object]:
        """A number of lines instead of the last one, as other agents' read tools take it."""
        length = next((data[name] for name in ("limit", "length", "lines", "count") if name in data), None)
        if "end" in data or not str(length).isdigit():
            return data
        start = str(data.get("start", 1))
        rest = {
            name: value for name, value in data.items() if name not in ("limit", "length", "lines", "count")
        }
        return {**rest, "end": int(start) + int(str(length)) - 1} if start.isdigit() else data


class TraceSymbol(Arguments):
    """Arguments of trace_symbol."""

    name: str = Field(
        min_length=1,
        max_length=300,
        description="Name, may be qualified: Class.method.",
        json_schema_extra={
            "aliases": ["symbol", "symbol_name", "function", "identifier", "query", "method", "class"]
        },
    )
    direction: Annotated[
        Literal["both", "definitions", "callers", "callees"], BeforeValidator(_direction)
    ] = Field(
        "both",
        description="What to show.",
        json_schema_extra={
            "choices": ["both", "definitions", "callers", "callees"],
            "aliases": ["dir", "kind"],
        },
    )


class GitPick(Arguments):
    """Arguments of git_pick."""

    query: str = Field(
        "",
        max_length=MAX_TEXT,
        description="Words of the commit title, or the beginning of a hash.",
        json_schema_extra={
            "aliases": ["keyword", "keywords", "q", "search", "message", "pattern", "text", "hash"]
        },
    )
    path: str = Field(
        "",
        max_length=4_096,
        description="File or folder the commits touched.",
        json_schema_extra={"aliases": [*_PATH_ALIASES, *_FOLDER_ALIASES]},
    )
    n: int = Field(
        10,
        ge=1,
        description="Most commits to show, 1-50.",
        json_schema_extra={"aliases": [*_COUNT_ALIASES, "limit", "count"]},
    )


def as_mapping(arguments: Mapping[str, object] | str | None) -> Mapping[str, object] | None:
    """Arguments as a mapping.

    None given is {}, JSON text is parsed, one wrapping `arguments` is taken off.
    """
    if arguments is None:
        return {}
    if isinstance(arguments, str):
        try:
            parsed = json.loads(arguments) if arguments.strip() else {}
        except (ValueError, RecursionError):
            return None
        return as_mapping(parsed) if isinstance(parsed, dict) else None
    inner = next(iter(arguments.values())) if len(arguments) == 1 else None
    if isinstance(inner, Mapping) and next(iter(arguments)) in ("arguments", "args", "parameters", "input"):
        return inner
    return arguments


def tidy(given: Mapping[str, object], known: Sequence[str], aliases: Mapping[str, str]) -> dict[str, object]:
    """Arguments under their real names, without nulls; a real name wins over its aliases.

    `startLine`, `start-line` and `start_line` are the same; a list of one text is that text, a list of
    several becomes a set of alternatives (`{a,b}`).
    """
    real: dict[str, object] = {}
    other: dict[str, object] = {}
    for key, value in given.items():
        name = _snake(key)
        if value is None:
            continue
        if name in known:
            real[name] = _plain(value)
        elif name in aliases:
            other.setdefault(aliases[name], _plain(value))
        else:
            real[key] = value
    return {**other, **real}


def _snake(key: object) -> str:
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(key)[:60].strip())
    return text.replace("-", "_").lstrip("_").lower()


def _plain(value: object) -> object:
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return value[0] if len(value) == 1 else "{" + ",".join(value) + "}"
    return value
