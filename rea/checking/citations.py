"""Finds citations in running text: `path:12`, `path:12-40`, `path:12-40,55`, `path#L10-L20`, also in links.

Only the writing is judged here; whether the path exists and the lines say it is the checker's part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

# A range of more lines than any file has is a slip of the pen, not a citation.
MAX_LINE = 10_000_000


Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mention:
    """A citation as written. `path` has forward slashes; `spans` are (start, end), 1-based and inclusive.

    `offset` is where it begins in the text, `raw` what was written. A reversed range is kept as written.
    `places` says for each span where its two numbers stand in the text, as (from, to) offsets; the second is
    the first again where only one number is written.
    """

    raw: str
    path: str
    spans: tuple[tuple[int, int], ...]
    offset: int
    places: tuple[tuple[Place, Place], ...] = ()


# No path is longer; with the bound a line of a megabyte is still read in linear time.
MAX_PATH = 300

_DASH = r"\s?[-–—‐‑−~～]\s?"
_ONE = rf"\d+(?:{_DASH}\d+)?"
_LIST = rf"{_ONE}(?:\s?[,，、]\s?{_ONE})*"
_ANCHOR = r"#L(\d+)(?:C\d+)?(?:[-–—]L?(\d+)(?:C\d+)?)?"
_SPAN = rf"(?:{_ANCHOR}|\s?[:：]\s?(?:L(?=\d))?({_LIST})(?::\d+)?(?!\w))"

_NUMBERS = re.compile(_SPAN)

# Inside backticks, quotes and link targets a path may hold spaces; in running text it ends at one.
_LOOSE = r"[^`\"'<>()\[\]{}|*?:：\n\r\t，。；、（）《》“”「」]"
_TIGHT = r"[^\s`\"'<>()\[\]{}|*?:：,;，。；、（）《》“”「」]"
_LINK = re.compile(rf"\]\(\s*<?(?P<path>[^<>()\n#]+){_ANCHOR}>?(?:\s+\"[^\"\n]*\")?\s*\)")
_QUOTED = re.compile(rf"(?P<mark>[`\"'“「])(?P<path>{_LOOSE}{{1,{MAX_PATH}}}?){_SPAN}(?=[`\"'”」])")
# `path`:12 — the code span closes before the colon.
_CLOSED = re.compile(rf"`(?P<path>{_LOOSE}{{1,{MAX_PATH}}})`{_SPAN}")
_BARE = re.compile(rf"(?<![\w`/\\.])(?P<path>(?:[A-Za-z]:[\\/])?{_TIGHT}{{1,{MAX_PATH}}}?){_SPAN}")
_RANGE = re.compile(rf"(\d+)(?:{_DASH}(\d+))?")

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9_+-]{0,11}$")
_HOST = re.compile(
    r"^(?:localhost|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|internal|cn|de|test))$", re.I
)
# Names without an extension that projects cite by line.
_BARE_NAMES = frozenset(
    [
        "Dockerfile",
        "Makefile",
        "Jenkinsfile",
        "Procfile",
        "Rakefile",
        "Gemfile",
        "Vagrantfile",
        "Containerfile",
    ]
)
_LEADING_CJK = re.compile(r"^[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+(?=[\x21-\x7e])")


def find_citations(text: str) -> tuple[Mention, ...]:
    """Every citation in a text, in order of position, each stretch of text read once."""
    found: list[Mention] = []
    taken = bytearray(len(text))
    for pattern in (_LINK, _CLOSED, _QUOTED, _BARE):
        for match in _matches(pattern, text):
            start, end = match.start(), match.end()
            if taken.find(1, start, end) >= 0:
                continue
            mention = _mention(match, pattern is _LINK)
            if mention is not None:
                found.append(mention)
                taken[start:end] = b"\x01" * (end - start)
    return tuple(sorted(found, key=lambda mention: mention.offset))


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern, found from the line numbers backwards: those are rare, letters are not."""
    done = 0
    for lines in _NUMBERS.finditer(text):
        start = max(done, lines.start() - MAX_PATH - 40)
        for match in pattern.finditer(text, start, min(len(text), lines.end() + 40)):
            done = match.end()
            yield match


def parse_citation(text: str) -> Mention | None:
    """The citation a text consists of, or None: for a cell or argument that should be one citation."""
    stripped = text.strip()
    mentions = find_citations(stripped) or find_citations(f"`{stripped.strip('`')}`")
    return mentions[0] if len(mentions) == 1 else None


def path_readings(path: str) -> tuple[str, ...]:
    """The ways to read a written path, likeliest first: as it is, then without Chinese words before it."""
    bare = _LEADING_CJK.sub("", path)
    return (path, bare) if bare != path else (path,)


def _mention(match: re.Match[str], is_link: bool) -> Mention | None:
    written = match["path"]
    path = clean_path(unquote(written) if is_link else written)
    if not path or not _may_be_path(path):
        return None
    places = tuple(_places(match, is_link))
    spans = tuple((_number(match, start), _number(match, end)) for start, end in places)
    if not spans or any(max(span) > MAX_LINE for span in spans):
        return None
    raw = match.group().strip("`\"'“「")
    return Mention(raw, path, spans, match.start(), places)


def _number(match: re.Match[str], place: Place) -> int:
    """The number at a place; one too long to be a line, which `int` may refuse, is one too large."""
    digits = match.string[place[0] : place[1]].lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(MAX_LINE)) else MAX_LINE + 1


def clean_path(written: str) -> str:
    """Forward slashes, no `./` in front, no blanks around. Nothing is resolved."""
    path = written.strip().replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    return re.sub(r"(?<!^)/{2,}", "/", path) if "://" not in path else path


def _may_be_path(path: str) -> bool:
    """A web address, a host with a port, a time and an image tag are written alike, but are not files."""
    if _SCHEME.match(path) or path.startswith("//") or _HOST.match(path):
        return False
    name = path.rsplit("/", 1)[-1]
    if not any(character.isalpha() for character in name):
        return False
    has_extension = bool(_EXTENSION.search(name)) or name.startswith(".")
    return "/" in path or has_extension or name in _BARE_NAMES


def _places(match: re.Match[str], is_link: bool) -> Iterator[tuple[Place, Place]]:
    """Where the two numbers of each span stand; the groups of _SPAN are the last ones of every pattern."""
    last = match.re.groups
    first, second = (last - 1, last) if is_link else (last - 2, last - 1)
    if match.group(first) is not None:
        yield match.span(first), match.span(second if match.group(second) is not None else first)
    elif not is_link and match.group(last):
        for found in _RANGE.finditer(match.string, *match.span(last)):
            yield found.span(1), found.span(2 if found[2] is not None else 1)
