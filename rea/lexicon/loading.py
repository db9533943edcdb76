"""Reads and validates lexicon files.

A file is a list of concepts:

    - concept: session                         # snake_case, unique
      en: [session, stay logged in]            # what people type, lower case, base forms
      zh: [会话, 保持登录]                       # simplified Chinese, two characters or more
      code: [session, cookie, access token]    # strong words of identifiers; several words = near each other
      weak: [expire, max age]                  # often seen around them
      related: [token, logout]                 # concepts one step away
      routes: ["/sessions"]                    # optional
      paths: [middleware/session]              # optional
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from indexer.errors import DataFileError
from rea.lexicon import Concept
from rea.lexicon.plainform import Place, read_plain

if TYPE_CHECKING:
    from yaml import Node

# A lexicon written by hand stays far below; the cap keeps a hostile file from costing minutes.
MAX_FILE_BYTES = 1_000_000

_Word = Annotated[str, Field(pattern=r"^\S(.*\S)?$", max_length=60)]
_English = Annotated[str, Field(pattern=r"^[a-z0-9]+([ '-][a-z0-9]+)*$", max_length=60)]
_Chinese = Annotated[str, Field(pattern=r"[\u3400-\u9fff]", min_length=2, max_length=30)]
_CodeWord = Annotated[str, Field(pattern=r"^[a-z0-9]+( [a-z0-9]+){0,3}$", max_length=40)]
_Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=40)]


# What each field wants, for messages.
_EXPECTED = {
    "concept": "a snake_case name",
    "en": "an English phrase in lower case",
    "zh": "a Chinese phrase of two characters or more",
    "code": "one to four lower-case words",
    "weak": "one to four lower-case words",
    "related": "the name of a concept",
    "routes": "a URL fragment",
    "paths": "a path segment",
}


class _Entry(BaseModel):
    """A concept as a file spells it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    concept: _Name
    en: list[_English] = []
    zh: list[_Chinese] = []
    code: list[_CodeWord] = []
    weak: list[_CodeWord] = []
    related: list[_Name] = []
    routes: list[_Word] = []
    paths: list[_Word] = []


@dataclass(frozen=True, slots=True)
class _Located:
    """An entry with where it stands, for messages about it."""

    entry: _Entry
    path: Path
    line: int


def stamps(place: Path) -> tuple[tuple[Path, int, int], ...]:
    """(path, size, time of change in ns) of the file `place`, or of each `*.yaml` in the folder `place`."""
    try:
        paths = sorted(place.glob("*.yaml")) if place.is_dir() else [place]
        found = [(path, path.stat()) for path in paths]
    except OSError as error:
        raise DataFileError(f"{place}: cannot be read ({error.strerror})") from error
    return tuple((path, stat.st_size, stat.st_mtime_ns) for path, stat in found)


def read_concepts(shipped: Sequence[Path], extra: Sequence[Path]) -> tuple[Concept, ...]:
    """All concepts of `shipped`, with those of `extra` added or merged in. Raises DataFileError."""
    base = _unique(_read_all(shipped))
    merged = dict(base)
    additions = _unique(_read_all(extra))
    for name, located in additions.items():
        if name in base:
            merged[name] = _Located(_merge(base[name].entry, located.entry), located.path, located.line)
        else:
            merged[name] = located
    for located in merged.values():
        _check(located, merged)
    return tuple(_concept(located.entry) for located in merged.values())


def _read_all(paths: Iterable[Path]) -> list[_Located]:
    return [located for path in paths for located in _read_file(path)]


def _unique(entries: Iterable[_Located]) -> dict[str, _Located]:
    """By name; two concepts of one name within one source are a mistake."""
    by_name: dict[str, _Located] = {}
    for located in entries:
        first = by_name.setdefault(located.entry.concept, located)
        if first is not located:
            raise DataFileError(
                f"{located.path}:{located.line}: concept {located.entry.concept} is already defined"
                f" at {first.path}:{first.line}"
            )
    return by_name


def _check(located: _Located, known: Mapping[str, _Located]) -> None:
    """What one field cannot tell: a concept must be reachable, lead to code, and relate to known concepts."""
    entry, place = located.entry, f"{located.path}:{located.line}"
    if not entry.en and not entry.zh:
        raise DataFileError(f"{place}: concept {entry.concept} has no phrase (en or zh)")
    if not entry.code:
        raise DataFileError(f"{place}: concept {entry.concept} has no word under code")
    unknown = [name for name in entry.related if name not in known]
    if unknown:
        raise DataFileError(f"{place}: concept {entry.concept} is related to unknown {', '.join(unknown)}")


