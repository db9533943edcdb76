"""The query of a node: words of the playbook, of the question, and where wanted the nouns of the domain."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.text.words import stem, sub_words
from rea.playbooks.loading import PlaybookNode
from rea.rank.query import Query

# In a broad question the node's words lead; in a question about a detail they only colour its own words.
STRONG, WEAK, PATH = 1.0, 0.35, 0.5
DETAIL_NODE = 0.3
NOUN = 0.8
FADE = 0.94


def node_query(node: PlaybookNode, subject: Query, nouns: Sequence[str], *, broad: bool) -> Query:
    """What to look for to prove one node. `nouns` are stems of what the repository is about."""
    own = _own_query(node)
    if not broad:
        return subject.plus(own, DETAIL_NODE)
    if node.domain:
        extra = {noun: NOUN * FADE ** (2 * at) for at, noun in enumerate(nouns)}
        own = own.plus(Query(extra, extra, things=extra))
    return own


def _own_query(node: PlaybookNode) -> Query:
    terms: dict[str, float] = {}
    for words, base in ((node.strong, STRONG), (node.weak, WEAK)):
        for position, word in enumerate(words):
            for part in sub_words(word):
                terms.setdefault(stem(part), base * FADE**position)
    paths = {stem(part): PATH * FADE**at for at, word in enumerate(node.paths) for part in sub_words(word)}
    return Query(terms, paths, marks=node.marks)
