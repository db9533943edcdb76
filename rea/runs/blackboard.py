"""The blackboard: every run in SQLite beside the index, written after each turn, found by id or question."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from indexer.storage.place import cache_folder
from rea.answer import Answer, SearchFact
from rea.errors import RunError
from rea.loop.ledger import Evidence
from rea.loop.reasoner import Explore, Finish, NewFact, PlanRequest, Step
from rea.plan import Plan
from rea.runs.codec import from_json, to_json
from rea.runs.seal import is_sealed, seal

# Format 1: runs, turns, items. Format 2: a seal on what a run knows, not only on its answer.
FORMAT = 2
DATABASE = "runs.db"
# Older runs go when a new one starts; a run takes some 100 KB.
KEEP_RUNS = 200
WAIT_SECONDS = 5.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that was made: its key (tool and arguments) and whether it succeeded."""

    key: str
    ok: bool


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What one turn added to a run. `step` is None for the state before the first turn."""

    turn: int
    step: Step | None
    reflection: str
    evidence: tuple[Evidence, ...] = ()
    searches: tuple[SearchFact, ...] = ()
    facts: tuple[NewFact, ...] = ()
    calls: tuple[CallRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """A turn as it was taken: what the reasoner wanted, and what it was told afterwards ('' for nothing)."""

    turn: int
    step: Step | None
    reflection: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as listed. `status` is the answer's, or running, interrupted or error."""

    id: str
    created: float
    status: str
    model: str
    head: str
    question: str


@dataclass(frozen=True, slots=True)
class StoredRun:
    """Everything kept of a run. `own` is false for an answer that this user's REA did not write, `own_state`
    for a plan, evidence and facts it did not write."""

    summary: RunSummary
    request: PlanRequest
    plan: Plan | None
    answer: Answer | None
    turns: int
    evidence: tuple[Evidence, ...]
    searches: tuple[SearchFact, ...]
    facts: tuple[NewFact, ...]
    calls: tuple[CallRecord, ...]
    own: bool
    own_state: bool = False


