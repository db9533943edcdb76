"""Finds phrases in a question: English by stemmed word sequence, Chinese by substring, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rea.lexicon.stems import normal_form

# A word; or a CJK character or punctuation mark as a barrier: "log" and "in" around Chinese are no "log in".
_TOKEN = re.compile(r"e-mail(?:s|ed|ing)?\b|[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u9fff]|[.?!;:,]")
_CJK = re.compile(r"[\u3400-\u9fff]")

# Words that never decide: left out of phrases, and skipped in questions.
_DETERMINERS = frozenset({
    "a", "an", "the", "my", "your", "his", "her", "their", "its", "our", "this", "that", "these", "those",
})  # fmt: skip
# Words that may stand between those of a phrase: "logs me out", "session has expired", "get all my data out".
_FILLERS = _DETERMINERS | {
    "me", "you", "him", "them", "us", "it", "one's", "own", "any", "some", "all", "someone", "somebody",
    "everyone", "everybody", "people", "person", "user", "users", "visitor", "visitors", "member",
    "members", "just", "still", "also", "only", "automatically", "is", "are", "was", "were", "be", "been",
    "being", "get", "gets", "getting", "got", "has", "have", "had",
}  # fmt: skip
_MAX_FILLERS = 3

# Two words of a phrase may also stand the other way round ("clear cache" in "when is the cache cleared",
# "file size" in "size of the file"), unless one of them is of this kind.
_ORDERED = frozenset(
    map(
        normal_form,
        (
            *(
                "in",
                "out",
                "on",
                "off",
                "up",
                "down",
                "to",
                "from",
                "for",
                "with",
                "at",
                "by",
                "of",
                "not",
                "no",
            ),
            *(
                "and",
                "or",
                "more",
                "again",
                "back",
                "over",
                "away",
                "through",
                "before",
                "after",
                "as",
                "who",
            ),
            *("when", "where", "which", "what", "how", "why", "can", "may", "each", "every"),
            *("it", "me", "you", "them", "us", "all", "any", "some", "own", "is", "have", "get"),
        ),
    )
)

# Chinese words that stand between the parts of what is asked about: "缓存什么时候会失效" is about "缓存失效".
_CHINESE_FILLERS = re.compile(
    "什么时候|是不是|会不会|能不能|有没有|怎么样|怎么|怎样|如何|何时|是否|可以|一个|一条|这个|那个|自己的"
    "|[的了被会是把将要都也就才在我你他她们]"
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase found at `[start:end]` of a question, and the names of the concepts it belongs to."""

    phrase: str
    start: int
    end: int
    owners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    form: str
    start: int
    end: int
    filler: bool


