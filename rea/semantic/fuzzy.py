"""Reorders the files that words have found by how much their pieces resemble the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from indexer.errors import RepositoryError
from indexer.text.lines import split_lines
from indexer.text.words import sub_words
from rea.errors import ModelError
from rea.lexicon import load_lexicon
from rea.rank.fuse import Ranking
from tools.secrets import is_secret_path, redact_window

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import Chunk
    from rea.semantic.embedder import Embedder, Server
    from rea.semantic.vectors import Progress, Vectors

# Files looked at for a question, best by words first: embedding the rest gained one point of recall.
POOL = 100
PIECES_PER_FILE = 8
# About 64 tokens come from fewer characters than this.
MOST_CHARACTERS = 3_000
_WORD = re.compile(r"\w+")
_CJK = re.compile(r"[\u3400-\u9fff]")


class Fuzzy:
    """Ranks files for one question at a time by the vectors of their chunks.

    When their maker fails, `failed` says why, `notice` is told so once, and nothing is ranked any more.
    """

    def __init__(
        self, index: Index, embedder: Embedder, vectors: Vectors, notice: Callable[[str], None] | None = None
    ) -> None:
        self.failed = ""
        self._notice = notice
        self._index = index
        self._embedder = embedder
        self._vectors = vectors

    def rank(
        self, question: str, pool: Sequence[str], matched: Mapping[str, Sequence[Chunk]], weight: float
    ) -> Ranking:
        """The files of the pool, most alike first. `matched` are the chunks words have found, by file."""
        asked = self._asked(question)
        if not asked or not pool or self.failed:
            return Ranking("fuzzy", weight, (), {})
        pieces = [
            (path, chunk, text)
            for path in pool[:POOL]
            for chunk, text in self._pieces(path, matched.get(path, ()))
        ]
        try:
            rows = self._vectors.of([asked, *(text for _, _, text in pieces)])
        except ModelError as error:
            self.failed = str(error)
            if self._notice is not None:
                self._notice(f"No vectors: {error} Files are ranked by words alone.")
            return Ranking("fuzzy", weight, (), {})
        best: dict[str, tuple[float, Chunk]] = {}
        for (path, chunk, _), alike in zip(pieces, (rows[1:] @ rows[0]).tolist(), strict=True):
            if path not in best or alike > best[path][0]:
                best[path] = (alike, chunk)
        order = sorted(best, key=lambda path: (-best[path][0], path))
        reasons = {
            path: f"fuzzy: lines {chunk.start}-{chunk.end} resemble the question ({alike:.2f})"
            for path, (alike, chunk) in best.items()
        }
        return Ranking("fuzzy", weight, tuple(order), reasons)

    def embed_all(self, paths: Iterable[str], progress: Progress | None = None) -> int:
        """Embed all pieces of files ahead of any question; how many there are. ModelError if it fails."""
        texts = [text for path in paths for _, text in self._pieces(path, ())]
        self._vectors.of(texts, progress)
        return len(texts)

    def _asked(self, question: str) -> str:
        """The question in a language the model knows: another one is told by the ideas found in it."""
        if "" in self._embedder.languages or not _CJK.search(question):
            return question
        ideas = dict.fromkeys(match.concept.name for match in load_lexicon().match(question))
        return " ".join(name.replace("_", " ") for name in ideas)

    def _pieces(self, path: str, first: Sequence[Chunk]) -> list[tuple[Chunk, str]]:
        """The chunks of a file worth comparing, those that words have found first, as plain words.

        They may go to a server: files that look like secrets have none, key-like values are blanked.
        """
        if is_secret_path(path):
            return []
        try:
            lines = split_lines(self._index.read_text(path))
        except RepositoryError:
            return []
        chunks = list(dict.fromkeys([*first, *self._index.chunks_in(path)]))[:PIECES_PER_FILE]
        name = path.rpartition("/")[2]
        return [
            (chunk, plain(name + " " + " ".join(redact_window(lines, chunk.start, chunk.end, path))))
            for chunk in chunks
        ]


def plain(code: str) -> str:
    """Code as the words a sentence model knows: names in their parts, no signs."""
    return " ".join(part for word in _WORD.findall(code[:MOST_CHARACTERS]) for part in sub_words(word))


def fuzzy_for(index: Index, chosen: str, server: Server | None = None) -> Fuzzy | None:
    """The supplement for an index as the setting wants it, None when there is none; see `open_embedder`."""
    from rea.semantic.embedder import open_embedder
    from rea.semantic.vectors import DATABASE, Vectors

    embedder = open_embedder(chosen, server)
    if embedder is None:
        return None
    vectors = Vectors(index.database.with_name(DATABASE), embedder)
    return Fuzzy(index, embedder, vectors, server.notice if server is not None else None)
