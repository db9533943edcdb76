"""REA indexer: files in, one SQLite index out. Knows nothing of the layers above it."""
