"""The report as a record: what every form of it is written from, and what a baseline is read back into."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from evals.measures import Group, Line, MeasureInfo, group_lines, info
from evals.records import Measure
from indexer.errors import DataFileError

if TYPE_CHECKING:
    from evals.compare import Comparison

# 1: the first.
FORMAT = 1
MAX_REPORT_BYTES = 200_000_000

Kind = Literal["answers", "localize"]


@dataclass(frozen=True, slots=True)
class SuiteLine:
    """A suite, or a repository of an issue set, with what a reader of its figures has to know."""

    name: str
    commit: str
    questions: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """An evaluation. `settings` says what was asked with: model, budgets, version, hash of REA's own code."""

    format: int
    kind: Kind
    settings: Mapping[str, str | int | float | bool]
    measures: tuple[MeasureInfo, ...]
    suites: tuple[SuiteLine, ...]
    groups: tuple[Group, ...]
    questions: tuple[Line, ...]

    @property
    def failed(self) -> int:
        """How many questions ended with an error."""
        return sum(bool(line.errors) for line in self.questions)

    @property
    def overall(self) -> Group:
        """The group of all questions."""
        return self.groups[0]

    def measure(self, name: str) -> MeasureInfo | None:
        """The measure of that name."""
        return next((measure for measure in self.measures if measure.name == name), None)


def make_report(
    kind: Kind,
    settings: Mapping[str, str | int | float | bool],
    measures: Sequence[Measure],
    suites: Sequence[SuiteLine],
    lines: Sequence[Line],
) -> Report:
    """The report of scored questions."""
    infos = tuple(info(measure) for measure in measures)
    groups = group_lines(lines, measures)
    return Report(FORMAT, kind, dict(settings), infos, tuple(suites), groups, tuple(lines))


def to_json(report: Report, comparison: Comparison | None = None) -> str:
    """The report as JSON, with the comparison under `comparison`; half a surrogate pair is escaped."""
    value = asdict(report) | ({"comparison": asdict(comparison)} if comparison is not None else {})
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def read_report(path: Path) -> Report:
    """A report written earlier. Raises DataFileError when the file is none."""
    from pydantic import TypeAdapter, ValidationError

    try:
        if path.stat().st_size > MAX_REPORT_BYTES:
            raise DataFileError(f"{path.name}: too large for a report")
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataFileError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise DataFileError(f"{path.name}: not a JSON report ({error})") from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise DataFileError(f"{path.name}: not a report of this version of `rea eval`")
    try:
        report: Report = TypeAdapter(Report).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataFileError(f"{path.name}: {where}: {first['msg']}") from error
    if not report.groups:
        raise DataFileError(f"{path.name}: the report holds no figures")
    return report
