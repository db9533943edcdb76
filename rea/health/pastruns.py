"""What past runs show: each symptom of symptoms.yaml is looked for in the latest runs on the blackboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rea.health.checks import Check, Finding, carried_out, note, ok, warn

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.answer import Citation
    from rea.runs.blackboard import Blackboard, StoredRun, TakenTurn

GROUP = "Past runs"
# Whether the symptom shows, and what was seen.
Look = Callable[[Sequence["PastRun"]], tuple[bool, str]]
# The latest runs are looked at; what is older was asked about another state.
LOOKED_AT = 20
# A call may be repeated once by accident; offline none ever is.
MANY_REPEATS = 3
LIMITS = {
    "out_of_turns": "ran out of turns",
    "out_of_time": "ran out of seconds",
    "out_of_calls": "ran out of tool calls",
    "out_of_budget": "ran out of tokens",
    "no_progress": "found nothing new for several turns",
}
UNFINISHED = ("running", "interrupted", "error")
# How the checker words what it took out of a draft (rea/checking/review.py).
GENERIC_FAULT = "tells nothing about this repository"


@dataclass(frozen=True, slots=True)
class Symptom:
    """One row of the table: what is seen, why, and what to do."""

    id: str
    title: str
    symptom: str
    cause: str
    fix: str


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run with the turns it took."""

    run: StoredRun
    turns: tuple[TakenTurn, ...]

    @property
    def id(self) -> str:
        """Its id."""
        return self.run.summary.id


@cache
def symptoms() -> tuple[Symptom, ...]:
    """The seven rows."""
    from indexer.datafiles import load_table

    table: dict[str, dict[str, Any]] = load_table(Path(__file__).with_name("symptoms.yaml"))
    return tuple(Symptom(name, **row) for name, row in table.items())


def past_runs(index: Index) -> Iterator[Check]:
    """The checks of a repository's past runs."""
    from rea.runs.blackboard import DATABASE, Blackboard

    path = index.database.with_name(DATABASE)
    found: list[PastRun] = []

    def board() -> Finding:
        if not path.exists():
            return note("no question has been asked here yet")
        with Blackboard(path) as opened:
            found.extend(_own_runs(opened))
            return _kept(opened, found, path)

    yield from carried_out(GROUP, (("blackboard", "blackboard", board),))
    looks: dict[str, Look] = {
        "repeats": _repeats,
        "endless": _endless,
        "generic": _generic,
        "gaps": _gaps,
        "invented": lambda runs: _invented(runs, index),
        "shifted": lambda runs: _shifted(runs, index),
        "twins": lambda runs: _twins(runs, index),
    }
    yield from carried_out(
        GROUP, [(row.id, row.title, partial(_judged, looks[row.id], found, row)) for row in symptoms()]
    )


def _judged(look: Look, runs: Sequence[PastRun], row: Symptom) -> Finding:
    if not runs:
        return note("no run to look at")
    suspicious, text = look(runs)
    return warn(text, row.fix) if suspicious else ok(text)


def _own_runs(board: Blackboard) -> Iterator[PastRun]:
    """The latest runs that this user's REA wrote; what a repository brings is not believed."""
    from rea.errors import RunError

    for summary in board.runs(LOOKED_AT):
        try:
            run = board.load(summary.id)
        except RunError:
            continue
        if run.own_state:
            yield PastRun(run, board.turns(summary.id))


def _kept(board: Blackboard, found: Sequence[PastRun], path: Path) -> Finding:
    listed = board.runs(LOOKED_AT)
    statuses = Counter(run.status for run in listed)
    text = f"the latest {len(listed)}: {', '.join(f'{name} {n}' for name, n in statuses.most_common())}"
    if foreign := len(listed) - len(found):
        fix = f"They are not looked at. Remove {path} if nobody else of this machine wrote it."
        return warn(f"{text}; {foreign} of them were not written by this user's REA", fix)
    return ok(text)


def _repeats(runs: Sequence[PastRun]) -> tuple[bool, str]:
    from rea.loop.ledger import call_key
    from rea.loop.reasoner import Explore

    worst, repeated, cut, made = "", 0, 0, 0
    for past in runs:
        steps = [turn.step for turn in past.turns if isinstance(turn.step, Explore)]
        keys = Counter(call_key(call.tool, call.arguments) for step in steps for call in step.calls)
        again = sum(count - 1 for count in keys.values())
        made += sum(keys.values())
        if again > repeated:
            worst, repeated, cut = past.id, again, sum(search.truncated for search in past.run.searches)
    if repeated >= MANY_REPEATS:
        return True, f"run {worst} asked {repeated} times for what it had; {cut} of its searches were cut"
    return False, f"{made} calls looked at, {repeated or 'none'} of them made again"


