"""All that an index says, as rows that do not depend on how it came to be: two indexes of the same files
are equal if their dumps are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.segment import COUNT_BITS, MAX_COUNT

if TYPE_CHECKING:
    from indexer.reader import Index

Row = tuple[object, ...]


def dump(index: Index) -> Iterator[Row]:
    """The rows of an index: files with their symbols, references, chunks and postings, by path, then the
    rest."""
    postings = _postings(index)
    for file in index.files():
        yield ("file", file)
        yield from (("symbol", symbol) for symbol in index.symbols_in(file.path))
        yield from (("reference", reference) for reference in index.references_in(file.path))
        yield from (("chunk", chunk) for chunk in index.chunks_in(file.path))
        yield from sorted(postings.pop(file.path, []))
    # Postings of files that are not there would be wrong, so they are rows too.
    for path in sorted(postings):
        yield from sorted(postings[path])
    yield from (("skipped", skipped) for skipped in index.skipped())
    yield from (("name", *row) for row in index.symbol_names())
    yield from (("route", route) for route in index.routes())
    yield from (("mark", mark) for mark in index.marks())
    yield from (("commit", commit) for commit in index.commits())
    meta = index.meta
    yield ("meta", meta.format_version, meta.head, meta.branch, meta.dirty, meta.history, index.notes())
    yield ("overview", index.overview())


def _postings(index: Index) -> defaultdict[str, list[tuple[str, str, int, int, str, int]]]:
    """("word", path, first line, last line, word, occurrences) by path."""
    found: defaultdict[str, list[tuple[str, str, int, int, str, int]]] = defaultdict(list)
    paths = index.text_index.paths
    for segment in index.text_index.segments:
        files, starts, ends, _ = segment.table.tolist()
        dead = segment.dead
        for word, postings in segment.words.all_words():
            text = word.decode("utf-8", "backslashreplace")
            for posting in postings.tolist():
                chunk = posting >> COUNT_BITS
                if dead is not None and dead[chunk]:
                    continue
                path = paths.get(files[chunk], f"(file {files[chunk]})")
                found[path].append(("word", path, starts[chunk], ends[chunk], text, posting & MAX_COUNT))
    return found
