"""The queries of a plan: one for the question as a whole, one for each node."""

from __future__ import annotations

from indexer.words import stem, sub_words
from rea.playbook import PlaybookNode
from rea.rank.concepts import concept_query
from rea.rank.query import Query, text_query

# In a broad question the node's words lead; in a question about a detail they only colour its own words.
BROAD_STRONG, BROAD_WEAK, BROAD_PATH = 1.0, 0.35, 0.8
DETAIL_NODE = 0.3
FADE = 0.94


def subject_query(question: str) -> Query:
    """The question's own words and the code words of its concepts."""
    return text_query(question).plus(concept_query(question))


def node_query(node: PlaybookNode, subject: Query, *, broad: bool) -> Query:
    """What to look for to prove one node."""
    own = _own_query(node)
    if broad:
        return own
    return subject.plus(own, DETAIL_NODE)


def _own_query(node: PlaybookNode) -> Query:
    terms: dict[str, float] = {}
    for words, base in ((node.strong, BROAD_STRONG), (node.weak, BROAD_WEAK)):
        for position, word in enumerate(words):
            for part in sub_words(word):
                terms.setdefault(stem(part), base * FADE**position)
    paths = {stem(part): BROAD_PATH * FADE**at for at, word in enumerate(node.paths) for part in sub_words(word)}
    for word in node.strong[:4]:
        paths.setdefault(stem(word), 0.6)
    return Query(terms, paths, marks=node.marks)
