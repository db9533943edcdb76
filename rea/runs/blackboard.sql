-- The blackboard: one row per run, and what each of its turns added. Everything a run knows is here after each
-- turn, so that a killed run loses at most the turn it was in. Records are JSON of the dataclass of that name.

CREATE TABLE IF NOT EXISTS runs (
    id       TEXT PRIMARY KEY,
    key      TEXT NOT NULL,          -- what makes two runs the same question about the same state (see run_key)
    created  REAL NOT NULL,          -- seconds since the epoch
    question TEXT NOT NULL,
    model    TEXT NOT NULL,
    head     TEXT NOT NULL,
    status   TEXT NOT NULL,          -- running, interrupted, error, or the answer's status
    request  TEXT NOT NULL,          -- PlanRequest
    plan     TEXT NOT NULL DEFAULT '',
    answer   TEXT NOT NULL DEFAULT '',
    seal     TEXT NOT NULL DEFAULT '', -- proves that this user's REA wrote the answer
    state_seal TEXT NOT NULL DEFAULT ''  -- the same for plan, request and items, after each turn
);
CREATE INDEX IF NOT EXISTS runs_by_key ON runs (key, created);

CREATE TABLE IF NOT EXISTS turns (
    run TEXT NOT NULL, turn INTEGER NOT NULL, step TEXT NOT NULL, reflection TEXT NOT NULL,
    PRIMARY KEY (run, turn)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS items (
    run TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (run, kind, number)  -- kind: evidence, search, fact, call
) WITHOUT ROWID;
