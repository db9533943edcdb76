"""Looks words up in the segments of an index: exactly, by a piece of them, or by a stem."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from indexer.arrays import np
from indexer.storage.grams import MIN_PAGES, buckets, group_of, pages_in
from indexer.storage.segment import COUNT_BITS
from indexer.storage.store import Store, page_base

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.uint32]"

# Pages kept for exact look-ups: 16 KB each.
_CACHED_PAGES = 1_000


class WordAt(NamedTuple):
    """A word of a vocabulary: page number within the field, and position within the page."""

    page: int
    position: int


class Field:
    """One field (words or names) of one segment."""

    def __init__(self, store: Store, segment: int, field: int) -> None:
        self._store = store
        self._segment = segment
        self._field = field
        self._base = page_base(segment, field)
        self._pages: dict[int, tuple[bytes, NDArray[np.int64]]] = {}

    @cached_property
    def _firsts(self) -> list[bytes]:
        return self._store.page_firsts(self._segment, self._field)

    def exact(self, word: bytes) -> Numbers | None:
        """The postings of a word, or None."""
        number = bisect_right(self._firsts, word) - 1
        if number < 0:
            return None
        words, _ = self._page(number)
        at = words.find(b"\n" + word + b"\n")
        if at < 0:
            return None
        return self.postings([WordAt(number, words.count(b"\n", 0, at))])[0]

    def matching(
        self, needle: bytes, *, lower: bool, accept: Callable[[bytes, int], int] | None
    ) -> Iterator[WordAt]:
        """Words that hold `needle`; with `lower`, a lower-case needle is looked for in any case.

        The needle may begin and end with a newline to stand for a word's edge. `accept` judges a find by
        page text and position and returns where to go on, or -1 to take the word.
        """
        for number, original, folded in self._pages_with(needle):
            page = folded if lower else original
            at = page.find(needle)
            counted, position = 0, -1
            while at >= 0:
                go_on = accept(original, at) if accept else -1
                if go_on >= 0:
                    at = page.find(needle, go_on)
                    continue
                start = at + 1 if needle[0] == 10 else at
                position += page.count(b"\n", counted, start)
                yield WordAt(number, position)
                end = page.find(b"\n", start)
                counted = start = end
                # Counting restarts at the newline that ends this word, which belongs to the next one.
                at = page.find(needle, end)

    def words_holding(self, piece: bytes) -> Iterator[bytes]:
        """The words that hold a lower-case piece in any case."""
        for _, original, folded in self._pages_with(piece):
            at = folded.find(piece)
            while at >= 0:
                end = original.find(b"\n", at)
                yield original[original.rfind(b"\n", 0, at) + 1 : end]
                at = folded.find(piece, end)

    def _pages_with(self, needle: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """Number, words and lower-case words of the pages that can hold a needle in any case."""
        total = len(self._firsts)
        if total < MIN_PAGES:
            yield from self._all
            return
        chosen = self._chosen(needle, total)
        if len(chosen) > total // 4:
            for number, words in enumerate(self._store.field_words(self._segment, self._field)):
                yield number, words, words.lower()
        else:
            for number in chosen:
                words = self._page(number)[0]
                yield number, words, words.lower()

    @cached_property
    def _all(self) -> list[tuple[int, bytes, bytes]]:
        """All pages of a small vocabulary."""
        pages = self._store.field_words(self._segment, self._field)
        return [(number, words, words.lower()) for number, words in enumerate(pages)]

    def _chosen(self, needle: bytes, total: int) -> Sequence[int]:
        """The pages whose bitmaps hold all bytes of a needle."""
        held: NDArray[np.uint8] | None = None
        for bucket in set(buckets(needle).tolist()) if len(needle) >= 3 else ():
            row = self._store.gram_row(self._segment, self._field, group_of(bucket))
            held = pages_in(row, bucket) if held is None else held & pages_in(row, bucket)
        if held is None:
            return range(total)
        return [int(number) for number in np.flatnonzero(np.unpackbits(held, count=total))]

    def postings(self, words: Iterable[WordAt]) -> list[Numbers]:
        """The postings of each word, in order of page and position."""
        by_page: defaultdict[int, list[int]] = defaultdict(list)
        for page, position in words:
            by_page[page].append(position)
        found: list[Numbers] = []
        for number in sorted(by_page):
            _, edges = self._page(number)
            data = np.frombuffer(self._store.page_data(self._base + number), "<u4")
            found += [data[edges[position] : edges[position + 1]] for position in sorted(by_page[number])]
        return found

    def word(self, at: WordAt) -> bytes:
        """The word at a place."""
        return self._page(at.page)[0].split(b"\n")[at.position + 1]

    def all_words(self) -> Iterator[tuple[bytes, Numbers]]:
        """Every word with its postings, in order."""
        for number in range(len(self._firsts)):
            words, edges = self._page(number)
            data = np.frombuffer(self._store.page_data(self._base + number), "<u4")
            yield from zip(words[1:-1].split(b"\n"), np.split(data, edges[1:-1]), strict=True)

    def _page(self, number: int) -> tuple[bytes, NDArray[np.int64]]:
        """The words of a page, and where the postings of each begin; one edge more than words."""
        page = self._pages.get(number)
        if page is None:
            if len(self._pages) >= _CACHED_PAGES:
                self._pages.clear()
            words, counts = self._store.page_words(self._base + number)
            edges = np.zeros(len(counts) // 4 + 1, np.int64)
            np.cumsum(np.frombuffer(counts, "<u4"), out=edges[1:])
            page = self._pages[number] = (words, edges)
        return page


class Segment:
    """One segment: its chunks as columns, and its two fields."""

    def __init__(self, store: Store, number: int, retired: frozenset[int]) -> None:
        self._store = store
        self._number = number
        self._retired = retired
        self.words = Field(store, number, 0)
        self.names = Field(store, number, 1)

    @cached_property
    def table(self) -> Numbers:
        """Four rows: file ids, first lines, last lines, words; one column a chunk."""
        return np.frombuffer(self._store.chunk_table(self._number), "<u4").reshape(4, -1)

    @cached_property
    def dead(self) -> NDArray[np.bool_] | None:
        """Which chunks are of retired files; None if no chunk is."""
        if not self._retired:
            return None
        mask = np.isin(self.table[0], np.fromiter(self._retired, np.uint32, len(self._retired)))
        return mask if mask.any() else None

    @cached_property
    def live_chunks(self) -> int:
        """How many chunks are of live files."""
        return int(self.table.shape[1]) - (0 if self.dead is None else int(self.dead.sum()))

    @cached_property
    def live_tokens(self) -> int:
        """How many words the live chunks hold."""
        tokens = self.table[3] if self.dead is None else self.table[3][~self.dead]
        return int(tokens.sum(dtype=np.int64))

    def files_of(self, chunks: Numbers) -> Numbers:
        """The ids of the live files that some chunks are of."""
        live = chunks if self.dead is None else chunks[~self.dead[chunks]]
        return np.unique(self.table[0][live])

    def live_files(self) -> Numbers:
        """The ids of the live files that have a chunk."""
        return np.unique(self.table[0] if self.dead is None else self.table[0][~self.dead])

    def chunks_of(self, postings: Iterable[Numbers]) -> tuple[Numbers, Numbers]:
        """The live chunks that some words occur in, ascending, with the summed occurrences."""
        parts = list(postings)
        if not parts:
            return np.empty(0, np.uint32), np.empty(0, np.uint32)
        joined = parts[0] if len(parts) == 1 else np.concatenate(parts)
        chunks: Numbers = (joined >> COUNT_BITS).astype(np.uint32)
        counts: Numbers = joined & np.uint32((1 << COUNT_BITS) - 1)
        if len(parts) > 1:
            distinct, where = np.unique(chunks, return_inverse=True)
            counts = np.bincount(where, weights=counts).astype(np.uint32)
            chunks = distinct.astype(np.uint32)
        if self.dead is not None:
            live = ~self.dead[chunks]
            chunks, counts = chunks[live], counts[live]
        return chunks, counts
