"""The suite over the bundled application, asked offline: floors that must hold, and the exact figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.journal import Journal
from evals.measures import score_case
from evals.metrics import ALL
from evals.reports.figures import figure
from evals.reports.model import Report, SuiteLine, make_report
from evals.runner import RunOptions, run_suites
from evals.sources import SourceOptions, open_source
from evals.suite import load_suite
from rea.cli.evaluate import Asker, supports
from rea.settings import Settings
from tests.test_demo import HEAD

SUITE = Path(__file__).parents[2] / "evals" / "golden" / "demo.yaml"
EXPECTED = Path(__file__).with_name("demo.expected.txt")
# What no change may fall below. The exact figures are in EXPECTED; `pytest --accept` writes them anew.
FLOORS = {
    "file_recall": 0.6,
    "cited_recall": 0.4,
    "cited_precision": 0.5,
    "span_recall": 0.3,
    "citation_accuracy": 1.0,
    "abstention": 0.5,
}


@pytest.fixture(scope="module")
def report(checkouts: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """All questions, asked once, with nobody's playbooks but REA's own."""
    source = open_source(SUITE, load_suite(SUITE), SourceOptions(checkouts))
    assert source.notes == ()
    ask = Asker(Settings(semantic="off"), tmp_path_factory.mktemp("config"))
    cases = run_suites([source], ask, supports, RunOptions({"model": "offline"}), Journal(None))
    suites = [SuiteLine(source.suite.name, source.commit, len(cases), source.notes)]
    return make_report("answers", {"model": "offline"}, ALL, suites, [score_case(case) for case in cases])


def test_the_suite_is_about_the_application_as_it_is() -> None:
    """Its commit is the last one of the application's history."""
    assert load_suite(SUITE).commit == HEAD


def test_the_floors_hold(report: Report) -> None:
    """Every question is answered without an error, and the means are not below the floors."""
    assert report.failed == 0
    means = report.overall.means
    assert {name: means[name].value for name, least in FLOORS.items() if means[name].value < least} == {}


def test_the_figures_are_as_accepted(report: Report, accept: bool) -> None:
    """Offline answers are deterministic: every figure but the seconds is exact; a diff shows what moved."""
    shown = snapshot(report)
    if accept:
        EXPECTED.write_text(shown, encoding="utf-8")
    assert shown == EXPECTED.read_text(encoding="utf-8")


def snapshot(report: Report) -> str:
    """Every question with its measures, one a line, and the means."""
    blocks = []
    for line in report.questions:
        rows = [f"{line.id}: {line.status}"]
        for measure in report.measures:
            score = line.scores[measure.name]
            if measure.name != "seconds" and score.value is not None:
                rows.append(f"  {measure.name} {figure(score.value, measure)}")
        blocks.append("\n".join(rows))
    means = [
        f"  {measure.name} {figure(mean.value, measure)} (n={mean.n})"
        for measure in report.measures
        if measure.name != "seconds" and (mean := report.overall.means.get(measure.name)) is not None
    ]
    return "\n\n".join([*blocks, "\n".join(["all", *means])]) + "\n"
