"""`rea overview`: the repository on one page."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import click

from rea.cli.helping import Verb
from rea.cli.shell import json_option, opened_index, put, put_lines, quiet_option, repo_option

if TYPE_CHECKING:
    from indexer.reader import Index


@click.command(cls=Verb, short_help="Print the overview of the repository.")
@repo_option
@json_option
@quiet_option
def overview(repo: str | None, as_json: bool, quiet: bool) -> int:
    """Print the overview: layout, counts, the files with most definitions, configuration, recent commits."""
    with opened_index(repo, quiet=quiet) as index:
        if as_json:
            from rea.render.safe import json_text

            put(json_text(json.dumps(_json(index), ensure_ascii=False, indent=2)) + "\n", None)
        else:
            put_lines(index.overview().rstrip("\n").split("\n"))
    return 0


def _json(index: Index) -> dict[str, object]:
    """The page, and what it was made from, uncut."""
    meta, files = index.meta, index.files()
    return {
        "overview": index.overview(),
        "files": len(files),
        "lines": sum(file.lines for file in files),
        "skipped": len(index.skipped()),
        "languages": dict(Counter(file.language for file in files).most_common()),
        "roles": dict(Counter(file.role for file in files).most_common()),
        "definitions": [
            {"path": path, "role": role, "count": count} for path, role, count in index.symbol_counts()
        ],
        "routes": [
            {
                "path": route.path,
                "line": route.line,
                "method": route.method,
                "pattern": route.pattern,
                "handler": route.handler,
            }
            for route in index.routes()
        ],
        "marks": [{"path": mark.path, "kind": mark.kind} for mark in index.marks()],
        "commits": [
            {"hash": commit.hash, "title": commit.title, "date": commit.date} for commit in index.commits()
        ],
        "head": meta.head,
        "branch": meta.branch,
        "dirty": meta.dirty,
        "history": meta.history,
        "notes": list(index.notes()),
    }
