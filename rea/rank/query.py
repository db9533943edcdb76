"""What is looked for, as weighted words: built from a question, a concept match or a playbook node."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from indexer.text.words import stem, sub_words
from rea.rank.wordlists import word_list

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’][a-z]+)?")
# Written like code: snake_case, camelCase, dotted or called names, constants.
_CODE_LIKE = re.compile(
    r"""(?<![\w/])(?:[A-Za-z]\w*(?:\.\w+)+(?:\(\))?|\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[A-Z0-9_]*
    |\w+\(\))""",
    re.VERBOSE,
)
_PATH_LIKE = re.compile(r"[\w.@-]+(?:[/\\][\w.@-]+)+|\b[\w-]+\.(?:[a-z]{1,4}|java|vue|html|yaml|json|toml)\b")


@dataclass(frozen=True, slots=True)
class Query:
    """Weighted stems for text, stems for paths, exact identifiers and paths, route fragments, mark kinds.

    Weights are relative; 1.0 is a word the question itself uses. `things` are stems of what the repository
    handles: a file named for one of them and nothing else is where that thing is handled. `asked` are the
    stems of the text's own words, without those that its ideas bring in.
    """

    terms: Mapping[str, float]
    paths: Mapping[str, float] = field(default_factory=dict)
    identifiers: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    things: Mapping[str, float] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()

    def plus(self, other: Query, weight: float = 1.0) -> Query:
        """Both queries as one, the other's weights scaled; the larger weight of a word counts."""
        return Query(
            _merged(self.terms, other.terms, weight),
            _merged(self.paths, other.paths, weight),
            tuple(dict.fromkeys(self.identifiers + other.identifiers)),
            tuple(dict.fromkeys(self.files + other.files)),
            tuple(dict.fromkeys(self.routes + other.routes)),
            tuple(dict.fromkeys(self.marks + other.marks)),
            _merged(self.things, other.things, weight),
            self.asked | other.asked,
        )


def _merged(one: Mapping[str, float], two: Mapping[str, float], weight: float) -> dict[str, float]:
    merged = dict(one)
    for term, value in two.items():
        merged[term] = max(merged.get(term, 0.0), value * weight)
    return merged


def question_words(text: str) -> tuple[str, ...]:
    """The topic words of an English text, lower case, in order, without stop words."""
    ignored = word_list("stopwords")
    return tuple(
        word
        for word in (match.lower().split("'")[0].split("’")[0] for match in _WORD.findall(text))
        if word not in ignored and len(word) > 1
    )


def identifiers_in(text: str) -> tuple[str, ...]:
    """Names in a text that are written like code, longest form first seen, without call brackets."""
    return tuple(dict.fromkeys(match.removesuffix("()") for match in _CODE_LIKE.findall(text)))


def paths_in(text: str) -> tuple[str, ...]:
    """Path-like strings in a text, with forward slashes."""
    return tuple(dict.fromkeys(match.replace("\\", "/") for match in _PATH_LIKE.findall(text)))


def text_query(text: str) -> Query:
    """A query from plain text: its topic words, the parts of its code-like names, its paths."""
    words = question_words(text)
    counts: dict[str, int] = {}
    for word in words:
        for part in sub_words(word):
            counts[stem(part)] = counts.get(stem(part), 0) + 1
    names = identifiers_in(text)
    terms = {term: 1.0 + 0.25 * min(count - 1, 4) for term, count in counts.items()}
    for name in names:
        for part in sub_words(name):
            terms[stem(part)] = max(terms.get(stem(part), 0.0), 1.5)
    return Query(terms, dict(terms), names, paths_in(text), asked=frozenset(terms))
