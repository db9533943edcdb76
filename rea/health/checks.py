"""A check and its verdict: what was looked at, what was found, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rea.errors import ReaError

Verdict = Literal["ok", "note", "warn", "fail"]
VERDICTS: tuple[Verdict, ...] = ("ok", "note", "warn", "fail")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check came to, in one line. `fix` says what to do; a warning and a failure always have one."""

    verdict: Verdict
    text: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A finding with its place in the report. `id` is stable, for programs that read the JSON."""

    group: str
    id: str
    title: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Report:
    """All checks in order. It fails when something keeps REA from working; a warning does not."""

    checks: tuple[Check, ...]

    @property
    def failed(self) -> bool:
        """Whether any check failed."""
        return any(check.finding.verdict == "fail" for check in self.checks)

    def counts(self) -> dict[Verdict, int]:
        """How many checks came to each verdict."""
        counted = Counter(check.finding.verdict for check in self.checks)
        return {verdict: counted[verdict] for verdict in VERDICTS}


def ok(text: str) -> Finding:
    """As it should be."""
    return Finding("ok", text)


def note(text: str, fix: str = "") -> Finding:
    """Worth knowing; nothing has to be done."""
    return Finding("note", text, fix)


def warn(text: str, fix: str) -> Finding:
    """REA works, but answers may be worse than they could be."""
    return Finding("warn", text, fix)


def fail(text: str, fix: str) -> Finding:
    """REA, or a part of it, does not work."""
    return Finding("fail", text, fix)


# Id and title of a check, and what looks.
Look = tuple[str, str, Callable[[], Finding]]


def carried_out(group: str, looks: Iterable[Look]) -> Iterator[Check]:
    """The checks of a group. One that breaks is a failure of its own and keeps no other from being made."""
    for check_id, title, look in looks:
        try:
            finding = look()
        except ReaError as error:
            finding = fail(str(error), error.next_step)
        except Exception as error:  # noqa: BLE001 - a broken part of the installation raises anything
            finding = fail(
                f"{type(error).__name__}: {error}", "Install REA anew, in an environment of its own."
            )
        yield Check(group, check_id, title, finding)
