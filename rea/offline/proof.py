"""Nodes with the spots that prove them, and how a spot is named and cited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.answer import Citation
from rea.offline.spots import Spot

if TYPE_CHECKING:
    from rea.loop.ledger import Ledger
    from rea.playbooks.loading import PlaybookNode


@dataclass(frozen=True, slots=True)
class Proof:
    """A node and the spots chosen for it, best first; all of them have been read."""

    node: PlaybookNode
    spots: tuple[Spot, ...]


def name_of(spot: Spot, ledger: Ledger) -> str:
    """A name that stands in a spot's lines: its symbol's, else the best of the deciding line."""
    lines = ledger.lines(spot.path, spot.start, spot.end) or ()
    text = "\n".join(lines)
    short = spot.symbol.rsplit(".", 1)[-1]
    if short and short in text:
        return spot.symbol if spot.symbol in text else short
    return next((name for name in spot.names if name in text), "")


def cite(spot: Spot, ledger: Ledger) -> Citation:
    """The citation of a spot, with the names its claim may use."""
    name = name_of(spot, ledger)
    return ledger.cite(spot.path, spot.start, spot.end, (name,) if name else ())
