"""`rea overview`: the repository on one page."""

from __future__ import annotations

import json

import click

from rea.cli.shell import json_option, opened_index, put, quiet_option, repo_option


@click.command(short_help="Print the overview of the repository.")
@repo_option
@json_option
@quiet_option
def overview(repo: str | None, as_json: bool, quiet: bool) -> int:
    """Print the overview: layout, counts, the files with most definitions, configuration, recent commits."""
    from rea.render.safe import json_text, terminal_line

    with opened_index(repo, quiet=quiet) as index:
        text = index.overview()
    if as_json:
        put(json_text(json.dumps({"overview": text}, ensure_ascii=False, indent=2)) + "\n", None)
    else:
        put("\n".join(terminal_line(line) for line in text.split("\n")).rstrip() + "\n", None)
    return 0
