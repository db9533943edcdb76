"""Chooses the files a plan should read: the best of every node, then what nodes and question agree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from indexer.errors import RepositoryError
from rea.offline.queries import node_query
from rea.rank.concepts import question_query
from rea.rank.crowd import thinned
from rea.rank.fuse import RankedFile, Ranking, fuse
from rea.rank.graph import as_seeds, by_users
from rea.rank.layers import layer_factor
from rea.rank.ranker import Ranker

if TYPE_CHECKING:
    from indexer.records import Chunk, ChunkHit
    from rea.playbooks.loading import PlaybookNode
    from rea.rank.query import Query
    from rea.semantic.fuzzy import Fuzzy

# How much the question as a whole counts beside one node.
SUBJECT_BROAD, SUBJECT_DETAIL = 0.5, 3.0
# What a file is worth in which nothing looks like the evidence asked for; how far down files are looked into.
UNPROVEN = 0.4
PROOF_DEPTH = 80
LONGEST = 60
# What the fuzzy order counts beside that of words; a question about a whole flow says little by itself.
FUZZY_BROAD, FUZZY_DETAIL = 0.3, 1.5
HITS = 100
# Whose users gain in a question about a detail, and how much beside the best file.
SEEDS, USERS = 12, 0.3


@dataclass(frozen=True, slots=True)
class NodeFiles:
    """The ranked files of one node and the chunks that matched its query."""

    node_id: str
    files: tuple[RankedFile, ...]
    hits: tuple[ChunkHit, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """All files worth reading, best first, and the view of each node."""

    files: tuple[RankedFile, ...]
    nodes: tuple[NodeFiles, ...]
    subject: NodeFiles


def select(ranker: Ranker, question: str, nodes: Sequence[PlaybookNode], *, broad: bool) -> Selection:
    """Rank for the question and for every node, then fuse."""
    layers = ranker.layers
    subject = question_query(question)
    whole = ranker.rank(subject)
    views = [
        _node_files(ranker, layers, node, node_query(node, subject, nouns_for(ranker, node), broad=broad))
        for node in nodes
    ]
    rankings = [Ranking(view.node_id, 1.0, tuple(file.path for file in view.files[:40]), _first_reasons(view))
                for view in views]  # fmt: skip
    weight = SUBJECT_BROAD if broad else SUBJECT_DETAIL
    own = NodeFiles("", whole.files[:60], whole.hits)
    rankings.append(Ranking("question", weight, tuple(file.path for file in own.files), _first_reasons(own)))
    fused = {file.path: file for file in fuse(rankings)}
    if ranker.fuzzy is not None:
        fused = _reordered(
            ranker.fuzzy, question, fused, [own, *views], FUZZY_BROAD if broad else FUZZY_DETAIL
        )
    if not broad and USERS:
        fused = _with_users(ranker, fused)
    order = thinned(fused, ranker.crowd_of, ranker.variant_of)
    return Selection(tuple(fused[path] for path in order), tuple(views), own)


def _reordered(
    fuzzy: Fuzzy, question: str, found: Mapping[str, RankedFile], views: Sequence[NodeFiles], weight: float
) -> dict[str, RankedFile]:
    """The order of words and the fuzzy one as one; nothing comes in that words have not found."""
    matched: dict[str, list[Chunk]] = {}
    for view in views:
        for hit in view.hits[:HITS]:
            matched.setdefault(hit.chunk.path, []).append(hit.chunk)
    alike = fuzzy.rank(question, tuple(found), matched, weight)
    if not alike.paths:
        return dict(found)
    reasons = {path: file.why[0] for path, file in found.items() if file.why}
    words = Ranking("words", 1.0, tuple(found), reasons)
    return {file.path: file for file in fuse([words, alike])}


def _with_users(ranker: Ranker, found: Mapping[str, RankedFile]) -> dict[str, RankedFile]:
    """The same files; those that use what the best ones define gain, for a detail is told by both ends."""
    scores = {path: file.score for path, file in found.items()}
    top = max(scores.values(), default=1.0)
    gains, reasons = by_users(ranker.graph, as_seeds(scores, SEEDS))
    raised = {
        path: RankedFile(
            path,
            round(file.score + USERS * top * gains.get(path, 0.0), 6),
            (*file.why, *((reasons[path],) if path in gains else ())),
        )
        for path, file in found.items()
    }
    return {path: raised[path] for path in sorted(raised, key=lambda path: (-raised[path].score, path))}


def nouns_for(ranker: Ranker, node: PlaybookNode) -> tuple[str, ...]:
    """What the repository is about, for a node that wants it: finding it out takes a while."""
    return ranker.nouns if node.domain else ()


def _node_files(ranker: Ranker, layers: Mapping[str, str], node: PlaybookNode, query: Query) -> NodeFiles:
    ranked = ranker.rank(query)
    weighed: dict[str, RankedFile] = {}
    for at, file in enumerate(ranked.files):
        factor = layer_factor(layers.get(file.path, ""), node.layer)
        factor *= _proof_factor(ranker, node, file.path) if at < PROOF_DEPTH else UNPROVEN
        weighed[file.path] = RankedFile(file.path, round(file.score * factor, 6), file.why)
    order = sorted(weighed, key=lambda path: (-weighed[path].score, path))
    thin = list(thinned(order, ranker.crowd_of, ranker.variant_of))[:LONGEST]
    return NodeFiles(node.id, tuple(weighed[path] for path in thin), ranked.hits)


def _proof_factor(ranker: Ranker, node: PlaybookNode, path: str) -> float:
    """How much of what the node needs the file's lines look like, from UNPROVEN to 1."""
    try:
        text = ranker.index.read_text(path)
    except RepositoryError:
        return UNPROVEN
    roles = [role for role in node.needs if role in node.evidence]
    found = sum(node.evidence[role].matches(text) for role in roles)
    return UNPROVEN + (1 - UNPROVEN) * found / max(1, len(roles))


def _first_reasons(view: NodeFiles) -> dict[str, str]:
    return {file.path: file.why[0] for file in view.files if file.why}
