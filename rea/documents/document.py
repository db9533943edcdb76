"""A document as text: which citations it holds, and which sentence each of them stands for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from rea.checking.citations import Mention, find_citations
from rea.checking.identifiers import names_in

# A paragraph is looked at this far around a citation; a document may be one line of a megabyte.
REACH = 1_000
# A heading is looked for this many lines above a citation.
HEADING_REACH = 60
FENCED_SUFFIXES = (".md", ".markdown", ".mdx", ".mdown", "")

_LINE_END = re.compile(r"\r\n|\r|\n")
_FENCE = re.compile(r"[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)")
_SWITCH = re.compile(r"\brea-check:\s*(off|on|ignore)\b")
# Where a block begins although no blank line is above it.
_BLOCK_START = re.compile(r"\s*(?:[-*+•]\s|\d{1,3}[.)、]\s?|#{1,6}\s|\||>|<!--|={3,}|-{3,})")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_SENTENCE_END = re.compile(r"[。！？；]|[.!?][\"')\]*_”’]*(?=\s|$)")
_LINK_TARGET = re.compile(r"\]\([^()\n]*\)")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_LINE_NUMBER = re.compile(r"L\d+|#L\d+.*")
_CLOSING = {"`": "`", '"': '"', "'": "'", "“": "”", "「": "」"}
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$.]*(?:\(\))?")


@dataclass(frozen=True, slots=True)
class Claim:
    """The names a citation has to prove. `own`: they stand in its link or sentence, not just around it."""

    names: tuple[str, ...]
    own: bool


class Document:
    """The text of one document. `suffix` of its name decides whether fences mark code."""

    def __init__(self, text: str, suffix: str = ".md") -> None:
        self.text = text
        self._fenced = suffix.lower() in FENCED_SUFFIXES

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Every citation in the text, in order."""
        return find_citations(self.text)

    @cached_property
    def _offsets(self) -> list[int]:
        return [mention.offset for mention in self.mentions]

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @cached_property
    def _zones(self) -> tuple[frozenset[int], frozenset[int]]:
        """The lines (from 0) inside code blocks, and those the author took out."""
        code, off = set(), set()
        fence, silent = "", False
        for number in range(len(self._starts)):
            line = self._line(number)
            if self._fenced and (match := _FENCE.match(line)):
                if not fence:
                    fence = match[1]
                elif match[1].startswith(fence) and not match[2].strip():
                    fence = ""
            elif fence:
                code.add(number)
            if "rea-check" in line and (switch := _SWITCH.search(line)):
                silent = switch[1] == "off" or (silent and switch[1] != "on")
                off.add(number)
            elif silent:
                off.add(number)
        return frozenset(code), frozenset(off)

    def _line(self, number: int) -> str:
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def _line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def position(self, mention: Mention) -> tuple[int, int]:
        """The line and column of a citation, from 1; for a link, of its target."""
        number = self._line_of(mention.offset)
        return number + 1, mention.offset - self._starts[number] + 1

    def in_code(self, mention: Mention) -> bool:
        """Whether it stands in a code block."""
        return self._line_of(mention.offset) in self._zones[0]

    def switched_off(self, mention: Mention) -> bool:
        """Whether the author asked that it is not judged."""
        return self._line_of(mention.offset) in self._zones[1]

    def is_cut(self, mention: Mention) -> bool:
        """Whether the path begins behind a character that is not read as part of one: `pages/[id]/a.ts:3`."""
        return mention.offset > 0 and self.text[mention.offset - 1] in "*|)]}>"

    def key(self, mention: Mention) -> str:
        """What tells a citation from every other: how it is written, and its sentence."""
        return mention.raw + "\0" + " ".join(self._sentence(mention).split())

    def claim(self, mention: Mention) -> Claim:
        """The names of its link text, of its sentence, or else of the paragraph or heading around it.

        A link that is one plain word (`[Logger](…)`, `[here](…)`) may name what it leads to, or not.
        """
        words = self._link_text(mention)
        if names := _names(words):
            return Claim(names, True)
        lone = (words,) if _IDENTIFIER.fullmatch(words) else ()
        if names := _names(self._clean(*self._sentence_range(mention))):
            return Claim(tuple(dict.fromkeys(lone + names)), True)
        if lone:
            return Claim(lone, False)
        for text in (self._clean(*self._block(mention)), self._heading(mention)):
            if names := _names(text):
                return Claim(names, False)
        return Claim((), False)

    def _sentence(self, mention: Mention) -> str:
        start, end = self._sentence_range(mention)
        return self.text[start:end]

    def _block(self, mention: Mention) -> tuple[int, int]:
        """The offsets of the paragraph, list item or table row around a citation, cut at REACH."""
        first = last = self._line_of(mention.offset)
        begins = _BLOCK_START.match(self._line(first)) is not None
        if not self._line(first).lstrip().startswith("|"):
            while not begins and first > 0 and self._line(first - 1).strip():
                if mention.offset - self._starts[first] > REACH:
                    break
                first -= 1
                begins = _BLOCK_START.match(self._line(first)) is not None
            while last + 1 < len(self._starts) and self._starts[last + 1] - mention.offset < REACH:
                below = self._line(last + 1)
                if not below.strip() or _BLOCK_START.match(below):
                    break
                last += 1
        end = self._starts[last + 1] if last + 1 < len(self._starts) else len(self.text)
        return max(self._starts[first], mention.offset - REACH), min(end, mention.offset + REACH)

    def _sentence_range(self, mention: Mention) -> tuple[int, int]:
        start, end = self._block(mention)
        stop = self._stop(mention)
        if not self.text[start:end].lstrip().startswith("|"):
            for match in _SENTENCE_END.finditer(self.text, start, end):
                if match.end() <= mention.offset:
                    start = match.end()
                elif match.start() >= stop:
                    end = match.end()
                    break
        return start, end

    def _link_text(self, mention: Mention) -> str:
        """The words of a link."""
        if not mention.raw.startswith("]("):
            return ""
        opening = self.text.rfind("[", max(0, mention.offset - 200), mention.offset)
        if opening < 0:
            return ""
        return self._clean(opening + 1, mention.offset).strip().strip("*_")

    def _heading(self, mention: Mention) -> str:
        line = self._line_of(mention.offset)
        above = range(line, max(-1, line - HEADING_REACH), -1)
        return next((self._line(number) for number in above if _HEADING.match(self._line(number))), "")

    def _stop(self, mention: Mention) -> int:
        """Where a citation ends, its closing quote included, so that what follows is not taken for quoted."""
        stop = max(place[1] for pair in mention.places for place in pair)
        quoted = self.text[mention.offset] in _CLOSING and "`" not in mention.raw
        return stop + (quoted and self.text[stop : stop + 1] == _CLOSING[self.text[mention.offset]])

    def _clean(self, start: int, end: int) -> str:
        """A stretch of the text without the citations, link targets and addresses in it."""
        pieces, at = [], start
        first = max(0, bisect_left(self._offsets, start) - 1)
        for mention in islice(self.mentions, first, bisect_left(self._offsets, end)):
            stop = self._stop(mention)
            if stop > at:
                pieces.append(self.text[at : max(at, mention.offset)])
                at = stop
        pieces.append(self.text[at:end] if at < end else "")
        text = _LINK_TARGET.sub("]", " ".join(pieces))
        return _APOSTROPHE.sub("", _ADDRESS.sub(" ", text))


def _names(text: str) -> tuple[str, ...]:
    """The names of a text that could stand in code; words in single quotes are prose more often than code."""
    kept = []
    for name in names_in(text):
        spaced = any(character.isspace() for character in name)
        if spaced and f"`{name}`" not in text and f'"{name}"' not in text:
            continue
        if name.strip("`*_ ") and not _LINE_NUMBER.fullmatch(name):
            kept.append(name.removesuffix("()"))
    return tuple(dict.fromkeys(kept))
