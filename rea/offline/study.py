"""Turns a selection of files into spots: for each node the spans worth reading in those files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.errors import RepositoryError
from indexer.text.lines import split_lines
from rea.offline.queries import node_query
from rea.offline.select import NodeFiles, Selection, nouns_for
from rea.offline.spots import FileView, Spot, find_spots, words_of
from rea.rank.concepts import question_query

if TYPE_CHECKING:
    from indexer.reader import Index
    from indexer.records import Chunk
    from rea.playbooks.loading import PlaybookNode
    from rea.rank.ranker import Ranker

# How far down a node's own ranking a file may be and still be asked for evidence of that node.
DEEPEST = 25
SPOTS_PER_FILE = 4
# Evidence from the file ranked first counts twice as much as from the one ranked eleventh.
RANK_SOFTENER = 10.0
# The same for the place among all files to read, on which all nodes agree.
SELECTED_SOFTENER = 12.0
# A node cites so many files before it cites further places of the same files.
FILES_PER_NODE = 3
# Spots below this share of the node's best are not worth a reader's time.
FAINT = 0.3
# A setting or a specification is weaker evidence of what happens than code.
NOT_CODE = 0.5
ASIDE = frozenset(("test", "translation", "example"))


@dataclass(frozen=True, slots=True)
class NodeSpots:
    """A node with its spots, best first; scores are comparable within the node only."""

    node: PlaybookNode
    spots: tuple[Spot, ...]


def study(
    ranker: Ranker,
    question: str,
    selection: Selection,
    nodes: Sequence[PlaybookNode],
    files: Sequence[str],
    *,
    broad: bool,
) -> tuple[NodeSpots, ...]:
    """The spots of every node in the files to read."""
    texts = {path: lines for path in files if (lines := _lines(ranker.index, path)) is not None}
    words = {path: words_of(lines) for path, lines in texts.items()}
    subject = question_query(question)
    views = {view.node_id: view for view in selection.nodes}
    result = []
    for node in nodes:
        terms = node_query(node, subject, nouns_for(ranker, node), broad=broad).terms
        result.append(NodeSpots(node, _node_spots(ranker, node, terms, views[node.id], texts, words)))
    return tuple(result)


def _lines(index: Index, path: str) -> list[str] | None:
    try:
        return split_lines(index.read_text(path))
    except RepositoryError:
        return None


def _node_spots(
    ranker: Ranker,
    node: PlaybookNode,
    terms: Mapping[str, float],
    view: NodeFiles,
    texts: Mapping[str, Sequence[str]],
    words: Mapping[str, Sequence[frozenset[str]]],
) -> tuple[Spot, ...]:
    chunks: dict[str, dict[Chunk, float]] = {}
    for hit in view.hits:
        chunks.setdefault(hit.chunk.path, {})[hit.chunk] = hit.score
    found: list[tuple[float, Spot]] = []
    places = {path: at for at, path in enumerate(texts)}
    for position, ranked in enumerate(view.files[:DEEPEST]):
        if ranked.path not in texts or ranker.roles.get(ranked.path) in ASIDE:
            continue
        file = FileView(
            ranked.path,
            texts[ranked.path],
            words[ranked.path],
            ranker.graph.symbols(ranked.path),
            chunks.get(ranked.path, {}),
        )
        worth = RANK_SOFTENER / (RANK_SOFTENER + position)
        worth *= SELECTED_SOFTENER / (SELECTED_SOFTENER + places[ranked.path])
        if ranker.roles.get(ranked.path) != "code" and not node.marks:
            worth *= NOT_CODE
        for spot in find_spots(file, node, terms, ranker.rarity, SPOTS_PER_FILE):
            found.append((spot.score * worth, spot))
    found.sort(key=lambda item: (-item[0], item[1].path, item[1].start))
    least = FAINT * found[0][0] if found else 0.0
    return tuple(spot for score, spot in found if score >= least)


def choose(spots: Sequence[Spot], needs: Sequence[str], most: int) -> tuple[Spot, ...]:
    """The evidence of a node: the best spot of each role it needs, then few files, then more of the same."""
    chosen: list[Spot] = []
    for role in needs:
        best = next((spot for spot in spots if spot.role == role and spot not in chosen), None)
        if best:
            chosen.append(best)
    for files in (FILES_PER_NODE, 0, most):
        for spot in spots:
            cited = {item.path for item in chosen}
            allowed = spot.path not in cited and len(cited) < files if files else spot.path in cited
            if spot.role and spot not in chosen and allowed and len(chosen) < most:
                chosen.append(spot)
    return tuple(chosen)
