"""The only way to git. Every call is read-only and ignores what the studied repository would have git run.

A repository is input, and its `.git/config` can name programs: hooks, a file-system monitor, filters, pagers,
diff drivers, signature checkers, ssh commands, credential helpers. Hence: a fixed set of reading commands,
the settings that start programs overruled on the command line (which beats every file), an environment
without GIT_* variables of the caller, no transport at all (so no fetch of missing objects), no optional
locks, and the git folder and work tree named outright instead of searched by git (so a bare repository hidden
in a folder or `core.worktree` cannot redirect it, and a repository owned by another user is still readable).
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from indexer.errors import ReaError

# Seconds for a call that looks at one commit or one index.
_QUICK = 20.0
# At most so many files whose time stamps changed are hashed to learn whether their content did.
_DIRTY_PROBES = 2_000

# What anybody may ask: commands that look at the history, the index and names, never at the content of files
# in the work tree, because for that git runs them through filters first.
_READING_COMMANDS = frozenset(
    {"cat-file", "diff-tree", "for-each-ref", "log", "ls-files", "ls-tree", "merge-base"}
    | {"rev-list", "rev-parse", "show", "symbolic-ref"}
)
# What only this module asks, with settings or options that keep it harmless.
_GUARDED_COMMANDS = frozenset({"check-ignore", "config", "diff-files", "diff-index"})
_DIFF_FLAGS = ("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all")
_COMMAND_FLAGS: Mapping[str, tuple[str, ...]] = {
    "log": ("--no-show-signature", *_DIFF_FLAGS),
    "show": ("--no-show-signature", *_DIFF_FLAGS),
    "diff-files": _DIFF_FLAGS,
    "diff-index": _DIFF_FLAGS,
    "diff-tree": _DIFF_FLAGS,
}
# Options that write a file, start a program or change settings; no caller needs them.
_REFUSED_OPTION = re.compile(
    r"--output\b|--ext-diff|--textconv|--filters|--show-signature|--exec\b|-O|--recurse-submodules|--modified|-m$"
)
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=false",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.alternateRefsCommand=false",
    "core.attributesFile=/dev/null",
    "core.quotePath=false",
    "core.trustctime=false",
    "credential.helper=",
    "diff.external=",
    "diff.renames=false",
    "diff.orderFile=/dev/null",
    "log.showSignature=false",
    "log.showRoot=true",
    "log.mailmap=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "i18n.logOutputEncoding=UTF-8",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
    "LANGUAGE": "",
}
_DROPPED_VARIABLES = frozenset({"SSH_ASKPASS", "PAGER", "EDITOR", "VISUAL"})


class GitUnavailable(ReaError):  # noqa: N818 - named like the other leaves
    """Git is not installed, the folder is in no repository, or git failed or took too long."""

    next_step = "Nothing to do: REA goes on without git where it can."


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree: its top folder and its git folder (or the `.git` file that names it)."""

    top: Path
    git_dir: Path


def find_repository(folder: Path) -> Repository | None:
    """The repository a folder is in, links resolved: the nearest `.git` at or above that looks like one."""
    folder = folder.resolve()
    for top in (folder, *folder.parents):
        marker = top / ".git"
        if is_git_marker(marker):
            return Repository(top, marker)
    return None


def is_git_marker(marker: Path) -> bool:
    """Whether a `.git` entry is a git folder or a file that names one. A pipe in its place is not."""
    try:
        mode = marker.stat().st_mode
        if stat.S_ISDIR(mode):
            pointer = (marker / "HEAD").lstat()
            config = marker / "config"
            return not stat.S_ISFIFO(pointer.st_mode) and (not config.exists() or config.is_file())
        if stat.S_ISREG(mode):
            with marker.open("rb") as file:
                return file.read(8) == b"gitdir: "
    except OSError:
        return False
    return False


def run_git(root: Path, args: Sequence[str], timeout: float = _QUICK) -> bytes:
    """What a reading git command prints, run in `root`. Raises GitUnavailable when it cannot, in one line.

    `args` start with the command's name; what users typed may only stand after `--` or as `--grep=…`.
    """
    if args[0] not in _READING_COMMANDS:
        raise ValueError(f"not a reading git command: {args[0]}")
    return _run(root, args, timeout, {})


def _run(
    root: Path, args: Sequence[str], timeout: float, extra: Mapping[str, str], *, empty_code: int = 0
) -> bytes:
    """`empty_code`: the exit code by which this command says that there is nothing to print."""
    if args[0] not in _READING_COMMANDS | _GUARDED_COMMANDS:
        raise ValueError(f"not a reading git command: {args[0]}")
    options = args[: args.index("--")] if "--" in args else args
    for option in options:
        if _REFUSED_OPTION.match(option):
            raise ValueError(f"git option not allowed: {option}")
    repository = find_repository(root)
    if repository is None:
        raise GitUnavailable(f"not in a git repository: {root}")
    command = [
        git_executable(),
        "--no-pager",
        f"--git-dir={repository.git_dir}",
        f"--work-tree={repository.top}",
    ]
    for setting in _SETTINGS:
        command += ["-c", setting]
    command += ["-C", str(root), args[0], *_COMMAND_FLAGS.get(args[0], ()), *args[1:]]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            env={**_environment(), **extra},
            cwd=os.sep,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GitUnavailable(f"git {args[0]} took longer than {timeout:g} s") from error
    except OSError as error:
        raise GitUnavailable(f"git could not be started: {error.strerror}") from error
    if done.returncode not in (0, empty_code):
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitUnavailable(
            f"git {args[0]} failed: {lines[-1] if lines else f'exit code {done.returncode}'}"
        )
    return done.stdout


