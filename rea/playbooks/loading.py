"""Playbooks: what has to be proven for each kind of question. Data files, validated on loading.

Order of precedence, later wins per flow: the package, the user's configuration folder, `.rea/playbooks/` of
the studied repository. All hold data only; nothing in a playbook is executed or rendered as a template.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from indexer.datafiles import line_of
from indexer.errors import DataFileError
from rea.playbooks.patterns import LinePattern, check_line_pattern

Words = Mapping[str, str]
NodeLayer = Literal["client", "server", "build", "any"]

MAX_PATTERN_CHARACTERS = 600
PACKAGED = Path(__file__).parent
MAX_PLAYBOOK_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Kind:
    """A variant of a flow. `match` holds phrases per language that choose it."""

    id: str
    titles: Words
    layer: str
    match: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PlaybookNode:
    """A stage to prove. `evidence` maps a role to the line patterns that suggest it (case-insensitive).

    `strong` and `weak` are sub-words for ranking, `paths` path segments, `marks` kinds of config marks;
    `domain` adds the nouns the repository is about.
    """

    id: str
    kind: str
    column: str
    titles: Words
    prove: Words
    layer: NodeLayer
    strong: tuple[str, ...]
    weak: tuple[str, ...]
    paths: tuple[str, ...]
    marks: tuple[str, ...]
    needs: tuple[str, ...]
    evidence: Mapping[str, LinePattern]
    optional: bool
    domain: bool


@dataclass(frozen=True, slots=True)
class Playbook:
    """One flow: the phrases that choose it, its kinds and its nodes in order.

    `exclusive`: its kinds exclude each other, so a question that fits none in particular is ambiguous.
    """

    flow: str
    titles: Words
    layer: str
    match: Mapping[str, tuple[str, ...]]
    kinds: tuple[Kind, ...]
    nodes: tuple[PlaybookNode, ...]
    table: bool
    exclusive: bool

    def nodes_for(self, kinds: Iterable[str]) -> tuple[PlaybookNode, ...]:
        """The nodes of the given kinds, and those that belong to every kind, in playbook order."""
        wanted = set(kinds)
        return tuple(node for node in self.nodes if not node.kind or node.kind in wanted)

    def kind(self, kind_id: str) -> Kind | None:
        """The kind of that id."""
        return next((kind for kind in self.kinds if kind.id == kind_id), None)


def load_playbooks(folders: Iterable[Path] = ()) -> Mapping[str, Playbook]:
    """All playbooks by flow; later `folders` override the package's own file for the same flow.

    Raises DataFileError naming the file and line for broken YAML, unknown keys or bad patterns.
    """
    books: dict[str, Playbook] = dict(_packaged())
    for folder in folders:
        if folder.is_dir():
            for path in sorted(folder.glob("*.yaml")):
                book = _load(path)
                books[book.flow] = book
    return books


def fingerprint(folders: Iterable[Path]) -> str:
    """What the files of further folders hold, as one short text; '' when there are none."""
    held = hashlib.sha256()
    found = False
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
            found = True
            held.update(f"{path.name}\0{_read(path)}\0".encode())
    return held.hexdigest() if found else ""


@lru_cache(maxsize=1)
def _packaged() -> Mapping[str, Playbook]:
    return {book.flow: book for book in map(_load, sorted(PACKAGED.glob("*.yaml")))}


def _load(path: Path) -> Playbook:
    import yaml

    text = _read(path)
    try:
        raw = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
    except (yaml.YAMLError, ValueError) as error:
        # ValueError: a tag whose value cannot be made, such as a date that is none.
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        raise DataFileError(f"{path}:{line}: {getattr(error, 'problem', None) or error}") from error
    return _build(path, text, raw)


def _read(path: Path) -> str:
    try:
        # A link may lead to a device that never ends, whose size says 0.
        if not path.is_file():
            raise DataFileError(f"{path}:1: not a file")
        with path.open("rb") as file:
            data = file.read(MAX_PLAYBOOK_BYTES + 1)
        if len(data) > MAX_PLAYBOOK_BYTES:
            raise DataFileError(f"{path}:1: larger than {MAX_PLAYBOOK_BYTES} bytes")
        return data.decode("utf-8")
    except OSError as error:
        raise DataFileError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path}:1: not UTF-8") from error


def _build(path: Path, text: str, raw: object) -> Playbook:
    from pydantic import ValidationError

    from rea.playbooks.models import PlaybookModel, first_contradiction

    try:
        parsed = PlaybookModel.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataFileError(f"{path}:{_line_of(text, first['loc'])}: {where}: {first['msg']}") from error
    if (contradiction := first_contradiction(parsed)) is not None:
        raise DataFileError(f"{path}:{_line_of(text, contradiction[0])}: {contradiction[1]}")
    data = parsed.model_dump()
    nodes = []
    for number, node in enumerate(data["nodes"]):
        patterns = {}
        for role, alternatives in node.pop("evidence").items():
            patterns[role] = _line_pattern(path, text, ("nodes", number, "evidence", role), alternatives)
        nodes.append(PlaybookNode(**node, evidence=patterns))
    kinds = tuple(Kind(**kind) for kind in data.pop("kinds"))
    data.pop("nodes")
    return Playbook(**data, kinds=kinds, nodes=tuple(nodes))


def _line_pattern(
    path: Path, text: str, where: tuple[str | int, ...], alternatives: tuple[str, ...]
) -> LinePattern:
    """Join the alternatives; those of other folders than the package's are checked first, one by one and
    as a whole."""
    joined = LinePattern("|".join(f"(?:{pattern})" for pattern in alternatives))
    if path.parent == PACKAGED:
        return joined
    for number, pattern in enumerate(alternatives):
        try:
            if len(pattern) > MAX_PATTERN_CHARACTERS:
                raise ValueError(f"pattern longer than {MAX_PATTERN_CHARACTERS} characters")
            check_line_pattern(pattern)
        except ValueError as error:
            raise DataFileError(f"{path}:{_line_of(text, (*where, number))}: {error}") from error
    try:
        check_line_pattern(joined.source)
    except ValueError as error:
        raise DataFileError(f"{path}:{_line_of(text, where)}: together: {error}") from error
    return joined


def _line_of(text: str, location: tuple[str | int, ...]) -> int:
    """The 1-based line of a location in a playbook's text."""
    import yaml

    return line_of(yaml.compose(text, Loader=yaml.SafeLoader), location)
