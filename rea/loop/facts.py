"""The facts of a run: a sentence and its lines each. None is dropped; a long list is only shown merged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rea.loop.reasoner import NewFact

# Above this many facts the list shown merges facts of the same file: fifteen still fit a screen.
MERGE_ABOVE = 15
GIST_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Span:
    """A cited range, 1-based and inclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of the list shown: a sentence about one file with every range it rests on.

    `id` is that of its first fact (`F3`); `nodes` are the plan nodes and `roles` the roles it speaks for.
    """

    id: str
    text: str
    path: str
    spans: tuple[Span, ...]
    nodes: tuple[str, ...]
    roles: tuple[str, ...]


class Facts:
    """Append-only. The raw facts stay whole; `all()` is a view that merges above MERGE_ABOVE."""

    def __init__(self, facts: Iterable[NewFact] = ()) -> None:
        self._facts: list[NewFact] = []
        for fact in facts:
            self.add(fact)

    def __len__(self) -> int:
        return len(self._facts)

    def add(self, fact: NewFact) -> bool:
        """Keep a fact; False when the very same one is already there."""
        if fact in self._facts:
            return False
        self._facts.append(fact)
        return True

    def raw(self) -> tuple[NewFact, ...]:
        """Every fact as it was stated, oldest first."""
        return tuple(self._facts)

    def of_node(self, node_id: str) -> tuple[NewFact, ...]:
        """The facts stated for a plan node, unmerged, oldest first."""
        return tuple(fact for fact in self._facts if fact.node_id == node_id)

    def roles_at(self, path: str, start: int, end: int, node_id: str) -> frozenset[str]:
        """The roles a node's facts give to lines that overlap a span."""
        return frozenset(
            fact.role
            for fact in self.of_node(node_id)
            if fact.role and fact.path == path and fact.start <= end and start <= fact.end
        )

    def all(self) -> tuple[Fact, ...]:
        """The list to show: as stated up to MERGE_ABOVE, then with the facts of crowded files merged."""
        return merge([[(f"F{n}", fact)] for n, fact in enumerate(self._facts, start=1)])


Group = list[tuple[str, NewFact]]


def merge(groups: list[Group]) -> tuple[Fact, ...]:
    """Join groups file by file, the most crowded first, until MERGE_ABOVE remain or none shares a file."""
    while len(groups) > MERGE_ABOVE:
        by_path: dict[str, list[Group]] = {}
        for group in groups:
            by_path.setdefault(group[0][1].path, []).append(group)
        path, crowd = max(by_path.items(), key=lambda item: len(item[1]))
        if len(crowd) < 2:
            break
        joined = [row for group in crowd for row in group]
        position = groups.index(crowd[0])
        groups = [group for group in groups if group[0][1].path != path]
        groups.insert(position, joined)
    return tuple(_row(group) for group in groups)


def _row(group: Group) -> Fact:
    facts = [fact for _, fact in group]
    text = facts[0].text if len(facts) == 1 else _gist(facts)
    return Fact(
        id=group[0][0],
        text=text,
        path=facts[0].path,
        spans=tuple(dict.fromkeys(Span(fact.start, fact.end) for fact in facts)),
        nodes=tuple(dict.fromkeys(fact.node_id for fact in facts if fact.node_id)),
        roles=tuple(dict.fromkeys(fact.role for fact in facts if fact.role)),
    )


def _gist(facts: list[NewFact]) -> str:
    """The sentences in one line, each shortened so that all stay visible."""
    sentences = list(dict.fromkeys(fact.text.strip().rstrip(".。;；") for fact in facts))
    share = max(24, GIST_CHARACTERS // len(sentences))
    return "; ".join(text if len(text) <= share else text[: share - 1] + "…" for text in sentences)
