"""One turn as it is shown to a model the turn after: its calls, each with its result, as much as fits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rea.chat.forms import as_object
from rea.chat.framing import framed, one_line
from rea.chat.messages import Message, ModelCall
from rea.chat.tokens import estimate, shortened, size_of

if TYPE_CHECKING:
    from tools.results import ToolResult

# What a model wrote beside its calls, and the arguments of a call that are sent back to it.
THOUGHT_TOKENS = 200
LEFT_OUT = "[not shown, there is no room for it: ask again for fewer lines]"


@dataclass(frozen=True, slots=True)
class Item:
    """A call and what came of it: a tool's result, or words of REA's own in `said`."""

    call: ModelCall
    said: str = ""
    result: ToolResult | None = None

    def text(self, tokens: int) -> str:
        """What came of it in at most so many tokens: whole rows of the result, never half of one."""
        if self.result is None:
            return shortened(self.said, tokens)
        whole = _shown(self.result, self.call.name)
        if estimate(whole) <= tokens:
            return whole
        low, high = 0, self.result.size()
        while high - low > 1:
            middle = (low + high) // 2
            fits = estimate(_shown(self.result.keep(middle), self.call.name)) <= tokens
            low, high = (middle, high) if fits else (low, middle)
        cut = _shown(self.result.keep(low), self.call.name) if low else LEFT_OUT
        return cut if estimate(cut) <= tokens else shortened(LEFT_OUT, tokens)


def _shown(result: ToolResult, tool: str) -> str:
    from tools.text import render_text

    return framed(render_text(result), f"result of {tool}")


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a model said in a turn, and the items of its calls. `turn` is when."""

    turn: int
    text: str
    items: tuple[Item, ...]

    def with_results(self, results: Sequence[ToolResult]) -> Exchange:
        """The same with the results of the calls that were handed on, in their order."""
        waiting = iter(results)
        items = []
        for item in self.items:
            if not item.said and item.result is None:
                found = next(waiting, None)
                item = replace(item, result=found) if found is not None else replace(item, said="not made")
            items.append(item)
        return replace(self, items=tuple(items))

    def messages(self, tokens: int) -> tuple[Message, ...]:
        """The turn in at most so many tokens. In pairs; in one text where these cost too much."""
        if tokens <= 0 or not (self.items or self.text.strip()):
            return ()
        said = shortened(self.text.strip(), min(THOUGHT_TOKENS, tokens // 8))
        if not self.items:
            message = Message("assistant", said)
            return (message,) if said and size_of([message]) <= tokens else ()
        calls = tuple(_sent_back(item.call, tokens // 4, self.turn, n) for n, item in enumerate(self.items))
        frame = [Message("assistant", said, calls), *(Message("tool", "", call_id=c.id) for c in calls)]
        left = tokens - size_of(frame)
        if left < len(calls) * 20 or left < tokens // 3:
            return self._as_text(tokens)
        texts = _filled(self.items, left)
        paired = tuple(Message("tool", text, call_id=c.id) for c, text in zip(calls, texts, strict=True))
        return (frame[0], *paired)

    def _as_text(self, tokens: int) -> tuple[Message, ...]:
        """The results one after the other, as many as fit."""
        heads = [f"{item.call.name} {one_line(item.call.arguments_text, 120)}" for item in self.items]
        parts: list[str] = []
        room = tokens - 40
        share = max(80, room // max(1, min(len(heads), 1 + room // 160)))
        for number, (head, item) in enumerate(zip(heads, self.items, strict=True)):
            text = f"{framed(head, 'call')}\n{item.text(max(0, share - estimate(head) - 30))}"
            cost = estimate(text) + 2
            if cost > room - 20:
                parts.append(f"({len(heads) - number} further results are not shown: make those calls again)")
                break
            parts.append(text)
            room -= cost
        message = Message("user", "Results of your last calls:\n" + "\n".join(parts))
        return (message,) if size_of([message]) <= tokens else ()


def _filled(items: Sequence[Item], tokens: int) -> list[str]:
    """The results in equal shares; what short ones leave goes to the long ones."""
    wanted = [item.text(tokens) for item in items]
    costs = [estimate(text) for text in wanted]
    room, level, rest = tokens, 0, len(costs)
    for cost in sorted(costs):
        level = room // rest
        if cost > level:
            break
        room -= cost
        rest -= 1
    else:
        return wanted
    return [
        text if cost <= level else item.text(level)
        for text, cost, item in zip(wanted, costs, items, strict=True)
    ]


def _sent_back(call: ModelCall, tokens: int, turn: int, number: int) -> ModelCall:
    """A call as it may stand in a request: servers parse the arguments again and refuse what is no object."""
    arguments = as_object(call.arguments_text)
    text = json.dumps(arguments, ensure_ascii=False) if arguments else "{}"
    if estimate(text) > tokens:
        text = "{}"
    name = call.name if call.name.replace("_", "").replace("-", "").isalnum() else "unknown"
    return ModelCall(call.id or f"c{turn:03}x{number:04}", name[:60], text)
