"""`rea index`: build, refresh, and tell what is in and what is out."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rea.cli.completing import files
from rea.cli.helping import Verb
from rea.cli.shell import find_repo, json_option, put, put_lines, quiet_option, repo_option
from rea.errors import UsageError

if TYPE_CHECKING:
    from indexer.reader import Index

# Of each reason so many paths are shown; the JSON lists all.
PATHS_PER_REASON = 5
# Files of a role that counts less are seldom looked at; their vectors are made when one is.
LIKELY_ROLE = 0.5


@click.command(cls=Verb, short_help="Build or refresh the index of the repository.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=files)
@click.option("--rebuild", is_flag=True, help="Build it anew even if it is up to date.")
@click.option(
    "--status",
    is_flag=True,
    help="Count what is indexed and list what is left out, with the reasons; of each PATH, say which it is.",
)
@click.option(
    "--semantic", is_flag=True, help="Embed all text too, so that no question has to wait for vectors."
)
@repo_option
@json_option
@quiet_option
def index(
    paths: tuple[str, ...],
    rebuild: bool,
    status: bool,
    repo: str | None,
    as_json: bool,
    **flags: Any,  # noqa: ANN401 - click passes the flags by name
) -> int:
    """Bring the index up to date. `rea ask` and the tools do so by themselves; run it to wait only once."""
    from indexer.reader import open_index, rebuild_index
    from rea.cli.progress import index_progress

    if paths and not status:
        raise UsageError(
            "A path was given without --status.", next_step="The folder to index is --repo PATH."
        )
    root, quiet = find_repo(repo), bool(flags["quiet"])
    with index_progress(quiet) as progress:
        opened = rebuild_index(root, progress=progress) if rebuild else open_index(root, progress=progress)
        progress.done()
    with opened as current:
        if flags["semantic"]:
            _embed(current, quiet)
        if as_json:
            put(_report_json(current, paths, status), None)
        elif status or not quiet:
            put_lines(_report_lines(current, paths, status))
    return 0


def _report_json(current: Index, paths: tuple[str, ...], status: bool) -> str:
    from rea.render.safe import json_text

    if paths:
        from rea.cli.pathstatus import status_json, status_of

        return status_json([status_of(current, path) for path in paths])
    return json_text(json.dumps(_json(current, full=status), ensure_ascii=False, indent=2)) + "\n"


def _report_lines(current: Index, paths: tuple[str, ...], status: bool) -> Iterator[str]:
    from rea.cli.pathstatus import status_lines, status_of

    for number, found in enumerate([status_of(current, path) for path in paths]):
        yield from ([""] if number else [])
        yield from status_lines(found)
    if not paths:
        yield from _status(current) if status else [_summary(current)]


def _embed(current: Index, quiet: bool) -> None:
    """All that a question may be compared with. UsageError if there is no model, ModelError if one fails."""
    from rea.cli.models import vector_notices, vector_server
    from rea.cli.progress import count_progress
    from rea.rank.ranker import ROLE_FACTORS
    from rea.semantic.embedder import AUTO, OFF
    from rea.semantic.fuzzy import fuzzy_for
    from rea.settings import ENDPOINT, config_folder, load_settings

    settings = load_settings({}, os.environ, config_folder(os.environ))
    chosen = AUTO if settings.semantic == OFF else settings.semantic
    if chosen.startswith(ENDPOINT):
        for text in vector_notices(settings):
            click.echo(f"rea: {text}", err=True)
    fuzzy = fuzzy_for(current, chosen, vector_server(settings))
    if fuzzy is None:
        raise UsageError(
            "No semantic model is installed.",
            next_step="Install REA with its extra: pip install 'rea-agent[semantic]'.",
        )
    paths = [file.path for file in current.files() if ROLE_FACTORS.get(file.role, 1.0) >= LIKELY_ROLE]
    with count_progress("vectors", quiet) as progress:
        fuzzy.embed_all(paths, progress)


def _summary(current: Index) -> str:
    done = current.refreshed
    what = f"{current.file_count():,} files"
    if done.rebuilt:
        what += " indexed"
    elif done.touched:
        what += f" ({done.added} added, {done.changed} changed, {done.removed} removed)"
    else:
        what += ", nothing changed"
    size = current.database.stat().st_size / 1e6
    return f"{what} in {done.seconds:.1f} s; {current.database} ({size:.1f} MB)"


def _status(current: Index) -> list[str]:
    from indexer.files.skip import SkipReason

    meta = current.meta
    files = current.files()
    languages = Counter(file.language for file in files)
    commit = f"{meta.head[:10]} on {meta.branch or '(detached)'}" if meta.head else "no git history"
    built = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(meta.built_at))
    lines_in_all, size = sum(file.lines for file in files), sum(file.size for file in files) / 1e6
    lines = [
        f"{len(files):,} files, {lines_in_all:,} lines, {size:.1f} MB",
        f"{commit}{', uncommitted changes' if meta.dirty else ''}; history {meta.history}",
        f"written {built}, format {meta.format_version}, {current.database}",
        *current.notes(),
        "",
        "languages: " + ", ".join(f"{name} {count:,}" for name, count in languages.most_common(12)),
    ]
    degraded = [file for file in files if file.note]
    if degraded:
        lines += ["", f"indexed with a note: {len(degraded):,}"]
        lines += [f"  {file.path}: {file.note}" for file in degraded[:PATHS_PER_REASON]]
        lines += _more(len(degraded))
    skipped = current.skipped()
    lines += ["", f"left out: {len(skipped):,}"]
    for reason, count in Counter(file.reason for file in skipped).most_common():
        known = {item.value: item.explanation for item in SkipReason}
        lines.append(f"  {reason} {count:,}: {known.get(reason, '')}")
        named = [file for file in skipped if file.reason == reason]
        lines += [
            f"    {file.path}{f' ({file.detail})' if file.detail else ''}"
            for file in named[:PATHS_PER_REASON]
        ]
        lines += ["  " + line for line in _more(count)]
    return lines


def _more(count: int) -> list[str]:
    left = count - PATHS_PER_REASON
    return [f"  … {left:,} more (--json lists all)"] if left > 0 else []


def _json(current: Index, *, full: bool) -> dict[str, object]:
    meta, done = current.meta, current.refreshed
    files, skipped = current.files(), current.skipped()
    report: dict[str, object] = {
        "files": len(files),
        "lines": sum(file.lines for file in files),
        "bytes": sum(file.size for file in files),
        "head": meta.head,
        "branch": meta.branch,
        "dirty": meta.dirty,
        "history": meta.history,
        "built_at": meta.built_at,
        "format_version": meta.format_version,
        "database": str(current.database),
        "database_bytes": current.database.stat().st_size,
        "refreshed": {
            "added": done.added, "changed": done.changed, "removed": done.removed,
            "rebuilt": done.rebuilt, "stale": done.stale, "seconds": round(done.seconds, 3),
        },
        "notes": list(current.notes()),
        "languages": dict(Counter(file.language for file in files).most_common()),
        "skipped_by_reason": dict(Counter(file.reason for file in skipped).most_common()),
    }  # fmt: skip
    if full:
        report["degraded"] = [{"path": file.path, "note": file.note} for file in files if file.note]
        report["skipped"] = [{"path": f.path, "reason": f.reason, "detail": f.detail} for f in skipped]
    return report
