"""What a shell may offer for a value: by the flag it belongs to, or by what --help calls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]
# Ids of so many runs are offered.
RUNS_OFFERED = 20


def completer(names: tuple[str, ...], metavar: str | None) -> Completer | None:
    """What completes the value of a flag; None leaves it to the flag's type."""
    for name in names:
        if name in _BY_FLAG:
            return _BY_FLAG[name]
    return _BY_METAVAR.get(metavar or "")


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Files and folders; the shell knows them."""
    return [_item(incomplete, "file")]


def folders(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Folders."""
    return [_item(incomplete, "dir")]


def choices(*values: str) -> Completer:
    """One of a few words."""

    def offer(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        return [_item(value) for value in values if value.startswith(incomplete)]

    return offer


def runs(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Ids of the latest runs, with their questions. Nothing is written or built for it."""
    from indexer.storage.place import found
    from rea.cli.shell import find_repo
    from rea.errors import ReaError
    from rea.runs.blackboard import DATABASE, Blackboard

    try:
        place = found(find_repo(context.params.get("repo") or context.obj))
        if place is None or not place.database.with_name(DATABASE).exists():
            return []
        with Blackboard(place.database.with_name(DATABASE)) as board:
            listed = board.runs(RUNS_OFFERED)
    except (ReaError, OSError):
        return []
    return [_item(run.id, help=run.question[:60]) for run in listed if run.id.startswith(incomplete)]


def _flows(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    from rea.playbooks.loading import load_playbooks

    return [_item(name) for name in sorted(load_playbooks()) if name.startswith(incomplete)]


def _kinds(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    from rea.playbooks.loading import load_playbooks

    kinds = {kind.id: kind.titles["en"] for book in load_playbooks().values() for kind in book.kinds}
    return [_item(name, help=title) for name, title in sorted(kinds.items()) if name.startswith(incomplete)]


def _item(value: str, kind: str = "plain", help: str | None = None) -> CompletionItem[str]:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, type=kind, help=help)


_BY_FLAG: Mapping[str, Completer] = {
    "--flow": _flows,
    "--kind": _kinds,
    "--model": choices("offline"),
    "--semantic": choices("auto", "off"),
    "--resume": runs,
    "--follow": runs,
}
_BY_METAVAR: Mapping[str, Completer] = {"FILE": files, "DIR": folders, "PATH": folders}
