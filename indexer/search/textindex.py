"""The segments of an index as a whole: which files hold a word, define a name, can match, rank high."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from indexer.arrays import np
from indexer.records import Chunk, ChunkHit
from indexer.search.bm25 import Ranker
from indexer.search.candidates import candidate_files
from indexer.search.globs import path_filter
from indexer.search.lookup import Segment
from indexer.search.regexplan import Plan
from indexer.search.textsearch import SearchFile
from indexer.storage.rows import KIND_BITS, KINDS
from indexer.storage.segment import COUNT_BITS, MAX_COUNT
from indexer.storage.store import Store
from indexer.text.words import blanked

if TYPE_CHECKING:
    from indexer.search.lookup import Numbers


class WordPosting(NamedTuple):
    """A word of a chunk: the chunk's lines, the word, how often it occurs (at most MAX_COUNT)."""

    start: int
    end: int
    word: str
    times: int


class TextIndex:
    """Answers from the segments of a store. Ids of retired files never come out."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._retired = store.retired()
        self.segments = [Segment(store, number, self._retired) for number, _ in store.segments()]
        self._ranker = Ranker(self.segments)

    @cached_property
    def paths(self) -> dict[int, str]:
        """The path of every file, by id."""
        return {file_id: path for file_id, path, _, _ in self._store.file_places()}

    @property
    def chunk_count(self) -> int:
        """How many chunks there are."""
        return sum(segment.live_chunks for segment in self.segments)

    def files_defining(self, name: str, *, ignore_case: bool = False) -> list[int]:
        """The ids of the files that define a name."""
        needle = name.encode("utf-8", "replace")
        found: set[int] = set()
        for segment in self.segments:
            if ignore_case:
                words = segment.names.matching(b"\n" + needle.lower() + b"\n", lower=True, accept=None)
                arrays = segment.names.postings(words)
            else:
                exact = segment.names.exact(needle)
                arrays = [] if exact is None else [exact]
            for array in arrays:
                found.update((array >> KIND_BITS).tolist())
        return sorted(found - self._retired)

    def files_with_word(self, word: str) -> list[int]:
        """The ids of the files that hold a word, those with most occurrences first. Of a name that is several
        words to the index (`my-button`) the longest counts."""
        counts: dict[int, int] = {}
        needle = max(blanked(word.encode("utf-8", "replace")).split(), key=len, default=b"")
        for segment in self.segments:
            exact = segment.words.exact(needle)
            if exact is None:
                continue
            chunks, times = segment.chunks_of([exact])
            for file_id, count in zip(segment.table[0][chunks].tolist(), times.tolist(), strict=True):
                counts[file_id] = counts.get(file_id, 0) + count
        return sorted(counts, key=lambda file_id: (-counts[file_id], file_id))

    def names_holding(self, piece: str, limit: int) -> tuple[str, ...]:
        """At most `limit` names that files define or defined and that hold a piece, in any case."""
        found: dict[bytes, None] = {}
        for segment in self.segments:
            for word in segment.names.words_holding(piece.lower().encode("utf-8", "replace")):
                found[word] = None
                if len(found) >= limit:
                    break
        return tuple(word.decode("utf-8", "replace") for word in found)

    def names(self) -> Iterator[tuple[str, str, str]]:
        """(name, kind, path) of all definitions, sorted; several alike in one file are one."""
        found: set[tuple[str, int]] = set()
        for segment in self.segments:
            for name, postings in segment.names.all_words():
                text = name.decode("utf-8", "replace")
                found.update((text, posting) for posting in postings.tolist())
        mask = (1 << KIND_BITS) - 1
        rows = ((name, KINDS[p & mask], self.paths.get(p >> KIND_BITS)) for name, p in found)
        return iter(sorted((name, kind, path) for name, kind, path in rows if path is not None))

    def word_postings(self) -> dict[str, list[WordPosting]]:
        """Every word of every chunk, by path: for comparing indexes."""
        found: defaultdict[str, list[WordPosting]] = defaultdict(list)
        for segment in self.segments:
            files, starts, ends, _ = segment.table.tolist()
            dead = segment.dead
            for word, postings in segment.words.all_words():
                text = word.decode("utf-8", "backslashreplace")
                for posting in postings.tolist():
                    chunk = posting >> COUNT_BITS
                    if dead is None or not dead[chunk]:
                        path = self.paths.get(files[chunk], f"(file {files[chunk]})")
                        found[path].append(WordPosting(starts[chunk], ends[chunk], text, posting & MAX_COUNT))
        return dict(found)

    def chunks_of(self, file_id: int, path: str) -> tuple[Chunk, ...]:
        """The chunks of a file, in order."""
        for segment in self.segments:
            found = np.flatnonzero(segment.table[0] == file_id)
            if len(found):
                return tuple(_chunk(path, segment, int(chunk)) for chunk in found)
        return ()

    def rank(self, terms: Mapping[str, float], limit: int) -> tuple[ChunkHit, ...]:
        """The best chunks for weighted terms; equal scores by path and line."""
        hits = []
        for score, number, chunk, held in self._ranker.rank(terms, limit):
            segment = self.segments[number]
            path = self.paths[int(segment.table[0][chunk])]
            hits.append(ChunkHit(_chunk(path, segment, chunk), score, held))
        hits.sort(key=lambda hit: (-hit.score, hit.chunk.path, hit.chunk.start))
        return tuple(hits[:limit])

    def occurrences(self, term: str) -> list[tuple[Numbers, Numbers]]:
        """For each segment the live chunks that hold a stem, ascending, and how often each does."""
        return self._ranker.occurrences(term)

    def frequency(self, term: str) -> int:
        """How many chunks hold all sub-words of a term."""
        return self._ranker.frequency(term)

    def candidates(self, plan: Plan, glob: str | None) -> tuple[Sequence[SearchFile], int]:
        """The files below a glob that can match a plan, by path, and how many files are below it."""
        ids = candidate_files(self.segments, plan)
        places = self._store.file_places(ids)
        if glob:
            fits = path_filter(glob)
            total = sum(map(fits, self.paths.values()))
            places = [place for place in places if fits(place[1])]
        else:
            total = len(places) if ids is None else self._store.file_count()
        return [SearchFile(path, flags, size) for _, path, flags, size in places], total


def _chunk(path: str, segment: Segment, chunk: int) -> Chunk:
    _, start, end, tokens = (int(value) for value in segment.table[:, chunk])
    return Chunk(path, start, end, tokens)
