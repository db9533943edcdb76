"""Carries out the tool calls of a turn: no call twice, no more files than allowed, all into the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.loop.events import CallDone, Observer
from rea.loop.ledger import READ_SLICE, Ledger
from rea.loop.limits import Limits
from rea.loop.reasoner import ToolCall
from tools.fence import Resolved, resolve
from tools.registry import ToolOutcome, run_tool
from tools.results import ToolError

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.checking.review import Moved


@dataclass(frozen=True, slots=True)
class Work:
    """What a turn's calls came to: outcomes in their order, whether anything new was seen, faults."""

    outcomes: tuple[ToolOutcome, ...]
    progress: bool
    faults: tuple[str, ...]


class CallDesk:
    """Where calls are handed in. `made` and `failed` count calls that were really carried out."""

    def __init__(self, index: Index, ledger: Ledger, limits: Limits, observer: Observer) -> None:
        self._index = index
        self._ledger = ledger
        self._limits = limits
        self._observer = observer
        self.made = 0
        self.failed = 0

    def carry_out(self, calls: Sequence[ToolCall], turn: int) -> Work:
        """Run the calls in order. Errors are outcomes; they become faults when no call succeeded."""
        before = self._ledger.extent()
        outcomes = [self._one(call, turn) for call in calls[: self._limits.calls_per_turn]]
        faults = []
        if len(calls) > len(outcomes):
            faults.append(f"only the first {len(outcomes)} of {len(calls)} calls of a turn are made")
        if outcomes and not any(outcome.ok for outcome in outcomes):
            faults += [message_of(outcome) for outcome in outcomes]
        return Work(tuple(outcomes), self._ledger.extent() != before, tuple(faults))

    def read_again(self, moved: Moved, turn: int) -> None:
        """Read text at the place it has moved to, so that it can be cited there."""
        arguments = {"path": moved.path, "start": moved.start, "end": moved.end}
        self._carry_out(ToolCall(READ_SLICE, arguments), turn)

    def _one(self, call: ToolCall, turn: int) -> ToolOutcome:
        earlier = self._ledger.outcome_of(call.tool, call.arguments)
        if earlier is not None:
            return earlier
        if self._limits.tool_calls and self.made >= self._limits.tool_calls:
            text = f"{self.made} tool calls have been made, which is the limit: answer from what was found."
            return ToolOutcome(call.tool, dict(call.arguments), ToolError(call.tool, "refused", text), 0.0)
        if call.tool == READ_SLICE and self._too_many_files(str(call.arguments.get("path", ""))):
            text = f"{self._limits.files} files have been read, which is the limit: answer from these."
            return ToolOutcome(call.tool, dict(call.arguments), ToolError(call.tool, "refused", text), 0.0)
        return self._carry_out(call, turn)

    def _carry_out(self, call: ToolCall, turn: int) -> ToolOutcome:
        outcome = run_tool(self._index, call.tool, call.arguments)
        self.made += 1
        self.failed += not outcome.ok
        self._ledger.record(outcome, turn, call.arguments)
        self._observer.notice(CallDone(outcome))
        return outcome

    def _too_many_files(self, path: str) -> bool:
        read = self._ledger.files_read()
        if len(read) < self._limits.files:
            return False
        found = resolve(self._index, path)
        return not isinstance(found, Resolved) or found.path not in read


def message_of(outcome: ToolOutcome) -> str:
    """The error of a failed call in one line, with the nearest real names; '' for one that succeeded."""
    error = outcome.result
    if not isinstance(error, ToolError):
        return ""
    near = f" Did you mean: {', '.join(error.suggestions[:5])}?" if error.suggestions else ""
    return f"{error.message}{near}"