def _merge(base: _Entry, addition: _Entry) -> _Entry:
    """The words of both, those of the base first, each once."""
    return _Entry(
        concept=base.concept,
        en=_union(base.en, addition.en),
        zh=_union(base.zh, addition.zh),
        code=_union(base.code, addition.code),
        weak=_union(base.weak, addition.weak),
        related=_union(base.related, addition.related),
        routes=_union(base.routes, addition.routes),
        paths=_union(base.paths, addition.paths),
    )


def _union(first: list[str], second: list[str]) -> list[str]:
    return list(dict.fromkeys([*first, *second]))


def _concept(entry: _Entry) -> Concept:
    return Concept(
        name=entry.concept,
        en=tuple(entry.en),
        zh=tuple(entry.zh),
        code=tuple(entry.code),
        weak=tuple(entry.weak),
        related=tuple(entry.related),
        routes=tuple(entry.routes),
        paths=tuple(entry.paths),
    )


_ENTRIES: TypeAdapter[list[_Entry]] = TypeAdapter(list[_Entry])


def _read_file(path: Path) -> list[_Located]:
    """The entries of one file, each with its first line."""
    text = _text(path)
    plain = read_plain(text)
    lines: dict[Place, int] = {}
    entries_read: object
    if plain is not None:
        entries_read, lines = plain
    else:
        entries_read = _plain(_compose(text, path), (), lines, path)
    try:
        entries = _ENTRIES.validate_python(entries_read)
    except ValidationError as error:
        raise DataFileError(_explain(error, lines, path)) from error
    return [_Located(entry, path, lines[(number,)]) for number, entry in enumerate(entries)]


def _explain(error: ValidationError, lines: dict[Place, int], path: Path) -> str:
    """The first fault in words that help the file's writer, with the line of the nearest place known."""
    fault = error.errors()[0]
    place: Place = tuple(fault["loc"])
    line = next(lines[place[:length]] for length in range(len(place), -1, -1) if place[:length] in lines)
    field = str(place[1]) if len(place) > 1 else ""
    if fault["type"] == "extra_forbidden":
        said = f"unknown key {field}; known are {', '.join(_Entry.model_fields)}"
    elif fault["type"] == "missing":
        said = f"an entry needs {field}"
    elif fault["type"] == "list_type":
        said = f"{field or 'the file'} must be a list"
    elif isinstance(fault["input"], str) and field in _EXPECTED:
        said = f"{field}: {fault['input']!r} is not {_EXPECTED[field]}"
    else:
        said = f"{field or 'entry'}: {fault['msg']}"
    return f"{path}:{line}: {said}"


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
        if len(data) > MAX_FILE_BYTES:
            raise DataFileError(f"{path}:1: larger than {MAX_FILE_BYTES} bytes")
        return data.decode("utf-8")
    except OSError as error:
        raise DataFileError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataFileError(f"{path}:{line}: not UTF-8") from error


def _compose(text: str, path: Path) -> Node | None:
    """The YAML nodes of a text; no tag is obeyed and every scalar stays a string (`on` is a word)."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        node: Node | None = yaml.compose(text, Loader=loader)
    except RecursionError as error:
        raise DataFileError(f"{path}:1: nested too deeply") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise DataFileError(f"{path}:{line}: {error.problem or error.context or 'not YAML'}") from error
    except yaml.YAMLError as error:
        raise DataFileError(f"{path}:1: {error}") from error
    return node


def _plain(node: Node | None, place: Place, lines: dict[Place, int], path: Path) -> object:
    """Nodes as lists, dicts and strings, three levels deep at most; notes the 1-based line of every place."""
    from yaml import MappingNode, SequenceNode

    if node is None or (not place and node.value == ""):
        return []
    lines[place] = node.start_mark.line + 1
    if len(place) > 3:
        raise DataFileError(f"{path}:{lines[place]}: nested too deeply")
    if isinstance(node, SequenceNode):
        return [_plain(item, (*place, number), lines, path) for number, item in enumerate(node.value)]
    if isinstance(node, MappingNode):
        result: dict[str, object] = {}
        for key_node, value in node.value:
            key = str(key_node.value)
            if key in result:
                raise DataFileError(f"{path}:{key_node.start_mark.line + 1}: {key} is given twice")
            result[key] = _plain(value, (*place, key), lines, path)
        return result
    return str(node.value)
