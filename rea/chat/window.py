"""Divides a model's window, and puts a request together that fits it, whatever its parts are.

Stable parts come first, so that a server's cache serves the longest beginning: rules, overview, question and
plan, likely files; then facts and folded history, which grow; then the last turn in full; then the reminder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rea.chat.exchange import Exchange
from rea.chat.messages import Message, ToolSpec
from rea.chat.tokens import estimate, shortened, size_of
from rea.errors import ContextTooLong

# Shares of the window in per cent; what is left over is the reserve of one answer, at least.
HEAD, EVIDENCE, HISTORY = 30, 50, 15
# An answer takes 1,500 to 4,000 tokens; models that think before it take several times as much.
SMALLEST_ANSWER, LARGEST_ANSWER = 4_096, 32_000
# A question and what to do about it cannot be told in less.
SMALLEST_TASK = 200


@dataclass(frozen=True, slots=True)
class Shares:
    """How many tokens of a window each part may take; `answer` is kept free for the reply."""

    window: int
    answer: int
    head: int
    evidence: int
    history: int

    @property
    def request(self) -> int:
        """All a request may take."""
        return self.window - self.answer


def shares(window: int) -> Shares:
    """The parts of a window. Small ones keep a quarter for the answer, which costs evidence."""
    answer = max(window * 5 // 100, min(SMALLEST_ANSWER, window // 4))
    return Shares(
        window,
        min(answer, LARGEST_ANSWER),
        window * HEAD // 100,
        window * EVIDENCE // 100,
        window * HISTORY // 100,
    )


Written = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a request. Those that give way write themselves in a number of tokens."""

    rules: str
    overview: Written
    task: str
    hints: Written
    facts: Written
    history: Written
    recent: tuple[Exchange, ...]
    reminder: str


def fit(parts: Parts, tools: Sequence[ToolSpec], window: int) -> tuple[Message, ...]:
    """The messages of a request that, with its tools and its reply, stays within the window.

    ContextTooLong when the window has no room even for the question and the tools.
    """
    room = shares(window)
    for scale in (100, 70, 40, 20, 8, 0):
        messages = _composed(parts, tools, room, scale)
        if size_of(messages, tools) <= room.request:
            return messages
    # Windows too small for the rules themselves: the question and what to do is all that goes.
    left = room.request - size_of((), tools) - 40
    if left < SMALLEST_TASK:
        raise too_small(window)
    return (Message("user", shortened(f"{parts.task}\n\n{parts.reminder}", left)),)


def too_small(window: int) -> ContextTooLong:
    """What is said of a window in which nothing can be asked."""
    return ContextTooLong(
        f"A window of {window:,} tokens has no room for a question with its tools.",
        next_step="Serve the model with a context of at least 8,192 tokens.",
    )


def _composed(parts: Parts, tools: Sequence[ToolSpec], room: Shares, scale: int) -> tuple[Message, ...]:
    """The messages with every part that gives way at `scale` per cent of its share."""
    head = room.head - size_of((), tools) - estimate(parts.rules) - 40
    task = shortened(parts.task, max(300, room.head // 3))
    overview = parts.overview(max(0, head - estimate(task)) * scale // 100)
    history = room.history * scale // 100
    hints = parts.hints(history // 3)
    facts = parts.facts(max(0, history - estimate(hints)) * 2 // 3)
    folds = parts.history(max(0, history - estimate(hints) - estimate(facts)))
    reminder = shortened(parts.reminder, max(120, room.window * 6 // 100))
    system = Message("system", "\n\n".join(part for part in (parts.rules, overview) if part))
    known = [
        task,
        hints,
        f"Facts noted so far:\n{facts}" if facts else "",
        f"Done so far:\n{folds}" if folds else "",
    ]
    user = Message("user", "\n\n".join(part for part in known if part))
    last = Message("user", reminder)
    left = min(room.evidence, room.request - size_of((system, user, last), tools)) * min(100, scale) // 100
    recent = _recent(parts.recent, left)
    # Without results in between, two messages of the same side in a row would stand there.
    if not recent:
        return system, Message("user", f"{user.text}\n\n{reminder}")
    return (system, user, *recent, last)


def _recent(exchanges: Sequence[Exchange], tokens: int) -> tuple[Message, ...]:
    """The last turns in full, the newest first in line for room."""
    made: list[tuple[Message, ...]] = []
    for exchange in reversed(exchanges):
        messages = exchange.messages(tokens)
        made.insert(0, messages)
        tokens -= size_of(messages)
    return tuple(message for messages in made for message in messages)
