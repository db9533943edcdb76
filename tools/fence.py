"""The one place where a typed path becomes a path of the repository: for all five tools and for the checker.

A path is accepted when it names something inside the root, in whatever form people and models write it. It is
refused when it leads out, and unknown, with the nearest real names, when nothing has that name.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from indexer.paths import below_root, os_path, path_readings, to_rel
from tools.nearest import nearest_paths
from tools.results import ToolError

if TYPE_CHECKING:
    from indexer.reader import Index

_MAX_PATH = 4_096
# `a.py:12`, `a.py:12-20`, `a.py#L12-L20`, also with a full-width colon or an en dash.
_RANGE = re.compile(
    r"(?P<path>.+)(?:[:：]|#L?)(?P<start>[0-9]{1,9})(?:[-–]L?(?P<end>[0-9]{1,9}))?\Z", re.DOTALL
)
_COLUMN = re.compile(r"(?P<path>.+)[:：](?P<start>[0-9]{1,9})[:：](?P<end>)[0-9]{1,9}\Z", re.DOTALL)
# Left out of the index, but text that may be asked for by its exact path.
_READABLE = frozenset({"vendored", "generated", "minified", "too_large"})
_PRIVATE = frozenset({".git", ".rea", ".hg", ".svn"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A real file or folder. `start`/`end` come from a suffix such as `:12-20` (0: none was typed).

    `skipped` is the reason's name when the file is not indexed but may be read, else ''.
    """

    path: str
    kind: Literal["file", "folder"]
    start: int = 0
    end: int = 0
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing that may be used. `refused`: it is there, or may be, but is outside or left out on purpose."""

    text: str
    reason: str
    suggestions: tuple[str, ...] = ()
    refused: bool = False


def resolve(index: Index, text: str) -> Resolved | Unknown:
    """What a typed path names."""
    if len(text) > _MAX_PATH or "\0" in text:
        return Unknown(text[:80], "is not a path")
    refusal: Unknown | None = None
    for typed, start, end in _typed_forms(text):
        for reading in path_readings(typed):
            found = _look_up(index, reading)
            if isinstance(found, Resolved):
                return replace(found, start=start, end=end)
            refusal = refusal or found
    if refusal is not None:
        return replace(refusal, text=text)
    bare, _, _ = _typed_forms(text)[-1]
    return Unknown(text, "no such file or folder in this repository", nearest_paths(index, bare))


def _typed_forms(text: str) -> list[tuple[str, int, int]]:
    """The text as a whole, then without the lines or the line and column behind it."""
    forms = [(text, 0, 0)]
    stripped = text.strip().strip("`'\"")
    for suffix in (_RANGE, _COLUMN):
        if match := suffix.fullmatch(stripped):
            start = int(match["start"])
            forms.append((match["path"], start, int(match["end"] or start)))
    return forms


def _look_up(index: Index, reading: str) -> Resolved | Unknown | None:
    """A typed path in canonical form.

    What it names, why it is refused, or None when nothing is known of it.
    """
    relative = _inside(index, reading)
    if relative is None:
        return Unknown(reading, "leads outside the repository", refused=True)
    if relative.split("/")[0] in _PRIVATE:
        return Unknown(reading, "is bookkeeping, not part of the repository's content", refused=True)
    return _indexed(index, relative) or _on_disk(index, relative) or _other_case(index, relative)


def _inside(index: Index, reading: str) -> str | None:
    """The path relative to the root, or None when it leads out. Text only.

    Links are judged by `_real_path`.
    """
    if reading == ".." or reading.startswith("../"):
        return None
    if foreign := below_root(index.root, reading):
        here = (path for path in foreign if not path or os.path.lexists(os_path(index.root, path)))
        return next(here, None)
    if re.match(r"[A-Za-z]:(/|\Z)", reading):
        return None
    for root in (index.root.as_posix(), os.path.realpath(index.root).replace(os.sep, "/")):
        root = root.rstrip("/")
        if reading == root:
            return ""
        if root and reading.startswith(root + "/"):
            return reading[len(root) + 1 :]
    if reading.startswith("/"):
        # `/src/app.py` is how some write a path from the root of the repository.
        from_root = reading.lstrip("/")
        return from_root if _indexed(index, from_root) and not os.path.lexists(reading) else None
    return reading


def _indexed(index: Index, relative: str) -> Resolved | Unknown | None:
    if relative and index.file(relative) is not None:
        if _real_path(index, relative) is None:
            return Unknown(relative, "leads outside the repository", refused=True)
        return Resolved(relative, "file")
    if relative == "" or index.files_below(relative, most=1):
        return Resolved(relative, "folder")
    return None


def _real_path(index: Index, relative: str) -> str | None:
    """The canonical path after following links, or None when it lies outside the root."""
    root = os.path.realpath(index.root)
    real = os.path.realpath(os_path(index.root, relative))
    if real == root:
        return ""
    if not real.startswith(root.rstrip(os.sep) + os.sep):
        return None
    return to_rel(os.fsencode(real[len(root.rstrip(os.sep)) + 1 :]).replace(os.fsencode(os.sep), b"/"))


def _on_disk(index: Index, relative: str) -> Resolved | Unknown | None:
    """A path the index does not hold.

    A link into the repository, a skipped file, or one that was left out.
    """
    place = os_path(index.root, relative)
    if not os.path.lexists(place):
        return None
    real = _real_path(index, relative)
    if real is None:
        return Unknown(relative, "is a link that leads outside the repository", refused=True)
    if real != relative and (target := _indexed(index, real)) is not None:
        return target
    if real.split("/")[0] in _PRIVATE:
        return Unknown(relative, "is bookkeeping, not part of the repository's content", refused=True)
    reason = _skip_reason(index, relative)
    if reason in _READABLE and place.is_dir():
        return Resolved(relative, "folder", skipped=reason)
    if reason in _READABLE and place.is_file():
        return Resolved(relative, "file", skipped=reason)
    why = (
        f"is not indexed ({reason})" if reason else "is on disk but left out of the index (ignored or empty)"
    )
    return Unknown(relative, why, refused=True)


def _skip_reason(index: Index, relative: str) -> str:
    """The reason of a skipped file, or of the nearest skipped folder above it."""
    reasons = {skipped.path: skipped.reason for skipped in index.skipped()}
    while relative:
        if relative in reasons:
            return reasons[relative]
        relative = relative.rpartition("/")[0]
    return ""


def _other_case(index: Index, relative: str) -> Resolved | Unknown | None:
    """The one file or folder that differs only in case or Unicode form.

    None when there is none or several.
    """
    wanted = _fold(relative)
    matches = [record.path for record in index.files() if _fold(record.path) == wanted]
    if not matches:
        depth = relative.count("/") + 1
        folders = {
            "/".join(record.path.split("/")[:depth])
            for record in index.files()
            if record.path.count("/") >= depth
        }
        matches = [folder for folder in folders if _fold(folder) == wanted]
    return _indexed(index, matches[0]) if len(matches) == 1 else None


def _fold(path: str) -> str:
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).casefold()


def path_error(tool: str, unknown: Unknown, example: str) -> ToolError:
    """The answer of a tool to a path that cannot be used."""
    kind: Literal["refused", "unknown_path"] = "refused" if unknown.refused else "unknown_path"
    return ToolError(tool, kind, f"{unknown.text!r} {unknown.reason}.", unknown.suggestions, example)
