"""Keeps one run on the blackboard and stamps its answer. Without a blackboard it goes on unrecorded."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from types import TracebackType
from typing import TYPE_CHECKING

from rea import __version__
from rea.answer import Answer, Citation, Stamp
from rea.errors import RunError
from rea.loop.events import Noticed, Observer, Reused
from rea.loop.limits import Limits
from rea.loop.purse import spent_by
from rea.loop.reasoner import Grounded, PlanRequest, Reasoner, Step
from rea.plan import Plan
from tools.spans import hash_lines

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.facts import Facts
    from rea.loop.ledger import Ledger
    from rea.runs.blackboard import Blackboard


class Recorder:
    """One run's place on the blackboard. Around the loop it is a context manager: an exception is noted."""

    def __init__(self, board: Blackboard | None, observer: Observer, index: Index, limits: Limits) -> None:
        self.limits = limits
        self._board = board
        self._observer = observer
        self._index = index
        self._key = ""
        self._run_id = ""
        self._kept = (0, 0, 0, 0)
        self.started = time.monotonic()
        self._created = 0.0

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            status = "interrupted" if issubclass(kind, KeyboardInterrupt) else "error"
            self._write(lambda board: board.stop(self._run_id, status))

    def reusable(self, request: PlanRequest, reasoner: Reasoner) -> Answer | None:
        """The answer to the same question over the same text, if every citation of it still holds."""
        if self._board is None:
            return None
        self._key = question_key(request, reasoner, self._index, self.limits)
        found = self._board.find(self._key)
        if found is None or found[1].status == "failed" or not still_true(found[1], self._index):
            return None
        if found[1].stamp.model != reasoner.name:
            # Vectors were wanted and could not be had: that answer was made by words alone.
            return None
        self._created = found[0].created
        return found[1]

    def reuse(self, answer: Answer) -> Answer:
        """A stored answer, marked as such."""
        self._observer.notice(Reused(answer.stamp.run_id, self._created))
        return replace(answer, stamp=replace(answer.stamp, reused=True))

    def begin(self, request: PlanRequest, model: str, plan: Plan) -> None:
        """A new run with its plan."""

        def start(board: Blackboard) -> None:
            self._run_id = board.start(self._key, request, model, self._index.meta.head)
            board.save_plan(self._run_id, plan)

        self._write(start)

    def take_up(self, run_id: str, ledger: Ledger, facts: Facts) -> None:
        """Go on writing a run that broke off; what it has already is not written again."""
        self._run_id = run_id
        self._kept = self._extent(ledger, facts)
        self._write(lambda board: board.stop(run_id, "running"))

    @staticmethod
    def _extent(ledger: Ledger, facts: Facts) -> tuple[int, int, int, int]:
        return len(ledger.all()), len(ledger.searches()), len(facts), len(ledger.calls())

    def turn(self, number: int, step: Step, reflection: str, ledger: Ledger, facts: Facts) -> None:
        """What a turn added."""
        from rea.runs.blackboard import CallRecord, TurnRecord

        now = self._extent(ledger, facts)
        evidence, searches, stated, calls = self._kept
        outcomes = {key: ledger.succeeded(key) for key in ledger.calls()[calls:]}
        record = TurnRecord(
            number,
            step,
            reflection,
            ledger.all()[evidence:],
            ledger.searches()[searches:],
            facts.raw()[stated:],
            tuple(CallRecord(key, ok) for key, ok in outcomes.items()),
        )
        self._kept = now
        self._write(lambda board: board.save_turn(self._run_id, record))

    def finish(self, answer: Answer) -> Answer:
        """Keep the answer."""
        self._write(lambda board: board.finish(self._run_id, answer))
        return answer

    def stamp(self, reasoner: Reasoner, turns: int, calls: int, ledger: Ledger) -> Stamp:
        """What the answer was made from, and what it took."""
        spent = spent_by(reasoner)
        meta = self._index.meta
        notes = list(self._index.notes())
        if self._index.refreshed.stale:
            notes.append("another process was updating the index; the state before that was used")
        return Stamp(
            rea_version=__version__,
            commit=meta.head,
            dirty=meta.dirty,
            index_age=max(0.0, time.time() - meta.built_at),
            model=reasoner.name,
            turns=turns,
            tool_calls=calls,
            files_read=len(ledger.files_read()),
            seconds=time.monotonic() - self.started,
            run_id=self._run_id,
            tokens=spent.tokens,
            cost=spent.cost if spent.tokens else None,
            notes=tuple(notes),
        )

    def _write(self, action: Callable[[Blackboard], None]) -> None:
        """A full disk must not cost the answer: recording stops, and that is said."""
        if self._board is None:
            return
        try:
            action(self._board)
        except RunError as error:
            self._board = None
            self._run_id = ""
            self._observer.notice(Noticed(f"This run is not recorded: {error}"))


def question_key(request: PlanRequest, reasoner: Reasoner, index: Index, limits: Limits) -> str:
    """Same question and settings, reasoner, playbooks and version, same text of every file, same commit."""
    from rea.runs.blackboard import run_key

    text = hashlib.sha256()
    for file in index.files():
        text.update(f"{file.path}\0{file.sha}\n".encode("utf-8", "surrogatepass"))
    asked = replace(request, question=" ".join(request.question.split()))
    settings = repr(asdict(asked)) + repr(asdict(limits))
    basis = reasoner.basis() if isinstance(reasoner, Grounded) else ""
    return run_key([__version__, reasoner.name, index.meta.head, text.hexdigest(), settings, basis])


def still_true(answer: Answer, index: Index) -> bool:
    """Whether every cited text still stands where it was."""
    from rea.checking.checker import read_lines

    files: dict[str, tuple[str, ...] | None] = {}
    for citation in citations_of(answer):
        if citation.path not in files:
            files[citation.path] = read_lines(index, citation.path)
        lines = files[citation.path]
        if lines is None or hash_lines(lines[citation.start - 1 : citation.end]) != citation.text_hash:
            return False
    return True


def citations_of(answer: Answer) -> tuple[Citation, ...]:
    """Every citation of an answer, each once, in the order of its parts."""
    claims = [*answer.conclusion, *answer.risks, *answer.nearest]
    claims += [cell for table in answer.tables for row in table.rows for cell in row]
    found = [citation for claim in claims for citation in claim.citations]
    found += [citation for row in answer.flow for citation in row.evidence]
    found += [excerpt.citation for excerpt in answer.evidence]
    return tuple(dict.fromkeys(found))
