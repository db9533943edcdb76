"""Issue sets as JSON lines, in the format of SWE-bench.

Each line is an object with `instance_id`, `repo` (owner/name), `base_commit`, `problem_statement` and either
`gold_files` or the `patch` that solved it. `mirror` names the folder of the repository's git directory where
that is not owner+name; `split` names the part of the set. Other fields are passed over.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from indexer.errors import DataFileError

MAX_BYTES = 1_000_000_000
_CHANGED = re.compile(r"^--- (?:\"?)a/(.+?)(?:\"?)(?:\t.*)?$", re.MULTILINE)


class _Row(BaseModel):
    """A line of the file."""

    model_config = ConfigDict(extra="ignore")

    instance_id: Annotated[str, Field(pattern=r"^[\w.:+-]{1,200}$")]
    repo: Annotated[str, Field(pattern=r"^[\w.-]+/[\w.-]+$")]
    base_commit: Annotated[str, Field(pattern=r"^[0-9a-f]{7,64}$")]
    problem_statement: Annotated[str, Field(pattern=r"\S")]
    gold_files: tuple[str, ...] = ()
    patch: str = ""
    mirror: Annotated[str, Field(pattern=r"^([\w+-][\w.+-]*)?$")] = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue: its text, the tree it was written for, the files that were changed to solve it."""

    id: str
    repo: str
    commit: str
    text: str
    gold: tuple[str, ...]
    mirror: str
    split: str


def load_issues(path: Path, *, split: str = "", limit: int = 0) -> tuple[Issue, ...]:
    """The issues of a file, of one split, at most `limit` of them (0: all).

    Raises DataFileError naming the file and the line.
    """
    issues: list[Issue] = []
    seen: set[str] = set()
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        issue = _issue(line, f"{path.name}:{number}")
        if issue.id in seen:
            raise DataFileError(f"{path.name}:{number}: the id {issue.id} is used twice")
        seen.add(issue.id)
        if not split or issue.split == split:
            issues.append(issue)
    if not issues:
        raise DataFileError(f"{path.name}: no issues" + (f" of the split {split!r}" if split else ""))
    return tuple(issues[:limit] if limit else issues)


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataFileError(f"{path.name}: larger than {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise DataFileError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path.name}:1: not UTF-8") from error


def _issue(line: str, place: str) -> Issue:
    try:
        row = _Row.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataFileError(f"{place}: {where}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise DataFileError(f"{place}: not JSON ({error})") from error
    gold = row.gold_files or tuple(dict.fromkeys(_CHANGED.findall(row.patch)))
    if not gold:
        raise DataFileError(f"{place}: neither gold_files nor a patch that changes a file")
    mirror = row.mirror or row.repo.replace("/", "+")
    return Issue(row.instance_id, row.repo, row.base_commit, row.problem_statement, gold, mirror, row.split)
