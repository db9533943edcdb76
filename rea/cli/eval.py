"""`rea eval`: numbers instead of impressions, on golden questions about real repositories."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rea.cli.completing import completer, files
from rea.cli.helping import Verb
from rea.cli.shell import find_repo, opened_index, put, put_lines, quiet_option, terminal_width

if TYPE_CHECKING:
    from evals.compare import Comparison
    from evals.reports.model import Report
    from evals.sources import Source
    from rea.settings import Settings

NEW_SUITE = "golden.yaml"
SHARE = click.FloatRange(0.0, 1.0)

# Flag, value shown in --help, type, help. A value of None makes it a switch.
FLAGS: tuple[tuple[tuple[str, ...], str | None, click.ParamType[Any] | None, str], ...] = (
    (("--new",), None, None, "Write a commented suite for the repository to SUITE, to be edited."),
    (("--repo",), "PATH", None, "Ask about this repository (default: the one around the current folder)."),
    (("--checkouts",), "DIR", None, "Folder that holds a checkout, NAME, for each suite."),
    (("--fetch",), None, None, "Clone what is missing among the checkouts."),
    (("--index-dir",), "DIR", None, "Keep the indexes here, not in the checkouts or the user's cache."),
    (("--model",), "NAME", None, "Who thinks: offline (the default)."),
    (
        ("--semantic",),
        "WHICH",
        None,
        "Vectors that help to rank: auto (the default), off, a folder, endpoint:MODEL.",
    ),
    (("--max-turns",), "N", click.INT, "Turns before an answer is due (default 10)."),
    (("--max-files",), "N", click.INT, "Files that may be read for a question (default 20)."),
    (("--max-seconds",), "N", click.FLOAT, "Seconds before an answer is due (default: no limit)."),
    (("--repeats",), "N", click.IntRange(1, 100), "Ask each question so often, to measure stability."),
    (("--jobs",), "N", click.IntRange(1, 256), "Questions at a time (default: one per core)."),
    (("--only",), "TEXT", None, "Only the questions whose id holds TEXT."),
    (("--localize",), "FILE", None, "Score `rea locate` on an issue set (JSON lines as in SWE-bench)."),
    (("--mirrors",), "DIR", None, "Folder that holds a git directory, OWNER+NAME/repo, for each repository."),
    (("--split",), "NAME", None, "Only the issues of this split."),
    (("--limit",), "N", click.IntRange(1), "Only the first N issues."),
    (("--json", "as_json"), None, None, "Print the report as JSON."),
    (("--markdown", "as_markdown"), None, None, "Print the report as Markdown."),
    (("--html",), "FILE", None, "Also write the report as an HTML page with a plot per measure."),
    (("--compare",), "FILE", None, "Say what moved against a JSON report written earlier."),
    (("--min-recall",), "SHARE", SHARE, "Fail (exit 9) when the mean file recall is lower."),
    (("--min-citation",), "SHARE", SHARE, "Fail (exit 9) when the mean citation accuracy is lower."),
    (("--journal",), "FILE", None, "Keep finished answers here (default: beside the first -o file)."),
    (("--fresh",), None, None, "Ask anew what the journal holds."),
)

# Settings that do not decide what is answered, or are nobody's business in a report.
NOT_ASKED = frozenset({"format", "api_key", "base_url", "record"})


@dataclass(frozen=True, slots=True)
class EvalOptions:
    """What the command line says, besides the settings of a question."""

    suites: tuple[str, ...]
    outputs: tuple[str, ...]
    repo: str | None
    checkouts: str | None
    fetch: bool
    index_dir: str | None
    repeats: int | None
    jobs: int | None
    only: str | None
    localize: str | None
    mirrors: str | None
    split: str | None
    limit: int | None
    as_json: bool
    as_markdown: bool
    compare: str | None
    min_recall: float | None
    min_citation: float | None
    journal: str | None
    fresh: bool
    quiet: bool


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of `eval`, in the order --help lists them."""
    command = quiet_option(command)
    text = "Also write the report to FILE; .json, .md, .html choose the form. May be given several times."
    command = click.option(
        "-o", "--output", "outputs", metavar="FILE", multiple=True, help=text, shell_complete=files
    )(command)
    for names, value, kind, help_text in reversed(FLAGS):
        flag, offer = True if value is None else None, completer(names, value)
        command = click.option(
            *names, metavar=value, type=kind, is_flag=flag, help=help_text, shell_complete=offer
        )(command)
    return command


