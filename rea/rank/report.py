"""A report (an issue, an error with its trace) as a query: it brings the code's own words, unlike a question.

A newcomer's question is told in ideas (`rea.rank.concepts`). A report is long, quotes code and names things;
the lexicon's ideas would only blur it. What counts is its title, then its prose, then what it quotes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from indexer.text.words import stem, sub_words
from rea.rank.query import Query, identifiers_in, paths_in, question_words, text_query
from rea.rank.ranker import Weights

# The longest of the golden questions has 26 topic words; a report may be short and still quote code.
MOST_QUESTION_WORDS = 30
# What words of the title count, and those of quoted code alone: by one half of an issue set,
# docs/quality.md.
TITLE, QUOTED = 3.0, 0.4
# Names abound in a report, and most of them are only met on the way to the fault.
REPORT_WEIGHTS = Weights(named=0.5, call=0.1)
_QUOTED = re.compile(r"```.*?(?:```|\Z)|^(?: {4}|\t|>>> ).*$", re.DOTALL | re.MULTILINE)
_TRACE = re.compile(r"^Traceback |^\s+at [\w.$<>]+\(|^\s*File \"[^\"]+\", line \d+", re.MULTILINE)
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:\.\w+)+")
_DASHES = re.compile(r"^[\s#>*=-]*$")


def is_report(text: str) -> bool:
    """Whether a text is a report and no question: it is long, or has a title, or quotes code or a trace."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 or bool(_TRACE.search(text)) or len(question_words(text)) > MOST_QUESTION_WORDS


def report_query(text: str) -> Query:
    """The words of a report by where they stand, names from its prose, modules it spells out as paths."""
    prose = _QUOTED.sub(" ", text)
    whole, told = text_query(text), text_query(prose)
    terms = {term: weight * (1.0 if term in told.terms else QUOTED) for term, weight in whole.terms.items()}
    for term in {stem(part) for word in question_words(_title(text)) for part in sub_words(word)}:
        terms[term] = terms.get(term, 1.0) * TITLE
    files = tuple(dict.fromkeys((*paths_in(text), *_modules(text))))
    return replace(whole, terms=terms, paths=terms, identifiers=identifiers_in(prose), files=files)


def _title(text: str) -> str:
    """The first line that says something."""
    return next((line for line in text.splitlines() if not _DASHES.match(line)), "")


def _modules(text: str) -> list[str]:
    """Files that dotted names may mean: `shop.cart.Basket.add` may be in shop/cart.py."""
    found = []
    for name in dict.fromkeys(_DOTTED.findall(text)):
        parts = name.split(".")
        found += ["/".join(parts[:size]) + ".py" for size in range(len(parts), 1, -1)]
    return found