class PhraseTable:
    """Phrases with their owners. Filled first, then only searched."""

    __slots__ = ("_chinese", "_english")

    def __init__(self) -> None:
        # By first normal form: (forms, phrase, owner); Chinese by first character: (text, phrase, owner).
        self._english: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        self._chinese: dict[str, list[tuple[str, str, str]]] = {}

    def add_english(self, phrase: str, owner: str) -> None:
        """Make `phrase` known; a phrase without a word is ignored."""
        words = phrase.replace("e-mail", "email").replace("-", " ").split()
        forms = tuple([normal_form(word) for word in words if word not in _DETERMINERS])
        if forms:
            self._english.setdefault(forms[0], []).append((forms, phrase, owner))

    def add_chinese(self, phrase: str, owner: str) -> None:
        """Make `phrase` known; blanks in it do not count."""
        squeezed = phrase.lower().replace(" ", "")
        if squeezed:
            self._chinese.setdefault(squeezed[0], []).append((squeezed, phrase, owner))

    def find(self, question: str) -> tuple[Hit, ...]:
        """Non-overlapping hits in order of position; where two would overlap the longer phrase stays."""
        lowered = question.lower()
        if len(lowered) != len(question):  # a few letters grow when lowered; offsets must stay
            lowered = "".join(c if len(c.lower()) != 1 else c.lower() for c in question)
        lowered = lowered.replace("’", "'")
        found = _joined(self._english_hits(lowered) + self._chinese_hits(lowered))
        found.sort(key=lambda hit: (-len(hit.phrase), hit.start))
        chosen: list[Hit] = []
        for hit in found:
            if all(hit.end <= other.start or hit.start >= other.end for other in chosen):
                chosen.append(hit)
        return tuple(sorted(chosen, key=lambda hit: hit.start))

    def _english_hits(self, text: str) -> list[Hit]:
        tokens = _tokens(text)
        hits = []
        for position, token in enumerate(tokens):
            for forms, phrase, owner in self._english.get(token.form, ()):
                last = _follow(tokens, position, forms)
                if last is not None:
                    hits.append(Hit(phrase, token.start, tokens[last].end, (owner,)))
        return hits + self._turned_hits(tokens)

    def _turned_hits(self, tokens: list[_Token]) -> list[Hit]:
        """Phrases of two words met the other way round, with nothing but fillers between."""
        hits = []
        for position, first in enumerate(tokens):
            for second in tokens[position + 1 : position + 2 + _MAX_FILLERS]:
                turned = (second.form, first.form)
                if _ORDERED.isdisjoint(turned):
                    for forms, phrase, owner in self._english.get(second.form, ()):
                        if forms == turned:
                            hits.append(Hit(phrase, first.start, second.end, (owner,)))
                if not second.filler and second.form != "of":
                    break
        return hits

    def _chinese_hits(self, text: str) -> list[Hit]:
        squeezed = _squeezed(text)
        hits = self._substrings(*squeezed, shortest=1)
        # Parts that come together only now make a phrase by chance when they are short.
        return hits + self._substrings(*_without_fillers(*squeezed), shortest=4)

    def _substrings(self, text: str, offsets: list[int], *, shortest: int) -> list[Hit]:
        hits = []
        for position, character in enumerate(text):
            for known, phrase, owner in self._chinese.get(character, ()):
                if len(known) < shortest or not text.startswith(known, position):
                    continue
                if _ends_on_word(text, position, known):
                    end = offsets[position + len(known) - 1] + 1
                    hits.append(Hit(phrase, offsets[position], end, (owner,)))
        return hits


def _joined(hits: Iterable[Hit]) -> list[Hit]:
    """One hit for each stretch, with the owners of all phrases that fit it and the longest of these."""
    by_span: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        span = (hit.start, hit.end)
        other = by_span.get(span)
        if other is None:
            by_span[span] = hit
        elif hit.owners[0] not in other.owners:
            phrase = max(other.phrase, hit.phrase, key=len)
            by_span[span] = Hit(phrase, hit.start, hit.end, other.owners + hit.owners)
    return list(by_span.values())


def _tokens(text: str) -> list[_Token]:
    """Words in normal form; a Chinese character or a punctuation mark stays as a token no phrase contains."""
    tokens = []
    for found in _TOKEN.finditer(text.lower()):
        word = found.group()
        tokens.append(_Token(normal_form(word), found.start(), found.end(), word in _FILLERS))
    return tokens


def _follow(tokens: list[_Token], position: int, forms: tuple[str, ...]) -> int | None:
    """Index of the token where `forms`, begun at `position`, ends; None when they do not all follow."""
    for form in forms[1:]:
        position += 1
        skipped = 0
        while position < len(tokens) and tokens[position].form != form:
            if not tokens[position].filler or skipped == _MAX_FILLERS:
                return None
            position += 1
            skipped += 1
        if position >= len(tokens):
            return None
    return position


def _squeezed(text: str) -> tuple[str, list[int]]:
    """The text without blanks beside a Chinese character ("api 密钥" is "api密钥"), and each one's offset."""
    kept: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        before, after = text[offset - 1 : offset], text[offset + 1 : offset + 2]
        if character.isspace() and (_CJK.match(before) or _CJK.match(after)):
            continue
        kept.append(character)
        offsets.append(offset)
    return "".join(kept), offsets


def _without_fillers(text: str, offsets: list[int]) -> tuple[str, list[int]]:
    """The text without Chinese fillers, and the offsets of what is left."""
    kept: list[int] = []
    position = 0
    for filler in _CHINESE_FILLERS.finditer(text):
        kept += range(position, filler.start())
        position = filler.end()
    kept += range(position, len(text))
    return "".join(text[at] for at in kept), [offsets[at] for at in kept]


def _ends_on_word(text: str, start: int, known: str) -> bool:
    """A Latin letter that ends a Chinese phrase must end a word: "id号" is not in "uuid号"."""
    end = start + len(known)
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    inside_left = known[0].isascii() and known[0].isalnum() and before.isascii() and before.isalnum()
    inside_right = known[-1].isascii() and known[-1].isalnum() and after.isascii() and after.isalnum()
    return not (inside_left or inside_right)
