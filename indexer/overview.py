"""The overview: what a reader should know of a repository before the first search, in 2,000 to 3,000
characters.

It depends on nothing but the index, so it is the same, byte for byte, until the repository changes: model
providers can cache it. Cut by rule, never by a model.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import Commit, ConfigMark, FileRecord

MOST = 3_000
LEAST = 2_000

# Shares of MOST: what a part leaves over goes to the last one, the commits.
_TREE, _SYMBOLS, _MARKS = 700, 800, 450
# Without commits their room is shared out.
_WITHOUT_COMMITS = 1.4
_TOP_FILES = 20
_LANGUAGES = 8
_TITLES = 100
_TITLE_LENGTH = 68


def render_overview(index: Index) -> str:
    """The overview of an index, at most MOST characters; small repositories give a shorter one."""
    files = index.files()
    commits = _titles(index.commits())
    room = 1.0 if commits else _WITHOUT_COMMITS
    parts = [
        _head(files, len(index.skipped()), index.notes()),
        _section("Folders (files below)", _tree(files), int(_TREE * room)),
        _section("Files with most definitions", _most_defined(index.symbol_counts()), int(_SYMBOLS * room)),
        _section("Configuration", _marks(index.marks()), int(_MARKS * room)),
    ]
    text = "\n".join(part for part in parts if part)
    history = _section("Last commits", commits, MOST - len(text) - 1)
    if history:
        text = f"{text}\n{history}"
    if index.meta.history != "full":
        why = "the clone is shallow" if index.meta.history == "shallow" else "no git history"
        text = f"{text[: MOST - 60].rstrip()}\nHistory: {why}."
    return text[:MOST]


def _head(files: Sequence[FileRecord], skipped: int, notes: Iterable[str]) -> str:
    languages = Counter(file.language for file in files if file.role in ("code", "test"))
    named = ", ".join(
        f"{name} {count}" for name, count in sorted(languages.items(), key=_by_count)[:_LANGUAGES]
    )
    lines = sum(file.lines for file in files)
    head = f"{len(files)} files indexed ({lines} lines), {skipped} skipped. Languages: {named or 'none'}."
    return "\n".join([head, *(f"Note: {note[:160]}" for note in list(notes)[:3])])


def _section(title: str, rows: Iterable[str], room: int) -> str:
    """As many rows as fit; what is left out is counted."""
    all_rows = list(rows)
    kept: list[str] = []
    size = len(title) + 2 + len("- … 0000 more")
    for row in all_rows:
        if size + len(row) + 1 > room:
            break
        kept.append(row)
        size += len(row) + 1
    if not kept:
        return ""
    if len(kept) < len(all_rows):
        kept.append(f"- … {len(all_rows) - len(kept)} more")
    return "\n".join([f"{title}:", *kept])


def _tree(files: Sequence[FileRecord]) -> list[str]:
    """Two levels: each folder of the first with its biggest folders, in one row."""
    first: Counter[str] = Counter()
    second: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in files:
        names = file.path.split("/")
        folder = names[0] if len(names) > 1 else "."
        first[folder] += 1
        if len(names) > 2:
            second[folder][names[1]] += 1
    rows = []
    for folder, count in sorted(first.items(), key=_by_count):
        inner = sorted(second[folder].items(), key=_by_count)
        shown = ", ".join(f"{name}/ {number}" for name, number in inner[:4])
        more = f", {len(inner) - 4} more" if len(inner) > 4 else ""
        name = "(top level)" if folder == "." else f"{folder}/"
        rows.append(f"- {name} {count}" + (f": {shown}{more}" if shown else ""))
    return rows


def _most_defined(counts: Iterable[tuple[str, str, int]]) -> list[str]:
    """The files with most definitions; code first, tests and the rest only where there is no more code."""
    ranked = sorted(counts, key=lambda row: (row[1] != "code", -row[2], row[0]))
    return [f"- {path} {number}" for path, _, number in ranked[:_TOP_FILES]]


def _marks(marks: Iterable[ConfigMark]) -> list[str]:
    by_kind: defaultdict[str, list[str]] = defaultdict(list)
    for mark in marks:
        by_kind[mark.kind].append(mark.path)
    rows = []
    for kind in sorted(by_kind):
        paths = sorted(by_kind[kind], key=lambda path: (path.count("/"), path))
        more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
        rows.append(f"- {kind}: {', '.join(paths[:3])}{more}")
    return rows


def _titles(commits: Sequence[Commit]) -> list[str]:
    """Titles that say something: merges and repeated titles are left out."""
    titles: dict[str, str] = {}
    for commit in commits:
        if not commit.title.startswith("Merge "):
            titles.setdefault(_cut(commit.title), commit.hash)
    return [f"- {short} {title}" for title, short in list(titles.items())[:_TITLES]]


def _cut(title: str) -> str:
    return title if len(title) <= _TITLE_LENGTH else title[: _TITLE_LENGTH - 1] + "…"


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return (-item[1], item[0])
