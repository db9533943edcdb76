"""What the verbs share: finding the repository, opening its index, writing output."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rea.cli.completing import folders
from rea.errors import OutputError, RepositoryError

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.render import Canvas

F = TypeVar("F", bound=Callable[..., Any])

# Without a terminal there is no width to ask for; longer lines are hard to read in a log.
PIPE_WIDTH = 100
MIN_WIDTH, MAX_WIDTH = 40, 200


class PipeClosed(Exception):  # noqa: N818 - nobody reads any more, which is no error
    """The reader of standard output went away. Not an OSError: click ends the process at those."""


def repo_option(command: F) -> F:
    """`--repo PATH`."""
    text = "Folder of the repository (default: the one around the current folder)."
    return click.option("--repo", "repo", metavar="PATH", default=None, help=text, shell_complete=folders)(
        command
    )


def json_option(command: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def quiet_option(command: F) -> F:
    """`-q`."""
    return click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on standard error.")(
        command
    )


def find_repo(given: str | None) -> Path:
    """The folder to study: as given, else the nearest one upwards with `.git` or `.rea`, else this one."""
    if given is not None:
        if not given.strip():
            raise RepositoryError("The path of the repository is empty.")
        return Path(given).expanduser().absolute()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists() or (folder / ".rea").is_dir():
            return folder
    return here


@contextmanager
def opened_index(given: str | None, *, quiet: bool = False) -> Iterator[Index]:
    """The index of a repository, brought up to date with progress on a terminal. An empty one is an error."""
    from indexer.reader import open_index
    from rea.cli.progress import index_progress

    root = find_repo(given)
    with index_progress(quiet) as progress, open_index(root, progress=progress) as index:
        if not index.file_count():
            skipped = len(index.skipped())
            why = f"all {skipped} files in it are left out" if skipped else "it holds no files"
            raise RepositoryError(
                f"There is nothing to study in {root}: {why}.",
                next_step="`rea index --status` lists the reasons." if skipped else "Is it the right folder?",
            )
        progress.done()
        yield index


def canvas() -> Canvas:
    """What standard output can show."""
    from rich.console import Console

    from rea.render import Canvas

    if not sys.stdout.isatty() and not os.environ.get("FORCE_COLOR"):
        return Canvas(PIPE_WIDTH)
    console = Console()
    width = max(MIN_WIDTH, min(MAX_WIDTH, console.width))
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Canvas(width)
    system = console.color_system
    return Canvas(width, "standard" if system in ("windows", "standard") else system or "")  # type: ignore[arg-type]


def terminal_width() -> int:
    """The columns of the terminal that standard output is, 0 when it is none: then no line is folded."""
    return canvas().width if sys.stdout.isatty() else 0


def put(text: str, output: str | None) -> None:
    """Write to standard output, or to a file that appears whole or not at all."""
    if output is None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise PipeClosed from error
        return
    target = Path(output)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".tmp")
    except OSError as error:
        raise OutputError(f"{output} cannot be written: {error.strerror}.") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except OSError as error:
        raise OutputError(f"{output} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def put_lines(lines: Iterable[str], paint: Callable[[str], str] | None = None) -> None:
    """Write lines of foreign text. A terminal gets them folded to its width and, with colours, painted."""
    from rea.render.safe import terminal_line

    safe = [terminal_line(line).rstrip() for line in lines]
    if width := terminal_width():
        from rea.render.fold import fold

        safe = [piece for line in safe for piece in fold(line, width)]
    if paint is not None and canvas().colors:
        safe = [paint(line) for line in safe]
    put("".join(f"{line}\n" for line in safe), None)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
