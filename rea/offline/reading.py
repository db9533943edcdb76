"""Decides how a question is read: language, flow, kind and layer; broad or about a detail."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indexer.text.words import stem, sub_words
from rea.lexicon.phrases import PhraseTable
from rea.plan import Lang, Reading
from rea.playbooks.loading import Kind, Playbook
from rea.rank.query import question_words

_CJK = re.compile(r"[\u3400-\u9fff]")
# Up to this share of topic words outside a flow's vocabulary, a question is about the flow as a whole.
BROAD_OUTSIDE = 0.3
# Two readings within this ratio are both plausible.
CLOSE = 0.75


@dataclass(frozen=True, slots=True)
class Read:
    """All plausible readings, best first; `broad` when the question asks about a flow as a whole."""

    lang: Lang
    readings: tuple[Reading, ...]
    kinds: tuple[str, ...]
    broad: bool
    outside: tuple[str, ...]


def language_of(question: str) -> Lang:
    """Chinese when the question holds Chinese characters."""
    return "zh" if _CJK.search(question) else "en"


def read_question(question: str, books: Mapping[str, Playbook], lang: Lang | None = None) -> Read:
    """Read a question against the playbooks."""
    spoken: Lang = lang or language_of(question)
    table = _phrases(books)
    scores: dict[tuple[str, str], float] = {}
    seen: dict[tuple[str, str], list[str]] = {}
    for hit in table.find(question):
        for owner in hit.owners:
            flow, _, kind = owner.partition(":")
            key = (flow, kind)
            # A longer phrase is a stronger sign than a single word.
            scores[key] = scores.get(key, 0.0) + 1.0 + 0.3 * hit.phrase.count(" ")
            seen.setdefault(key, []).append(hit.phrase)
    flows = {flow: score for (flow, kind), score in scores.items() if not kind}
    for (flow, kind), score in scores.items():
        if kind:
            flows[flow] = flows.get(flow, 0.0) + 0.5 * score
    readings = _readings(books, flows, scores, seen, spoken)
    best = books[readings[0].flow]
    kinds = tuple(kind.id for kind in best.kinds if scores.get((best.flow, kind.id), 0.0) > 0)
    outside = _outside(question, best)
    topics = max(1, len(set(question_words(question))))
    broad = best.flow != "generic" and len(outside) / topics <= BROAD_OUTSIDE
    if _CJK.search(question):
        broad = best.flow != "generic" and len(_CJK.findall(question)) <= 14
    return Read(spoken, readings, kinds, broad, outside)


def _phrases(books: Mapping[str, Playbook]) -> PhraseTable:
    table = PhraseTable()
    for book in books.values():
        _add(table, book.match, book.flow)
        for kind in book.kinds:
            _add(table, kind.match, f"{book.flow}:{kind.id}")
    return table


def _add(table: PhraseTable, match: Mapping[str, Sequence[str]], owner: str) -> None:
    for phrase in match.get("en", ()):
        table.add_english(phrase, owner)
    for phrase in match.get("zh", ()):
        table.add_chinese(phrase, owner)


def _readings(
    books: Mapping[str, Playbook],
    flows: Mapping[str, float],
    scores: Mapping[tuple[str, str], float],
    seen: Mapping[tuple[str, str], list[str]],
    lang: Lang,
) -> tuple[Reading, ...]:
    found: list[Reading] = []
    for flow, score in flows.items():
        book = books[flow]
        kinds = [kind for kind in book.kinds if scores.get((flow, kind.id), 0.0) > 0]
        phrases = list(dict.fromkeys(seen.get((flow, ""), [])))
        if not kinds and book.exclusive:
            kinds = list(book.kinds)
        choices: Sequence[Kind | None] = kinds or (None,)
        for kind in choices:
            words = phrases + (seen.get((flow, kind.id), []) if kind else [])
            value = score + (scores.get((flow, kind.id), 0.0) if kind else 0.0)
            found.append(Reading(flow, kind.layer if kind else book.layer, kind.id if kind else "",
                                 _reason(book, kind, words, lang), round(value, 2)))  # fmt: skip
    if not found:
        reason = (
            "没有对应的固定流程，按问题中的词查"
            if lang == "zh"
            else "no playbook fits; its own words are followed"
        )
        found.append(Reading("generic", "any", "", reason, 0.0))
    order = {flow: position for position, flow in enumerate(sorted(books))}
    return tuple(sorted(found, key=lambda reading: (-reading.score, order[reading.flow], reading.kind)))


def _reason(book: Playbook, kind: Kind | None, words: Sequence[str], lang: Lang) -> str:
    title = book.titles[lang] + (f", {kind.titles[lang]}" if kind else "")
    quoted = ", ".join(f"“{word}”" for word in dict.fromkeys(words))
    return f"{title}：问题中有{quoted}" if lang == "zh" else f"{title}: the question says {quoted}"


def _outside(question: str, book: Playbook) -> tuple[str, ...]:
    """The topic words that belong to nothing the playbook speaks of."""
    known: set[str] = set()
    for node in book.nodes:
        known |= {stem(part) for word in (*node.strong, *node.weak) for part in sub_words(word)}
    for match in (book.match, *(kind.match for kind in book.kinds)):
        known |= {stem(part) for phrase in match.get("en", ()) for part in sub_words(phrase)}
    return tuple(word for word in dict.fromkeys(question_words(question)) if stem(word) not in known)
