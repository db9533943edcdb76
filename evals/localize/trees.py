"""Trees of base commits on disk, without any history, and their indexes.

A tree holds what the commit holds and nothing else: no `.git`, so nothing after (or before) the commit can be
seen. Blobs are written once per repository and linked into every tree that has them, because the commits of
an issue set share most files. Trees go after use; indexes stay, one per commit.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from evals import git
from evals.records import Repository

# So many blobs are taken out of a repository at a time; they are held in memory.
BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where trees and indexes are kept. `index_id` changes with the code that writes indexes."""

    mirrors: Path
    cache: Path
    index_id: str

    def mirror(self, name: str) -> Path | None:
        """The folder of a repository's git directory: NAME/repo, or NAME itself."""
        places = (self.mirrors / name / "repo", self.mirrors / name, self.mirrors / f"{name}.git")
        return next((place for place in places if git.git_dir(place) is not None), None)

    @contextmanager
    def checked_out(self, name: str, commit: str) -> Iterator[Repository]:
        """The indexed tree of a commit; gone again afterwards."""
        from indexer.reader import open_index

        mirror = self.mirror(name)
        if mirror is None:
            raise git.CheckoutError(f"There is no mirror of {name}.", next_step="Put it below --mirrors.")
        home = self.cache / name
        root = home / "trees" / f"{commit}-{os.getpid()}"
        repository = Repository(root, home / "index" / f"{commit}-{self.index_id}.db")
        try:
            export(mirror, commit, root, home / "blobs")
            _forget_older(repository.index_path, commit)
            open_index(root, refresh=False, index_path=repository.index_path).close()
            yield repository
        finally:
            shutil.rmtree(root, ignore_errors=True)


def export(mirror: Path, commit: str, target: Path, blobs: Path) -> None:
    """Write the regular files of a commit into `target`, which must not hold any yet."""
    files = [blob for blob in git.tree(mirror, commit) if _is_inside(blob.path)]
    missing = sorted({blob.sha for blob in files if not _pooled(blobs, blob.sha).exists()})
    for first in range(0, len(missing), BATCH):
        part = missing[first : first + BATCH]
        for sha, data in zip(part, git.contents(mirror, part), strict=True):
            _keep(_pooled(blobs, sha), data)
    target.mkdir(parents=True)
    made: set[bytes] = set()
    for blob in files:
        place = os.path.join(os.fsencode(target), blob.path)  # noqa: PTH118 - names are bytes
        folder = os.path.dirname(place)  # noqa: PTH120
        if folder not in made:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
            made.add(folder)
        _link(_pooled(blobs, blob.sha), place)


def _is_inside(path: bytes) -> bool:
    """A tree object can be made by hand: nothing outside the target, nothing that looks like a repository."""
    parts = path.split(b"/")
    return not path.startswith(b"/") and not {b"..", b".", b""} & set(parts) and b".git" not in parts


def _pooled(blobs: Path, sha: str) -> Path:
    return blobs / sha[:2] / sha[2:]


def _keep(place: Path, data: bytes) -> None:
    """Another process may be writing the same blob: whoever comes last replaces it by the same bytes."""
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f"{place.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(place)


def _link(blob: Path, place: bytes) -> None:
    try:
        os.link(os.fsencode(blob), place)
    except OSError:  # a file system without links, or too many of one file
        shutil.copyfile(os.fsencode(blob), place)


def _forget_older(index: Path | None, commit: str) -> None:
    """Indexes of the same commit that other code has written are of no use any more."""
    if index is None:
        return
    for path in index.parent.glob(f"{commit}-*.db*"):
        if not path.name.startswith(index.name):
            with suppress(OSError):
                path.unlink()
