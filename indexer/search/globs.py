"""File patterns of a search, as people type them: `*.py`, `src/**/auth*.ts`, `server`, `!tests`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=256)
def path_filter(glob: str) -> Callable[[str], bool]:
    """A test for canonical paths.

    Without a slash a pattern fits any name on the way (`tests` takes everything below a folder of that
    name), with one it starts at the root. `*` and `?` stay within a name, `**` does not. Several patterns
    are separated by commas; those that start with `!` take files out.
    """
    chosen, refused = [], []
    for part in _split(glob.replace("\\", "/"), ","):
        part = part.strip()
        if part.startswith("!"):
            refused.append(_translated(part[1:]))
        elif part:
            chosen.append(_translated(part))
    wanted = re.compile("|".join(chosen) or "").match
    unwanted = re.compile("|".join(refused) or r"(?!)").match
    return lambda path: wanted(path) is not None and unwanted(path) is None


def _translated(glob: str) -> str:
    anchored = "/" in glob.rstrip("/")
    glob = glob.removeprefix("./").strip("/")
    return ("" if anchored else "(?:.*/)?") + _body(glob) + r"(?:/.*)?\Z"


def _body(glob: str) -> str:
    out: list[str] = []
    at = 0
    while at < len(glob):
        if glob.startswith("**/", at):
            out.append("(?:.*/)?")
            at += 3
        elif glob.startswith("**", at):
            out.append(".*")
            at += 2
        elif glob[at] == "*":
            out.append("[^/]*")
            at += 1
        elif glob[at] == "?":
            out.append("[^/]")
            at += 1
        elif glob[at] == "[" and (close := glob.find("]", at + 2)) > 0:
            inside = glob[at + 1 : close].replace("\\", "\\\\").replace("[", "\\[")
            negated = inside[:1] in "!^"
            out.append(f"[{'^/' if negated else ''}{inside[1:] if negated else inside}]")
            at = close + 1
        elif glob[at] == "{" and (close := _closing(glob, at)) > 0:
            out.append("(?:" + "|".join(_body(part) for part in _split(glob[at + 1 : close], ",")) + ")")
            at = close + 1
        else:
            out.append(re.escape(glob[at]))
            at += 1
    return "".join(out)


def _closing(glob: str, at: int) -> int:
    depth = 0
    for position in range(at, len(glob)):
        depth += (glob[position] == "{") - (glob[position] == "}")
        if depth == 0:
            return position
    return -1


def _split(text: str, mark: str) -> list[str]:
    """Splits outside of braces."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if char == mark and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts
