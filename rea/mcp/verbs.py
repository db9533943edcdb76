"""Ask, locate and check as calls: arguments in, text out. What the command line prints, for an agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from pydantic import BaseModel

from rea.errors import UsageError
from rea.hosting.asking import Host, answered
from rea.hosting.work import Work
from rea.mcp import arguments as args
from rea.mcp.replies import Reply, cut, of_tool_error
from tools.fence import Resolved, path_error, resolve
from tools.registry import Definition
from tools.text import safe_text

if TYPE_CHECKING:
    from indexer.reader import Index

MOST_FILES = 100


Function = Callable[["Index", BaseModel, Host, Work], Reply]


@dataclass(frozen=True, slots=True)
class Verb:
    """A definition and what does it. `sends`: a model that the user has named is asked."""

    definition: Definition
    function: Function
    sends: bool = False


def ask(index: Index, given: BaseModel, host: Host, work: Work) -> Reply:
    """The answer as Markdown, every citation checked."""
    from rea.loop.reasoner import PlanRequest
    from rea.question import clean_question
    from rea.render import render

    assert isinstance(given, args.Ask)  # noqa: S101 - the definition's model
    language = host.settings.lang
    request = PlanRequest(clean_question(given.question), given.layer, given.kind, given.flow, language)
    reply = answered(index, request, host, work, given.follow, fresh=given.fresh)
    stamp = reply.answer.stamp
    notes = "".join(f"\n> {safe_text(note)}\n" for note in reply.notes)
    rest = f"the run is {stamp.run_id}; `rea runs show` and the resource of the run hold the whole"
    meta = {"rea/status": reply.answer.status, "rea/run": stamp.run_id}
    return Reply(cut(render(reply.answer, "markdown") + notes, rest), meta=meta)


def locate(index: Index, given: BaseModel, host: Host, work: Work) -> Reply:
    """The files a text is about, best first, with the reasons."""
    from rea.rank.locate import locate as rank

    assert isinstance(given, args.Locate)  # noqa: S101 - the definition's model
    if not any(character.isalnum() for character in given.text):
        raise UsageError("The text holds no words.", next_step="Give a question, an error message, an issue.")
    words = given.text.encode("utf-8", "replace").decode("utf-8")
    ranked = rank(index, words, min(given.count, MOST_FILES))
    lines = [f"{number:>3}  {file.path}  ({'; '.join(file.why)})" for number, file in enumerate(ranked, 1)]
    shown = "\n".join(safe_text(line) for line in lines)
    return Reply(
        cut(shown, "ask for a smaller count") or "No file fits: the text names nothing of this repository."
    )


def check(index: Index, given: BaseModel, host: Host, work: Work) -> Reply:
    """The verdicts on the citations of a text or of a document of the repository."""
    from rea.documents.checking import Options, Source
    from rea.documents.checking import check as check_all
    from rea.documents.report import render_check

    assert isinstance(given, args.Check)  # noqa: S101 - the definition's model
    if bool(given.text.strip()) == bool(given.path.strip()):
        raise UsageError(
            "Either text or path is needed.", next_step=f"For example {CHECK.definition.example}."
        )
    source = Source("text", None, given.text)
    if given.path.strip():
        from indexer.paths import os_path

        place = resolve(index, given.path)
        if not isinstance(place, Resolved):
            return of_tool_error(path_error("check", place, "check(path='README.md')"))
        source = Source(place.path, os_path(index.root, place.path))
    report = check_all(index, [source], Options(code_blocks=given.code_blocks))
    shown = render_check(report, "text", everything=True).rstrip("\n")
    meta = {"rea/ok": not report.failed(strict=False)}
    return Reply(cut(shown, "check the text in parts"), meta=meta)


ASK = Verb(
    Definition(
        "ask",
        "Answer a question about how the repository works (a flow such as login, storage or updates, or any "
        "other), each statement with the lines that prove it, checked. Takes some seconds. Use it first, "
        "then the tools for what it leaves open.",
        "ask(question='how does login work')",
        args.Ask,
    ),
    ask,
    sends=True,
)
LOCATE = Verb(
    Definition(
        "locate",
        "Rank the files that a question, an error message or an issue is most likely about, with reasons.",
        "locate(text='where are sessions kept', count=10)",
        args.Locate,
    ),
    locate,
)
CHECK = Verb(
    Definition(
        "check",
        "Check every citation (path:12-40, path#L10-L20) of a text or document: are the lines there, and do "
        "they hold what the sentence names? Check your own answer before you give it.",
        "check(text='`issue_token` signs it (server/tokens.py:46-71).')",
        args.Check,
    ),
    check,
)
VERBS: Mapping[str, Verb] = MappingProxyType({verb.definition.name: verb for verb in (ASK, LOCATE, CHECK)})
