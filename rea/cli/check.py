"""`rea check`: do the citations of a document still hold?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rea.cli.completing import files as any_file
from rea.cli.helping import Verb
from rea.cli.shell import json_option, opened_index, put, put_lines, quiet_option, repo_option
from rea.errors import CitationsFail, UsageError

if TYPE_CHECKING:
    from rea.documents.checking import Source
    from rea.documents.report import Form

# What a folder given stands for.
DOCUMENT_SUFFIXES = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt")
SKIPPED_FOLDERS = frozenset({"node_modules", "vendor", "third_party", "venv", "__pycache__"})
MOST_STDIN = 4 * 1024 * 1024


@click.command(cls=Verb, short_help="Check the citations of documents.")
@click.argument("documents", nargs=-1, required=True, metavar="DOC...", shell_complete=any_file)
@click.option("--fix", is_flag=True, help="Put right the numbers of citations whose text has moved.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--code-blocks", is_flag=True, help="Judge citations in code blocks too.")
@click.option("-a", "--all", "everything", is_flag=True, help="List verified citations too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    metavar="FORMAT",
    default=None,
    help="text (the default), json, or github: annotations of a workflow.",
)
@repo_option
@json_option
@quiet_option
def check(
    documents: tuple[str, ...],
    form: str | None,
    as_json: bool,
    **flags: Any,  # noqa: ANN401 - click passes the flags by name
) -> int:
    """Check every citation (path:12-40, path#L10-L20, links) of documents against the repository.

    DOC is a file, a folder, whose documents are checked, or - for standard input. A citation is an error when
    its place is not there or its text is not the text that was cited; it is a warning when the lines do not
    name what the sentence names, or when nothing can be told. The exit code is 17 when there are errors.
    """
    from rea.documents.checking import Options
    from rea.documents.checking import check as check_all
    from rea.documents.report import render_check

    if flags["fix"] and "-" in documents:
        raise UsageError("Standard input cannot be put right.", next_step="Give a file, or leave out --fix.")
    sources = list(_sources(documents))
    chosen = cast("Form", "json" if as_json else form or "text")
    options = Options(code_blocks=flags["code_blocks"], fix=flags["fix"])
    with opened_index(flags["repo"], quiet=flags["quiet"]) as index:
        report = check_all(index, sources, options)
    text = render_check(report, chosen, strict=flags["strict"], everything=flags["everything"])
    if chosen == "text":
        put_lines(text.rstrip("\n").split("\n"))
    else:
        put(text, None)
    return CitationsFail.exit_code if report.failed(strict=flags["strict"]) else 0


def _sources(documents: Sequence[str]) -> Iterator[Source]:
    from rea.documents.checking import Source

    seen = set()
    for name in documents:
        if name == "-":
            text = sys.stdin.read(MOST_STDIN + 1) if sys.stdin is not None else ""
            yield Source("-", None, text)
            continue
        if not name.strip() or "\0" in name:
            raise UsageError("The name of a document is empty.")
        path = _document(name)
        for found in _below(path) if path.is_dir() else [path]:
            if found not in seen:
                seen.add(found)
                yield Source(found.as_posix(), found)


def _document(name: str) -> Path:
    """The file or folder of a name; backslashes are separators where nothing is called so."""
    path = Path(name).expanduser()
    plain = Path(name.replace("\\", "/")).expanduser()
    return plain if plain.exists() and not path.exists() else path


def _below(folder: Path) -> Iterator[Path]:
    """The documents of a folder, by path; hidden, installed and linked folders are not entered."""
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in SKIPPED_FOLDERS)
        for name in sorted(files):
            if name.lower().endswith(DOCUMENT_SUFFIXES):
                yield Path(top, name)
