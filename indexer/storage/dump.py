"""All that an index says, as rows that do not depend on how it came to be: equal indexes, equal dumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index

Row = tuple[object, ...]


def dump(index: Index) -> Iterator[Row]:
    """The rows of an index: files with symbols, references, chunks and words, by path, then the rest."""
    postings = index.word_postings()
    for file in index.files():
        yield ("file", file)
        yield from (("symbol", symbol) for symbol in index.symbols_in(file.path))
        yield from (("reference", reference) for reference in index.references_in(file.path))
        yield from (("chunk", chunk) for chunk in index.chunks_in(file.path))
        yield from (("word", file.path, *row) for row in sorted(postings.pop(file.path, [])))
    # Postings of files that are not there would be wrong, so they are rows too.
    for path in sorted(postings):
        yield from (("word", path, *row) for row in sorted(postings[path]))
    yield from (("skipped", skipped) for skipped in index.skipped())
    yield from (("name", *row) for row in index.symbol_names())
    yield from (("route", route) for route in index.routes())
    yield from (("mark", mark) for mark in index.marks())
    yield from (("commit", commit) for commit in index.commits())
    meta = index.meta
    yield ("meta", meta.format_version, meta.head, meta.branch, meta.dirty, meta.history, index.notes())
    yield ("overview", index.overview())
