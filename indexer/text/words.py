"""Words of a text and their parts: what the text index stores and what a question's terms are matched by.

The index stores raw identifiers. Sub-words (camelCase, snake_case, CJK bigrams) and stems are taken at query
time only, so that the same index answers exact, substring and fuzzy questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# A byte >= 0x80 is part of a letter in UTF-8, so non-English identifiers stay whole.
_WORD_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(
    range(128, 256)
)
# Everything between words as blanks, line ends kept: translate and split take a fifth of the time of a regex.
_BLANKED = bytes(byte if byte in _WORD_BYTES or byte == 10 else 32 for byte in range(256))

# Longer words are generated (base64, hashes) or sentences of a script without spaces.
MAX_WORD_BYTES = 100

# Chunks with a longer word are listed under this one, so that a search for a piece of it still finds them.
LONG_WORD = b"\xff"

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_PART = re.compile(
    rf"[{_CJK}]+"  # a run without spaces
    r"|[A-Z]+(?![a-z])|[A-Z]?[a-z]+"  # HTTP|Server, camel|Case
    rf"|[0-9]+|[^\W_0-9A-Za-z{_CJK}]+"  # digits; letters of other scripts
)
_CJK_RUN = re.compile(rf"[{_CJK}]")
_UNICODE_WORD = re.compile(r"\w+")

_MIN_STEM = 3
_VOWELS = frozenset("aeiouy")
# The first that fits is dropped.
_SUFFIXES = ("ings", "ing", "edly", "ies", "ied", "ers", "ors", "ed", "er", "or", "es", "s", "y", "e")
_DOUBLING = frozenset({"ings", "ing", "ed", "er", "ers", "or", "ors"})


def blanked(data: bytes) -> bytes:
    """UTF-8 text with everything that is part of no word turned into blanks; `split()` gives its words."""
    return data.translate(_BLANKED)


def pieces(word: bytes) -> list[bytes]:
    """What an over-long word is indexed as: `LONG_WORD`, and its beginning or, beyond ASCII, all of it."""
    if word.isascii():
        return [LONG_WORD, word[:MAX_WORD_BYTES]]
    text = word.decode("utf-8", "replace")
    step = MAX_WORD_BYTES // 4  # at most four bytes a character
    return [LONG_WORD, *(text[at : at + step].encode("utf-8", "replace") for at in range(0, len(text), step))]


def indexed(words: Iterable[bytes]) -> list[bytes]:
    """Those words that are kept in the vocabulary: plain decimal numbers and over-long words are not.

    Words like `0xff` and `2fa_login` are: a search for `fa_login` must find the latter. They add 7 % to the
    postings of the Linux kernel, which holds more of them than anything else seen.
    """
    return [word for word in words if not word.isdigit() and len(word) <= MAX_WORD_BYTES]


def sub_words(word: str) -> list[str]:
    """Lower-case parts of an identifier: `getHTTPServer2` -> get, http, server, 2; CJK as bigrams."""
    parts: list[str] = []
    for part in _PART.findall(word):
        if _CJK_RUN.match(part):
            parts += [part] if len(part) == 1 else [part[i : i + 2] for i in range(len(part) - 1)]
        else:
            parts.append(part.lower())
    return parts


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A light English stem of a lower-case sub-word; always a prefix of it, so that a stem can be searched
    for.

    caches, cached, caching, cache -> cach; entries, entry -> entr; running -> run; class -> class. The stem
    of a stem is itself, so callers may pass either.
    """
    while (shorter := _shortened(word)) != word:
        word = shorter
    return word


def _shortened(word: str) -> str:
    """The word without one suffix."""
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if not word.endswith(suffix):
            continue
        base = word.removesuffix(suffix)
        if len(base) < _MIN_STEM or not _VOWELS.intersection(base):
            continue  # "string", "user": the suffix is part of the word
        if (suffix == "s" and base[-1] in "sui") or (suffix == "es" and base[-1] in "ui"):
            return word  # class, status, basis: not plurals
        return base[:-1] if suffix in _DOUBLING and _is_doubled(base) else base
    return word


def _is_doubled(base: str) -> bool:
    return len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz"


def terms_of(text: str) -> list[str]:
    """The stemmed sub-words of a text, in order and with repetitions."""
    return [stem(part) for word in _UNICODE_WORD.findall(text) for part in sub_words(word)]
