"""The whole examination, from the installation to the past runs of a repository."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import ReaError
from rea.health.checks import Check, Report, carried_out, fail, note
from rea.health.configuration import configuration
from rea.health.installation import installation
from rea.health.pastruns import past_runs
from rea.health.repository import index_checks, place_checks

if TYPE_CHECKING:
    from indexer.building.build import Progress


def examine(
    root: Path | None, environ: Mapping[str, str], folder: Path, progress: Progress | None = None
) -> Report:
    """Check everything. `root` is None when there is no repository, `folder` the configuration folder."""
    checks = [*installation(), *configuration(environ, folder)]
    if root is None:
        checks += carried_out(
            "Repository",
            (
                (
                    "index",
                    "index",
                    lambda: note("the current folder is in no repository", "Name one with --repo."),
                ),
            ),
        )
    else:
        checks += _of_repository(root, progress)
    return Report(tuple(checks))


def _of_repository(root: Path, progress: Progress | None) -> Iterator[Check]:
    from indexer.reader import open_index

    if root.is_dir():
        yield from place_checks(root)
    try:
        index = open_index(root, progress=progress)
    except ReaError as error:
        reason, fix = str(error), error.next_step
        yield from carried_out("Repository", (("index", "index", lambda: fail(reason, fix)),))
        return
    with index:
        yield from index_checks(index)
        yield from past_runs(index)
