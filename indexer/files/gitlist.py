"""The paths git lists for a folder, as entries that say what git knows of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer import gitio

# Seconds. Half a million files take ten on a cold disk.
_TIMEOUT = 60.0


@dataclass(frozen=True, slots=True)
class GitEntry:
    """A path relative to the folder listed. `is_repository`: a submodule, or a clone lying in the work tree
    (its path ends with `/`). `sparse`: tracked, but git does not want it on disk."""

    raw: bytes
    tracked: bool
    is_repository: bool
    sparse: bool


def git_entries(folder: Path, *which: str) -> list[GitEntry]:
    """The paths below a folder, each once. `which`: the kinds wanted, as options of `git ls-files`."""
    args = ["ls-files", "-z", "-t", "--stage", *which, "--exclude-standard"]
    seen: dict[bytes, GitEntry] = {}
    for line in gitio.run_git(folder, args, timeout=_TIMEOUT).split(b"\0"):
        tag = line[:1]
        if tag == b"?":
            raw, tracked, nested = line[2:], False, line.endswith(b"/")
        else:
            raw, tracked, nested = line[line.find(b"\t") + 1 :], True, line.startswith(b"160000", 2)
        if raw and raw not in seen:  # an unmerged path is listed once for each side
            seen[raw] = GitEntry(raw, tracked, nested, tag == b"S")
    return list(seen.values())
