"""Builds the index and keeps it up to date.

A full build writes a new file beside the old one and renames it; a refresh is one transaction. Killed at
any point, either leaves the old index or none. What the rows say depends on the files alone, so both give
the same rows.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from indexer.commits import recent_commits
from indexer.files.walk import Candidate, Walk, walk
from indexer.gitio import branch, dirty, head
from indexer.marks import marks_of
from indexer.paths import os_path
from indexer.storage.place import Place
from indexer.storage.rows import BatchResult, Job, SkipRow, Stat, trusted_time
from indexer.storage.store import FORMAT_VERSION, Store, translated

if TYPE_CHECKING:
    from indexer.building.pool import Crew, Outcome

# Below this much text a worker process costs more than it saves.
SMALL_TREE_BYTES = 1_500_000
# A refresh of a larger share of the files costs as much as a build and leaves dead postings.
REBUILD_SHARE = 1 / 3
REBUILD_FILES = 200
# Segments of refreshes are merged when there are more.
MAX_SMALL_SEGMENTS = 16
SMALL_SEGMENT_CHUNKS = 4_000


class Progress(Protocol):
    """Told how far a build is: bytes done, bytes in all, and the name of the phase."""

    def __call__(self, done: int, total: int, phase: str) -> None: ...


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """What opening the index did. `rebuilt`: everything was read. `stale`: changes were seen, but another
    process is writing, so the state before them is shown."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    seconds: float = 0.0
    rebuilt: bool = False
    stale: bool = False

    @property
    def touched(self) -> bool:
        """Whether anything had to be written."""
        return self.rebuilt or bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class GitState:
    """What git says of the tree: commit and branch checked out, and whether tracked files differ from it."""

    head: str = ""
    branch: str = ""
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between an index and the tree. `read`: files to index; `gone`: ids of files to retire;
    `same`: files whose time alone changed."""

    tree: Walk
    git: GitState
    read: tuple[Job, ...]
    gone: tuple[int, ...]
    same: tuple[tuple[int, int, str], ...]
    skipped: tuple[SkipRow, ...]
    unskipped: tuple[str, ...]
    known: dict[str, Stat]
    state_changed: bool

    @property
    def none(self) -> bool:
        """Whether the index says what the tree says."""
        return not (
            self.read or self.gone or self.same or self.skipped or self.unskipped or self.state_changed
        )

    @property
    def large(self) -> bool:
        """Whether building anew is cheaper."""
        work = len(self.read) + len(self.gone)
        return work > REBUILD_FILES and work > REBUILD_SHARE * max(1, len(self.known))


def build(root: Path, place: Place, progress: Progress | None = None) -> RefreshReport:
    """Builds the index of `root` from nothing; the caller holds the write lock."""
    from indexer.building.pool import Crew, head_start

    started = time.monotonic()
    place.discard_leftovers()
    with Crew(root, os.cpu_count() or 1) as crew:
        if head_start():
            crew.start()
        tree = walk(root)
        git = git_state(root, tree)
        jobs = [_job(number, file) for number, file in enumerate(tree.files, 1)]
        _write_new(root, place, (tree, git), _indexed(root, jobs, progress, crew))
    return RefreshReport(added=len(jobs), seconds=time.monotonic() - started, rebuilt=True)


def _write_new(root: Path, place: Place, state: tuple[Walk, GitState], outcomes: Iterable[Outcome]) -> None:
    """Writes a whole index beside the old one and puts it in its place."""
    tree, git = state
    fresh = place.fresh()
    with translated():
        fresh.unlink(missing_ok=True)
    store = Store.create(fresh)
    try:
        store.add_skipped(SkipRow(s.path, s.reason, s.detail, 0, 0, 0) for s in tree.skipped)
        for result, segment in outcomes:
            if result is not None:
                store.add_files(result.files, result.outlines, result.routes)
                store.add_skipped(result.skipped)
            if segment is not None and not segment.empty:
                store.add_segment(segment)
        _write_state(root, store, tree, git, paths_changed=True)
        store.seal()
        with translated():
            place.discard()
            fresh.replace(place.database)
    except BaseException:
        store.close()
        fresh.unlink(missing_ok=True)
        raise


def refresh(root: Path, store: Store, changes: Changes, progress: Progress | None = None) -> RefreshReport:
    """Applies changes in one transaction; the caller holds the write lock."""
    started = time.monotonic()
    first = store.last_file_id() + 1
    jobs = [job._replace(file_id=number) for number, job in enumerate(changes.read, first)]
    outcomes: list[Outcome] = []
    if jobs:
        # Parsers and processes are of no use to those who only look whether something changed.
        from indexer.building.pool import Crew

        with Crew(root, os.cpu_count() or 1) as crew:
            outcomes = list(_indexed(root, jobs, progress, crew))
    results = [result for result, _ in outcomes if result is not None]
    store.begin_write()
    try:
        report = _apply(store, changes, results)
        for _, segment in outcomes:
            if segment is not None and not segment.empty:
                store.add_segment(segment)
        _merge_small(store)
        _write_state(
            root, store, changes.tree, changes.git, paths_changed=bool(report.added or report.removed)
        )
        store.commit()
    except BaseException:
        store.rollback()
        raise
    return replace(report, seconds=time.monotonic() - started)


def _apply(store: Store, changes: Changes, results: Sequence[BatchResult]) -> RefreshReport:
    """Retires what is gone or changed and writes the rows of what was read."""
    known = changes.known
    new_files = [row for result in results for row in result.files]
    new_skips = [row for result in results for row in result.skipped]
    written = [*(row.path for row in new_files), *(row.path for row in new_skips)]
    replaced = [known[path].file_id for path in written if path in known]
    store.retire([*changes.gone, *(file_id for file_id in replaced if file_id)])
    store.drop_skipped([*changes.unskipped, *(row.path for row in new_files)])
    store.add_skipped([*changes.skipped, *new_skips])
    for result in results:
        store.add_files(result.files, result.outlines, result.routes)
    same = [*changes.same, *(row for result in results for row in result.same)]
    store.touch((size, mtime_ns, known[path].file_id) for size, mtime_ns, path in same)
    fresh = sum(1 for row in new_files if not _was_indexed(known, row.path))
    lost = sum(1 for row in new_skips if _was_indexed(known, row.path))
    return RefreshReport(fresh, len(new_files) - fresh, len(changes.gone) + lost)


def _was_indexed(known: dict[str, Stat], path: str) -> bool:
    return path in known and known[path].file_id != 0


def find_changes(root: Path, store: Store) -> Changes:
    """Compares the tree with the index: by size and time, by content where these cannot be trusted."""
    tree = walk(root)
    git = git_state(root, tree)
    known = store.stats()
    suspects: list[tuple[Candidate, Stat]] = []
    read: list[Job] = []
    for file in tree.files:
        stat = known.get(file.path)
        if stat is None:
            read.append(_job(0, file))
        elif stat.size != file.size or stat.mtime_ns != file.mtime_ns or _readable_again(root, file, stat):
            if stat.file_id and stat.size == file.size:
                suspects.append((file, stat))
            else:
                read.append(_job(0, file))
    same, changed = _by_content(root, suspects)
    read += changed
    present = {file.path for file in tree.files}
    missing = [(path, stat) for path, stat in known.items() if path not in present]
    skipped, unskipped = _skip_changes(store, tree)
    unskipped += [path for path, stat in missing if not stat.file_id]
    return Changes(
        tree=tree,
        git=git,
        read=tuple(sorted(read, key=lambda job: job.path)),
        gone=tuple(stat.file_id for _, stat in missing if stat.file_id),
        same=tuple(same),
        skipped=tuple(skipped),
        unskipped=tuple(unskipped),
        known=known,
        state_changed=_state(tree, git) != _known_state(store),
    )


def _readable_again(root: Path, file: Candidate, stat: Stat) -> bool:
    """Permissions can change without a new time stamp."""
    return stat.sha == b"unreadable" and os.access(os_path(root, file.path), os.R_OK)


def _by_content(
    root: Path, suspects: Iterable[tuple[Candidate, Stat]]
) -> tuple[list[tuple[int, int, str]], list[Job]]:
    """Tells touched files (with what to remember of them) from changed ones."""
    same: list[tuple[int, int, str]] = []
    changed: list[Job] = []
    for file, stat in suspects:
        started = time.time_ns()
        try:
            sha = hashlib.sha1(os_path(root, file.path).read_bytes(), usedforsecurity=False).digest()
        except OSError:
            sha = b""
        if sha != stat.sha:
            changed.append(_job(0, file))
        else:
            mtime_ns = trusted_time(file.mtime_ns, started)
            if mtime_ns != stat.mtime_ns:
                same.append((file.size, mtime_ns, file.path))
    return same, changed


def _skip_changes(store: Store, tree: Walk) -> tuple[list[SkipRow], list[str]]:
    """Files skipped by name that are new or have another reason, and those no longer skipped."""
    before = {row.path: row for row in store.skipped_rows() if not row.read}
    rows = [SkipRow(s.path, s.reason, s.detail, 0, 0, 0) for s in tree.skipped]
    added = [row for row in rows if before.get(row.path) != row]
    now = {row.path for row in rows}
    return added, [path for path in before if path not in now]


def git_state(root: Path, tree: Walk) -> GitState:
    """Asks git; empty outside git."""
    return GitState(head(root), branch(root), dirty(root)) if tree.is_git else GitState()


def _state(tree: Walk, git: GitState) -> tuple[object, ...]:
    return (git.head, git.branch, int(git.dirty), json.dumps(tree.notes))


def _known_state(store: Store) -> tuple[object, ...]:
    meta = store.meta()
    return tuple(meta.get(key) for key in ("head", "branch", "dirty", "notes"))


def _write_state(root: Path, store: Store, tree: Walk, git: GitState, *, paths_changed: bool) -> None:
    """Writes what is not about single files: marks, commits, and the stamp of the index."""
    meta = store.meta()
    if paths_changed:
        store.set_marks(marks_of(row[1] for row in store.file_places()))
    if "head" not in meta or meta["head"] != git.head:
        commits, history = recent_commits(root, repositories=tree.repositories or ("",))
        store.set_commits(commits)
        store.set_meta(history=history)
    store.set_meta(
        format_version=FORMAT_VERSION,
        head=git.head,
        branch=git.branch,
        dirty=int(git.dirty),
        notes=json.dumps(tree.notes),
        built_at=time.time(),
        serial=os.urandom(8).hex(),
    )


def _job(number: int, file: Candidate) -> Job:
    return Job(number, file.path, file.size, file.mtime_ns, forced=file.forced)


def _indexed(
    root: Path, jobs: Sequence[Job], progress: Progress | None, crew: Crew
) -> Generator[Outcome, None, None]:
    """Indexes jobs here or by the crew, telling the progress."""
    from indexer.building.pool import run_here

    total = sum(job.size for job in jobs)
    done = 0
    if progress:
        progress(0, total, "read")
    small = total < SMALL_TREE_BYTES and not crew.started
    for result, segment in run_here(root, jobs) if small else crew.run(jobs):
        yield result, segment
        if result is not None and progress:
            done += result.read_bytes
            progress(min(done, total), total, "read")
    if progress:
        progress(total, total, "write")


def _merge_small(store: Store) -> None:
    """Merges the segments of refreshes when there are too many of them."""
    small = [number for number, chunks in store.segments() if chunks < SMALL_SEGMENT_CHUNKS]
    if len(small) > MAX_SMALL_SEGMENTS:
        from indexer.storage.segment import merge

        merge(store, small)
