-- Vectors by model and text: the same text in another file or commit has the same vector.
CREATE TABLE IF NOT EXISTS vectors (
    model  TEXT NOT NULL,
    text   BLOB NOT NULL,   -- SHA-1 of the text that was embedded
    vector BLOB NOT NULL,   -- float16, length 1
    PRIMARY KEY (model, text)
) WITHOUT ROWID;
