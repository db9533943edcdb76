"""The caps of one run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Turns, files and seconds a run may use. `seconds`, `tool_calls`, `tokens` and `cost` 0 mean no limit.

    `tokens` and `cost` (US dollars) are those of models, for the whole run with its plan and its last turn.

    `reflections` is how often a run may be told what is wrong with it, `calls_per_turn` how many calls of one
    turn are carried out, `idle_turns` how many turns without anything new are allowed in a row.
    """

    turns: int = 10
    files: int = 20
    reflections: int = 3
    calls_per_turn: int = 60
    idle_turns: int = 2
    seconds: float = 0.0
    tool_calls: int = 0
    tokens: int = 0
    cost: float = 0.0
