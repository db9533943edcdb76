"""list_tree: the folders and files below a folder, a few levels deep, with what is cut counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.records import FileRecord, SkippedFile
from tools.fence import Unknown, path_error, resolve
from tools.limits import Limits, fit
from tools.results import ToolError, TreeEntry, TreeResult

if TYPE_CHECKING:
    from indexer.reader import Index

MAX_DEPTH = 8
MAX_ENTRIES = 300
EXAMPLE = "list_tree(path='src', depth=2)"


@dataclass(slots=True)
class _Folder:
    """A folder while it is counted: its direct children by path, and all files below."""

    path: str
    folders: dict[str, _Folder] = field(default_factory=dict)
    files: list[FileRecord] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    total: int = 0
    total_skipped: int = 0

    def children(self) -> int:
        return len(self.folders) + len(self.files) + len(self.skipped)


def list_tree(
    index: Index, path: str = "", depth: int = 2, *, limits: Limits | None = None
) -> TreeResult | ToolError:
    """The folder `path` ('' is the root) down to `depth` levels (at most 8), folders first.

    Every folder carries the number of indexed files below it. At most 300 entries are listed, shared out so
    that no folder takes the room of the others; what is cut is counted in the row of its folder.
    """
    limits = limits or Limits()
    place = resolve(index, path)
    if isinstance(place, Unknown):
        return path_error("list_tree", place, EXAMPLE)
    folder = place.path if place.kind == "folder" else place.path.rpartition("/")[0]
    depth = max(1, min(depth, MAX_DEPTH))
    tree = _collect(index, folder, depth)
    result = _listing(tree, depth, MAX_ENTRIES)
    budget = MAX_ENTRIES
    while len(fit(result, limits.characters).entries) < len(result.entries) and budget > 10:
        # Fewer entries, shared out anew, show more of the shape than the first ones of a long list would.
        budget = budget * 2 // 3
        result = _listing(tree, depth, budget)
    return fit(result, limits.characters)


def _collect(index: Index, folder: str, depth: int) -> _Folder:
    tree = _Folder(folder)
    prefix = f"{folder}/" if folder else ""
    for record in index.files_below(folder) if folder else index.files():
        place = _descend(tree, record.path[len(prefix) :].split("/"), depth, skipped=False)
        if place is not None:
            place.files.append(record)
    for skipped in index.skipped():
        if skipped.path.startswith(prefix):
            place = _descend(tree, skipped.path[len(prefix) :].split("/"), depth, skipped=True)
            if place is not None:
                place.skipped.append(skipped)
    return tree


def _descend(tree: _Folder, parts: list[str], depth: int, *, skipped: bool) -> _Folder | None:
    """Counts one file in all folders it is in; the folder that lists it, or None when it lies too deep."""
    folder = tree
    for level in range(len(parts)):
        if skipped:
            folder.total_skipped += 1
        else:
            folder.total += 1
        if level == len(parts) - 1:
            return folder
        if level + 1 > depth:
            break
        name = parts[level]
        if name not in folder.folders:
            folder.folders[name] = _Folder(f"{folder.path}/{name}" if folder.path else name)
        folder = folder.folders[name]
    return None


def _listing(tree: _Folder, depth: int, budget: int) -> TreeResult:
    quota = _share_out(tree, depth, budget)
    entries: list[TreeEntry] = []
    _append(tree, 1, quota, entries)
    cut = any(entry.kind == "more" for entry in entries)
    return TreeResult(tree.path, depth, tuple(entries), tree.total, cut, _hint(tree, depth, cut=cut))


def _hint(tree: _Folder, depth: int, *, cut: bool) -> str:
    if cut:
        return "Some entries are only counted: name a subfolder to see them."
    if not tree.total and not tree.total_skipped:
        return "No files here."
    return ""


def _share_out(tree: _Folder, depth: int, budget: int) -> dict[str, int]:
    """How many children each folder may list, level by level; small folders of a level are listed whole.

    A folder that gets nothing is not in the answer: its row already says how many files it holds.
    """
    quota: dict[str, int] = {}
    level = [tree]
    for _ in range(depth):
        level.sort(key=lambda folder: (folder.children(), folder.path))
        for position, folder in enumerate(level):
            share = budget // (len(level) - position)
            if share <= 0 or (share == 1 and folder.children() > 1):
                continue
            # A cut folder spends one of its rows on the count.
            granted = folder.children() if folder.children() <= share else share - 1
            quota[folder.path] = granted
            budget -= min(share, folder.children())
        level = [child for folder in level for child in _listed_folders(folder, quota.get(folder.path, 0))]
    return quota


def _listed_folders(folder: _Folder, granted: int) -> list[_Folder]:
    return [folder.folders[name] for name in sorted(folder.folders)][:granted]


def _append(folder: _Folder, level: int, quota: dict[str, int], entries: list[TreeEntry]) -> None:
    granted = quota.get(folder.path, 0)
    listed = _listed_folders(folder, granted)
    for child in listed:
        note = f"{child.total_skipped:,} skipped" if child.total_skipped else ""
        entries.append(TreeEntry(child.path, "folder", level, files=child.total, note=note))
        if child.path in quota:
            _append(child, level + 1, quota, entries)
    room = granted - len(listed)
    for record in folder.files[:room]:
        entries.append(TreeEntry(record.path, "file", level, lines=record.lines, note=record.note))
    room = max(0, room - len(folder.files))
    for skipped in folder.skipped[:room]:
        entries.append(TreeEntry(skipped.path, "skipped", level, note=skipped.reason))
    if granted < folder.children():
        entries.append(TreeEntry(folder.path, "more", level, files=folder.children() - granted))
