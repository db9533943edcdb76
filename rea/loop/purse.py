"""What a run may spend on models, and whether that lasts for another turn."""

from __future__ import annotations

from rea.loop.limits import Limits
from rea.loop.reasoner import Metered, Reasoner, Spent


def spent_by(reasoner: Reasoner) -> Spent:
    """What a reasoner has spent; nothing when it is none that spends."""
    return reasoner.spent() if isinstance(reasoner, Metered) else Spent()


class Purse:
    """Watches the caps on tokens and money. Where a price is not known only tokens can be capped."""

    def __init__(self, limits: Limits, reasoner: Reasoner) -> None:
        self._limits = limits
        self._reasoner = reasoner
        self._before = spent_by(reasoner)
        self._largest = Spent()

    @property
    def empty(self) -> bool:
        """Whether nothing is left, not even for the last turn."""
        return self._over(spent_by(self._reasoner), times=0)

    def nearly_empty(self) -> bool:
        """Whether this turn has to be the last, so that it fits: two as large as the largest would not.

        Asked once a turn, before it.
        """
        now = spent_by(self._reasoner)
        turn = Spent(now.prompt - self._before.prompt, 0, now.output - self._before.output)
        cost = None if now.cost is None or self._before.cost is None else now.cost - self._before.cost
        largest = max(turn, self._largest, key=lambda spent: spent.tokens)
        self._largest = Spent(largest.prompt, 0, largest.output, max(cost or 0.0, self._largest.cost or 0.0))
        self._before = now
        return self._over(now, times=2)

    def _over(self, now: Spent, times: int) -> bool:
        tokens = now.tokens + times * self._largest.tokens
        cost = (now.cost or 0.0) + times * (self._largest.cost or 0.0)
        limits = self._limits
        return bool(limits.tokens and tokens >= limits.tokens) or bool(limits.cost and cost >= limits.cost)
