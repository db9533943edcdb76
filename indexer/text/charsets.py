"""Guesses the charset of bytes that are not UTF-8, from the characters they would give in each.

No statistics library: a source file is mostly ASCII, with comments and strings in one language. It is enough
to read those in every candidate and to see in which one they consist of the characters the language uses
most.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from indexer.datafiles import load_table

# How many bytes of lines that are not ASCII are judged.
_SAMPLE = 32_768
# Of Chinese comments in the right charset about half the characters are on the list, of text in a wrong
# charset below a tenth.
_WIDE_ENOUGH = 0.25
_NARROW_ENOUGH = 0.6
_HEAD_START = 0.1
# A lone letter beyond ASCII is not a word in Cyrillic or Greek.
_FEWEST_LETTERS = 4
# In a two-byte charset letters come in runs of an even number of high bytes; lone ones are European letters.
_LONE_LETTER = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_ASCII_SECOND_BYTES = frozenset({"cp932", "cp950"})
_LATIN = frozenset({"cp1252", "cp1250", "iso8859-2"})
# Letters and whatever a wrong charset makes of them: all but ASCII punctuation, digits and white space.
_WORD = re.compile(r"[^\x00-\x40\x5b-\x60\x7b-\x7f\s]+")
_FALLBACK = ("cp1252", "latin-1")


@dataclass(frozen=True, slots=True)
class _Candidate:
    encoding: str
    usual: frozenset[str]


@lru_cache(maxsize=1)
def _candidates() -> tuple[tuple[_Candidate, ...], tuple[_Candidate, ...]]:
    raw = load_table(Path(__file__).with_name("charsets.yaml"))
    wide = tuple(_Candidate(name, frozenset(chars) - {" "}) for name, chars in raw["wide"].items())
    narrow = tuple(_Candidate(name, frozenset(chars)) for name, chars in raw["narrow"].items())
    return wide, narrow


def detect(data: bytes) -> str:
    """The likeliest charset of legacy text: its Python name. Ends with latin-1, which reads any byte."""
    sample = _sample(data)
    wide, narrow = _candidates()
    best = max(wide, key=lambda candidate: _wide_score(sample, candidate))
    if _wide_score(sample, best) >= _WIDE_ENOUGH:
        return best.encoding
    # The first wins when none is clearly better: it is by far the commonest.
    best = max(
        narrow,
        key=lambda candidate: round(
            _narrow_score(sample, candidate) + _HEAD_START * (candidate is narrow[0]), 3
        ),
    )
    choices = (best.encoding, *_FALLBACK) if _narrow_score(sample, best) >= _NARROW_ENOUGH else _FALLBACK
    return next(encoding for encoding in choices if _decodes(data, encoding))


def _sample(data: bytes) -> bytes:
    """The first lines that hold bytes beyond ASCII."""
    kept: list[bytes] = []
    size = 0
    for line in re.split(rb"[\r\n]+", data):
        if not line.isascii():
            kept.append(line[:_SAMPLE])
            size += len(kept[-1])
            if size >= _SAMPLE:
                break
    return b"\n".join(kept)


def _wide_score(sample: bytes, candidate: _Candidate) -> float:
    """The share of usual characters among those beyond ASCII; bytes that do not decode count against it."""
    text = sample.decode(candidate.encoding, "replace")
    beyond = [char for char in text if char > "\x7f"]
    if not beyond:
        return 0.0
    usual = sum(char in candidate.usual for char in beyond)
    broken = text.count("\ufffd")
    # A high byte that pairs with the ASCII letter after it is how é looks in these charsets. In two of them a
    # good part of all characters is written that way.
    lone = 0 if candidate.encoding in _ASCII_SECOND_BYTES else len(_LONE_LETTER.findall(sample))
    return (usual - 2 * broken - lone) / len(beyond)


def _narrow_score(sample: bytes, candidate: _Candidate) -> float:
    """The share of the candidate's letters among the characters beyond ASCII that belong to a word, minus
    those in words it cannot have: words of Latin letters have ASCII letters too, words of others have
    none."""
    text = sample.decode(candidate.encoding, "replace")
    usual = strange = 0
    for word in _WORD.findall(text):
        beyond = [char for char in word if char > "\x7f"]
        fits = (len(beyond) < len(word)) == (candidate.encoding in _LATIN)
        good = sum(char in candidate.usual for char in beyond) if fits else 0
        usual += good
        strange += len(beyond) - good
    enough = 1 if candidate.encoding in _LATIN else _FEWEST_LETTERS
    return usual / (usual + strange) if usual >= enough else 0.0


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
