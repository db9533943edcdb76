"""The report as a record: what every form of it is written from, and what a baseline is read back into."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evals.measures import Group, Row, group_all
from evals.records import Score
from indexer.errors import DataFileError

if TYPE_CHECKING:
    from evals.sources import Source

# 1: the first.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class SuiteLine:
    """A suite with the state of the checkout its questions were asked at."""

    name: str
    commit: str
    questions: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One question with its scores by metric."""

    suite: str
    id: str
    question: str
    flow: str
    tier: str
    lang: str
    difficulty: str
    answerable: bool
    status: str
    errors: tuple[str, ...]
    scores: Mapping[str, Score]

    @property
    def key(self) -> str:
        """Names the question across reports."""
        return f"{self.suite}/{self.id}"


@dataclass(frozen=True, slots=True)
class Report:
    """An evaluation. `settings` says what was asked with: model, budgets, version, hash of REA's own code."""

    format: int
    settings: Mapping[str, object]
    suites: tuple[SuiteLine, ...]
    groups: tuple[Group, ...]
    questions: tuple[QuestionLine, ...]

    @property
    def failed(self) -> int:
        """How many questions ended with an error."""
        return sum(bool(line.errors) for line in self.questions)

    def overall(self) -> Group | None:
        """The group of all questions."""
        return next((group for group in self.groups if group.by == "all"), None)


def make_report(sources: Sequence[Source], rows: Sequence[Row], settings: Mapping[str, object]) -> Report:
    """The report of scored questions."""
    suites = tuple(
        SuiteLine(source.suite.name, source.commit, len(source.suite.questions), source.notes)
        for source in sources
    )
    return Report(FORMAT, dict(settings), suites, group_all(rows), tuple(map(_question_line, rows)))


def _question_line(row: Row) -> QuestionLine:
    case, asked = row.case, row.case.question
    return QuestionLine(
        suite=case.suite.name,
        id=asked.id,
        question=asked.question,
        flow=asked.flow,
        tier=asked.tier,
        lang=asked.lang,
        difficulty=asked.difficulty,
        answerable=asked.answerable,
        status=row.status,
        errors=case.errors,
        scores=row.scores,
    )


def to_json(report: Report) -> str:
    """The report as JSON; half a surrogate pair in a name is escaped."""
    text = json.dumps(asdict(report), ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def read_report(path: Path) -> Report:
    """A report written earlier. Raises DataFileError when the file is none."""
    from pydantic import TypeAdapter, ValidationError

    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataFileError(f"{path.name}: not a report ({error})") from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise DataFileError(f"{path.name}: not a report of this version of `rea eval`")
    try:
        return TypeAdapter(Report).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataFileError(f"{path.name}: {where}: {first['msg']}") from error
