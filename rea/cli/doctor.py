"""`rea doctor`: does REA work here, and if not, what is to be done?"""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from rea.cli.helping import Verb
from rea.cli.shell import find_repo, json_option, put, put_lines, quiet_option, repo_option
from rea.errors import Unwell

COLORS = {"ok": "green", "note": "blue", "warn": "yellow", "fail": "red"}


@click.command(cls=Verb, short_help="Check that REA works here, and say what to do.")
@repo_option
@json_option
@quiet_option
def doctor(repo: str | None, as_json: bool, quiet: bool) -> int:
    """Check the installation, the settings, the repository and its past runs. Nothing is sent anywhere."""
    from rea.cli.progress import index_progress
    from rea.health.examination import examine
    from rea.health.report import report_json, report_lines
    from rea.settings import config_folder

    with index_progress(quiet) as progress:
        report = examine(_root(repo), os.environ, config_folder(os.environ), progress)
        progress.done()
    if as_json:
        put(report_json(report), None)
    else:
        put_lines(report_lines(report), _painted)
    return Unwell.exit_code if report.failed else 0


def _painted(line: str) -> str:
    """The verdict at the beginning of a line in its colour."""
    match = re.match(r"(  )(ok|note|warn|fail)(?=  )", line)
    return line if match is None else f"  {click.style(match[2], fg=COLORS[match[2]])}{line[match.end() :]}"


def _root(repo: str | None) -> Path | None:
    """The repository, None when none was named and there is none around: then no index is built here."""
    root = find_repo(repo)
    there = repo is not None or (root / ".git").exists() or (root / ".rea").is_dir()
    return root if there else None