def _environment() -> dict[str, str]:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") and name not in _DROPPED_VARIABLES
    }
    return {**inherited, **_ENVIRONMENT}


@lru_cache(maxsize=1)
def git_executable() -> str:
    """The absolute path of git. Relative entries of PATH are skipped: they could lead into a studied
    folder."""
    names = ("git.exe", "git") if os.name == "nt" else ("git",)
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for name in names:
            candidate = Path(folder, name)
            if Path(folder).is_absolute() and candidate.is_file() and os.access(candidate, os.X_OK):
                return str(candidate)
    raise GitUnavailable("git is not installed")


def head(root: Path) -> str:
    """The full hash of the commit checked out; '' outside git or before the first commit."""
    return _answer(root, ["rev-parse", "--verify", "--quiet", "HEAD"])


def branch(root: Path) -> str:
    """The name of the branch checked out; '' outside git or when HEAD is detached."""
    return _answer(root, ["symbolic-ref", "--quiet", "--short", "HEAD"])


def is_shallow(root: Path) -> bool:
    """Whether the history was cut when the repository was cloned."""
    return _answer(root, ["rev-parse", "--is-shallow-repository"]) == "true"


def toplevel(root: Path) -> Path | None:
    """The top folder of the work tree `root` is in; None outside git."""
    repository = find_repository(root)
    return repository.top if repository else None


def _answer(root: Path, args: Sequence[str]) -> str:
    try:
        return run_git(root, args).decode("utf-8", "replace").strip()
    except GitUnavailable:
        return ""


def ignored_by(root: Path, raw: bytes) -> str:
    """The rule by which git ignores a path below `root`, as `file:line:pattern`; '' if it does not."""
    # This command takes no literal pathspecs; `./` keeps a leading `:` from being read as one with magic.
    question = ["check-ignore", "--verbose", "--", f"./{os.fsdecode(raw)}"]
    told = _run(root, question, _QUICK, {"GIT_LITERAL_PATHSPECS": "0"}, empty_code=1)
    return told.decode("utf-8", "replace").partition("\t")[0]


def dirty(root: Path) -> bool:
    """Whether a tracked file under `root` differs from the commit checked out; untracked files do not count.

    Only proof counts: files whose time stamps alone changed are compared by content. False when git cannot
    tell.
    """
    try:
        staged = _run(root, ["diff-index", "-z", "--cached", "--name-only", "HEAD", "--", "."], _QUICK, {})
        if staged:
            return True
        touched = _run(
            root, ["diff-files", "-z", "--raw", "--relative", "--", "."], _QUICK, _no_filters(root)
        )
    except GitUnavailable:
        return False
    fields = touched.split(b"\0")
    return any(
        _differs(root, meta.decode("ascii").split(" "), name)
        for meta, name in list(zip(fields[0::2], fields[1::2], strict=False))[:_DIRTY_PROBES]
    )


def _no_filters(root: Path) -> dict[str, str]:
    """Settings that empty every content filter the repository defines.

    `diff-files` reads files that changed within the index's own second, through their clean filter. Variables
    instead of `-c`, because a filter's name may hold `=`. Git before 2.31 does not know them: refused.
    """
    if git_version() < (2, 31):
        raise GitUnavailable("git is older than 2.31")
    question = ["config", "-z", "--name-only", "--get-regexp", r"^filter\."]
    listing = _run(root, question, _QUICK, {}, empty_code=1)
    names = {key.rpartition(b".")[0] for key in listing.split(b"\0") if key}
    pairs = [
        (os.fsdecode(name) + "." + field, value)
        for name in sorted(names)
        for field, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
    ]
    settings = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for number, (key, value) in enumerate(pairs):
        settings[f"GIT_CONFIG_KEY_{number}"] = key
        settings[f"GIT_CONFIG_VALUE_{number}"] = value
    return settings


@lru_cache(maxsize=1)
def git_version() -> tuple[int, int]:
    """Major and minor number of the installed git; (0, 0) when there is none or it does not say."""
    try:
        printed = subprocess.run(
            [git_executable(), "--version"], capture_output=True, timeout=10, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired, GitUnavailable):
        return (0, 0)
    match = re.search(rb"(\d+)\.(\d+)", printed)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _differs(root: Path, meta: Sequence[str], name: bytes) -> bool:
    """Whether one file that `diff-files` names really has other content. `meta`: old mode, new mode, hash,
    …"""
    old_mode, new_mode, indexed = meta[0].lstrip(":"), meta[1], meta[2]
    if old_mode == "160000":
        return False
    if new_mode == "000000" or old_mode[:3] != new_mode[:3]:
        return True
    path = os.path.join(os.fsencode(root), name)  # noqa: PTH118 - names are bytes
    try:
        content = os.readlink(path) if old_mode == "120000" else _read(path)  # noqa: PTH115
    except OSError:
        return True
    return indexed not in (_blob_id(content, indexed), _blob_id(content.replace(b"\r\n", b"\n"), indexed))


def _read(path: bytes) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _blob_id(content: bytes, like: str) -> str:
    digest = hashlib.sha256() if len(like) == 64 else hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content) + content)
    return digest.hexdigest()