@click.command(name="eval", cls=Verb, short_help="Measure answers on golden questions.")
@click.argument("suites", nargs=-1, metavar="[SUITE]...", shell_complete=files)
@_options
def eval(suites: tuple[str, ...], new: bool, html: str | None, **flags: Any) -> int:  # noqa: ANN401 - by name
    """Ask the golden questions of each SUITE (a YAML file, or a folder of them) and measure the answers."""
    from rea.errors import UsageError
    from rea.settings import config_folder, load_settings

    limits = {
        name: flags.pop(name) for name in ("model", "semantic", "max_turns", "max_files", "max_seconds")
    }
    outputs = (*flags.pop("outputs"), *((html,) if html else ()))
    options = EvalOptions(suites=suites, outputs=outputs, **flags)
    if new:
        return _new(options)
    if bool(suites) == bool(options.localize):
        what = "Suites and --localize do not go together." if suites else "Which suite?"
        raise UsageError(what, next_step="Name a YAML file, or start one with `rea eval --new`.")
    baseline = _baseline(options)
    folder = config_folder(os.environ)
    settings = load_settings(limits, os.environ, folder)
    report = _localize(options) if options.localize else _answers(options, settings, folder / "playbooks")
    _show(report, baseline, options)
    _judge(report, options)
    return 0


def _new(options: EvalOptions) -> int:
    from evals.starter import starter
    from rea.errors import OutputError, UsageError

    if len(options.suites) > 1:
        raise UsageError("--new writes one suite.", next_step="Name one file.")
    target = Path(options.suites[0] if options.suites else NEW_SUITE)
    if target.exists():
        raise OutputError(f"{target} exists.", next_step="Name another file: rea eval --new FILE.")
    with opened_index(options.repo, quiet=options.quiet) as index:
        put(starter(index, target), str(target))
    put(f"{target} written; edit it, then: rea eval {target}\n", None)
    return 0


def _answers(options: EvalOptions, settings: Settings, playbooks: Path) -> Report:
    from evals.journal import Journal
    from evals.measures import score_case
    from evals.metrics import ALL
    from evals.reports.model import SuiteLine, make_report
    from evals.runner import RunOptions, run_suites
    from rea import __version__
    from rea.cli.evaluate import Asker, cores, engine, question_bar, supports
    from rea.cli.models import opened_models

    with opened_models(settings, playbooks.parent):
        pass  # what is wrong with the settings is told at once
    sources = _sources(options)
    repeats = options.repeats or 1
    chosen = {name: value for name, value in asdict(settings).items() if name not in NOT_ASKED and value}
    own = [source.repository.root / ".rea" / "playbooks" for source in sources]
    asked = {"rea": __version__, "code": engine(playbooks, *own), **chosen}
    run = RunOptions(asked, options.jobs or cores(), repeats)
    with Journal(_journal_path(options), fresh=options.fresh) as journal, question_bar(options.quiet) as bar:
        cases = run_suites(sources, Asker(settings, playbooks), supports, run, journal, bar)
    suites = [SuiteLine(s.suite.name, s.commit, len(s.suite.questions), s.notes) for s in sources]
    lines = [score_case(case) for case in cases]
    return make_report("answers", {**asked, "repeats": repeats}, ALL, suites, lines)


