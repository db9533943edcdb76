"""Paths have one form everywhere: relative to the root, `/`, valid printable text. Decided here and nowhere
else.

A name's bytes that are not UTF-8, a backslash inside a name, control characters and the characters that
reorder or break lines of a terminal are written as `\\xNN` (two lower-case hex digits per byte). A canonical
path therefore holds a backslash only as the start of an escape, and turns back into the exact bytes.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

# C0 and C1 controls, line separators, marks that change the direction of text, bytes that were not UTF-8.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\\\\\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\udc80-\udcff]"
)
_ESCAPE = re.compile(rb"\\x([0-9a-f]{2})")
# The bytes `to_rel` escapes: beyond ASCII, controls, backslash.
_TYPED_ESCAPE = re.compile(r"\\x(?:[89a-f][0-9a-f]|[01][0-9a-f]|5c|7f)")
_OTHER_BACKSLASH = re.compile(rf"(?!{_TYPED_ESCAPE.pattern})\\")
# `\\?\C:\…`, once its separators are `/` and doubled ones are single.
_LONG_PREFIX = re.compile(r"/[?.]/(?=[A-Za-z]:)")
_DRIVE = re.compile(r"/?(?P<drive>[A-Za-z]):(?:/|\Z)")
_WRAPPING = {'"': '"', "'": "'", "`": "`", "<": ">", "“": "”", "‘": "’", "「": "」", "《": "》"}


def to_rel(raw: bytes) -> str:
    """The canonical path of raw file-system bytes that already use `/`."""
    text = raw.decode("utf-8", "surrogateescape")
    if text.isprintable() and "\\" not in text:
        return text
    return _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    encoded = match.group().encode("utf-8", "surrogateescape")
    return "".join(f"\\x{byte:02x}" for byte in encoded)


def to_raw(rel: str) -> bytes:
    """The file-system bytes of a canonical path: the inverse of `to_rel`."""
    raw = rel.encode("utf-8", "surrogateescape")
    if b"\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda match: bytes.fromhex(match.group(1).decode("ascii")), raw)


def os_path(root: Path, rel: str) -> Path:
    """Where the file of a canonical path is on disk. Purely textual: no fence, no symbolic links resolved."""
    return root / os.fsdecode(to_raw(rel)) if rel else root


def normalise_input(text: str) -> str:
    """A path as people and models type it, in canonical form: `.\\src\\a.py`, `"src/a.py"`, `src//a.py/`.

    The root is ''. A leading `/`, a drive letter or a leading `..` is kept for the fence to judge.
    """
    return path_readings(text)[0]


def path_readings(text: str) -> tuple[str, ...]:
    """All ways to read a typed path, likeliest first.

    Two only where `\\x86` may be the escape of a byte or a folder named x86 behind a Windows separator.
    """
    text = _unwrap(text)
    as_separators = _tidy(text.replace("\\", "/"))
    if not _TYPED_ESCAPE.search(text):
        return (as_separators,)
    escapes_kept = _tidy(_OTHER_BACKSLASH.sub("/", text))
    only_escapes = not _OTHER_BACKSLASH.search(text) and not _TYPED_ESCAPE.fullmatch(text[-4:])
    if "/" in text or only_escapes:
        return (escapes_kept, as_separators)
    return (as_separators, escapes_kept)


def below_root(root: Path, reading: str) -> tuple[str, ...]:
    """What an absolute path of Windows, as `path_readings` gives it, may name below `root`, likeliest first.

    `c:/work/repo/a.py` for the root `C:/work/repo`; `C:/work/repo/a.py` for `/mnt/c/work/repo`, where another
    Linux sees that drive; and, since documents and messages travel, whatever follows a folder named like the
    root. Text only: whether it exists and may be read is for the caller to judge.
    """
    plain = _LONG_PREFIX.sub("", reading, count=1)
    if not (match := _DRIVE.match(plain)):
        return ()
    path = plain[match.end() :]
    found = []
    for top in dict.fromkeys((root.as_posix(), os.path.realpath(root).replace(os.sep, "/"))):
        for own in (f"{match['drive']}:/{path}", f"/mnt/{match['drive'].lower()}/{path}"):
            if own.casefold().startswith(top.rstrip("/").casefold() + "/"):
                found.append(own[len(top.rstrip("/")) + 1 :])
            elif own.casefold() == top.casefold():
                found.append("")
    parts = path.split("/")
    for number, part in enumerate(parts):
        if part and part.casefold() == root.name.casefold() and number + 1 < len(parts):
            found.append("/".join(parts[number + 1 :]))
    return tuple(dict.fromkeys(found))


def _unwrap(text: str) -> str:
    text = text.strip()
    while len(text) >= 2 and _WRAPPING.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text.removeprefix("file://")


def _tidy(text: str) -> str:
    """Drops `.` and empty parts and folds `a/..`, as text only."""
    kept: list[str] = []
    for part in text.split("/"):
        if part in ("", "."):
            continue
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        else:
            kept.append(part)
    return ("/" if text.startswith("/") else "") + "/".join(kept)
