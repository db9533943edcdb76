"""`rea ask`: a question in, a checked answer out."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rea.cli.completing import completer
from rea.cli.helping import Verb
from rea.cli.shell import canvas, opened_index, put, put_lines, quiet_option, repo_option
from rea.errors import STATUS_EXIT, RunError, UsageError

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.answer import Answer
    from rea.cli.progress import AskObserver
    from rea.loop.earlier import Earlier
    from rea.loop.reasoner import PlanRequest
    from rea.render import Format
    from rea.render.page_sources import Sources
    from rea.runs.blackboard import Blackboard
    from rea.settings import Settings

SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".json": "json", ".html": "html", ".htm": "html"}


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
    resume: str | None = None
    follow: str | None = None


# Flag, value shown in --help, type, help. A value of None makes it a switch.
FLAGS: tuple[tuple[tuple[str, ...], str | None, click.ParamType[Any] | None, str], ...] = (
    (
        ("--model",),
        "NAME",
        None,
        "Who thinks: offline, which needs no model (the default), a model of the server, or replay:FILE.",
    ),
    (
        ("--base-url",),
        "URL",
        None,
        "The server, OpenAI-compatible (default: OpenAI). Its key: OPENAI_API_KEY.",
    ),
    (("--explore-model",), "NAME", None, "A second, cheaper model that looks around; --model concludes."),
    (
        ("--tool-protocol",),
        "HOW",
        click.Choice(["auto", "native", "text"]),
        "Tool calls in the server's form or as text: auto (the default), native, text.",
    ),
    (
        ("--window",),
        "TOKENS",
        click.INT,
        "Tokens a request may take with its reply (default: what is known).",
    ),
    (("--silence",), "SECONDS", click.FLOAT, "How long the server may give no sign (default 300)."),
    (
        ("--record",),
        "FILE",
        None,
        "Write what is said with the model to a file that --model replay:FILE plays.",
    ),
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
        click.Choice(["terminal", "markdown", "json", "html"]),
        "terminal (the default), markdown, json, or html: one page in which every citation opens its lines.",
    ),
    (("--json", "as_json"), None, None, "The same as --format json."),
    (
        ("-o", "--output"),
        "FILE",
        None,
        "Write the answer to a file, whole or not at all; .md, .json and .html choose the format.",
    ),
    (("--max-turns",), "N", click.INT, "Turns before the answer is due (default 10)."),
    (("--max-files",), "N", click.INT, "Files that may be read (default 20)."),
    (("--max-seconds",), "N", click.FLOAT, "Seconds before the answer is due (default: no limit)."),
    (("--max-tool-calls",), "N", click.INT, "Tool calls before the answer is due (default: no limit)."),
    (("--max-tokens-total",), "N", click.INT, "Tokens of the model, sent and received (default: no limit)."),
    (("--max-cost",), "DOLLARS", click.FLOAT, "What the model may cost, where its price is known."),
    (
        ("--semantic",),
        "WHICH",
        None,
        "Vectors that help to rank offline: auto (the installed model), off, a folder, endpoint:MODEL.",
    ),
    (("--resume",), "ID", None, "Finish a run that broke off, from its last turn (see `rea runs`)."),
    (("--follow",), "ID", None, "Ask further, starting with what that run has read and found."),
    (("--plan-only",), None, None, "Show how the question is read and what would be proven; then stop."),
    (("--fresh",), None, None, "Ask anew even if this question was answered for the same text before."),
)


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of `ask`, in the order --help lists them."""
    command = quiet_option(command)
    for names, value, kind, text in reversed(FLAGS):
        flag, offer = True if value is None else None, completer(names, value)
        command = click.option(
            *names, metavar=value, type=kind, is_flag=flag, help=text, shell_complete=offer
        )(command)
    return repo_option(command)


@click.command(cls=Verb, short_help="Answer a question about the repository.")
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
    from rea.settings import ENDPOINT, OFFLINE, config_folder, load_settings

    named = "json" if as_json else form or SUFFIXES.get(Path(flags["output"] or "").suffix.lower())
    own = {field.name for field in fields(AskOptions)}
    given = {name: flags.pop(name) for name in list(flags) if name not in own}
    folder = config_folder(os.environ)
    settings = load_settings({**given, "format": named}, os.environ, folder)
    served = settings.model != OFFLINE or settings.semantic.startswith(ENDPOINT)
    if not served and any(given[name] for name in ("base_url", "explore_model")):
        raise UsageError("A server is given but no model.", next_step="Name one with --model.")
    for name in ("flow", "layer", "kind"):
        flags[name] = flags[name] or ""
    options = AskOptions(words=question, plan_only=plan_only, **flags)
    return _ask(options, settings, folder)


