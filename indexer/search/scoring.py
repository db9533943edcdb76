"""Scores files for weighted stems: BM25 over chunks and over whole files at once, the path as a field.

The best chunk says where a file speaks of the query, the file as a whole says how much. A word of the path
counts like some further occurrences of that word (BM25F, Robertson, Zaragoza and Taylor 2004), so a file that
is named for a topic and mentions the rest of the question beats files that only do one of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.arrays import np
from indexer.records import Chunk, ChunkHit
from indexer.text.words import terms_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from indexer.search.textindex import TextIndex

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The numbers of the formula; found by ablation on the golden applications (docs/quality.md)."""

    k1: float = 3.0
    b_chunk: float = 0.75
    b_file: float = 0.5
    # A word of the file's name counts as so many occurrences, a word of its folders as so many.
    name: float = 1.5
    folder: float = 0.3
    # The best chunk's part and the whole file's part in the sum.
    chunk: float = 0.6
    file: float = 0.6


class Scorer:
    """All chunks of an index as columns; built once per index view, then asked many times."""

    def __init__(self, text: TextIndex, scoring: Scoring | None = None) -> None:
        self._text = text
        self.scoring = scoring or Scoring()
        self._found: dict[str, tuple[Places, Floats]] = {}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files, in the order of the columns."""
        return tuple(path for _, path in sorted(self._text.paths.items()))

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Where a path stands in the columns."""
        return {path: at for at, path in enumerate(self.paths)}

    @cached_property
    def _file_of(self) -> Places:
        """For each chunk the position of its file; -1 for a chunk of a file that is no more."""
        ids = np.array(sorted(self._text.paths), dtype=np.int64)
        owners = self._column(0).astype(np.int64)
        if not len(ids):
            return np.full(len(owners), -1)
        at = np.minimum(np.searchsorted(ids, owners), len(ids) - 1)
        return np.where(ids[at] == owners, at, -1)

    def _column(self, row: int) -> NDArray[np.uint32]:
        tables = [segment.table[row] for segment in self._text.segments]
        return np.concatenate(tables) if tables else np.empty(0, np.uint32)

    @cached_property
    def _chunk_norm(self) -> Floats:
        lengths = self._column(3).astype(float)
        live = lengths[self._file_of >= 0]
        average = max(1.0, float(live.mean()) if len(live) else 1.0)
        return np.asarray(1 - self.scoring.b_chunk + self.scoring.b_chunk * lengths / average)

    @cached_property
    def _file_norm(self) -> Floats:
        live = self._file_of >= 0
        lengths = np.bincount(self._file_of[live], self._column(3)[live], minlength=len(self.paths))
        average = max(1.0, float(lengths.mean()) if len(lengths) else 1.0)
        return np.asarray(1 - self.scoring.b_file + self.scoring.b_file * lengths / average)

    @cached_property
    def _path_words(self) -> tuple[Mapping[str, Places], Mapping[str, Places]]:
        """For each stem the files whose name, and the files whose folders, hold it."""
        names: dict[str, list[int]] = {}
        folders: dict[str, list[int]] = {}
        known: dict[str, frozenset[str]] = {}
        for at, path in enumerate(self.paths):
            folder, _, name = path.rpartition("/")
            if folder not in known:
                known[folder] = frozenset(terms_of(folder))
            for term in frozenset(terms_of(name)):
                names.setdefault(term, []).append(at)
            for term in known[folder]:
                folders.setdefault(term, []).append(at)
        return ({term: np.array(at) for term, at in names.items()},
                {term: np.array(at) for term, at in folders.items()})  # fmt: skip

    def occurrences(self, term: str) -> tuple[Places, Floats]:
        """The live chunks that hold a stem, as positions in the columns, and how often each does."""
        if term not in self._found:
            self._found[term] = self._occurrences(term)
        return self._found[term]

    def _occurrences(self, term: str) -> tuple[Places, Floats]:
        start = 0
        places: list[Places] = [np.empty(0, np.intp)]
        counts: list[Floats] = [np.empty(0)]
        for segment, (chunks, times) in zip(self._text.segments, self._text.occurrences(term), strict=True):
            places.append(chunks.astype(np.intp) + start)
            counts.append(times.astype(float))
            start += segment.table.shape[1]
        return np.concatenate(places), np.concatenate(counts)

    def rarity(self, term: str) -> float:
        """Inverse document frequency over chunks (Lucene's form, never negative)."""
        holding = len(self.occurrences(term)[0])
        total = self._text.chunk_count
        return float(np.log1p(max(0.0, total - holding + 0.5) / (holding + 0.5)))

    def score(
        self, terms: Mapping[str, float], paths: Mapping[str, float] | None = None
    ) -> tuple[Floats, Floats]:
        """Scores of all files and of all chunks for weighted stems; `paths` are looked for in paths only."""
        settings = self.scoring
        gain = settings.k1 + 1
        chunks, files = np.zeros(len(self._file_of)), np.zeros(len(self.paths))
        for term, weight in terms.items():
            named = self._named(term)
            places, counts = self.occurrences(term)
            weight *= self.rarity(term)
            owners = self._file_of[places]
            times = counts / self._chunk_norm[places] + named[owners]
            chunks[places] += weight * times * gain / (times + settings.k1)
            whole = np.bincount(owners, counts, minlength=len(self.paths)) / self._file_norm + named
            files += weight * whole * gain / (whole + settings.k1)
        for term, weight in (paths or {}).items():
            if term not in terms:
                named = self._named(term)
                held = int(np.count_nonzero(named))
                if held:
                    files += weight * np.log1p(len(named) / held) * named * gain / (named + settings.k1)
        return self._joined(files, chunks), chunks

    def _joined(self, files: Floats, chunks: Floats) -> Floats:
        best = np.zeros(len(self.paths))
        live = self._file_of >= 0
        np.maximum.at(best, self._file_of[live], chunks[live])
        return np.asarray(self.scoring.chunk * best + self.scoring.file * files)

    def _named(self, term: str) -> Floats:
        names, folders = self._path_words
        named = np.zeros(len(self.paths))
        if term in folders:
            named[folders[term]] = self.scoring.folder
        if term in names:
            named[names[term]] = self.scoring.name
        return named

    def best_chunks(self, chunks: Floats, terms: Mapping[str, float], limit: int) -> tuple[ChunkHit, ...]:
        """The best-scored chunks as hits, with the stems they hold."""
        live = np.where(self._file_of >= 0, chunks, 0.0)
        count = min(limit, int(np.count_nonzero(live)))
        if not count:
            return ()
        chosen = np.argpartition(-live, count - 1)[:count]
        starts, ends, tokens = self._column(1), self._column(2), self._column(3)
        held: dict[int, list[str]] = {int(at): [] for at in chosen}
        for term in terms:
            for at in np.intersect1d(chosen, self.occurrences(term)[0]):
                held[int(at)].append(term)
        hits = [
            ChunkHit(Chunk(self.paths[self._file_of[at]], int(starts[at]), int(ends[at]), int(tokens[at])),
                     float(live[at]), tuple(held[int(at)]))
            for at in chosen
        ]  # fmt: skip
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.chunk.path, hit.chunk.start)))
