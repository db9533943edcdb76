"""Is this repository ready? Its folder, the place of its index, the index, the tools, its playbooks."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rea.health.checks import Check, Finding, carried_out, fail, note, ok, warn
from rea.health.configuration import PLAYBOOKS, playbooks_in

if TYPE_CHECKING:
    from indexer.reader import Index

ENOUGH_BYTES, FEW_BYTES = 1_000_000_000, 100_000_000
# Above this share of files that do not parse, definitions are missed often enough to be felt.
MANY_UNPARSED = 0.05
# Reasons for which a text file is in no search, so that "it is nowhere" is too much to say.
UNSEARCHED = ("too_large", "unreadable")


def place_checks(root: Path) -> Iterator[Check]:
    """The checks that come before there is an index."""
    yield from carried_out(
        "Repository",
        (
            ("place", "index folder", lambda: _place(root)),
            ("disk", "disk space", lambda: _disk(root)),
            (
                "repo-playbooks",
                "playbooks",
                lambda: playbooks_in(root / ".rea" / PLAYBOOKS, "this repository's"),
            ),
        ),
    )


def index_checks(index: Index) -> Iterator[Check]:
    """The checks of an index that could be opened, and of what stands on it."""
    yield from carried_out(
        "Repository",
        (
            ("index", "index", lambda: _index(index)),
            ("coverage", "coverage", lambda: _coverage(index)),
            ("parsing", "parsing", lambda: _parsing(index)),
            ("history", "history", lambda: _history(index)),
            ("tools", "tools", lambda: _tools(index)),
            ("plan", "plan", lambda: _plan(index)),
        ),
    )


def _place(root: Path) -> Finding:
    from indexer.storage.place import FOLDER, locate

    place = locate(root)
    if place.folder == root / FOLDER:
        return ok(f"{place.folder} can be written")
    why = "is a symbolic link" if (root / FOLDER).is_symlink() else "cannot be written"
    text = f"{root / FOLDER} {why}; {place.folder} is used instead"
    return note(text, "Nothing to do, unless the index should lie in the repository.")


def _disk(root: Path) -> Finding:
    from indexer.storage.place import locate

    free = shutil.disk_usage(locate(root).folder).free
    text = f"{free / 1e9:.1f} GB free where the index is"
    if free < FEW_BYTES:
        return fail(text, "Free some space, or set REA_CACHE_DIR to a folder on another disk.")
    return (
        warn(text, "A large repository may need more: see docs/benchmarks.md.")
        if free < ENOUGH_BYTES
        else ok(text)
    )


def _index(index: Index) -> Finding:
    done = index.refreshed
    how = "built just now" if done.rebuilt else "brought up to date" if done.touched else "up to date"
    size = index.database.stat().st_size / 1e6
    text = f"{index.file_count():,} files, {how}, {size:.1f} MB, format {index.meta.format_version}"
    if done.stale:
        return warn(f"{text}; another process is writing it", "Wait for it, then try again.")
    if not index.file_count():
        return fail("no file is indexed", "`rea index --status` lists what is left out and why.")
    return ok(text)


def _coverage(index: Index) -> Finding:
    reasons = Counter(row.reason for row in index.skipped())
    shown = ", ".join(f"{reason} {count:,}" for reason, count in reasons.most_common(5))
    text = f"{sum(reasons.values()):,} files left out{f': {shown}' if shown else ''}"
    if unseen := sum(reasons[reason] for reason in UNSEARCHED):
        text = f"{text}; {unseen:,} of them are in no search"
        return warn(
            text, '`rea index --status` names them; "not found" cannot be said while they are unread.'
        )
    return ok(text)


def _parsing(index: Index) -> Finding:
    code = [file for file in index.files() if file.role in ("code", "test")]
    bad = [file for file in code if "pars" in file.note]
    text = f"{len(code) - len(bad):,} of {len(code):,} code files parsed without errors"
    if bad and len(bad) > MANY_UNPARSED * len(code):
        languages = ", ".join(name for name, _ in Counter(file.language for file in bad).most_common(3))
        fix = f"Their definitions are found by pattern: `rea index --status {bad[0].path}` shows how well."
        return warn(f"{text}; the others are mostly {languages}", fix)
    return ok(text)


def _history(index: Index) -> Finding:
    meta = index.meta
    if meta.history == "none":
        return note("no git history, so answers cannot be stamped with a commit")
    if meta.history == "shallow":
        return warn(
            "the clone is shallow: git_pick and `rea check` see only its end", "git fetch --unshallow"
        )
    dirty = "with uncommitted changes" if meta.dirty else "nothing uncommitted"
    return ok(f"{meta.head[:10]} on {meta.branch or '(detached)'}, {dirty}")


def _tools(index: Index) -> Finding:
    """Calls each tool once; the search is for a name that the index knows, so that it has to hit."""
    from tools.registry import TOOLS, run_tool
    from tools.results import SearchResult, ToolError

    file = next((file for file in index.files() if index.symbols_in(file.path)), index.files()[0])
    symbols = index.symbols_in(file.path)
    name = symbols[0].name if symbols else ""
    calls: dict[str, dict[str, object]] = {
        "list_tree": {"depth": 1},
        "search_text": {"pattern": name or ".", "glob": file.path},
        "read_slice": {"path": file.path, "start": 1, "end": 1},
        "trace_symbol": {"name": name, "direction": "definitions"},
        "git_pick": {"n": 1},
    }
    if not name:
        del calls["trace_symbol"]
    if index.meta.history == "none":
        del calls["git_pick"]
    for tool, arguments in calls.items():
        result = run_tool(index, tool, arguments).result
        if isinstance(result, ToolError):
            return fail(f"{tool} failed: {result.message}", "Run `rea index --rebuild`.")
        if isinstance(result, SearchResult) and not result.hits and file.lines:
            return fail(f"search_text does not find {name!r} in {file.path}", "Run `rea index --rebuild`.")
    left = len(TOOLS) - len(calls)
    return ok(
        f"{len(calls)} of {len(TOOLS)} answer{f', {left} have nothing to work on here' if left else ''}"
    )


def _plan(index: Index) -> Finding:
    from rea.loop.reasoner import PlanRequest
    from rea.offline.reasoner import OfflineReasoner

    plan = OfflineReasoner((index.root / ".rea" / PLAYBOOKS,), 20, "off").plan(
        PlanRequest("how does login work"), index
    )
    return ok(f"a question about a login is read as {len(plan.nodes)} stages to prove")
