"""The last turn of a run that another process began: what it was shown, from the ledger."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rea.chat.exchange import Exchange, Item
from rea.chat.framing import framed
from rea.chat.messages import ModelCall
from rea.loop.ledger import READ_SLICE

if TYPE_CHECKING:
    from rea.loop.ledger import Ledger


def exchange_from(ledger: Ledger, turn: int) -> tuple[Exchange, ...]:
    """The reads of a turn as if they had just been made; none where nothing was read."""
    items: list[Item] = []
    for item in ledger.slices():
        if item.turn == turn:
            arguments = {"path": item.path, "start": item.start, "end": item.end}
            lines = "\n".join(
                f"{number:5}| {line[:200]}" for number, line in enumerate(item.lines, item.start)
            )
            call = ModelCall(f"again{len(items):04}", READ_SLICE, json.dumps(arguments, ensure_ascii=False))
            items.append(
                Item(
                    call, said=framed(f"{item.path}:{item.start}-{item.end}\n{lines}", "result of read_slice")
                )
            )
    return (Exchange(turn, "", tuple(items)),) if items else ()
