"""Lists what lies in a folder: through git where there is a repository, else through the file system.

Both give the same: regular files with size and time, and rows for what cannot be read (links, absent
submodules). Repositories inside the root are listed by their own rules, whether they are submodules, clones
left lying in a work tree or the members of a folder of repositories.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from indexer import gitio
from indexer.files.attributes import LinguistAttributes
from indexer.files.folders import TELLTALES, FolderJudge
from indexer.files.gitlist import GitEntry, git_entries
from indexer.files.ignore import IgnoreRules
from indexer.files.links import skipped_link
from indexer.files.skip import SkipReason
from indexer.files.skiplists import NEVER
from indexer.paths import to_rel
from indexer.records import SkippedFile

_MAX_RULES_BYTES = 1_000_000
# Folders deeper than this are not entered: no source tree is, and every walk must end.
_MAX_DEPTH = 200

_RULE_FILES = frozenset({b".gitignore", b".ignore", b".reaignore", b".gitattributes"})

# Path, size in bytes, time of last change in ns.
File = tuple[str, int, int]


@dataclass(slots=True)
class Lister:
    """Collects the files of one root, in no order. `root` is absolute; `list_all` fills the result fields."""

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
    _telltales: dict[bytes, str] = field(default_factory=dict)
    _never: frozenset[bytes] = frozenset()
    _watched: frozenset[bytes] = frozenset()

    def __post_init__(self) -> None:
        self._base = os.fsencode(self.root).rstrip(b"/") + b"/"
        self._real_root = os.path.realpath(os.fsencode(self.root)).rstrip(b"/") + b"/"
        self._telltales = {os.fsencode(name): name for name in TELLTALES}
        self._never = frozenset(map(os.fsencode, NEVER))
        self._watched = self._never | _RULE_FILES | self._telltales.keys()

    def list_all(self, repository: gitio.Repository | None) -> bool:
        """Lists the whole root, which is in `repository` if anywhere; true when git listed it."""
        if repository is not None:
            return self._enter_repository(b"", must_list=repository.top == self.root)
        self._walk(b"", with_gitignore=False)
        return False

    # -- git ------------------------------------------------------------------------------------------------

    def _enter_repository(self, folder: bytes, *, must_list: bool = True) -> bool:
        """Lists one repository; by the file system when git cannot, or knows nothing of the folder."""
        rel = to_rel(folder)
        named = rel or "the repository"
        prefix = folder + b"/" if folder else b""
        try:
            entries = git_entries(self.root / os.fsdecode(folder), "--cached", "--others")
            if entries or must_list:
                self._read_rules_of(prefix, entries)
                entries += self._brought_back(folder)
        except gitio.GitUnavailable as error:
            why = str(error).replace(str(self.root), ".")  # no path of this machine in an index
            self.notes.append(f"git could not list {named} ({why}); files were listed without it")
            self._walk(folder, with_gitignore=True)
            return False
        if not entries and not must_list:
            self.notes.append(
                "the enclosing git repository ignores this folder; files were listed without git"
            )
            self._walk(folder, with_gitignore=False)
            return False
        self.repositories.append(rel)
        self._take_entries(prefix, entries, named)
        return True

    def _read_rules_of(self, prefix: bytes, entries: list[GitEntry]) -> None:
        """Reads the ignore and attributes files git listed, and a `.reaignore` at the top that it ignores."""
        rules = [b".reaignore"]
        for entry in entries:
            folder, _, name = entry.raw.rpartition(b"/")
            if name in (b".reaignore", b".gitattributes"):
                rules.append(entry.raw)
            elif name in self._telltales:
                self.judge.note_telltale(to_rel((prefix + folder).rstrip(b"/")), self._telltales[name])
        for raw in dict.fromkeys(rules):
            self._read_rules_at(prefix + raw)

    def _brought_back(self, folder: bytes) -> list[GitEntry]:
        """The files git ignores but an ignore file of ours asks for."""
        if not self.rules.brings_back:
            return []
        prefix = to_rel(folder) + "/" if folder else ""
        ignored = git_entries(self.root / os.fsdecode(folder), "--others", "--ignored")
        verdicts = ((entry, self.rules.verdict(prefix + to_rel(entry.raw))) for entry in ignored)
        return [entry for entry, verdict in verdicts if verdict is not None and verdict.include]

    def _take_entries(self, prefix: bytes, entries: list[GitEntry], named: str) -> None:
        inner: list[GitEntry] = []
        absent: list[bytes] = []
        noise: Counter[str] = Counter()
        deleted = 0
        for entry in entries:
            if entry.is_repository:
                inner.append(entry)
                continue
            raw = prefix + entry.raw
            if not entry.tracked and (folder := self._noisy(raw)):
                noise[folder] += 1
                continue
            info = self._lstat(raw)
            if info is not None:
                self._take(raw, to_rel(raw), info)
            elif entry.sparse:
                absent.append(raw)
            elif entry.tracked:
                deleted += 1
        self._note_absent(absent)
        for folder, count in noise.items():
            reason, shown_by = self.judge.verdict(folder) or (SkipReason.VENDORED, "")
            self.skipped.append(SkippedFile(f"{folder}/", reason.value, f"{count} files; {shown_by}"))
        if deleted:
            self.notes.append(f"{deleted} tracked files of {named} are deleted on disk")
        for entry in inner:
            self._take_inner(prefix + entry.raw.rstrip(b"/"), tracked=entry.tracked)

    def _take_inner(self, raw: bytes, *, tracked: bool) -> None:
        """A submodule, or a repository found lying inside another."""
        path = self._base + raw
        if tracked and not (self._real_folder(raw) and _names(path)):
            self._skip(raw, SkipReason.SUBMODULE_ABSENT)
        elif not self._real_folder(raw) or self._left_out(to_rel(raw)):
            return
        elif gitio.is_git_marker(Path(os.fsdecode(path), ".git")):
            self._enter_repository(raw)
        else:
            self._walk(raw, with_gitignore=True)

    def _noisy(self, raw: bytes) -> str:
        """The outermost folder above a path that is left out by name, '' if none is. Only asked of untracked
        files: an installed `node_modules` that nobody ignores is one row, not one for each of its files."""
        folder = to_rel(raw.rpartition(b"/")[0])
        if not folder or self.judge.verdict(folder) is None:
            return ""
        if self.rules.may_bring_back(folder) or self.attributes.may_bring_back(folder):
            return ""
        while "/" in folder and self.judge.verdict(folder.rpartition("/")[0]) is not None:
            folder = folder.rpartition("/")[0]
        return folder

    def _note_absent(self, raws: list[bytes]) -> None:
        """Sparse checkouts: one row for each topmost folder that is not there, with the number of its
        files."""
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

    # -- file system ----------------------------------------------------------------------------------------

    def _walk(self, top: bytes, *, with_gitignore: bool) -> None:
        """Lists a folder as ripgrep would with hidden files: `.ignore` and `.reaignore` count, `.gitignore`
        only where git itself should have been asked but could not."""
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            if folder != top and self._left_out(to_rel(folder)):
                continue
            if folder.count(b"/") > _MAX_DEPTH:
                self._skip(folder + b"/", SkipReason.UNREADABLE, "too deep")
                continue
            before = len(self.files), len(self.skipped)
            below, special = self._take_folder(folder)
            if folder != top and b".git" in special and gitio.is_git_marker(self._path(folder) / ".git"):
                self._forget_since(before)
                self._enter_repository(folder)
                continue
            self._read_rules_in(folder, special, with_gitignore=with_gitignore)
            for name in special & self._telltales.keys():
                self.judge.note_telltale(to_rel(folder), self._telltales[name])
                if folder != top and self._left_out(to_rel(folder)):
                    row = self.skipped.pop()
                    self._forget_since(before)
                    self.skipped.append(row)
                    below.clear()
                    break
            waiting += below

    def _scan(self, folder: bytes) -> list[os.DirEntry[bytes]]:
        try:
            with os.scandir(self._base + folder) as entries:
                return list(entries)
        except OSError as error:
            self._skip(folder + b"/", SkipReason.UNREADABLE, os.strerror(error.errno or 0))
            return []

    def _take_folder(self, folder: bytes) -> tuple[list[bytes], set[bytes]]:
        """Takes the files of a folder; returns the folders in it and those of its names that matter."""
        below: list[bytes] = []
        special: set[bytes] = set()
        prefix = folder + b"/" if folder else b""
        shown = to_rel(prefix)
        for entry in self._scan(folder):
            name = entry.name
            if name in self._watched:
                special.add(name)
                if name in self._never:
                    continue
            try:
                if entry.is_file(follow_symlinks=False):
                    info = entry.stat(follow_symlinks=False)
                    self.files.append((shown + to_rel(name), info.st_size, info.st_mtime_ns))
                elif entry.is_dir(follow_symlinks=False):
                    below.append(prefix + name)
                else:
                    self._take(prefix + name, shown + to_rel(name), entry.stat(follow_symlinks=False))
            except FileNotFoundError:
                continue  # deleted since the folder was read
            except OSError as error:
                self._skip(prefix + name, SkipReason.UNREADABLE, os.strerror(error.errno or 0))
        return below, special

    def _forget_since(self, before: tuple[int, int]) -> None:
        """Drops the files and rows taken since, because their folder turned out to be something else."""
        del self.files[before[0] :]
        del self.skipped[before[1] :]

    def _path(self, raw: bytes) -> Path:
        return Path(os.fsdecode(self._base + raw))

    # -- rules ----------------------------------------------------------------------------------------------

    def read_rules_above(self, top: Path) -> None:
        """Reads the rules in the folders from the top of the work tree down to above the root."""
        for folder in reversed(self.root.parents):
            if folder.is_relative_to(top):
                inside = folder.relative_to(top).as_posix()
                for name in (".reaignore", ".gitattributes"):
                    above = "" if inside == "." else inside
                    self._read_rules_file(os.fsencode(folder / name), above, f"{above}/{name}".lstrip("/"))

    def _read_rules_in(self, folder: bytes, special: set[bytes], *, with_gitignore: bool) -> None:
        prefix = folder + b"/" if folder else b""
        order = [b".gitignore"] if with_gitignore else []
        for name in [*order, b".ignore", b".reaignore", b".gitattributes"]:
            if name in special:
                self._read_rules_at(prefix + name)

    def _read_rules_at(self, raw: bytes) -> None:
        """Reads one ignore or attributes file below the root."""
        folder = raw.rpartition(b"/")[0]
        if self._real_folder(folder):
            inside = (self.rules.prefix + to_rel(folder)).rstrip("/")
            self._read_rules_file(self._base + raw, inside, to_rel(raw))

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

    # -- both -----------------------------------------------------------------------------------------------

    def _take(self, raw: bytes, rel: str, info: os.stat_result) -> None:
        mode = info.st_mode
        if stat.S_ISREG(mode):
            self.files.append((rel, info.st_size, info.st_mtime_ns))
        elif stat.S_ISLNK(mode):
            self.skipped.append(skipped_link(self._base, self._real_root, raw))
        elif not stat.S_ISDIR(mode):
            self._skip(raw, SkipReason.SPECIAL)

    def _left_out(self, rel: str) -> bool:
        """Whether a folder need not be entered, by ignore file or by name; if so, one row says why."""
        if self.rules:
            if self.rules.may_bring_back(rel):
                return False
            verdict = self.rules.folder_verdict(rel)
            if verdict is not None and not verdict.include:
                self.skipped.append(SkippedFile(rel + "/", SkipReason.IGNORED.value, verdict.source))
                return True
        finding = self.judge.verdict(rel)
        if finding is None or (self.attributes and self.attributes.may_bring_back(rel)):
            return False
        self.skipped.append(SkippedFile(rel + "/", finding[0].value, finding[1]))
        return True

    def _skip(self, raw: bytes, reason: SkipReason, detail: str = "") -> None:
        self.skipped.append(SkippedFile(to_rel(raw), reason.value, detail))


def _names(path: bytes) -> list[bytes]:
    try:
        return os.listdir(path)  # noqa: PTH208 - names are bytes
    except OSError:
        return []
