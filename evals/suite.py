"""Golden suites: questions about one repository at one commit, with the files and lines that answer them.

A suite is a YAML file:

    name: larder                              # also the folder looked for under --checkouts
    repo: https://example.org/larder.git      # where it can be cloned from ('' = nowhere)
    commit: 40 hex digits                     # what gold paths and lines refer to ('' = whatever is there)
    languages: [python, typescript]
    questions:
      - id: larder-login-1                    # unique in the suite
        flow: login                           # any word; measures are grouped by it
        question: "How does a member stay signed in?"
        gold_files: [server/tokens.py]        # an answer has to read these
        accept_files: [server/clock.py]       # citing these is no mistake
        gold_spans:                           # lines that prove it
          - {stage: "renewal", path: server/tokens.py, lines: "10-24", symbol: renew}
      - id: larder-none-1
        flow: login
        answerable: false                     # the honest answer is "not found"
        question: "How does single sign-on work?"
        reason: "Searched for saml, oidc, sso: nothing."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from evals.yamllines import Lines, read_yaml
from indexer.errors import DataFileError

# Far above any suite written by hand; a hostile file must not cost minutes.
MAX_SUITE_BYTES = 5_000_000

_Id = Annotated[str, Field(pattern=r"^[\w.:-]{1,100}$")]
_Text = Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"\S")]
_Path = Annotated[str, Field(min_length=1, pattern=r"^[^/\\\s][^\\]*$")]
_Lines = Annotated[str, Field(pattern=r"^[1-9]\d{0,6}(-[1-9]\d{0,6})?$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GoldSpan(_Strict):
    """Lines that prove one stage. `lines` is `12` or `12-40`; `symbol` helps a reader to find them again."""

    stage: _Text
    path: _Path
    lines: _Lines
    symbol: str = ""

    @property
    def start(self) -> int:
        """The first line, 1-based."""
        return int(self.lines.partition("-")[0])

    @property
    def end(self) -> int:
        """The last line, inclusive."""
        return int(self.lines.rpartition("-")[2])

    @model_validator(mode="after")
    def _in_order(self) -> GoldSpan:
        if self.start > self.end:
            raise ValueError(f"lines {self.lines} run backwards")
        return self


class Question(_Strict):
    """One golden question. `absent` names stages the repository does not have; `answer` is for readers."""

    id: _Id
    flow: _Id
    question: _Text
    lang: Literal["en", "zh"] = "en"
    tier: Literal["broad", "detailed"] = "detailed"
    hard: bool = False
    layer: Literal["", "client", "server", "build", "mixed"] = ""
    answerable: bool = True
    gold_files: tuple[_Path, ...] = ()
    accept_files: tuple[_Path, ...] = ()
    gold_spans: tuple[GoldSpan, ...] = ()
    absent: tuple[_Text, ...] = ()
    answer: str = ""
    reason: str = ""

    @model_validator(mode="after")
    def _gold_fits(self) -> Question:
        if self.answerable and not self.gold_files:
            raise ValueError("an answerable question needs gold_files")
        if not self.answerable and (self.gold_files or self.gold_spans):
            raise ValueError("a question with `answerable: false` has no gold_files and no gold_spans")
        strange = {span.path for span in self.gold_spans} - {*self.gold_files, *self.accept_files}
        if strange:
            raise ValueError(
                f"gold_spans name {min(strange)}, which is in neither gold_files nor accept_files"
            )
        return self

    @property
    def difficulty(self) -> str:
        """`hard` or `normal`."""
        return "hard" if self.hard else "normal"

    @property
    def allowed(self) -> frozenset[str]:
        """The files whose citation is no mistake."""
        return frozenset({*self.gold_files, *self.accept_files})


class Suite(_Strict):
    """The questions about one repository."""

    name: _Id
    repo: str = ""
    commit: Annotated[str, Field(pattern=r"^([0-9a-f]{7,64})?$")] = ""
    languages: tuple[_Id, ...] = ()
    questions: Annotated[tuple[Question, ...], Field(min_length=1)]


def load_suite(path: Path) -> Suite:
    """Read and check a suite. Raises DataFileError that names the file, the line and what is wrong there."""
    raw, lines = read_yaml(path, MAX_SUITE_BYTES)
    try:
        suite = Suite.model_validate(raw)
    except ValidationError as error:
        # A misspelt key is also a missing one: the spelling is what has to be corrected.
        faults = sorted(error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden")
        first, known = faults[0], faults[0]["type"] != "extra_forbidden"
        place = ".".join(str(part) for part in first["loc"])
        message = str(first["msg"]).removeprefix("Value error, ") if known else "there is no such key"
        line = lines.of(first["loc"])
        raise DataFileError(f"{path.name}:{line}: {place + ': ' if place else ''}{message}") from error
    seen: set[str] = set()
    for number, question in enumerate(suite.questions):
        if question.id in seen:
            line = lines.of(("questions", number, "id"))
            raise DataFileError(f"{path.name}:{line}: the id {question.id} is used twice")
        seen.add(question.id)
    return suite


def wrong_places(path: Path, suite: Suite, line_counts: dict[str, int]) -> Iterator[str]:
    """What of the gold does not exist in a tree, as `file:line: …`; `line_counts` holds every file of it."""
    _, lines = read_yaml(path, MAX_SUITE_BYTES)
    for number, question in enumerate(suite.questions):
        for field in ("gold_files", "accept_files"):
            for position, file in enumerate(getattr(question, field)):
                if file not in line_counts:
                    yield _place(path, lines, (number, field, position), f"{file} does not exist")
        for position, span in enumerate(question.gold_spans):
            if span.path in line_counts and span.end > line_counts[span.path]:
                there = f"{span.path} has {line_counts[span.path]} lines"
                yield _place(path, lines, (number, "gold_spans", position), there)


def _place(path: Path, lines: Lines, where: tuple[int, str, int], text: str) -> str:
    return f"{path.name}:{lines.of(('questions', *where))}: {text}"


def suite_paths(given: tuple[str, ...]) -> tuple[Path, ...]:
    """The suite files meant: files as they are, folders stand for the `*.yaml` in them."""
    found: list[Path] = []
    for text in given:
        path = Path(text)
        if path.is_dir():
            inside = sorted(path.glob("*.yaml"))
            if not inside:
                raise DataFileError(f"{text}: the folder holds no *.yaml")
            found += inside
        else:
            found.append(path)
    return tuple(dict.fromkeys(found))


def only(suite: Suite, text: str) -> Suite:
    """The suite with the questions whose id holds a text; possibly none."""
    kept = tuple(question for question in suite.questions if text in question.id)
    return suite.model_copy(update={"questions": kept})


def check_distinct(suites: Sequence[tuple[Path, Suite]]) -> None:
    """DataFileError when two suites of one name ask the same id: reports tell questions apart by both."""
    seen: dict[tuple[str, str], Path] = {}
    for file, suite in suites:
        for question in suite.questions:
            other = seen.setdefault((suite.name, question.id), file)
            if other is not file:
                raise DataFileError(f"{file.name}: {suite.name}/{question.id} is also in {other.name}")


def slug(text: str) -> str:
    """A text as the name of a suite or an id."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-") or "suite"
