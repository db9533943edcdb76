"""Ranks the files of every issue at its base commit and reports how well."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from evals.journal import Journal, run_key
from evals.localize.issues import Issue
from evals.localize.measures import KEPT, RANK_MEASURES, RankSeconds, status
from evals.localize.trees import Workshop
from evals.measures import Line
from evals.parallel import Failure, carry_out
from evals.records import Progress, Rank, Score
from evals.reports.model import Report, SuiteLine, make_report
from evals.runner import RunOptions
from indexer.errors import RepositoryError


@dataclass(frozen=True, slots=True)
class Ranking:
    """The first files ranked for an issue and the seconds that took."""

    paths: tuple[str, ...]
    seconds: float


def localize(
    issues: Sequence[Issue],
    rank: Rank,
    workshop: Workshop,
    options: RunOptions,
    journal: Journal,
    progress: Progress | None = None,
) -> Report:
    """Every issue whose repository is mirrored. The others are left out, and the report says so."""
    absent = {name for name in {issue.mirror for issue in issues} if workshop.mirror(name) is None}
    kept = [issue for issue in issues if issue.mirror not in absent]
    if not kept:
        raise RepositoryError(
            f"None of the repositories is mirrored: {', '.join(sorted(absent)[:5])}.",
            next_step="Put git directories OWNER+NAME/repo below --mirrors.",
        )
    keys = {issue.id: _key(issue, options.settings) for issue in kept}
    results: dict[str, Ranking | Failure] = {
        issue.id: known for issue in kept if (known := _known(journal.get(keys[issue.id]))) is not None
    }
    todo = [issue for issue in kept if issue.id not in results]
    for issue, result in carry_out(todo, partial(_ranked, rank, workshop), options.jobs):
        results[issue.id] = result
        if isinstance(result, Ranking):
            value = {"paths": list(result.paths), "seconds": result.seconds}
            journal.add(keys[issue.id], issue.id, value)
        if progress is not None:
            progress(len(results), len(kept), issue.id)
    lines = [_line(issue, results[issue.id]) for issue in kept]
    measures = (*RANK_MEASURES, RankSeconds())
    return make_report("localize", options.settings, measures, _suites(issues, absent), lines)


def _ranked(rank: Rank, workshop: Workshop, issue: Issue) -> Ranking:
    with workshop.checked_out(issue.mirror, issue.commit) as repository:
        started = time.monotonic()
        paths = rank(repository, issue.text, KEPT)
        return Ranking(paths, time.monotonic() - started)


def _key(issue: Issue, settings: Mapping[str, str | int | float | bool]) -> str:
    return run_key({"id": issue.id, "commit": issue.commit, "text": issue.text, "settings": dict(settings)})


def _known(value: object) -> Ranking | None:
    if not isinstance(value, dict) or not isinstance(value.get("paths"), list):
        return None
    return Ranking(tuple(map(str, value["paths"])), float(value.get("seconds", 0.0)))


def _line(issue: Issue, result: Ranking | Failure) -> Line:
    labels = {"suite": issue.repo} | ({"split": issue.split} if issue.split else {})
    question = issue.text.strip().split("\n")[0][:200]
    measures = (*RANK_MEASURES, RankSeconds())
    if isinstance(result, Failure):
        scores = {measure.name: Score(None, "its tree could not be ranked") for measure in measures}
        return Line(issue.repo, issue.id, question, labels, "error", (result.text,), scores)
    scores = {measure.name: measure.score(result.paths, issue.gold) for measure in RANK_MEASURES}
    scores["seconds"] = Score(result.seconds, f"{result.seconds:.2f} s")
    return Line(issue.repo, issue.id, question, labels, status(result.paths, issue.gold), (), scores)


def _suites(issues: Sequence[Issue], absent: set[str]) -> list[SuiteLine]:
    """A line per repository; those that could not be asked have no questions and say how many they had."""
    lines = []
    for repo, count in sorted(Counter(issue.repo for issue in issues).items()):
        missing = any(issue.repo == repo and issue.mirror in absent for issue in issues)
        notes = (f"not mirrored, its {count} issues are left out",) if missing else ()
        lines.append(SuiteLine(repo, "", 0 if missing else count, notes))
    return lines
