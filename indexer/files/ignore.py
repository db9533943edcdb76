"""Ignore files: gitignore patterns compiled to one regular expression per file, the last match deciding.

One difference from git: a pattern that brings a path back (`!vendor/ours/`) works even inside a folder that
is left out. That is what `.reaignore` is for, and it is what people expect of `!`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

# The depth of patterns given on the command line: they win over every file.
_ABOVE_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an ignore file says of a path: `include` brings it back, else it is out. `source` is `file:line`.

    Of two verdicts the one of higher `rank` holds: (depth of the file, number of the file there, line).
    """

    include: bool
    source: str
    rank: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern. `regex` matches the whole path relative to the ignore file's folder."""

    regex: str
    include: bool
    folders_only: bool
    line: int
    prefix: str


def parse_rule(text: str, line: int) -> Rule | None:
    """The rule of one line of an ignore file; None for blanks, comments and patterns that cannot match."""
    text = re.sub(r"(?<!\\)[ \t]+$", "", text.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    include = text.startswith("!")
    pattern = text[1:] if include else text
    folders_only = pattern.endswith("/")
    pattern = pattern.rstrip("/") if folders_only else pattern
    anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    regex = _translate(pattern)
    try:
        re.compile(regex)
    except re.error:
        return None
    plain = re.match(r"[^*?\[\\]*", pattern)
    prefix = plain.group().rpartition("/")[0] if anchored and plain else ""
    if anchored and plain and plain.group() == pattern:
        prefix = pattern
    return Rule(regex if anchored else rf"(?:.*/)?{regex}", include, folders_only, line, prefix)


def _translate(pattern: str) -> str:
    """The regular expression of a pattern without leading or trailing `/`."""
    out: list[str] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if pattern.startswith("**/", at) and (at == 0 or pattern[at - 1] == "/"):
            out.append("(?:.*/)?")
            at += 3
        elif pattern.startswith("**", at) and at > 0 and pattern[at - 1] == "/" and at + 2 == len(pattern):
            out.append(".+")
            at += 2
        elif char == "*":
            out.append("[^/]*")
            at += 1
        elif char == "?":
            out.append("[^/]")
            at += 1
        elif char == "[" and (closed := _class(pattern, at)):
            text, at = closed
            out.append(text)
        elif char == "\\" and at + 1 < len(pattern):
            out.append(re.escape(pattern[at + 1]))
            at += 2
        else:
            out.append(re.escape(char))
            at += 1
    return re.sub(r"(?:\[\^/\]\*){2,}", "[^/]*", "".join(out))


def _class(pattern: str, start: int) -> tuple[str, int] | None:
    """A bracket expression such as `[!a-z]` and where it ends; None if it is not closed."""
    at = start + 1
    negated = pattern[at : at + 1] in ("!", "^")
    at += negated
    first = at
    while at < len(pattern) and (pattern[at] != "]" or at == first):
        at += 2 if pattern[at] == "\\" else 1
    if at >= len(pattern):
        return None
    body = re.sub(r"([\[\]&~|^])", r"\\\1", pattern[first:at].replace("\\", "\\\\"))
    return f"(?!/)[{'^' if negated else ''}{body}]", at + 1


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The rules of one ignore file, last first. The number of the group that matched is the rule's number."""

    rules: tuple[Rule, ...]
    everything: re.Pattern[str] | None
    files: re.Pattern[str] | None
    file_rules: tuple[Rule, ...]
    source: str
    place: tuple[int, int]

    def verdict(self, path: str, is_folder: bool) -> Verdict | None:
        pattern, rules = (self.everything, self.rules) if is_folder else (self.files, self.file_rules)
        match = pattern.fullmatch(path) if pattern else None
        if match is None or match.lastindex is None:
            return None
        rule = rules[match.lastindex - 1]
        return Verdict(rule.include, f"{self.source}:{rule.line}", (*self.place, rule.line))


def _compile(lines: Iterable[str], source: str, place: tuple[int, int]) -> _Compiled:
    rules = tuple(rule for number, text in enumerate(lines, 1) if (rule := parse_rule(text, number)))[::-1]
    file_rules = tuple(rule for rule in rules if not rule.folders_only)
    return _Compiled(rules, _union(rules), _union(file_rules), file_rules, source, place)


def _union(rules: tuple[Rule, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"({rule.regex})" for rule in rules), re.DOTALL) if rules else None


@dataclass(slots=True)
class IgnoreRules:
    """All ignore files of a tree. Deeper files, and files added later for the same folder, win.

    `prefix`: the folder of the walked root within the tree the rules speak of, with a trailing `/`, or ''.
    """

    prefix: str = ""
    _by_folder: dict[str, list[_Compiled]] = field(default_factory=dict)
    _last: list[_Compiled] = field(default_factory=list)
    _folder_verdicts: dict[str, Verdict | None] = field(default_factory=dict)
    _chains: dict[str, tuple[tuple[_Compiled, int], ...]] = field(default_factory=dict)

    def add(self, folder: str, text: str, source: str) -> None:
        """Adds an ignore file that lies in `folder` ('' is the top of the tree)."""
        depth = folder.count("/") + 1 if folder else 0
        number = len(self._by_folder.get(folder, ()))
        compiled = _compile(text.removeprefix("\ufeff").split("\n"), source, (depth, number))
        if compiled.rules:
            self._by_folder.setdefault(folder, []).append(compiled)
            self._forget()

    def add_last(self, patterns: Iterable[str], source: str) -> None:
        """Adds patterns that win over every file."""
        compiled = _compile(patterns, source, (_ABOVE_ALL, len(self._last)))
        if compiled.rules:
            self._last.append(compiled)
            self._forget()

    def _forget(self) -> None:
        self._folder_verdicts.clear()
        self._chains.clear()

    def __bool__(self) -> bool:
        return bool(self._last or self._by_folder)

    @property
    def brings_back(self) -> bool:
        """Whether any rule starts with `!`."""
        files = [*self._last, *(file for files in self._by_folder.values() for file in files)]
        return any(rule.include for file in files for rule in file.rules)

    def verdict(self, path: str) -> Verdict | None:
        """What the rules say of a file; None if nothing."""
        if not self:
            return None
        path = self.prefix + path
        folder = path.rpartition("/")[0]
        return self._strongest(path, is_folder=False, inherited=self._folder(folder))

    def folder_verdict(self, folder: str) -> Verdict | None:
        """What the rules say of a folder and so of all below it; None if nothing."""
        return self._folder((self.prefix + folder).rstrip("/")) if self else None

    def _folder(self, folder: str) -> Verdict | None:
        if not folder:
            return None
        if folder not in self._folder_verdicts:
            inherited = self._folder(folder.rpartition("/")[0])
            self._folder_verdicts[folder] = self._strongest(folder, is_folder=True, inherited=inherited)
        return self._folder_verdicts[folder]

    def _strongest(self, path: str, *, is_folder: bool, inherited: Verdict | None) -> Verdict | None:
        for compiled, cut in self._chain(path.rpartition("/")[0]):
            if verdict := compiled.verdict(path[cut:], is_folder):
                return inherited if inherited is not None and inherited.rank > verdict.rank else verdict
        return inherited

    def _chain(self, folder: str) -> tuple[tuple[_Compiled, int], ...]:
        """The ignore files that speak of what lies in a folder, strongest first, each with the length of its
        own folder's path."""
        if folder not in self._chains:
            above = (
                self._chain(folder.rpartition("/")[0])
                if folder
                else tuple((last, 0) for last in self._last[::-1])
            )
            here = [
                (file, len(folder) + 1 if folder else 0) for file in self._by_folder.get(folder, ())[::-1]
            ]
            on_top = sum(file.place[0] == _ABOVE_ALL for file, _ in above)
            self._chains[folder] = (*above[:on_top], *here, *above[on_top:])
        return self._chains[folder]

    def may_bring_back(self, folder: str) -> bool:
        """Whether a `!` rule could match something in `folder`, so that it has to be entered although it is
        out."""
        folder = self.prefix + folder
        for base, files in [*self._by_folder.items(), ("", self._last)]:
            for rule in (rule for compiled in files for rule in compiled.rules if rule.include):
                target = f"{base}/{rule.prefix}".strip("/")
                nearby = f"{folder}/".startswith(f"{target}/") or f"{target}/".startswith(f"{folder}/")
                if nearby or not target:
                    return True
        return False
