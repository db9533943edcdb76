"""A small suite, answers to it, and callables that answer without any loop."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from evals.answers import check_citations
from evals.measures import Line, MeasureInfo
from evals.records import Case, Repository, Run, Score
from evals.reports.model import Report, SuiteLine, make_report
from evals.suite import GoldSpan, Question, Suite
from rea.answer import Answer, Citation, Claim, FlowRow, Stamp, Status
from rea.plan import Reading
from tools.spans import hash_lines

FILES: Mapping[str, str] = {
    "server/tokens.py": "import time\n\nLIFETIME = 9\n\ndef issue_token(member):\n    return sign(member)\n",
    "server/session.py": "def open_session(email):\n    return issue_token(find(email))\n",
    "web/login.js": "export function submit(email) {\n  return post('/session', { email });\n}\n",
    "README.md": "# Demo\n",
}

GOLD = Question(
    id="demo-1",
    flow="login",
    question="How is a token issued?",
    gold_files=("server/tokens.py", "web/login.js"),
    accept_files=("server/session.py",),
    gold_spans=(
        GoldSpan(stage="issue", path="server/tokens.py", lines="5-6"),
        GoldSpan(stage="submit", path="web/login.js", lines="1-3"),
    ),
)
NONE = Question(id="demo-none", flow="login", question="How does single sign-on work?", answerable=False)
SUITE = Suite(name="demo", questions=(GOLD, NONE))


class TextTree:
    """A clean tree of texts."""

    def __init__(self, files: Mapping[str, str] = FILES) -> None:
        self._files = files

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of a file."""
        text = self._files.get(path)
        return None if text is None else tuple(text.splitlines())


def supports(keywords: Sequence[str], claim: str, lines: Sequence[str]) -> bool:
    """A plain rule: one of the keywords stands in the lines."""
    return any(keyword in line for keyword in keywords for line in lines)


def cite(path: str, start: int, end: int, *keywords: str) -> Citation:
    """A citation with the hash its lines have in FILES ('' where they do not exist)."""
    lines = (TextTree().lines(path) or ())[start - 1 : end]
    return Citation(path, start, end, keywords, hash_lines(lines) if lines else "", "verified")


def answer(
    *citations: Citation, status: Status = "answered", read: Sequence[str] = (), missing: int = 0
) -> Answer:
    """An answer whose flow has a stage per citation, the first of them proven."""
    rows = tuple(
        FlowRow(
            f"n{n}", f"Stage {n}", "issue_token", "", (citation,), "proven" if n == 0 else "to_be_confirmed"
        )
        for n, citation in enumerate(citations)
    )
    return Answer(
        question=GOLD.question,
        lang="en",
        status=status,
        interpretation=Reading("login", "mixed", "", "names the flow", 1.0),
        alternatives=(),
        conclusion=(),
        flow=rows,
        tables=(),
        risks=(),
        evidence=(),
        nearest=(),
        searched=(),
        files_read=tuple(read),
        missing=tuple(f"Missing {n}" for n in range(missing)),
        stamp=Stamp("0", "", False, 0.0, "scripted", 3, 7, len(read), 0.5),
    )


def nearest(given: Answer, *citations: Citation) -> Answer:
    """The answer with a "nearest thing"."""
    return replace(given, nearest=(Claim("The nearest is issue_token.", citations),))


def case(*answers: Answer, question: Question = GOLD, errors: tuple[str, ...] = ()) -> Case:
    """A case with its citations checked."""
    runs = tuple(Run(item, check_citations(item, TextTree(), supports)) for item in answers)
    return Case(SUITE, question, runs, errors)


@dataclass(frozen=True)
class Scripted:
    """Answers by script and notes each call in a file, so that workers' calls can be counted."""

    log: Path
    answers: Mapping[str, Answer] = field(default_factory=dict)

    def __call__(self, repository: Repository, question: str) -> Answer:
        """The scripted answer; a question with `boom` fails, one with `die` takes its process along."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{question}\n")
        if "die" in question:
            os._exit(9)
        if "boom" in question:
            raise ValueError(f"no answer about {repository.root}")
        return self.answers.get(question) or answer(cite("server/tokens.py", 5, 6, "issue_token"))

    def calls(self) -> list[str]:
        """The questions asked so far."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []


def line(
    id: str,
    value: float | None,
    *,
    suite: str = "demo",
    flow: str = "login",
    status: str = "answered",
    seconds: float = 1.0,
) -> Line:
    """A scored question with two measures, recall and seconds."""
    scores = {
        "recall": Score(value, "explained", ("missing a.py",)),
        "seconds": Score(seconds, f"{seconds} s"),
    }
    return Line(suite, id, f"Question {id}?", {"suite": suite, "flow": flow}, status, (), scores)


def report(*lines: Line, settings: Mapping[str, str | int | float | bool] | None = None) -> Report:
    """A report over scored questions."""
    measures = (
        MeasureInfo("recall", "recall", "", "higher", True, True),
        MeasureInfo("seconds", "seconds", "s", "lower", False, True),
    )
    suites = [SuiteLine(name, "0" * 40, 1, ()) for name in sorted({item.suite for item in lines})]
    return make_report("answers", settings or {"model": "scripted"}, measures, suites, lines)
