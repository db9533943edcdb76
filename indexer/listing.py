"""Lists what lies in a folder: through git where there is a repository, else through the file system.

Both give the same: regular files with size and time, and rows for what cannot be read (links, absent submodules).
Links are never followed. Repositories inside the root are listed by their own rules, whether they are submodules,
clones left lying in a work tree or the members of a folder of repositories.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from indexer import gitio
from indexer.attributes import LinguistAttributes
from indexer.folders import FolderJudge, tables
from indexer.ignore import IgnoreRules
from indexer.paths import to_raw, to_rel
from indexer.records import SkippedFile
from indexer.skip import SkipReason

_GIT_TIMEOUT = 300.0
_MAX_RULES_BYTES = 1_000_000
# Folders deeper than this are not entered: no source tree is, and recursion must end.
_MAX_DEPTH = 200

File = tuple[str, int, int]


@dataclass(slots=True)
class Lister:
    """Collects the files (path, size, mtime in ns) of one root, in no order. `list_all` fills the fields."""

    root: Path
    judge: FolderJudge
    rules: IgnoreRules
    attributes: LinguistAttributes
    files: list[File] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    repositories: list[str] = field(default_factory=list)
    _base: bytes = b""
    _real_root: bytes = b""
    _is_folder: dict[bytes, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._base = os.fsencode(self.root).rstrip(b"/") + b"/"
        self._real_root = os.path.realpath(os.fsencode(self.root)).rstrip(b"/") + b"/"

    def list_all(self, repository: gitio.Repository | None) -> bool:
        """Lists the whole root, which is in `repository` if anywhere; true when git listed it."""
        if repository is not None:
            return self._enter_repository(b"", must_list=repository.top == self.root)
        self._walk(b"", with_gitignore=False)
        return False

    def read_rules_above(self, top: Path) -> None:
        """Reads the rules in the folders from the top of the work tree down to above the root."""
        for folder in [*reversed(self.root.parents)]:
            if folder.is_relative_to(top):
                inside = folder.relative_to(top).as_posix()
                for name in (".reaignore", ".gitattributes"):
                    self._read_rules_file(os.fsencode(folder / name), "" if inside == "." else inside, f"…/{name}")

    # -- git ---------------------------------------------------------------------------------------------------

    def _enter_repository(self, folder: bytes, *, must_list: bool = True) -> bool:
        """Lists one repository; by the file system when git cannot, or knows nothing of the folder."""
        rel = to_rel(folder)
        named = rel or "the repository"
        prefix = folder + b"/" if folder else b""
        try:
            entries = _git_entries(self.root / os.fsdecode(folder), "--cached", "--others")
            if entries or must_list:
                self._read_rules_of(prefix, entries)
                entries += self._brought_back(folder)
        except gitio.GitUnavailable as error:
            self.notes.append(f"git could not list {named} ({error}); files were listed without it")
            self._walk(folder, with_gitignore=True)
            return False
        if not entries and not must_list:
            self.notes.append("the enclosing git repository ignores this folder; files were listed without git")
            self._walk(folder, with_gitignore=False)
            return False
        self.repositories.append(rel)
        self._take_entries(prefix, entries, named)
        return True

    def _read_rules_of(self, prefix: bytes, entries: list[_Entry]) -> None:
        """Reads the ignore and attributes files git listed, and a `.reaignore` at the top that it ignores."""
        telltales = {os.fsencode(name): name for name in tables().telltales}
        rules = sorted(entry.raw for entry in entries if entry.raw.endswith((b".reaignore", b".gitattributes")))
        for raw in dict.fromkeys([b".reaignore", *rules]):
            if raw.rpartition(b"/")[2] in (b".reaignore", b".gitattributes"):
                self._read_rules_at(to_rel(prefix + raw))
        for entry in entries:
            folder, _, name = entry.raw.rpartition(b"/")
            if name in telltales:
                self.judge.note_telltale(to_rel(prefix + folder).rstrip("/"), telltales[name])

    def _brought_back(self, folder: bytes) -> list[_Entry]:
        """The files git ignores but an ignore file of ours asks for."""
        if not self.rules.brings_back:
            return []
        prefix = to_rel(folder) + "/" if folder else ""
        ignored = _git_entries(self.root / os.fsdecode(folder), "--others", "--ignored")
        verdicts = ((entry, self.rules.verdict(prefix + to_rel(entry.raw))) for entry in ignored)
        return [entry for entry, verdict in verdicts if verdict is not None and verdict.include]

    def _take_entries(self, prefix: bytes, entries: list[_Entry], named: str) -> None:
        inner: list[_Entry] = []
        absent: list[bytes] = []
        deleted = 0
        for entry in entries:
            if entry.is_repository:
                inner.append(entry)
                continue
            raw = prefix + entry.raw
            info = self._lstat(raw)
            if info is not None:
                self._take(raw, info)
            elif entry.sparse:
                absent.append(raw)
            elif entry.tracked:
                deleted += 1
        self._note_absent(absent)
        if deleted:
            self.notes.append(f"{deleted} tracked files of {named} are deleted on disk")
        for entry in inner:
            self._take_inner(prefix + entry.raw.rstrip(b"/"), tracked=entry.tracked)

    def _take_inner(self, raw: bytes, *, tracked: bool) -> None:
        """A submodule or a repository found lying inside another."""
        rel = to_rel(raw)
        if self._left_out(rel):
            return
        path = self._base + raw
        if gitio.is_git_marker(Path(os.fsdecode(path), ".git")) and self._real_folder(raw):
            self._enter_repository(raw)
        elif tracked and not self._names(path):
            self._skip(raw, SkipReason.SUBMODULE_ABSENT)
        elif self._real_folder(raw):
            self._walk(raw, with_gitignore=True)

    def _note_absent(self, raws: list[bytes]) -> None:
        """Sparse checkouts: one row for each topmost folder that is not there, with the number of its files."""
        rows: Counter[bytes] = Counter()
        for raw in raws:
            top = raw
            while b"/" in top and not self._real_folder(top.rpartition(b"/")[0]):
                top = top.rpartition(b"/")[0]
            rows[top if top == raw else top + b"/"] += 1
        for raw, count in rows.items():
            self._skip(raw, SkipReason.NOT_CHECKED_OUT, f"{count} files" if raw.endswith(b"/") else "")

    def _lstat(self, raw: bytes) -> os.stat_result | None:
        """The status of a path none of whose folders is a link; None if there is no such path."""
        if not self._real_folder(raw.rpartition(b"/")[0]):
            return None
        try:
            return os.lstat(self._base + raw)
        except (OSError, ValueError):
            return None

    def _real_folder(self, raw: bytes) -> bool:
        """Whether a path below the root is a folder reached without following a link."""
        if not raw:
            return True
        if raw not in self._is_folder:
            real = self._real_folder(raw.rpartition(b"/")[0])
            try:
                self._is_folder[raw] = real and stat.S_ISDIR(os.lstat(self._base + raw).st_mode)
            except (OSError, ValueError):
                self._is_folder[raw] = False
        return self._is_folder[raw]

    # -- file system -------------------------------------------------------------------------------------------

    def _walk(self, top: bytes, *, with_gitignore: bool) -> None:
        """Lists a folder as ripgrep would with hidden files: `.ignore` and `.reaignore` count, `.gitignore` only
        where git itself could not be asked."""
        waiting = [top]
        never = tables().never
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(self._base + folder if folder else self._base) as scan:
                    entries = list(scan)
            except OSError as error:
                self._skip(folder + b"/", SkipReason.UNREADABLE, os.strerror(error.errno or 0))
                continue
            prefix = folder + b"/" if folder else b""
            names = {entry.name for entry in entries}
            self._read_rules(folder, names, with_gitignore=with_gitignore)
            if folder != top and self._left_out(to_rel(folder)):
                continue
            for entry in entries:
                name = os.fsdecode(entry.name)
                if name in never:
                    continue
                raw = prefix + entry.name
                try:
                    if not entry.is_dir(follow_symlinks=False):
                        self._take(raw, entry.stat(follow_symlinks=False))
                        continue
                except OSError as error:
                    self._skip(raw, SkipReason.UNREADABLE, os.strerror(error.errno or 0))
                    continue
                if gitio.is_git_marker(Path(os.fsdecode(entry.path), ".git")):
                    if not self._left_out(to_rel(raw)):
                        self._enter_repository(raw)
                elif raw.count(b"/") < _MAX_DEPTH:
                    waiting.append(raw)

    def _read_rules(self, folder: bytes, names: set[bytes], *, with_gitignore: bool) -> None:
        wanted = [b".gitignore"] if with_gitignore else []
        for name in [*wanted, b".ignore", b".reaignore", b".gitattributes"]:
            if name in names:
                self._read_rules_at(f"{to_rel(folder)}/{name.decode()}".lstrip("/"))
        for telltale in tables().telltales.keys() & {os.fsdecode(name) for name in names}:
            self.judge.note_telltale(to_rel(folder), telltale)

    def _read_rules_at(self, rel: str) -> None:
        """Reads one ignore or attributes file below the root."""
        folder = (self.rules.prefix + rel.rpartition("/")[0]).rstrip("/")
        if self._real_folder(to_raw(rel.rpartition("/")[0])):
            self._read_rules_file(self._base + to_raw(rel), folder, rel)

    def _read_rules_file(self, path: bytes, folder: str, source: str) -> None:
        """Adds the rules of a file to those of `folder`; links and huge files are left alone."""
        try:
            info = os.lstat(path)
            if not stat.S_ISREG(info.st_mode) or info.st_size > _MAX_RULES_BYTES:
                return
            with open(path, "rb") as file:  # noqa: PTH123 - names are bytes
                text = file.read().decode("utf-8", "surrogateescape")
        except OSError:
            return
        target = self.attributes if source.endswith(".gitattributes") else self.rules
        target.add(folder, text, source)

    # -- both --------------------------------------------------------------------------------------------------

    def _take(self, raw: bytes, info: os.stat_result) -> None:
        if stat.S_ISREG(info.st_mode):
            self.files.append((to_rel(raw), info.st_size, info.st_mtime_ns))
        elif stat.S_ISLNK(info.st_mode):
            self.skipped.append(SkippedFile(to_rel(raw), *self._link(raw)))
        elif not stat.S_ISDIR(info.st_mode):
            self._skip(raw, SkipReason.SPECIAL)

    def _left_out(self, rel: str) -> bool:
        """Whether a folder need not be entered, by ignore file or by name; if so, one row says why."""
        if self.rules.may_bring_back(rel) or self.attributes.may_bring_back(rel):
            return False
        verdict = self.rules.folder_verdict(rel)
        if verdict is not None and not verdict.include:
            self.skipped.append(SkippedFile(rel + "/", SkipReason.IGNORED.value, verdict.source))
            return True
        finding = self.judge.verdict(rel)
        if finding is not None:
            self.skipped.append(SkippedFile(rel + "/", finding[0].value, finding[1]))
        return finding is not None

    def _link(self, raw: bytes) -> tuple[str, str]:
        """The reason's name and the detail for a symbolic link. A target outside is not named: it says something
        about the machine, not about the repository."""
        path = self._base + raw
        try:
            os.stat(path)  # noqa: PTH116
        except OSError as error:
            looping = error.errno == errno.ELOOP
            return (SkipReason.SYMLINK_LOOP if looping else SkipReason.SYMLINK_BROKEN).value, ""
        target = os.path.realpath(path) + b"/"
        if not target.startswith(self._real_root):
            return SkipReason.SYMLINK_OUTSIDE.value, ""
        inside = target[len(self._real_root) : -1]
        if (raw + b"/").startswith(target[len(self._real_root) :]):
            return SkipReason.SYMLINK_LOOP.value, f"leads to its own folder {to_rel(inside) or '.'}"
        return SkipReason.SYMLINK.value, f"leads to {to_rel(inside)}"

    def _skip(self, raw: bytes, reason: SkipReason, detail: str = "") -> None:
        self.skipped.append(SkippedFile(to_rel(raw), reason.value, detail))

    @staticmethod
    def _names(path: bytes) -> list[bytes]:
        try:
            return os.listdir(path)  # noqa: PTH208 - names are bytes
        except OSError:
            return []


@dataclass(frozen=True, slots=True)
class _Entry:
    """One line of `git ls-files`. `sparse`: tracked, but git does not want it on disk."""

    raw: bytes
    tracked: bool
    is_repository: bool
    sparse: bool


def _git_entries(folder: Path, *which: str) -> list[_Entry]:
    """The paths below a folder that git lists, each once, relative to it."""
    args = ["ls-files", "-z", "-t", "--stage", *which, "--exclude-standard"]
    seen: dict[bytes, _Entry] = {}
    for line in gitio.run_git(folder, args, timeout=_GIT_TIMEOUT).split(b"\0"):
        tag, _, rest = line.partition(b" ")
        tracked = tag != b"?"
        meta, _, raw = rest.partition(b"\t") if tracked else (b"", b"", rest)
        if raw and raw not in seen:  # an unmerged path is listed once for each side
            nested = meta.startswith(b"160000") or raw.endswith(b"/")
            seen[raw] = _Entry(raw, tracked, nested, tag == b"S")
    return list(seen.values())
