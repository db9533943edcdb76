"""What passes between the parts of an evaluation: callables handed in, cases, scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from evals.suite import Question, Suite
from rea.answer import Answer, Citation

Better = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Repository:
    """Where the questions are asked. `index_path` None leaves the place of the index to the indexer."""

    root: Path
    index_path: Path | None = None


class Ask(Protocol):
    """Answers one question. Handed in by the command line; it must be picklable, workers are processes."""

    def __call__(self, repository: Repository, question: str) -> Answer:
        """The checked answer. Errors are raised; the runner records them."""
        ...


class Rank(Protocol):
    """Ranks the files a text is about. Handed in by the command line; it must be picklable."""

    def __call__(self, repository: Repository, text: str, count: int) -> tuple[str, ...]:
        """At most `count` paths, best first."""
        ...


# (keywords, claim, lines) -> whether one of the names of the claim occurs in the lines.
Supports = Callable[[Sequence[str], str, Sequence[str]], bool]
# (done, total, what is being done)
Progress = Callable[[int, int, str], None]


class CleanTree(Protocol):
    """The text citations are checked against: the commit itself, not the work tree the run read."""

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of a file, None when there is no such file."""
        ...


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation with the sentence it carries; `claim` is None where lines are only shown."""

    citation: Citation
    claim: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """What became of one citation on the clean tree. `supported` is None where nothing is claimed of it."""

    cited: Cited
    exists: bool
    in_range: bool
    unchanged: bool
    supported: bool | None

    @property
    def holds(self) -> bool:
        """Whether every part that applies holds."""
        return self.exists and self.in_range and self.unchanged and self.supported is not False


@dataclass(frozen=True, slots=True)
class Run:
    """One answer with its citations checked anew."""

    answer: Answer
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with all that its metrics need. `runs` leaves out those that ended in an error."""

    suite: Suite
    question: Question
    runs: tuple[Run, ...]
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A value, the reason for it and what it rests on. `value` None: it cannot be scored, which is not 0."""

    value: float | None
    explanation: str
    evidence: tuple[str, ...] = ()


class Measure(Protocol):
    """What reports need to know of a measure; plain attributes do."""

    @property
    def name(self) -> str:
        """Names it in JSON."""
        ...

    @property
    def title(self) -> str:
        """Names it in tables."""
        ...

    @property
    def unit(self) -> str:
        """What amounts are counted in, '' for shares."""
        ...

    @property
    def better(self) -> Better:
        """Which way is better."""
        ...

    @property
    def share(self) -> bool:
        """Whether values lie between 0 and 1."""
        ...

    @property
    def headline(self) -> bool:
        """Whether every table shows it."""
        ...


class Metric(Measure, Protocol):
    """A measure of answers to golden questions."""

    def score(self, case: Case) -> Score:
        """The score of one question."""
        ...
