"""Hand-made nodes, spots and proofs: the smallest things the offline parts work on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from rea.offline.proof import Proof
from rea.offline.spots import Spot
from rea.playbooks.loading import NodeLayer, PlaybookNode
from rea.playbooks.patterns import LinePattern

Column = Literal["", "write", "read", "invalidate", "notes"]


def make_node(
    id: str = "issue",
    evidence: Mapping[str, str] | None = None,
    *,
    needs: Iterable[str] | None = None,
    kind: str = "",
    layer: NodeLayer = "any",
    strong: tuple[str, ...] = ("token",),
    weak: tuple[str, ...] = (),
    paths: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    domain: bool = False,
) -> PlaybookNode:
    """A node; it needs every role it has patterns for unless told otherwise."""
    patterns = {"issue": r"issue\w*\("} if evidence is None else dict(evidence)
    return PlaybookNode(
        id=id,
        kind=kind,
        column="",
        titles={"en": f"Stage {id}", "zh": f"阶段 {id}"},
        prove={"en": f"where {id} is", "zh": f"{id} 在哪里"},
        layer=layer,
        strong=strong,
        weak=weak,
        paths=paths,
        marks=marks,
        needs=tuple(patterns if needs is None else needs),
        evidence={role: LinePattern(pattern) for role, pattern in patterns.items()},
        optional=False,
        domain=domain,
    )


def make_spot(
    path: str,
    start: int,
    end: int,
    role: str = "",
    *,
    symbol: str = "",
    names: tuple[str, ...] = (),
    line: int = 0,
    score: float = 1.0,
) -> Spot:
    """A span; its first line decides unless told otherwise."""
    return Spot(path, start, end, line or start, role, score, symbol, names)


def make_proof(node: PlaybookNode, *spots: Spot) -> Proof:
    """A node with the spots chosen for it."""
    return Proof(node, spots)
