"""Risks that follow mechanically from what was read: nothing is said that the ledger does not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rea.answer import Claim
from rea.offline.proof import Proof, cite, name_of
from rea.offline.wording import say

if TYPE_CHECKING:
    from rea.loop.ledger import Ledger
    from rea.offline.spots import Spot
    from rea.plan import Lang


def risks_of(lang: Lang, proofs: Sequence[Proof], ledger: Ledger) -> tuple[Claim, ...]:
    """Written but never cleared; issued without expiry; migration without guard; nodes with one evidence."""
    found = [
        *_never_cleared(lang, proofs, ledger),
        *_no_expiry(lang, proofs, ledger),
        *_no_guard(lang, proofs, ledger),
    ]
    for proof in proofs:
        if len(proof.spots) == 1:
            name = name_of(proof.spots[0], ledger)
            if name:
                found.append(_claim(say(lang, "risk_single", stage=proof.node.titles[lang], name=name),
                                    proof.spots[0], ledger))  # fmt: skip
    return tuple(found)


def _never_cleared(lang: Lang, proofs: Sequence[Proof], ledger: Ledger) -> list[Claim]:
    """Per kind (a layer of storage); nodes of no kind, such as those of login, are one group."""
    by_kind: dict[str, list[Proof]] = {}
    for proof in proofs:
        by_kind.setdefault(proof.node.kind, []).append(proof)
    claims = []
    for group in by_kind.values():
        if not any("clear" in proof.node.needs for proof in group):
            continue
        spots = [spot for proof in group for spot in proof.spots]
        written = next((spot for spot in spots if spot.role == "write" and name_of(spot, ledger)), None)
        cleared = any(
            spot.role == "clear" or _matches(proof, "clear", spot, ledger)
            for proof in group
            for spot in spots
        )
        if written and not cleared:
            claims.append(
                _claim(say(lang, "risk_never_cleared", name=name_of(written, ledger)), written, ledger)
            )
    return claims


def _no_expiry(lang: Lang, proofs: Sequence[Proof], ledger: Ledger) -> list[Claim]:
    for proof in proofs:
        if "expiry" in proof.node.needs and "issue" in proof.node.needs:
            issued = next(
                (spot for spot in proof.spots if spot.role == "issue" and name_of(spot, ledger)), None
            )
            if issued and not any(_matches(proof, "expiry", spot, ledger) for spot in proof.spots):
                return [_claim(say(lang, "risk_no_expiry", name=name_of(issued, ledger)), issued, ledger)]
    return []


def _no_guard(lang: Lang, proofs: Sequence[Proof], ledger: Ledger) -> list[Claim]:
    runner = next((proof for proof in proofs if "run" in proof.node.needs and proof.spots), None)
    guard = next(
        (proof for proof in proofs if "guard" in proof.node.needs and proof.node.kind == "data_migration"),
        None,
    )
    if runner is None or guard is None or guard.spots or not name_of(runner.spots[0], ledger):
        return []
    return [
        _claim(say(lang, "risk_no_guard", name=name_of(runner.spots[0], ledger)), runner.spots[0], ledger)
    ]


def _matches(proof: Proof, role: str, spot: Spot, ledger: Ledger) -> bool:
    lines = ledger.lines(spot.path, spot.start, spot.end) or ()
    pattern = proof.node.evidence.get(role)
    return pattern is not None and any(pattern.matches(line[:400]) for line in lines)


def _claim(text: str, spot: Spot, ledger: Ledger) -> Claim:
    return Claim(text, (cite(spot, ledger),))
