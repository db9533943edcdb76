"""Posting segments: the inverted index, written once and never changed.

A segment maps each word of some files to the chunks that hold it, and each defined name to its files. Both
are fields of one layout: a sorted vocabulary in pages, each with its postings as packed uint32.
"""

from __future__ import annotations

import heapq
import itertools
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from indexer.storage.grams import page_grams
from indexer.storage.rows import KIND_BITS, KIND_CODE, FieldData, Page, SegmentData
from indexer.storage.store import Store, page_base
from indexer.text.words import MAX_WORD_BYTES, blanked, indexed, pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Entry: TypeAlias = "tuple[bytes, NDArray[np.uint32]]"

# A word's posting is chunk << 8 | occurrences; a name's is file << KIND_BITS | kind.
COUNT_BITS = 8
MAX_COUNT = (1 << COUNT_BITS) - 1
_CHUNK_BITS = 24
_CHUNK_MASK = (1 << _CHUNK_BITS) - 1

# Small enough that one word costs one short read, large enough that a scan is not a loop over rows.
PAGE_WORD_BYTES = 16 << 10
PAGE_POSTINGS = 16 << 10  # 64 KB

WORDS, NAMES = 0, 1


class SegmentBuilder:
    """Collects words in memory. `text_bytes` says how much text went in, so that the owner can flush.

    A word is numbered when first seen, and the text becomes a column of numbers: four bytes a word, counted
    and sorted by numpy at the end. Dictionaries of lists were tried: three times the time, five times the
    memory.
    """

    def __init__(self) -> None:
        self._vocabulary: defaultdict[bytes, int] = defaultdict(itertools.count().__next__)
        self._text = array("I")
        self._names: defaultdict[bytes, list[int]] = defaultdict(list)
        self._files = array("I")
        self._starts = array("I")
        self._ends = array("I")
        self._tokens = array("I")
        self.text_bytes = 0

    def add_text(self, file_id: int, data: bytes, spans: Sequence[tuple[int, int]]) -> None:
        """Adds UTF-8 text whose lines end in \\n, cut into chunks by 1-based inclusive spans."""
        number = self._vocabulary.__getitem__
        text = blanked(data)
        lines = text.split(b"\n") if len(spans) > 1 else []
        for start, end in spans:
            words = (b"\n".join(lines[start - 1 : end]) if lines else text).split()
            self._text.extend(map(number, words))
            self._files.append(file_id)
            self._starts.append(start)
            self._ends.append(end)
            self._tokens.append(len(words))
        self.text_bytes += len(data)

    def add_names(self, file_id: int, names: Sequence[tuple[str, str]]) -> None:
        """Adds a file's definitions as (name, kind)."""
        if not names:
            return
        base = file_id << KIND_BITS
        # One encoding for all: names hold no line ends.
        words = "\n".join([name for name, _ in names]).encode("utf-8", "replace").split(b"\n")
        for word, (_, kind) in zip(words, names, strict=True):
            self._names[word].append(base | _kind_code(kind))

    def finish(self) -> SegmentData:
        """The segment of everything added so far; the builder is empty afterwards."""
        from indexer.arrays import np

        columns = (self._files, self._starts, self._ends, self._tokens)
        table = b"".join(np.frombuffer(column, np.uint32).astype("<u4").tobytes() for column in columns)
        names = sorted(self._names.items())
        counts = np.fromiter((len(postings) for _, postings in names), np.uint32, len(names))
        data = np.fromiter((number for _, postings in names for number in postings), np.uint32)
        name_field = make_field([name for name, _ in names], counts, data)
        done = SegmentData(len(self._files), table, self._word_field(), name_field)
        self.__init__()  # type: ignore[misc]
        return done

    def _word_field(self) -> FieldData:
        """The vocabulary in order, each word with its chunks and how often it occurs in them."""
        from indexer.arrays import np

        long = self._long_words()
        numbers = self._vocabulary
        words = sorted(indexed(numbers))
        # A word's place in the sorted vocabulary; words that are not indexed sort behind all others.
        place = np.full(len(numbers), len(words) << _CHUNK_BITS, np.uint64)
        order = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
        place[order] = np.arange(len(words), dtype=np.uint64) << np.uint64(_CHUNK_BITS)
        keys = place[np.frombuffer(self._text, np.uint32)]
        keys |= self._chunk_numbers()  # in place: these are the largest arrays of a build
        if long:
            more = np.array(long, np.uint64)
            keys = np.concatenate((keys, place[more[:, 0]] | more[:, 1]))
        keys.sort()
        keys = keys[: np.searchsorted(keys, np.uint64(len(words) << _CHUNK_BITS))]
        firsts = np.flatnonzero(np.concatenate((np.ones(min(1, len(keys)), bool), keys[1:] != keys[:-1])))
        occurrences = np.minimum(np.diff(firsts, append=len(keys)), MAX_COUNT).astype(np.uint32)
        keys = keys[firsts]
        data = (keys.astype(np.uint32) & np.uint32(_CHUNK_MASK)) << np.uint32(COUNT_BITS) | occurrences
        counts = np.bincount((keys >> np.uint64(_CHUNK_BITS)).astype(np.int64), minlength=len(words))
        return make_field(words, counts, data)

    def _chunk_numbers(self) -> NDArray[np.uint32]:
        """The chunk of every word of the text."""
        from indexer.arrays import np

        tokens = np.frombuffer(self._tokens, np.uint32)
        return np.repeat(np.arange(len(tokens), dtype=np.uint32), tokens)

    def _long_words(self) -> list[tuple[int, int]]:
        """(number of a piece, chunk) for every over-long word; the words themselves are not indexed."""
        from indexer.arrays import np

        if max(map(len, self._vocabulary), default=0) <= MAX_WORD_BYTES:
            return []
        long = {number: word for word, number in self._vocabulary.items() if len(word) > MAX_WORD_BYTES}
        text = np.frombuffer(self._text, np.uint32)
        at = np.flatnonzero(np.isin(text, np.fromiter(long, np.uint32, len(long))))
        found = zip(text[at].tolist(), self._chunk_numbers()[at].tolist(), strict=True)
        return [(self._vocabulary[piece], chunk) for number, chunk in found for piece in pieces(long[number])]