def _endless(runs: Sequence[PastRun]) -> tuple[bool, str]:
    met = Counter(
        LIMITS[past.run.answer.reason]
        for past in runs
        if past.run.answer is not None and past.run.answer.reason in LIMITS
    )
    broken = [past.id for past in runs if past.run.answer is None and past.run.summary.status in UNFINISHED]
    said = [f"{count} of {len(runs)} runs {limit}" for limit, count in met.most_common()]
    if broken:
        said.append(f"{len(broken)} broke off (`rea ask --resume {broken[0]}` goes on)")
    return bool(said), "; ".join(said) or "every run came to an end of its own"


def _generic(runs: Sequence[PastRun]) -> tuple[bool, str]:
    from rea.checking.review import generic_phrase

    printed, taken = [], 0
    for past in runs:
        if (answer := past.run.answer) is None:
            continue
        claims = (*answer.conclusion, *answer.risks)
        printed += [past.id for claim in claims if generic_phrase(claim.text)]
        said = "\n".join((*answer.faults, *(turn.reflection for turn in past.turns)))
        taken += GENERIC_FAULT in said
    if printed or taken:
        return (
            True,
            f"{len(printed)} such sentences in answers; in {taken} of {len(runs)} runs some were taken out",
        )
    return False, "none was met"


def _gaps(runs: Sequence[PastRun]) -> tuple[bool, str]:
    asked = [past.run.answer for past in runs if past.run.answer is not None]
    missing = Counter(title for answer in asked for title in answer.missing)
    if not missing:
        return False, "every stage was found"
    shown = ", ".join(f"{title} ({count})" for title, count in missing.most_common(4))
    return (
        True,
        f"missing in {sum(bool(answer.missing) for answer in asked)} of {len(asked)} answers: {shown}",
    )


def _invented(runs: Sequence[PastRun], index: Index) -> tuple[bool, str]:
    from indexer.paths import os_path

    cited = _cited(runs)
    gone = sorted({one.path for one in cited if not os_path(index.root, one.path).is_file()})
    if gone:
        return (
            True,
            f"{len(gone)} of {len({one.path for one in cited})} cited files are gone: {', '.join(gone[:3])}",
        )
    return False, f"each of {len({one.path for one in cited})} cited files is there"


def _shifted(runs: Sequence[PastRun], index: Index) -> tuple[bool, str]:
    from rea.checking.checker import read_lines
    from tools.spans import hash_lines

    cited = _cited(runs)
    files = {path: read_lines(index, path) for path in {one.path for one in cited}}
    changed = [
        one
        for one in cited
        if (lines := files[one.path]) is not None
        and hash_lines(lines[one.start - 1 : one.end]) != one.text_hash
    ]
    if changed:
        shown = ", ".join(f"{one.path}:{one.start}-{one.end}" for one in changed[:3])
        return True, f"{len(changed)} of {len(cited)} citations read otherwise now: {shown}"
    return False, f"each of {len(cited)} citations reads as it did"


def _cited(runs: Sequence[PastRun]) -> tuple[Citation, ...]:
    from rea.loop.recorder import citations_of

    answers = [past.run.answer for past in runs if past.run.answer is not None]
    return tuple(dict.fromkeys(one for answer in answers for one in citations_of(answer)))


def _twins(runs: Sequence[PastRun], index: Index) -> tuple[bool, str]:
    """Names that runs traced without saying whose, and that several files define."""
    from rea.loop.reasoner import Explore

    steps = [turn.step for past in runs for turn in past.turns if isinstance(turn.step, Explore)]
    traced = {
        str(call.arguments.get("name", ""))
        for step in steps
        for call in step.calls
        if call.tool == "trace_symbol"
    }
    files = {name: {symbol.path for symbol in index.symbols_named(name)} for name in sorted(traced) if name}
    several = {name: len(paths) for name, paths in files.items() if len(paths) > 1}
    if several:
        shown = ", ".join(f"{name} (in {count} files)" for name, count in list(several.items())[:3])
        return True, f"{len(several)} of {len(files)} traced names have several definitions: {shown}"
    return False, f"{len(files)} names were traced, none of them defined in several files"
