"""`rea ask`: a question in, a checked answer out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rea.cli.shell import canvas, opened_index, put, quiet_option, repo_option
from rea.errors import STATUS_EXIT, RunError

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.cli.progress import AskObserver
    from rea.render import Format
    from rea.runs.blackboard import Blackboard
    from rea.settings import Settings

SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".json": "json"}


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What the command line says about one question, besides the settings."""

    words: tuple[str, ...]
    repo: str | None
    flow: str
    layer: str
    kind: str
    output: str | None
    plan_only: bool
    fresh: bool
    quiet: bool


# Flag, value shown in --help, type, help. A value of None makes it a switch.
FLAGS: tuple[tuple[tuple[str, ...], str | None, click.ParamType[Any] | None, str], ...] = (
    (("--model",), "NAME", None, "Who thinks: offline, which needs no model (the default)."),
    (("--flow",), "NAME", None, "Read the question as one about this flow: login, storage, update, …"),
    (
        ("--layer",),
        "LAYER",
        click.Choice(["client", "server", "build"]),
        "Read it as one about this layer: client, server, build.",
    ),
    (("--kind",), "NAME", None, "Read it as this kind of its flow: data_migration, memory_cache, …"),
    (
        ("--lang",),
        "LANG",
        click.Choice(["en", "zh"]),
        "Language of the fixed words, en or zh (default: the question's).",
    ),
    (
        ("--format", "form"),
        "FORMAT",
        click.Choice(["terminal", "markdown", "json"]),
        "terminal (the default), markdown or json.",
    ),
    (("--json", "as_json"), None, None, "The same as --format json."),
    (
        ("-o", "--output"),
        "FILE",
        None,
        "Write the answer to a file, whole or not at all; .md and .json choose the format.",
    ),
    (("--max-turns",), "N", click.INT, "Turns before the answer is due (default 10)."),
    (("--max-files",), "N", click.INT, "Files that may be read (default 20)."),
    (("--max-seconds",), "N", click.FLOAT, "Seconds before the answer is due (default: no limit)."),
    (("--plan-only",), None, None, "Show how the question is read and what would be proven; then stop."),
    (("--fresh",), None, None, "Ask anew even if this question was answered for the same text before."),
)


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of `ask`, in the order --help lists them."""
    command = quiet_option(command)
    for names, value, kind, text in reversed(FLAGS):
        command = click.option(
            *names, metavar=value, type=kind, is_flag=True if value is None else None, help=text
        )(command)
    return repo_option(command)


@click.command(short_help="Answer a question about the repository.")
@click.argument("question", nargs=-1)
@_options
def ask(
    question: tuple[str, ...],
    form: str | None,
    as_json: bool,
    plan_only: bool,
    **flags: Any,  # noqa: ANN401 - click passes the flags by name
) -> int:
    """Answer QUESTION about the repository, each statement with the lines that prove it.

    `-` reads the question from standard input. The exit code tells the status: 0 answered, 10 partial,
    11 ambiguous, 12 not found, 13 failed.
    """
    from rea.settings import config_folder, load_settings

    named = "json" if as_json else form or SUFFIXES.get(Path(flags["output"] or "").suffix.lower())
    limits = {name: flags.pop(name) for name in ("model", "lang", "max_turns", "max_files", "max_seconds")}
    folder = config_folder(os.environ)
    settings = load_settings({**limits, "format": named}, os.environ, folder)
    for name in ("flow", "layer", "kind"):
        flags[name] = flags[name] or ""
    options = AskOptions(words=question, plan_only=plan_only, **flags)
    return _ask(options, settings, folder)


def _ask(options: AskOptions, settings: Settings, folder: Path) -> int:
    from rea.cli.progress import AskObserver
    from rea.loop.limits import Limits
    from rea.loop.reasoner import PlanRequest
    from rea.loop.reasoners import check_reading, make_reasoner
    from rea.question import clean_question

    question = clean_question(_words(options.words))
    request = PlanRequest(question, options.layer, options.kind, options.flow, settings.lang)
    limits = Limits(settings.max_turns, settings.max_files, seconds=settings.max_seconds)
    with opened_index(options.repo, quiet=options.quiet) as index:
        folders = (folder / "playbooks", index.root / ".rea" / "playbooks")
        check_reading(request, folders)
        reasoner = make_reasoner(settings.model, folders, settings.max_files)
        if options.plan_only:
            return _show_plan(reasoner.plan(request, index), settings, options)
        with AskObserver(options.quiet) as observer:
            from rea.loop.agent import run

            board = _blackboard(index, options, observer)
            try:
                answer = run(request, reasoner, index, limits, observer, board)
            finally:
                if board is not None:
                    board.close()
    from rea.render import render

    put(render(answer, _format(settings), canvas() if options.output is None else None), options.output)
    return STATUS_EXIT[answer.status]


def _show_plan(plan: object, settings: Settings, options: AskOptions) -> int:
    from rea.plan import Plan
    from rea.render.plan import render_plan

    put(render_plan(cast("Plan", plan), _format(settings)), options.output)
    return 0


def _format(settings: Settings) -> Format:
    return cast("Format", settings.format)


def _words(words: tuple[str, ...]) -> str:
    if words == ("-",):
        # A closed standard input is None; nothing in it is an empty question.
        return sys.stdin.read(100_000) if sys.stdin is not None else ""
    return " ".join(words)


def _blackboard(index: Index, options: AskOptions, observer: AskObserver) -> Blackboard | None:
    """The runs beside the index; without a place for them the question is answered all the same."""
    from rea.loop.events import Noticed
    from rea.runs.blackboard import DATABASE, Blackboard

    try:
        return Blackboard(index.database.with_name(DATABASE), reuse=not options.fresh)
    except RunError as error:
        observer.notice(Noticed(f"This run is not recorded: {error}"))
        return None