def _kind_code(kind: str) -> int:
    return KIND_CODE.get(kind, KIND_CODE["other"])


def make_field(words: Sequence[bytes], counts: NDArray[Any], data: NDArray[np.uint32]) -> FieldData:
    """Cuts a sorted vocabulary into pages; `counts`: how many of the numbers in `data` are each word's."""
    from indexer.arrays import np

    if not words:
        return FieldData([], [])
    ends = np.cumsum(counts, dtype=np.int64)
    sizes = np.cumsum(np.fromiter(map(len, words), np.int64, len(words)) + 1)
    # A page ends where its words or its postings fill another unit; both sums only grow.
    numbers = sizes // PAGE_WORD_BYTES + ends // PAGE_POSTINGS
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(words)]
    starts = [0, *ends.tolist()]
    counts, data = counts.astype("<u4"), data.astype("<u4", copy=False)
    pages = [
        Page(
            words[low],
            b"\n" + b"\n".join(words[low:high]) + b"\n",
            counts[low:high].tobytes(),
            data[starts[low] : starts[high]].tobytes(),
        )
        for low, high in itertools.pairwise(edges)
    ]
    return FieldData(pages, page_grams([page.words for page in pages]))


def merge(store: Store, numbers: Sequence[int]) -> None:
    """Replaces segments by one, without the chunks of retired files."""
    from indexer.arrays import np

    retired = store.retired()
    dead = np.fromiter(retired, np.uint32, len(retired))
    tables = [np.frombuffer(store.chunk_table(number), "<u4").reshape(4, -1) for number in numbers]
    alive = [~np.isin(table[0], dead) for table in tables]
    kept = np.concatenate([table[:, keep] for table, keep in zip(tables, alive, strict=True)], axis=1)
    words: list[Iterator[Entry]] = []
    names: list[Iterator[Entry]] = []
    offset = 0
    for number, keep in zip(numbers, alive, strict=True):
        places = np.cumsum(keep, dtype=np.uint32) + np.uint32(offset) - np.uint32(1)
        offset += int(keep.sum())
        words.append(_moved(_entries(store, number, WORDS), keep, places))
        names.append(_without(_entries(store, number, NAMES), dead))
    merged = SegmentData(
        kept.shape[1], kept.astype("<u4").tobytes(), make_field(*_joined(words)), make_field(*_joined(names))
    )
    forgotten = retired.intersection(int(file) for table in tables for file in np.unique(table[0]))
    store.drop_segments(numbers, forgotten)
    store.add_segment(merged)


def _entries(store: Store, number: int, field: int) -> Iterator[Entry]:
    """All words of a field with their postings, in order."""
    from indexer.arrays import np

    base = page_base(number, field)
    for page in range(base, base + len(store.page_firsts(number, field))):
        words, counts = store.page_words(page)
        data = np.frombuffer(store.page_data(page), "<u4")
        ends = np.cumsum(np.frombuffer(counts, "<u4"), dtype=np.int64)[:-1]
        yield from zip(words[1:-1].split(b"\n"), np.split(data, ends), strict=True)


def _moved(entries: Iterable[Entry], keep: NDArray[np.bool_], places: NDArray[np.uint32]) -> Iterator[Entry]:
    """Postings of words with the new numbers of their chunks."""
    for word, data in entries:
        chunks = data >> COUNT_BITS
        live = keep[chunks]
        if live.any():
            yield word, (places[chunks[live]] << COUNT_BITS) | (data[live] & MAX_COUNT)


def _without(entries: Iterable[Entry], dead: NDArray[np.uint32]) -> Iterator[Entry]:
    """Postings of names without those of retired files."""
    from indexer.arrays import np

    for name, data in entries:
        live = data[~np.isin(data >> KIND_BITS, dead)]
        if len(live):
            yield name, live


def _joined(fields: Sequence[Iterator[Entry]]) -> tuple[list[bytes], NDArray[np.uint32], NDArray[np.uint32]]:
    """Sorted entries of several segments as the words, counts and numbers of one."""
    from indexer.arrays import np

    words: list[bytes] = []
    counts: list[int] = []
    parts: list[NDArray[np.uint32]] = [np.empty(0, np.uint32)]
    for word, data in heapq.merge(*fields, key=itemgetter(0)):
        if words and words[-1] == word:
            counts[-1] += len(data)
        else:
            words.append(word)
            counts.append(len(data))
        parts.append(data)
    return words, np.array(counts, np.uint32), np.concatenate(parts)
