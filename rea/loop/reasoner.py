"""The seam between the loop and whoever thinks: one protocol; offline and model-driven implementations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rea.answer import Draft
from rea.plan import Plan

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.loop.facts import Facts
    from rea.loop.gate import GateReport
    from rea.loop.ledger import Ledger
    from tools.registry import ToolOutcome


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool by name. `id` ties a model's call to its result; '' offline."""

    tool: str
    arguments: Mapping[str, object]
    id: str = ""


@dataclass(frozen=True, slots=True)
class NewFact:
    """One sentence about one span that the ledger holds. `node_id` and `role` say what it proves."""

    text: str
    path: str
    start: int
    end: int
    node_id: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Explore:
    """A turn that looks things up. `facts` are what the previous results established.

    `faults` are what the reasoner itself found wrong with the step, such as an answer without a form.
    """

    calls: tuple[ToolCall, ...]
    facts: tuple[NewFact, ...] = ()
    thought: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A turn that proposes an answer."""

    draft: Draft
    facts: tuple[NewFact, ...] = ()


Step = Explore | Finish


@dataclass(frozen=True, slots=True)
class RunState:
    """What a reasoner sees. `turn` counts from 1; `last_turn`: no further call will be carried out.

    `reflection` is the loop's one message about faults of the previous step, '' when there was none.
    `outcomes` are the results of the previous turn's calls, in the order of the calls; `max_files` is how
    many different files read_slice may open in the whole run.
    """

    plan: Plan
    index: Index
    ledger: Ledger
    facts: Facts
    gate: GateReport
    turn: int
    max_turns: int
    last_turn: bool
    reflection: str
    outcomes: tuple[ToolOutcome, ...] = ()
    max_files: int = 20


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A question with what the user fixed on the command line ('' = free)."""

    question: str
    layer: str = ""
    kind: str = ""
    flow: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens a run has taken from models, and what they cost in US dollars.

    `cached` is a part of `prompt`. `cost` is None as soon as one model's price is not known.
    """

    prompt: int = 0
    cached: int = 0
    output: int = 0
    cost: float | None = 0.0

    @property
    def tokens(self) -> int:
        """All of them."""
        return self.prompt + self.output

    def __add__(self, other: Spent) -> Spent:
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Spent(self.prompt + other.prompt, self.cached + other.cached, self.output + other.output, cost)


@runtime_checkable
class Metered(Protocol):
    """A reasoner that spends: the loop asks it before every turn and for the stamp."""

    def spent(self) -> Spent:
        """All it has spent so far."""
        ...


@runtime_checkable
class Grounded(Protocol):
    """A reasoner whose answers rest on more than the question, the repository and its own name."""

    def basis(self) -> str:
        """What else they rest on, such as playbooks, as one text: another text, another answer."""
        ...


class Reasoner(Protocol):
    """Thinks; never touches the repository except through the calls it returns and the index it is shown."""

    @property
    def name(self) -> str:
        """Who thinks, as the stamp says it."""
        ...

    def plan(self, request: PlanRequest, index: Index) -> Plan:
        """The frozen plan for a question."""
        ...

    def next(self, state: RunState) -> Step:
        """The next step of the run."""
        ...
