"""Where the questions of a suite are asked: a checkout, the state it is in, its clean text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from evals import git
from evals.records import CleanTree, Repository
from evals.suite import Suite, wrong_places
from indexer.building.build import Progress
from indexer.errors import DataFileError, RepositoryError
from indexer.gitio import dirty
from indexer.paths import os_path
from indexer.text.decode import decode
from indexer.text.lines import split_lines

SHORT = 10


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """What the user said about sources. `checkouts` holds a folder per suite name; `repo` serves all suites.

    `fetch`: clone a suite's repository into `checkouts` when it is not there yet. `index_dir` keeps the
    indexes out of the checkouts.
    """

    checkouts: Path | None = None
    repo: Path | None = None
    fetch: bool = False
    index_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A suite with the place its questions are asked at.

    `commit` is the one checked out ('' outside git), `tree_id` changes with any indexed byte, `notes` say
    what a reader of the figures has to know, without any path of the machine.
    """

    suite: Suite
    file: Path
    repository: Repository
    commit: str
    tree_id: str
    clean: CleanTree
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class CommitTree:
    """The files of one commit, read from the objects of the repository."""

    folder: Path
    commit: str
    _shas: dict[str, str] = field(default_factory=dict)
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of a file as committed."""
        if not self._shas:
            self._shas = {blob.rel: blob.sha for blob in git.tree(self.folder, self.commit)}
        if path not in self._shas:
            return None
        if path not in self._known:
            data = next(git.contents(self.folder, [self._shas[path]]))
            self._known[path] = tuple(split_lines(decode(data, path).text))
        return self._known[path]


@dataclass(slots=True)
class FolderTree:
    """The files of a folder as they are now: all there is to check against outside git."""

    root: Path

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of a file on disk."""
        place = os_path(self.root, path)
        try:
            inside = place.resolve().is_relative_to(self.root.resolve())
            return tuple(split_lines(decode(place.read_bytes(), path).text)) if inside else None
        except OSError:
            return None


def open_source(file: Path, suite: Suite, options: SourceOptions, progress: Progress | None = None) -> Source:
    """Find the checkout of a suite, bring its index up to date and look at its state.

    Raises RepositoryError when there is no checkout, DataFileError naming the line when gold files or lines
    do not exist at the suite's own commit (or, if it names none, in the files as they are).
    """
    root = _find_root(suite, options)
    commit = git.head(root) if git.git_dir(root) else ""
    index_path = options.index_dir / f"{suite.name}.db" if options.index_dir else None
    repository = Repository(root, index_path)
    clean: CleanTree = CommitTree(root, commit) if commit else FolderTree(root)
    notes, exact = _state(suite, root, commit)
    wrong = _wrong_gold(file, suite, clean)
    if wrong and exact:
        raise DataFileError(wrong[0] + (f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""))
    if wrong:
        notes += (f"{len(wrong)} gold places do not exist here, the first: {wrong[0]}",)
    return Source(suite, file, repository, commit, _indexed(repository, progress), clean, notes)


def _find_root(suite: Suite, options: SourceOptions) -> Path:
    if options.repo is not None:
        return options.repo
    if options.checkouts is None:
        raise RepositoryError(
            f"Where is the repository of the suite {suite.name}?",
            next_step="Give --repo PATH or --checkouts DIR.",
        )
    root = options.checkouts / suite.name
    if not root.is_dir():
        if not options.fetch:
            raise RepositoryError(
                f"There is no folder {suite.name} among the checkouts.",
                next_step="--fetch clones it there." if suite.repo else "Check it out there.",
            )
        options.checkouts.mkdir(parents=True, exist_ok=True)
        git.clone(suite.repo, suite.commit, root)
    return root


def _state(suite: Suite, root: Path, commit: str) -> tuple[tuple[str, ...], bool]:
    """Notes about the checkout, and whether it is exactly the commit the gold refers to."""
    if not commit:
        note = "not a git checkout: citations are checked against the files as they are now"
        return (note,), not suite.commit
    notes = []
    if not commit.startswith(suite.commit):
        notes.append(f"the checkout is at {commit[:SHORT]}, the suite was written for {suite.commit[:SHORT]}")
    if dirty(root):
        notes.append("the checkout has uncommitted changes; citations are checked against the commit")
    return tuple(notes), not notes


def _wrong_gold(file: Path, suite: Suite, clean: CleanTree) -> tuple[str, ...]:
    named = {path for question in suite.questions for path in question.allowed}
    texts = {path: clean.lines(path) for path in named}
    return tuple(
        wrong_places(file, suite, {path: len(text) for path, text in texts.items() if text is not None})
    )


def _indexed(repository: Repository, progress: Progress | None) -> str:
    """Bring the index up to date; a hash of every indexed path and content."""
    from indexer.reader import open_index

    text = hashlib.sha256()
    with open_index(repository.root, index_path=repository.index_path, progress=progress) as index:
        for file in index.files():
            text.update(f"{file.path}\0{file.sha}\n".encode("utf-8", "surrogatepass"))
    return text.hexdigest()[:16]
