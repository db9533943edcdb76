"""What a run starts from when it goes on from an earlier one: to be finished, or to be asked further."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rea.answer import SearchFact
from rea.errors import RunError
from rea.loop.ledger import Evidence
from rea.loop.reasoner import NewFact, PlanRequest
from rea.plan import Plan
from tools.spans import hash_lines

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.runs.blackboard import StoredRun


@dataclass(frozen=True, slots=True)
class Earlier:
    """The beginning of a run. `plan` and `run_id` are those of the run to finish, None and '' for a new one.

    `evidence` holds only lines that still read as they did; `turns` have been used up; `calls` are call keys.
    """

    request: PlanRequest
    evidence: tuple[Evidence, ...]
    facts: tuple[NewFact, ...]
    searches: tuple[SearchFact, ...] = ()
    calls: tuple[str, ...] = ()
    turns: int = 0
    plan: Plan | None = None
    run_id: str = ""


def to_finish(run: StoredRun, index: Index) -> Earlier:
    """A run that was killed or broke off, to go on from the turn after its last.

    RunError when it has ended, never got a plan, or is not this user's own.
    """
    _check_own(run)
    if run.answer is not None:
        raise RunError(
            f"Run {run.summary.id} has ended: {run.summary.status}.",
            next_step=f"`rea runs show {run.summary.id}` prints it; `--follow {run.summary.id}` asks on.",
        )
    if run.plan is None:
        raise RunError(f"Run {run.summary.id} broke off before it had a plan.", next_step="Ask anew.")
    same = index.meta.head == run.summary.head
    return Earlier(
        request=run.request,
        evidence=_as_read(run, index),
        facts=run.facts,
        # What was nowhere in another state may be somewhere now.
        searches=run.searches if same else (),
        calls=tuple(call.key for call in run.calls if call.ok) if same else (),
        turns=run.turns,
        plan=run.plan,
        run_id=run.summary.id,
    )


def to_follow(run: StoredRun, index: Index, request: PlanRequest) -> Earlier:
    """A further question, starting with what a run has read and found. RunError when it is not one's own."""
    _check_own(run)
    # The stages of another plan are others; what was seen stays true.
    facts = tuple(replace(fact, node_id="", role="") for fact in run.facts)
    return Earlier(request, _as_read(run, index), facts)


def _check_own(run: StoredRun) -> None:
    """A repository may bring a `.rea/` folder, and what it holds would go to a model as one's own notes."""
    if not run.own_state:
        raise RunError(
            f"Run {run.summary.id} was not written by this user's REA.", next_step="Ask the question anew."
        )


def _as_read(run: StoredRun, index: Index) -> tuple[Evidence, ...]:
    """The evidence whose lines are still where they were, numbered anew."""
    from rea.checking.checker import read_lines

    files: dict[str, tuple[str, ...] | None] = {}
    kept: list[Evidence] = []
    for item in run.evidence:
        if item.path not in files:
            files[item.path] = read_lines(index, item.path)
        lines = files[item.path]
        if lines is not None and hash_lines(lines[item.start - 1 : item.end]) == item.text_hash:
            kept.append(replace(item, id=f"E{len(kept) + 1}"))
    return tuple(kept)
