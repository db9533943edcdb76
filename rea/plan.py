"""The frozen plan of a question: how it is read, and the nodes an answer must prove."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Lang = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a question. `flow` names a playbook; `layer` is client, server, build or mixed;
    `kind` the variant within the flow (for example client_version); `score` only orders readings."""

    flow: str
    layer: str
    kind: str
    reason: str
    score: float


@dataclass(frozen=True, slots=True)
class PlanNode:
    """One stage that has to be proven. `needs` lists the roles whose evidence proves it (entry, write, …)."""

    id: str
    title: str
    question: str
    needs: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one run. `alternatives` are the readings not chosen, best first; `subject` the words of the
    question that name its topic; `ambiguous` is true when no reading is clearly best."""

    question: str
    lang: Lang
    reading: Reading
    alternatives: tuple[Reading, ...]
    nodes: tuple[PlanNode, ...]
    subject: tuple[str, ...]
    ambiguous: bool = False
