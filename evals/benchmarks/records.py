"""What a measurement leaves: seconds of every round, peak memory, size on disk, or why there is none."""

from __future__ import annotations

import statistics
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """One finished command: wall-clock seconds, of all its processes together the processor seconds and the
    highest memory, and what it printed."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    stdout: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """One thing measured over several rounds. `size_bytes`: what it left on disk, 0 when that has no
    meaning. `cpu_seconds`: median of the processor seconds, which other load on the machine changes little.

    `absent` says why there is nothing to show ('not installed', 'gave up after 900 s'); it is '' otherwise.
    """

    name: str
    seconds: tuple[float, ...] = ()
    peak_bytes: int = 0
    size_bytes: int = 0
    cpu_seconds: float = 0.0
    note: str = ""
    absent: str = ""

    @property
    def median(self) -> float:
        """Seconds of the median round; NaN when it could not be measured."""
        return statistics.median(self.seconds) if self.seconds else float("nan")


@dataclass(frozen=True, slots=True)
class Tree:
    """What was indexed: how many files of how many bytes, and how many of them have a grammar."""

    name: str
    files: int
    text_bytes: int
    parsed_files: int
    parsed_bytes: int


@dataclass(frozen=True, slots=True)
class Query:
    """One query in an open index: the median seconds of the tool, and what ripgrep took for the same."""

    tool: str
    text: str
    seconds: float
    peer_seconds: float
    matches: int
    peer_matches: int


@dataclass(frozen=True, slots=True)
class Target:
    """What was measured, and the most it may be, both in `unit`: s, MB, or x for a ratio."""

    title: str
    value: float
    limit: float
    unit: str

    @property
    def met(self) -> bool:
        """False also when nothing could be measured."""
        return self.value <= self.limit


@dataclass(frozen=True, slots=True)
class TreeReport:
    """Everything measured on one tree."""

    tree: Tree
    builds: tuple[Measurement, ...]
    commands: tuple[Measurement, ...]
    queries: tuple[Query, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and under which load it was measured. `load` is the one-minute average before and after."""

    cores: int
    memory_bytes: int
    python: str
    system: str
    load: tuple[float, float]
    rounds: int
