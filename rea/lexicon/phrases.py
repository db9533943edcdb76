"""Finds phrases in a question: English by stemmed word sequence, Chinese by substring, the longest first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rea.lexicon.stems import normal_form

# A word, or one CJK character as a barrier: "log" and "in" around Chinese text are no "log in".
_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u9fff]|[.?!;:,]")
_CJK = re.compile(r"[\u3400-\u9fff]")

# Words that may stand between the words of a phrase: "reset the password", "logs me out".
_FILLERS = frozenset({
    "a", "an", "the", "my", "your", "his", "her", "their", "its", "our", "this", "that", "these",
    "those", "me", "you", "him", "them", "us", "it", "one's", "own", "any", "some", "someone",
    "somebody", "everyone", "everybody", "people", "person", "user", "users", "visitor", "visitors",
    "member", "members", "just", "still", "also", "only", "automatically",
})  # fmt: skip
_MAX_FILLERS = 2


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
        # First normal form -> all normal forms -> (phrase, owners); Chinese: the first character is the key.
        self._english: dict[str, dict[tuple[str, ...], tuple[str, list[str]]]] = {}
        self._chinese: dict[str, dict[str, tuple[str, list[str]]]] = {}

    def add_english(self, phrase: str, owner: str) -> None:
        """Make `phrase` known; a phrase without a word is ignored."""
        forms = tuple(token.form for token in _tokens(phrase))
        if forms:
            _, owners = self._english.setdefault(forms[0], {}).setdefault(forms, (phrase, []))
            if owner not in owners:
                owners.append(owner)

    def add_chinese(self, phrase: str, owner: str) -> None:
        """Make `phrase` known; blanks in it do not count."""
        squeezed = "".join(phrase.lower().split())
        if squeezed:
            _, owners = self._chinese.setdefault(squeezed[0], {}).setdefault(squeezed, (phrase, []))
            if owner not in owners:
                owners.append(owner)

    def find(self, question: str) -> tuple[Hit, ...]:
        """Non-overlapping hits in order of position; where two would overlap the longer one stays."""
        lowered = question.lower()
        if len(lowered) != len(question):  # a few letters grow when lowered; offsets must stay
            lowered = "".join(c if len(c.lower()) != 1 else c.lower() for c in question)
        lowered = lowered.replace("’", "'")
        found = self._english_hits(lowered) + self._chinese_hits(lowered)
        found.sort(key=lambda hit: (hit.start - hit.end, hit.start))
        chosen: list[Hit] = []
        for hit in found:
            if all(hit.end <= other.start or hit.start >= other.end for other in chosen):
                chosen.append(hit)
        return tuple(sorted(chosen, key=lambda hit: hit.start))

    def _english_hits(self, text: str) -> list[Hit]:
        tokens = _tokens(text)
        hits = []
        for position, token in enumerate(tokens):
            for forms, (phrase, owners) in self._english.get(token.form, {}).items():
                last = _follow(tokens, position, forms)
                if last is not None:
                    hits.append(Hit(phrase, token.start, tokens[last].end, tuple(owners)))
        return hits

    def _chinese_hits(self, text: str) -> list[Hit]:
        squeezed, offsets = _squeeze(text)
        hits = []
        for position, character in enumerate(squeezed):
            for known, (phrase, owners) in self._chinese.get(character, {}).items():
                if squeezed.startswith(known, position) and _ends_on_word(squeezed, position, known):
                    end = offsets[position + len(known) - 1] + 1
                    hits.append(Hit(phrase, offsets[position], end, tuple(owners)))
        return hits


def _tokens(text: str) -> list[_Token]:
    """Words in normal form; a Chinese character or a punctuation mark stays as a token no phrase contains."""
    tokens = []
    for found in _TOKEN.finditer(text.lower()):
        word = found.group().removesuffix("'s").replace("'", "")
        tokens.append(_Token(normal_form(word), found.start(), found.end(), found.group() in _FILLERS))
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


def _squeeze(text: str) -> tuple[str, list[int]]:
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


def _ends_on_word(text: str, start: int, known: str) -> bool:
    """A Latin letter that ends a Chinese phrase must end a word: "id号" is not in "uuid号"."""
    end = start + len(known)
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    inside_left = known[0].isascii() and known[0].isalnum() and before.isascii() and before.isalnum()
    inside_right = known[-1].isascii() and known[-1].isalnum() and after.isascii() and after.isalnum()
    return not (inside_left or inside_right)