def _sources(options: EvalOptions) -> list[Source]:
    from evals.sources import SourceOptions, open_source
    from evals.suite import check_distinct, load_suite, only, suite_paths
    from rea.cli.progress import index_progress
    from rea.errors import UsageError

    around = None if options.checkouts or options.fetch else find_repo(options.repo)
    place = SourceOptions(
        checkouts=Path(options.checkouts).absolute() if options.checkouts else None,
        repo=around,
        fetch=options.fetch,
        index_dir=Path(options.index_dir).absolute() if options.index_dir else None,
    )
    if options.checkouts and options.repo:
        raise UsageError("--repo and --checkouts do not go together.", next_step="Give one of them.")
    suites = [(file, only(load_suite(file), options.only or "")) for file in suite_paths(options.suites)]
    check_distinct(suites)
    asked = [(file, suite) for file, suite in suites if suite.questions]
    if not asked:
        raise UsageError(f"No question's id holds {options.only!r}.", next_step="See the ids in the suite.")
    sources = []
    for file, suite in asked:
        with index_progress(options.quiet) as progress:
            sources.append(open_source(file, suite, place, progress))
    return sources


def _localize(options: EvalOptions) -> Report:
    from evals.journal import Journal
    from evals.localize.issues import load_issues
    from evals.localize.run import localize
    from evals.localize.trees import Workshop
    from evals.runner import RunOptions
    from indexer.storage.place import cache_folder
    from rea import __version__
    from rea.cli.evaluate import cores, engine, index_code, question_bar, rank_files
    from rea.errors import UsageError

    if not options.mirrors:
        raise UsageError(
            "--localize needs the repositories.", next_step="Give --mirrors DIR with OWNER+NAME/repo in it."
        )
    issues = load_issues(Path(str(options.localize)), split=options.split or "", limit=options.limit or 0)
    cache = Path(options.index_dir) if options.index_dir else cache_folder() / "localize"
    workshop = Workshop(Path(options.mirrors).absolute(), cache.absolute(), index_code())
    run = RunOptions({"rea": __version__, "code": engine()}, options.jobs or cores())
    with Journal(_journal_path(options), fresh=options.fresh) as journal, question_bar(options.quiet) as bar:
        return localize(issues, rank_files, workshop, run, journal, bar)


def _journal_path(options: EvalOptions) -> Path | None:
    if options.journal:
        return Path(options.journal)
    return Path(options.outputs[0]).with_suffix(".runs.jsonl") if options.outputs else None


def _baseline(options: EvalOptions) -> Report | None:
    """Read before the first question is asked: a wrong name must not cost an evaluation."""
    from evals.reports.model import read_report

    return read_report(Path(options.compare)) if options.compare else None


def _show(report: Report, baseline: Report | None, options: EvalOptions) -> None:
    from evals.compare import compare

    comparison = compare(baseline, report) if baseline is not None else None
    for output in options.outputs:
        put(_form(Path(output).suffix.lower(), report, comparison), output)
    chosen = ".json" if options.as_json else ".md" if options.as_markdown else ""
    if chosen:
        put(_form(chosen, report, comparison), None)
    else:
        from evals.reports.text import render_text

        put_lines(render_text(report, comparison, width=terminal_width()).rstrip("\n").split("\n"))


def _form(suffix: str, report: Report, comparison: Comparison | None) -> str:
    from evals.reports.markdown import render_markdown
    from evals.reports.model import to_json
    from evals.reports.page import render_html
    from evals.reports.text import render_text
    from rea.render.safe import json_text

    if suffix == ".json":
        return json_text(to_json(report, comparison))
    if suffix in (".md", ".markdown"):
        return render_markdown(report, comparison)
    if suffix in (".html", ".htm"):
        return render_html(report, comparison)
    from tools.text import safe_text

    return "\n".join(safe_text(line) for line in render_text(report, comparison).split("\n"))


def _judge(report: Report, options: EvalOptions) -> None:
    """BelowThreshold when a threshold is missed or a question could not be asked."""
    from rea.errors import BelowThreshold

    faults = [f"{report.failed} questions ended with an error"] if report.failed else []
    wanted = {"file_recall": options.min_recall, "citation_accuracy": options.min_citation}
    for name, least in wanted.items():
        if least is None:
            continue
        mean, measure = report.overall.means.get(name), report.measure(name)
        title = measure.title if measure is not None else name
        if mean is None:
            faults.append(f"{title} could not be measured")
        elif mean.value < least:
            faults.append(f"{title} is {mean.value:.3f}, {least:g} was asked for")
    if faults:
        raise BelowThreshold("; ".join(faults) + ".")
