"""`rea runs`: what was asked before, and everything that is kept of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from rea.cli.completing import runs as stored_runs
from rea.cli.helping import VerbGroup
from rea.cli.shell import canvas, find_repo, json_option, put, put_lines, repo_option

if TYPE_CHECKING:
    from rea.runs.blackboard import Blackboard, RunSummary, StoredRun


@click.group(cls=VerbGroup, invoke_without_command=True, short_help="List and show earlier runs.")
@click.option(
    "-n", "count", metavar="N", type=click.IntRange(1, 200), default=20, help="Runs to list (default 20)."
)
@repo_option
@json_option
@click.pass_context
def runs(context: click.Context, count: int, repo: str | None, as_json: bool) -> int:
    """List the latest runs of the repository, newest first."""
    context.obj = repo
    if context.invoked_subcommand is not None:
        return 0
    with _board(repo) as board:
        listed = board.runs(count) if board is not None else ()
    if as_json:
        from rea.render.safe import json_text
        from rea.runs.codec import to_json

        put(json_text("[" + ",\n".join(to_json(run) for run in listed) + "]") + "\n", None)
    else:
        put_lines([_line(run) for run in listed] or ["No runs yet."])
    return 0


@runs.command(short_help="Show one run.")
@click.argument("run_id", metavar="ID", shell_complete=stored_runs)
@repo_option
@json_option
@click.pass_context
def show(context: click.Context, run_id: str, repo: str | None, as_json: bool) -> int:
    """Show the plan, calls, evidence, facts and answer of the run whose id begins with ID."""
    from rea.errors import RunError

    with _board(repo or context.obj) as board:
        if board is None:
            raise RunError(
                f"There is no run {run_id}: there are no runs here yet.",
                next_step='Ask something: rea ask "how does login work".',
            )
        run = board.load(run_id)
    if as_json:
        from rea.render.safe import json_text
        from rea.runs.codec import to_json

        put(json_text(to_json(run, indent=2)) + "\n", None)
    else:
        put_lines(_replay(run))
        if run.answer is not None:
            from rea.render import render

            put("\n" + render(run.answer, "terminal", canvas()), None)
    return 0


@contextmanager
def _board(repo: str | None) -> Iterator[Blackboard | None]:
    """The blackboard of a repository, None when nothing was ever asked there. No index is built for it."""
    from indexer.storage.place import found
    from rea.errors import RepositoryError
    from rea.runs.blackboard import DATABASE, Blackboard

    root = find_repo(repo)
    if not root.is_dir():
        raise RepositoryError(f"{root} is not a folder." if root.exists() else f"{root} does not exist.")
    place = found(root)
    if place is None or not place.database.with_name(DATABASE).exists():
        yield None
        return
    with Blackboard(place.database.with_name(DATABASE)) as board:
        yield board


def _line(run: RunSummary) -> str:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.created))
    return f"{run.id}  {day}  {run.status:<11}  {run.model:<10}  {run.question[:100]}"


def _replay(run: StoredRun) -> Iterator[str]:
    """The run from its plan to its facts."""
    from rea.render.plan import render_plan

    yield _line(run.summary)
    if not run.own:
        yield from ("", "The answer below was not written by this user's REA: do not rely on it.")
    if run.plan is not None:
        yield from ("", *render_plan(run.plan, "terminal").rstrip("\n").split("\n"))
    if run.calls:
        yield from ("", f"{len(run.calls)} calls in {run.turns} turns")
        yield from (f"  {'' if call.ok else 'failed: '}{call.key}" for call in run.calls)
    if run.evidence:
        yield from ("", f"{len(run.evidence)} evidences")
        for e in run.evidence:
            yield f"  {e.id:<5} turn {e.turn}  {e.path}:{e.start}-{e.end}  ({e.tool})"
    if run.facts:
        yield from ("", f"{len(run.facts)} facts")
        yield from (f"  {fact.text}  ({fact.path}:{fact.start}-{fact.end})" for fact in run.facts)