def run_key(parts: Iterable[str]) -> str:
    """The identity of a question about a state of a repository: equal parts, equal answer."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class Blackboard:
    """One file of runs. Raises RunError where it cannot be used; the caller may go on without it.

    With `reuse` off no stored answer is found again. `key_folder` keeps the user's seal key.
    """

    def __init__(self, path: Path, *, reuse: bool = True, key_folder: Path | None = None) -> None:
        self._path = path
        self._reuse = reuse
        self._keys = key_folder or cache_folder()
        if path.is_symlink():
            raise RunError(f"{path} is a symbolic link.", next_step="Remove it.")
        self._connection = self._opened()

    def __enter__(self) -> Blackboard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _opened(self) -> sqlite3.Connection:
        """A usable connection; a damaged or foreign file is set aside, not overwritten."""
        for attempt in (1, 2):
            try:
                connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS, isolation_level=None)
            except sqlite3.Error as error:
                raise RunError(f"{self._path} cannot be opened: {error}.") from error
            try:
                _prepare(connection)
            except sqlite3.Error as error:
                connection.close()
                if attempt == 2 or isinstance(error, sqlite3.OperationalError):
                    raise RunError(f"{self._path} cannot be used: {error}.") from error
                with suppress(OSError):
                    self._path.replace(self._path.with_name(f"{DATABASE}.damaged"))
                continue
            return connection
        raise AssertionError("unreachable")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise RunError(
                f"{self._path} cannot be written: {error}.", next_step="Free disk space."
            ) from error

    def start(self, key: str, request: PlanRequest, model: str, head: str) -> str:
        """A new run; its id is short enough to type."""
        run_id = secrets.token_hex(4)
        row = (run_id, key, time.time(), request.question, model, head, "running", to_json(request))
        with self._writing() as db:
            db.execute(
                "INSERT INTO runs (id, key, created, question, model, head, status, request)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            old = db.execute(
                "SELECT id FROM runs ORDER BY created DESC LIMIT -1 OFFSET ?", (KEEP_RUNS,)
            ).fetchall()
            for table, column in (("runs", "id"), ("turns", "run"), ("items", "run")):
                db.executemany(f"DELETE FROM {table} WHERE {column} = ?", old)  # noqa: S608 - names from this line
        return run_id

    def save_plan(self, run_id: str, plan: Plan) -> None:
        """The plan, once."""
        with self._writing() as db:
            db.execute("UPDATE runs SET plan = ? WHERE id = ?", (to_json(plan), run_id))
            self._seal_state(db, run_id)

    def save_turn(self, run_id: str, turn: TurnRecord) -> None:
        """What a turn added, in one transaction."""
        groups = (
            ("evidence", turn.evidence),
            ("search", turn.searches),
            ("fact", turn.facts),
            ("call", turn.calls),
        )
        with self._writing() as db:
            step = to_json(turn.step) if turn.step is not None else ""
            db.execute(
                "INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)", (run_id, turn.turn, step, turn.reflection)
            )
            for kind, records in groups:
                (start,) = db.execute(
                    "SELECT count(*) FROM items WHERE run = ? AND kind = ?", (run_id, kind)
                ).fetchone()
                db.executemany(
                    "INSERT INTO items VALUES (?, ?, ?, ?, ?)",
                    [
                        (run_id, kind, start + n, turn.turn, to_json(record))
                        for n, record in enumerate(records)
                    ],
                )
            self._seal_state(db, run_id)

    def _seal_state(self, db: sqlite3.Connection, run_id: str) -> None:
        mark = seal(self._state(db, run_id), self._keys)
        db.execute("UPDATE runs SET state_seal = ? WHERE id = ?", (mark, run_id))

    @staticmethod
    def _state(db: sqlite3.Connection, run_id: str) -> str:
        """All a run knows as one text: what is added to it, left out or exchanged changes the seal."""
        head = db.execute("SELECT id, head, request, plan FROM runs WHERE id = ?", (run_id,)).fetchone()
        items = db.execute(
            "SELECT kind, number, turn, record FROM items WHERE run = ? ORDER BY kind, number", (run_id,)
        )
        turns = db.execute("SELECT max(turn) FROM turns WHERE run = ?", (run_id,)).fetchone()
        return json.dumps([list(row) for row in (head, turns, *items)])

    def finish(self, run_id: str, answer: Answer) -> None:
        """The answer, sealed."""
        text = to_json(answer)
        with self._writing() as db:
            db.execute(
                "UPDATE runs SET status = ?, answer = ?, seal = ? WHERE id = ?",
                (answer.status, text, seal(run_id + text, self._keys), run_id),
            )

    def stop(self, run_id: str, status: str) -> None:
        """The run ended without an answer."""
        with self._writing() as db:
            db.execute("UPDATE runs SET status = ? WHERE id = ?", (status, run_id))

    def find(self, key: str) -> tuple[RunSummary, Answer] | None:
        """The newest answer to the same question about the same state that this user's REA wrote."""
        if not self._reuse:
            return None
        rows = self._rows("WHERE key = ? AND answer != '' ORDER BY created DESC LIMIT 5", (key,))
        for row in rows:
            if not is_sealed(str(row["id"]) + row["answer"], row["seal"], self._keys):
                continue
            with suppress(ValueError):
                return _summary(row), from_json(Answer, row["answer"])
        return None

    def runs(self, limit: int = 20) -> tuple[RunSummary, ...]:
        """The latest runs, newest first."""
        return tuple(_summary(row) for row in self._rows("ORDER BY created DESC LIMIT ?", (limit,)))

    def load(self, run_id: str) -> StoredRun:
        """A run by its id or a beginning of it that only one run has."""
        rows = self._rows("WHERE substr(id, 1, ?) = ? ORDER BY created DESC", (len(run_id), run_id))
        if not run_id or len(rows) != 1:
            found = f"{len(rows)} runs begin" if run_id and rows else "no run begins"
            raise RunError(f"{found} with '{run_id[:40]}'.")
        row = rows[0]
        try:
            return StoredRun(
                summary=_summary(row),
                request=from_json(PlanRequest, row["request"]),
                plan=from_json(Plan, row["plan"]) if row["plan"] else None,
                answer=from_json(Answer, row["answer"]) if row["answer"] else None,
                turns=self._last_turn(row["id"]),
                evidence=self._items(row["id"], "evidence", Evidence),
                searches=self._items(row["id"], "search", SearchFact),
                facts=self._items(row["id"], "fact", NewFact),
                calls=self._items(row["id"], "call", CallRecord),
                own=is_sealed(str(row["id"]) + row["answer"], row["seal"], self._keys),
                own_state=is_sealed(self._state(self._connection, row["id"]), row["state_seal"], self._keys),
            )
        except ValueError as error:
            raise RunError(f"run {row['id']} was written by another version and cannot be read.") from error

    def turns(self, run_id: str) -> tuple[TakenTurn, ...]:
        """The turns of a run, in order."""
        query = "SELECT turn, step, reflection FROM turns WHERE run = ? ORDER BY turn"
        return tuple(
            TakenTurn(turn, _step(step) if step else None, reflection)
            for turn, step, reflection in self._connection.execute(query, (run_id,))
        )

    def _rows(self, where: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        try:
            return self._connection.execute(f"SELECT * FROM runs {where}", values).fetchall()  # noqa: S608
        except sqlite3.Error as error:
            raise RunError(f"{self._path} cannot be read: {error}.") from error

    def _last_turn(self, run_id: str) -> int:
        query = "SELECT coalesce(max(turn), 0) FROM turns WHERE run = ?"
        return int(self._connection.execute(query, (run_id,)).fetchone()[0])

    def _items(self, run_id: str, kind: str, record: type[T]) -> tuple[T, ...]:
        rows = self._connection.execute(
            "SELECT record FROM items WHERE run = ? AND kind = ? ORDER BY number", (run_id, kind)
        )
        return tuple(from_json(record, row[0]) for row in rows)


def _step(text: str) -> Step:
    """A step by its own fields: only a Finish has a draft."""
    return from_json(Finish, text) if "draft" in json.loads(text) else from_json(Explore, text)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    # The file may come with the repository: nothing in its schema may call functions with effects.
    connection.execute("PRAGMA trusted_schema = OFF")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and version != FORMAT:
        raise sqlite3.DatabaseError(f"its format is {version}, not {FORMAT}")
    if not tables:
        script = Path(__file__).with_name("blackboard.sql").read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {FORMAT}; COMMIT;")


def _summary(row: sqlite3.Row) -> RunSummary:
    return RunSummary(row["id"], row["created"], row["status"], row["model"], row["head"], row["question"])
