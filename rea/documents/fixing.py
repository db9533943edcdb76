"""Puts moved citations right in a document: their numbers are replaced, no other byte changes."""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rea.documents.findings import Finding

if TYPE_CHECKING:
    from indexer.text.decode import Decoded


@dataclass(frozen=True, slots=True)
class Fixed:
    """The findings, those put right marked; `problem` says why the file was not written, '' if it was."""

    findings: tuple[Finding, ...]
    problem: str = ""


def fix(path: Path, data: bytes, decoded: Decoded, findings: tuple[Finding, ...]) -> Fixed:
    """Replace the numbers of moved findings in the file, whole or not at all.

    `data` is what was read and `decoded` its text; a file that changed since is left alone, and so is one
    whose bytes cannot be made from its text again.
    """
    moved = [finding for finding in findings if finding.moved_to is not None]
    if not moved:
        return Fixed(findings)
    if path.is_symlink():
        return Fixed(findings, "is a symbolic link: put right the file it leads to")
    if _encoded(decoded.text, decoded.encoding, data) != data:
        return Fixed(findings, "its encoding could not be kept: put it right by hand")
    new = _encoded(replaced(decoded.text, moved), decoded.encoding, data)
    if new is None:
        return Fixed(findings, "its encoding could not be kept: put it right by hand")
    if problem := _swap(path, data, new):
        return Fixed(findings, problem)
    return Fixed(tuple(replace(f, fixed=True) if f.moved_to is not None else f for f in findings))


def replaced(text: str, moved: Sequence[Finding]) -> str:
    """The text with the numbers of moved findings replaced, from the end so that offsets stay true."""
    edits: dict[tuple[int, int], int] = {}
    for finding in moved:
        if finding.moved_to is not None:
            first, last = finding.places
            edits[last] = finding.moved_to[1]
            edits[first] = finding.moved_to[0]
    for (start, end), number in sorted(edits.items(), reverse=True):
        text = text[:start] + str(number) + text[end:]
    return text


def _encoded(text: str, encoding: str, data: bytes) -> bytes | None:
    """The text as the bytes it came from; None when it cannot be written in that encoding."""
    mark, codec = b"", encoding
    if encoding == "utf-8-sig":
        mark, codec = codecs.BOM_UTF8, "utf-8"
    elif encoding in ("utf-16", "utf-32"):  # the mark, and with it the order, is the file's own
        mark = data[: 2 if encoding == "utf-16" else 4]
        codec = f"{encoding}-{'le' if mark[:2] == codecs.BOM_UTF16_LE else 'be'}"
    try:
        return mark + text.encode(codec)
    except (UnicodeEncodeError, LookupError):
        return None


def _swap(path: Path, old: bytes, new: bytes) -> str:
    """Put new content in the place of old; '' when that was done, else why not."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(path.stat().st_mode & 0o7777)
        if path.read_bytes() != old:
            return "was changed by another program meanwhile and is left as it is"
        temporary.replace(path)
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    finally:
        with suppress(OSError):
            temporary.unlink()
    return ""