def _ask(options: AskOptions, settings: Settings, folder: Path) -> int:
    from rea.cli.models import limits_of, notices, opened_models, vector_server
    from rea.cli.progress import AskObserver
    from rea.loop.events import Noticed
    from rea.loop.reasoners import check_reading, make_reasoner
    from rea.settings import REPLAY

    if options.plan_only and settings.format == "html":
        raise UsageError("A plan has no page.", next_step="Leave --plan-only or --format html out.")
    request = _request(options, settings)
    with opened_index(options.repo, quiet=options.quiet) as index, opened_models(settings, folder) as models:
        folders = (folder / "playbooks", index.root / ".rea" / "playbooks")
        check_reading(request, folders)
        with AskObserver(options.quiet) as observer:
            for text in notices(models, settings):
                observer.notice(Noticed(text))
            server = vector_server(settings, lambda text: observer.notice(Noticed(text)))
            reasoner = make_reasoner(models, folders, settings.max_files, observer, settings.semantic, server)
            if options.plan_only:
                return _show_plan(reasoner.plan(request, index), settings, options)
            # A recording holds what was said, so something must be said; a replay may have been edited.
            fresh = options.fresh or bool(settings.record) or settings.model.startswith(REPLAY)
            board = _blackboard(index, fresh, observer)
            try:
                from rea.loop.agent import go_on, run

                limits = limits_of(settings)
                if options.resume or options.follow:
                    earlier = _earlier(options, request, index, board)
                    answer = go_on(earlier, reasoner, index, limits, observer, board)
                else:
                    answer = run(request, reasoner, index, limits, observer, board)
            finally:
                if board is not None:
                    board.close()
        sources = _sources(index, answer) if settings.format == "html" else None
    from rea.render import render

    shown = render(answer, _format(settings), canvas() if options.output is None else None, sources)
    put(shown, options.output)
    return STATUS_EXIT[answer.status]


def _sources(index: Index, answer: Answer) -> Sources:
    """The cited lines, while the index is open: the page holds them."""
    from rea.render.page_sources import gather

    return gather(index, answer)


def _request(options: AskOptions, settings: Settings) -> PlanRequest:
    """What is asked. A run to finish brings its own question and reading."""
    from rea.loop.reasoner import PlanRequest
    from rea.question import clean_question

    if options.resume:
        if (
            options.words
            or options.follow
            or options.plan_only
            or options.flow
            or options.layer
            or options.kind
        ):
            raise UsageError(
                "--resume takes the question and the plan of its run.", next_step="Leave the rest out."
            )
        return PlanRequest("")
    question = clean_question(_words(options.words))
    return PlanRequest(question, options.layer, options.kind, options.flow, settings.lang)


def _earlier(options: AskOptions, request: PlanRequest, index: Index, board: Blackboard | None) -> Earlier:
    """The run to finish or to ask further. RunError when there is none of that id."""
    from rea.loop.earlier import to_finish, to_follow

    if board is None:
        raise RunError("There are no runs to go on from.")
    if options.resume:
        return to_finish(board.load(options.resume), index)
    return to_follow(board.load(options.follow or ""), index, request)


def _show_plan(plan: object, settings: Settings, options: AskOptions) -> int:
    from rea.plan import Plan
    from rea.render.plan import render_plan

    text = render_plan(cast("Plan", plan), _format(settings))
    if options.output is None and settings.format == "terminal":
        put_lines(text.rstrip("\n").split("\n"))
    else:
        put(text, options.output)
    return 0


def _format(settings: Settings) -> Format:
    return cast("Format", settings.format)


def _words(words: tuple[str, ...]) -> str:
    if words == ("-",):
        # A closed standard input is None; nothing in it is an empty question.
        return sys.stdin.read(100_000) if sys.stdin is not None else ""
    return " ".join(words)


def _blackboard(index: Index, fresh: bool, observer: AskObserver) -> Blackboard | None:
    """The runs beside the index; without a place for them the question is answered all the same."""
    from rea.loop.events import Noticed
    from rea.runs.blackboard import DATABASE, Blackboard

    try:
        return Blackboard(index.database.with_name(DATABASE), reuse=not fresh)
    except RunError as error:
        observer.notice(Noticed(f"This run is not recorded: {error}"))
        return None
