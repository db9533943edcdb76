"""`rea eval`: numbers instead of impressions, on golden questions about real repositories."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rea.cli.shell import put, quiet_option

if TYPE_CHECKING:
    from evals.reports.model import Report
    from evals.sources import Source
    from rea.settings import Settings

# Flag, value shown in --help, type, help. A value of None makes it a switch; "+" repeats.
FLAGS: tuple[tuple[tuple[str, ...], str | None, click.ParamType[Any] | None, str], ...] = (
    (("--repo",), "PATH", None, "Ask about this repository (default: the folder around, for one suite)."),
    (("--checkouts",), "DIR", None, "Folder with a checkout NAME for each suite."),
    (("--fetch",), None, None, "Clone the repositories that are missing among the checkouts."),
    (("--index-dir",), "DIR", None, "Keep the indexes here instead of in the checkouts."),
    (("--model",), "NAME", None, "Who thinks: offline (the default)."),
    (("--max-turns",), "N", click.INT, "Turns before an answer is due (default 10)."),
    (("--max-files",), "N", click.INT, "Files that may be read for a question (default 20)."),
    (("--max-seconds",), "N", click.FLOAT, "Seconds before an answer is due (default: no limit)."),
    (
        ("--repeats",),
        "N",
        click.IntRange(1, 100),
        "Ask every question so often, for the stability (default 1).",
    ),
    (("--jobs",), "N", click.IntRange(1, 256), "Questions at a time (default: one per core)."),
    (("--only",), "TEXT", None, "Only questions whose id holds TEXT."),
    (("--json", "as_json"), None, None, "Print the report as JSON."),
    (("--markdown", "as_markdown"), None, None, "Print the report as Markdown."),
    (("--journal",), "FILE", None, "Keep finished answers here (default: beside the first -o file)."),
    (("--fresh",), None, None, "Ask anew what the journal holds."),
)


@dataclass(frozen=True, slots=True)
class EvalOptions:
    """What the command line says, besides the settings."""

    suites: tuple[str, ...]
    outputs: tuple[str, ...]
    repo: str | None
    checkouts: str | None
    fetch: bool
    index_dir: str | None
    repeats: int | None
    jobs: int | None
    only: str | None
    as_json: bool
    as_markdown: bool
    journal: str | None
    fresh: bool
    quiet: bool


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of `eval`, in the order --help lists them."""
    command = quiet_option(command)
    output = "Also write the report to FILE; .json, .md or .html chooses the form. May be repeated."
    command = click.option("-o", "--output", "outputs", metavar="FILE", multiple=True, help=output)(command)
    for names, value, kind, text in reversed(FLAGS):
        command = click.option(
            *names, metavar=value, type=kind, is_flag=True if value is None else None, help=text
        )(command)
    return command


@click.command(name="eval", short_help="Measure answers on golden questions.")
@click.argument("suites", nargs=-1, metavar="SUITE...")
@_options
def eval(suites: tuple[str, ...], **flags: Any) -> int:  # noqa: ANN401 - click passes the flags by name
    """Ask the golden questions of each SUITE (a YAML file, or a folder of them) and measure the answers."""
    from rea.errors import UsageError
    from rea.settings import config_folder, load_settings

    if not suites:
        raise UsageError("Which suite?", next_step="Name a YAML file, or start one with `rea eval --new`.")
    limits = {name: flags.pop(name) for name in ("model", "max_turns", "max_files", "max_seconds")}
    folder = config_folder(os.environ)
    settings = load_settings(limits, os.environ, folder)
    options = EvalOptions(suites=suites, **flags)
    _show(_evaluate(options, settings, folder), options)
    return 0


def _evaluate(options: EvalOptions, settings: Settings, folder: Path) -> Report:
    from evals.journal import Journal
    from evals.measures import score_all
    from evals.reports.model import make_report
    from evals.runner import RunOptions, run_suites
    from rea import __version__
    from rea.cli.evaluate import Asker, engine, supports

    sources = _sources(options)
    asked = {
        name: value for name, value in asdict(settings).items() if name not in ("format", "lang") and value
    }
    shown = {"rea": __version__, "code": engine(), **asked}
    run = RunOptions(shown, options.jobs or os.cpu_count() or 1, options.repeats or 1)
    with Journal(_journal_path(options), fresh=options.fresh) as journal:
        cases = run_suites(sources, Asker(settings, folder / "playbooks"), supports, run, journal)
    return make_report(sources, score_all(cases), shown)


def _sources(options: EvalOptions) -> list[Source]:
    from evals.sources import SourceOptions, open_source
    from evals.suite import load_suite, suite_paths

    place = SourceOptions(
        checkouts=Path(options.checkouts).absolute() if options.checkouts else None,
        repo=Path(options.repo).absolute() if options.repo else None,
        fetch=options.fetch,
        index_dir=Path(options.index_dir).absolute() if options.index_dir else None,
    )
    return [open_source(file, load_suite(file), place) for file in suite_paths(options.suites)]


def _journal_path(options: EvalOptions) -> Path | None:
    if options.journal:
        return Path(options.journal)
    return Path(options.outputs[0]).with_suffix(".runs.jsonl") if options.outputs else None


def _show(report: Report, options: EvalOptions) -> None:
    from evals.reports.model import to_json
    from evals.reports.text import render_text

    put(to_json(report) if options.as_json else render_text(report), None)
    for output in options.outputs:
        put(to_json(report) if output.endswith(".json") else render_text(report), output)
