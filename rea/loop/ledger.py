"""The ledger of one run: every tool result with an id, and the only source of spans an answer may cite."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rea.answer import Citation, SearchFact
from rea.loop.intake import Shown, intake
from tools.spans import hash_lines

if TYPE_CHECKING:
    from tools.registry import ToolOutcome

READ_SLICE = "read_slice"


def call_key(tool: str, arguments: Mapping[str, object]) -> str:
    """One string per distinct call, whatever the order of its arguments."""
    return f"{tool} {json.dumps(dict(arguments), sort_keys=True, ensure_ascii=False, default=str)}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Lines a tool delivered: `path:start-end` (1-based, inclusive), the hash of the real text, the turn.

    `lines` is the text as it was shown: redacted, and cut at 200 characters except for read_slice.
    """

    id: str
    tool: str
    path: str
    start: int
    end: int
    text_hash: str
    lines: tuple[str, ...]
    turn: int


class Ledger:
    """Append-only. Knows every line seen in this run, so that a citation can be made only of seen lines."""

    def __init__(self) -> None:
        self._evidence: list[Evidence] = []
        self._searches: list[SearchFact] = []
        self._calls: dict[str, ToolOutcome | None] = {}
        self._understood: dict[str, ToolOutcome | None] = {}
        self._paths: set[str] = set()
        self._hits: set[str] = set()
        self._exact: dict[tuple[str, int, int], str] = {}
        self._shown: dict[str, dict[int, str]] = {}
        self._raw: dict[str, dict[int, str]] = {}

    def record(
        self, outcome: ToolOutcome, turn: int, asked: Mapping[str, object] | None = None
    ) -> tuple[Evidence, ...]:
        """Take in what a call delivered and return the new evidence, in the tool's order.

        `asked` are the arguments as given, before defaults and corrections: the call is known by both.
        """
        taken = intake(outcome.result)
        self._calls[call_key(outcome.tool, outcome.arguments if asked is None else asked)] = outcome
        self._understood[call_key(outcome.tool, outcome.arguments)] = outcome
        self._paths.update(taken.paths)
        self._hits.update(taken.hit_paths)
        self._searches.extend(taken.searches)
        for shown in taken.extra:
            self._know(shown)
        return tuple(self._add(outcome.tool, shown, turn) for shown in taken.shown)

    def restore(
        self, evidence: Iterable[Evidence], searches: Iterable[SearchFact], calls: Iterable[str]
    ) -> None:
        """Fill an empty ledger with what an earlier process recorded. `calls` are call keys."""
        for item in evidence:
            raw = item.lines if hash_lines(item.lines) == item.text_hash else None
            self._evidence.append(item)
            self._know(Shown(item.path, item.start, item.end, item.text_hash, item.lines, raw))
            if item.tool != READ_SLICE:
                self._hits.add(item.path)
        self._searches.extend(searches)
        self._calls.update(dict.fromkeys(calls))

    def _add(self, tool: str, shown: Shown, turn: int) -> Evidence:
        number = len(self._evidence) + 1
        item = Evidence(
            f"E{number}", tool, shown.path, shown.start, shown.end, shown.text_hash, shown.lines, turn
        )
        self._evidence.append(item)
        self._know(shown)
        return item

    def _know(self, shown: Shown) -> None:
        """Whole lines replace cut ones; a cut line never hides a whole one."""
        self._paths.add(shown.path)
        self._exact[(shown.path, shown.start, shown.end)] = shown.text_hash
        text, raw = self._shown.setdefault(shown.path, {}), self._raw.setdefault(shown.path, {})
        for number, line in enumerate(shown.lines, start=shown.start):
            if shown.raw is not None:
                text[number], raw[number] = line, shown.raw[number - shown.start]
            elif number not in raw:
                text[number] = line

    @property
    def paths(self) -> frozenset[str]:
        """Every path a tool has named in this run."""
        return frozenset(self._paths)

    @property
    def hit_paths(self) -> frozenset[str]:
        """The paths searches and traces have hit (a listing or a read alone does not count)."""
        return frozenset(self._hits)

    def all(self) -> tuple[Evidence, ...]:
        """All evidence, oldest first."""
        return tuple(self._evidence)

    def get(self, evidence_id: str) -> Evidence | None:
        """The evidence with an id such as `E12`, or None."""
        number = evidence_id[1:]
        known = evidence_id[:1] == "E" and number.isdecimal() and 1 <= int(number) <= len(self._evidence)
        return self._evidence[int(number) - 1] if known else None

    def slices(self) -> tuple[Evidence, ...]:
        """The evidence read_slice delivered, oldest first."""
        return tuple(item for item in self._evidence if item.tool == READ_SLICE)

    def files_read(self) -> tuple[str, ...]:
        """Paths whose lines read_slice delivered, each once, in reading order."""
        return tuple(dict.fromkeys(item.path for item in self.slices()))

    def searches(self) -> tuple[SearchFact, ...]:
        """What was searched, oldest first, each once."""
        return tuple(dict.fromkeys(self._searches))

    def calls(self) -> tuple[str, ...]:
        """The keys of the calls carried out, as they were asked for, oldest first."""
        return tuple(self._calls)

    def seen_call(self, tool: str, arguments: Mapping[str, object]) -> bool:
        """Whether the same call was carried out before in this run."""
        key = call_key(tool, arguments)
        return key in self._calls or key in self._understood

    def outcome_of(self, tool: str, arguments: Mapping[str, object]) -> ToolOutcome | None:
        """The outcome of an earlier identical call, or None (never called, or called before a resume)."""
        key = call_key(tool, arguments)
        return self._calls.get(key) or self._understood.get(key)

    def succeeded(self, key: str) -> bool:
        """Whether the call with this key delivered a result rather than an error."""
        outcome = self._calls.get(key)
        return outcome is not None and outcome.ok

    def extent(self) -> tuple[int, int, int]:
        """How much is known: paths, lines and searches. It grows exactly when a call brings something new."""
        lines = sum(len(known) for known in self._shown.values())
        return len(self._paths), lines, len(self.searches())

    def lines(self, path: str, start: int, end: int) -> tuple[str, ...] | None:
        """The text of lines `start` to `end` as it was shown, or None unless the span may be cited."""
        if not self.covers(path, start, end):
            return None
        known = self._shown[path]
        return tuple(known.get(number, "") for number in range(start, end + 1))

    def known_lines(self, path: str) -> tuple[str, ...]:
        """Every line of a file seen so far, as shown, in line order."""
        return tuple(text for _, text in sorted(self._shown.get(path, {}).items()))

    def covers(self, path: str, start: int, end: int) -> bool:
        """Whether the span may be cited: every line was seen whole, or exactly this span was shown."""
        return self._hash(path, start, end) is not None

    def cite(self, path: str, start: int, end: int, keywords: Sequence[str] = ()) -> Citation:
        """A citation of seen lines, hash filled. ValueError when the ledger does not cover the span."""
        text_hash = self._hash(path, start, end)
        if text_hash is None:
            raise ValueError(f"{path}:{start}-{end} was not read in this run")
        return Citation(path, start, end, tuple(keywords), text_hash)

    def _hash(self, path: str, start: int, end: int) -> str | None:
        raw = self._raw.get(path, {})
        if 1 <= start <= end and all(number in raw for number in range(start, end + 1)):
            return hash_lines(raw[number] for number in range(start, end + 1))
        return self._exact.get((path, start, end))
