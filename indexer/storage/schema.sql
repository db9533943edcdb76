-- One index file. Paths are repo-relative; nothing here names the machine or the folder it was built in.
-- The format version is store.FORMAT_VERSION; its comment lists the changes.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value
) WITHOUT ROWID;

-- Live files only. An id is never reused: segments name files by id, and a changed file gets a new one.
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    language TEXT NOT NULL,
    role TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,  -- 0: too close to the time of reading to be trusted
    sha BLOB NOT NULL,          -- 20 bytes
    encoding TEXT NOT NULL,
    lines INTEGER NOT NULL,
    flags INTEGER NOT NULL,     -- records.FLAG_*
    note TEXT NOT NULL,
    symbols INTEGER NOT NULL    -- number of definitions
);

-- Definitions and references of a file, compressed (see outline.py). Their names are found through segments.
CREATE TABLE outlines (
    file_id INTEGER PRIMARY KEY,
    symbols BLOB NOT NULL,
    refs BLOB NOT NULL
);

CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    read INTEGER NOT NULL       -- 1: decided by content, so worth keeping while size and time stay
) WITHOUT ROWID;

CREATE TABLE routes (
    file_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    method TEXT NOT NULL,
    pattern TEXT NOT NULL,
    handler TEXT NOT NULL,
    framework TEXT NOT NULL
);
CREATE INDEX routes_file ON routes (file_id);

CREATE TABLE marks (
    path TEXT NOT NULL,
    kind TEXT NOT NULL
);

CREATE TABLE commits (
    position INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    title TEXT NOT NULL,
    date INTEGER NOT NULL,
    files TEXT NOT NULL         -- JSON list
);

-- The inverted index, in segments that are written once (see segment.py).
CREATE TABLE segments (
    id INTEGER PRIMARY KEY,
    chunks INTEGER NOT NULL,
    chunk_table BLOB NOT NULL   -- uint32 columns: file id, first line, last line, words
);

-- id = (segment * 2 + field) << 24 | page. Two tables, so that a scan over words reads no postings.
CREATE TABLE vocabulary (
    id INTEGER PRIMARY KEY,
    first BLOB NOT NULL,
    words BLOB NOT NULL,        -- sorted, newline before, between and after
    counts BLOB NOT NULL        -- uint32 postings per word
);
CREATE TABLE postings (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);

-- id = (segment * 2 + field) << 8 | group: which pages hold three neighbouring bytes (see grams.py).
CREATE TABLE grams (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);

-- Files that segments still name but that are gone or changed.
CREATE TABLE retired (
    file_id INTEGER PRIMARY KEY
);
