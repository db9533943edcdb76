"""The git an evaluation needs: trees and files of a commit, also of bare repositories, and clones.

Reading goes straight to the objects (`ls-tree`, `cat-file`), so no filter, hook or attribute of the
repository takes part and no line end is converted. `git archive` was rejected: it runs smudge filters and
leaves out what `export-ignore` names.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import RepositoryError
from indexer.gitio import git_executable
from indexer.paths import to_rel

_SETTINGS = ("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.quotePath=false", "gc.auto=0")
_READ_ONLY = ("protocol.allow=never",)
_LINKS = {b"120000", b"160000"}
READ_SECONDS, CLONE_SECONDS = 300.0, 3600.0


class CheckoutError(RepositoryError):
    """A git command of an evaluation failed: no such commit, no network, no such repository."""

    next_step = "Give a checkout with --checkouts or --repo."


@dataclass(frozen=True, slots=True)
class Blob:
    """A regular file of a tree: raw path, object id and size in bytes."""

    path: bytes
    sha: str
    size: int

    @property
    def rel(self) -> str:
        """The path as REA writes it."""
        return to_rel(self.path)


def git_dir(folder: Path) -> Path | None:
    """The git directory of a work tree or a bare repository at exactly this folder, None if there is none."""
    for candidate in (folder / ".git", folder):
        if candidate.is_file() or ((candidate / "HEAD").is_file() and (candidate / "objects").is_dir()):
            return candidate
    return None


def tree(folder: Path, commit: str) -> tuple[Blob, ...]:
    """The regular files of a commit in path order; links and submodules are left out.

    So is what a partial copy of a repository lists and does not hold: git tells no size of it.
    """
    listing = _git(folder, ["ls-tree", "-r", "-l", "-z", f"{commit}^{{commit}}"])
    blobs = []
    for record in filter(None, listing.split(b"\0")):
        meta, _, path = record.partition(b"\t")
        mode, _, sha, size = meta.split()
        if mode not in _LINKS and size.isdigit():
            blobs.append(Blob(path, sha.decode(), int(size)))
    return tuple(blobs)


def contents(folder: Path, shas: Sequence[str]) -> Iterator[bytes]:
    """The bytes of blobs, in the order asked for."""
    names = "".join(f"{sha}\n" for sha in shas).encode()
    output = _git(folder, ["cat-file", "--batch"], names)
    position = 0
    for sha in shas:
        end = output.index(b"\n", position)
        header = output[position:end].split()
        if len(header) != 3:
            raise CheckoutError(f"The object {sha} is not in the repository.")
        size = int(header[2])
        yield output[end + 1 : end + 1 + size]
        position = end + 1 + size + 1


def head(folder: Path) -> str:
    """The commit checked out, '' when there is none."""
    try:
        return _git(folder, ["rev-parse", "--verify", "--quiet", "HEAD"]).decode().strip()
    except CheckoutError:
        return ""


def has_commit(folder: Path, commit: str) -> bool:
    """Whether the repository holds a commit."""
    try:
        _git(folder, ["cat-file", "-e", f"{commit}^{{commit}}"])
    except CheckoutError:
        return False
    return True


def origin(folder: Path) -> str:
    """The URL of the remote `origin`, '' when there is none."""
    try:
        return _git(folder, ["config", "--get", "remote.origin.url"]).decode("utf-8", "replace").strip()
    except CheckoutError:
        return ""


def clone(url: str, commit: str, target: Path) -> None:
    """Clone a repository with its history and check one commit out. Raises CheckoutError in one line."""
    if not url or url.startswith("-") or re.match(r"\w+::", url):
        raise CheckoutError(f"{url or '(nothing)'} cannot be cloned from.")
    run = [git_executable(), *_settings()]
    _run([*run, "clone", "--quiet", "--no-checkout", "--", url, str(target)], CLONE_SECONDS)
    _run([*run, "-C", str(target), "checkout", "--quiet", "--detach", commit or "HEAD"], READ_SECONDS)


def _git(folder: Path, args: Sequence[str], given: bytes = b"") -> bytes:
    place = git_dir(folder)
    if place is None:
        raise CheckoutError(f"{folder.name} is not a git repository.")
    command = [git_executable(), f"--git-dir={place}", *_settings(*_READ_ONLY), *args]
    return _run(command, READ_SECONDS, given)


def _settings(*more: str) -> list[str]:
    return [word for setting in (*_SETTINGS, *more) for word in ("-c", setting)]


def _run(command: Sequence[str], seconds: float, given: bytes = b"") -> bytes:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    quiet = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, timeout=seconds, env={**kept, **quiet}, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise CheckoutError(f"git took longer than {seconds:g} s.") from error
    except OSError as error:
        raise CheckoutError(f"git could not be started: {error.strerror}.") from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise CheckoutError(f"git failed: {lines[-1] if lines else f'exit code {done.returncode}'}.")
    return done.stdout
