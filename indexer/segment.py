"""Posting segments: the inverted index, written once and never changed.

A segment maps each word of some files to the chunks that hold it, and each defined name to its files. Both
are fields of one layout: a sorted vocabulary in pages, each with its postings as packed uint32.
"""

from __future__ import annotations

import heapq
import itertools
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from indexer.rows import KIND_BITS, KIND_CODE, Page, SegmentData
from indexer.store import Store, page_base
from indexer.words import index_words, is_indexed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A word's posting is chunk << 8 | occurrences; a name's is file << KIND_BITS | kind.
COUNT_BITS = 8
MAX_COUNT = (1 << COUNT_BITS) - 1

# Small enough that one word costs one short read, large enough that a scan is not a loop over rows.
PAGE_WORD_BYTES = 16 << 10
PAGE_POSTINGS = 16 << 10  # 64 KB

WORDS, NAMES = 0, 1


class SegmentBuilder:
    """Collects postings in memory. `text_bytes` says how much text went in, so that the owner can flush."""

    def __init__(self) -> None:
        self._words: defaultdict[bytes, list[int]] = defaultdict(list)
        self._names: defaultdict[bytes, list[int]] = defaultdict(list)
        self._files = array("I")
        self._starts = array("I")
        self._ends = array("I")
        self._tokens = array("I")
        self.text_bytes = 0

    def add_text(self, file_id: int, lines: Sequence[bytes], spans: Iterable[tuple[int, int]]) -> None:
        """Adds a file's UTF-8 lines (without line ends), cut into chunks by 1-based inclusive spans."""
        words = self._words
        for start, end in spans:
            found = index_words(b"\n".join(lines[start - 1 : end]))
            base = len(self._files) << COUNT_BITS
            for word, count in Counter(found).items():
                words[word].append(base | (count if count < MAX_COUNT else MAX_COUNT))
            self._files.append(file_id)
            self._starts.append(start)
            self._ends.append(end)
            self._tokens.append(len(found))

    def add_names(self, file_id: int, names: Iterable[tuple[str, str]]) -> None:
        """Adds a file's definitions as (name, kind)."""
        base = file_id << KIND_BITS
        other = KIND_CODE["other"]
        for name, kind in names:
            self._names[name.encode("utf-8", "replace")].append(base | KIND_CODE.get(kind, other))

    def finish(self) -> SegmentData:
        """The segment of everything added so far; the builder is empty afterwards."""
        table = b"".join(_packed(column) for column in (self._files, self._starts, self._ends, self._tokens))
        words = self._words
        kept = sorted(word for word in words if is_indexed(word))
        names = self._names
        done = SegmentData(
            len(self._files),
            table,
            list(_pages((word, words[word]) for word in kept)),
            list(_pages((name, names[name]) for name in sorted(names))),
        )
        self.__init__()  # type: ignore[misc]
        return done


def merge(store: Store, numbers: Sequence[int]) -> None:
    """Replaces segments by one, without the chunks of retired files."""
    import numpy as np

    retired = store.retired()
    dead = np.fromiter(retired, np.uint32, len(retired))
    tables = [np.frombuffer(store.chunk_table(number), "<u4").reshape(4, -1) for number in numbers]
    alive = [~np.isin(table[0], dead) for table in tables]
    kept = np.concatenate([table[:, keep] for table, keep in zip(tables, alive, strict=True)], axis=1)
    words: list[Iterator[tuple[bytes, NDArray[np.uint32]]]] = []
    names: list[Iterator[tuple[bytes, NDArray[np.uint32]]]] = []
    offset = 0
    for number, keep in zip(numbers, alive, strict=True):
        places = np.cumsum(keep, dtype=np.uint32) + np.uint32(offset) - np.uint32(1)
        offset += int(keep.sum())
        words.append(_moved(_entries(store, number, WORDS), keep, places))
        names.append(_without(_entries(store, number, NAMES), dead))
    merged = SegmentData(
        kept.shape[1],
        kept.astype("<u4").tobytes(),
        list(_pages(_joined(words))),
        list(_pages(_joined(names))),
    )
    forgotten = retired.intersection(int(file) for table in tables for file in np.unique(table[0]))
    store.drop_segments(numbers, forgotten)
    store.add_segment(merged)


def _entries(store: Store, number: int, field: int) -> Iterator[tuple[bytes, NDArray[np.uint32]]]:
    """All words of a field with their postings, in order."""
    import numpy as np

    base = page_base(number, field)
    for page in range(base, base + len(store.page_firsts(number, field))):
        words, counts = store.page_words(page)
        data = np.frombuffer(store.page_data(page), "<u4")
        ends = np.cumsum(np.frombuffer(counts, "<u4"), dtype=np.int64)[:-1]
        yield from zip(words[1:-1].split(b"\n"), np.split(data, ends), strict=True)


def _moved(
    entries: Iterable[tuple[bytes, NDArray[np.uint32]]], keep: NDArray[np.bool_], places: NDArray[np.uint32]
) -> Iterator[tuple[bytes, NDArray[np.uint32]]]:
    """Postings of words with the new numbers of their chunks."""
    for word, data in entries:
        chunks = data >> COUNT_BITS
        live = keep[chunks]
        if live.any():
            yield word, (places[chunks[live]] << COUNT_BITS) | (data[live] & MAX_COUNT)


def _without(
    entries: Iterable[tuple[bytes, NDArray[np.uint32]]], dead: NDArray[np.uint32]
) -> Iterator[tuple[bytes, NDArray[np.uint32]]]:
    """Postings of names without those of retired files."""
    import numpy as np

    for name, data in entries:
        live = data[~np.isin(data >> KIND_BITS, dead)]
        if len(live):
            yield name, live


def _joined(
    fields: Sequence[Iterator[tuple[bytes, NDArray[np.uint32]]]],
) -> Iterator[tuple[bytes, list[int]]]:
    """Sorted entries of several segments as one sorted sequence."""
    merged = heapq.merge(*fields, key=lambda entry: entry[0])
    for word, group in itertools.groupby(merged, key=lambda entry: entry[0]):
        yield word, [number for _, data in group for number in data.tolist()]


def _packed(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = array("I", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _pages(entries: Iterable[tuple[bytes, list[int]]]) -> Iterable[Page]:
    """Groups sorted (word, postings) into pages."""
    words: list[bytes] = []
    counts = array("I")
    data = array("I")
    size = 0
    for word, postings in entries:
        if words and (size > PAGE_WORD_BYTES or len(data) + len(postings) > PAGE_POSTINGS):
            yield _page(words, counts, data)
            words, counts, data, size = [], array("I"), array("I"), 0
        words.append(word)
        counts.append(len(postings))
        data.extend(postings)
        size += len(word) + 1
    if words:
        yield _page(words, counts, data)


def _page(words: list[bytes], counts: array[int], data: array[int]) -> Page:
    return Page(words[0], b"\n" + b"\n".join(words) + b"\n", _packed(counts), _packed(data))
