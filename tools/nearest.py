"""The nearest real names for a wrong one: paths for the fence, symbols for trace_symbol.

Suggestions, not guesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.reader import Index

MAX_SUGGESTIONS = 5
_CLOSE = 0.72  # similarity of names below which a suggestion would be noise
_VERY_CLOSE = 0.85  # similarity from which spelling counts for more than shared words
_MAX_COMPARED = 300  # names that get the slow comparison
_ENOUGH_NAMES = 4_000  # names that are looked at at all
_MAX_PIECES = 16


def nearest_paths(index: Index, text: str) -> tuple[str, ...]:
    """Up to five real paths for a path that is not there.

    Files and folders of the same name come first (one if the name is unique, all candidates if it is not,
    those that share most of the typed folders first), then files of the same stem, then similar names.
    """
    wanted = text.replace("\\", "/").strip("/").casefold()
    parts = [part for part in wanted.split("/") if part not in ("", ".", "..")]
    if not parts:
        return ()
    paths = [record.path for record in index.files()]
    same = [path for path in paths if _name(path) == parts[-1]]
    same += [folder for folder in _folders(paths) if _name(folder) == parts[-1]]
    if not same:
        stem = parts[-1].rsplit(".", 1)[0]
        same = [path for path in paths if _name(path).rsplit(".", 1)[0] == stem]
    if same:
        ordered = sorted(same, key=lambda path: (-_shared(parts, path), len(path), path))
        return tuple(ordered[:MAX_SUGGESTIONS])
    return _similar_paths(paths, parts)


def _similar_paths(paths: Sequence[str], parts: Sequence[str]) -> tuple[str, ...]:
    by_name: dict[str, list[str]] = {}
    for path in paths:
        by_name.setdefault(_name(path), []).append(path)
    found = [path for name in similar(parts[-1], by_name) for path in by_name[name]]
    return tuple(sorted(found, key=lambda path: -_shared(parts, path))[:MAX_SUGGESTIONS])


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].casefold()


def _folders(paths: Iterable[str]) -> Iterator[str]:
    """All folders of sorted paths, once each."""
    seen: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in seen:
            seen.add(folder)
            yield folder
            folder = folder.rpartition("/")[0]


def _shared(parts: Sequence[str], path: str) -> int:
    """How many of the typed parts also occur in a path, the end counting first."""
    own = path.casefold().split("/")
    tail = 0
    while tail < min(len(own), len(parts)) and own[-1 - tail] == parts[-1 - tail]:
        tail += 1
    return 10 * tail + len(set(parts) & set(own))


def similar(wanted: str, names: Iterable[str]) -> list[str]:
    """Names close to `wanted` by spelling, best first. Two cheap passes keep it fast on 100,000 names."""
    pairs = _pairs(wanted)
    scored: list[tuple[float, str]] = []
    for name in names:
        if abs(len(name) - len(wanted)) <= max(3, len(wanted) // 2):
            other = _pairs(name)
            overlap = 2 * len(pairs & other) / (len(pairs) + len(other) or 1)
            if overlap >= 0.4:
                scored.append((overlap, name))
    scored.sort(key=lambda row: (-row[0], row[1]))
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    close: list[tuple[float, str]] = []
    for _, name in scored[:_MAX_COMPARED]:
        matcher.set_seq1(name)
        if matcher.quick_ratio() >= _CLOSE and (ratio := matcher.ratio()) >= _CLOSE:
            close.append((ratio, name))
    return [name for _, name in sorted(close, key=lambda row: (-row[0], row[1]))][:MAX_SUGGESTIONS]


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)} or {text}


def sub_words(name: str) -> tuple[str, ...]:
    """The lower-case words of an identifier: `parseHTTPHeader_v2` is parse, http, header, v, 2."""
    return tuple(
        word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+", name)
    )


def nearest_symbols(index: Index, name: str) -> tuple[str, ...]:
    """Up to five real symbol names near an unknown one: other form or spelling, shared sub-words."""
    names = _names_to_compare(index, name)
    flat = name.casefold().replace("_", "").replace("-", "")
    same = [symbol for symbol in names if symbol.casefold().replace("_", "") == flat]
    words = set(sub_words(name))
    shared: list[tuple[int, int, str]] = []
    for symbol in names if len(words) > 1 else ():
        own = set(sub_words(symbol))
        common = len(words & own)
        if common >= 2 or (common and common == len(own)):
            shared.append((-common, len(own), symbol))
    by_words = [symbol for _, _, symbol in sorted(shared)]
    spelled = similar(name, names)
    alike = [symbol for symbol in spelled if SequenceMatcher(None, name, symbol).ratio() >= _VERY_CLOSE]
    ordered = dict.fromkeys([*same, *_swapped(name), *alike, *by_words[:3], *spelled, *by_words[3:]])
    real = (symbol for symbol in ordered if symbol != name and index.paths_defining(symbol))
    return tuple(islice(real, MAX_SUGGESTIONS))


def _swapped(name: str) -> list[str]:
    """The name with two neighbouring letters exchanged: no piece of `lgoin` is in `login`."""
    return [name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(min(len(name), 30) - 1)]


def _names_to_compare(index: Index, name: str) -> list[str]:
    """Names that share a telling piece with an unknown one; with the largest pieces there are enough."""
    words = sorted(set(sub_words(name)), key=lambda word: (-len(word), word))
    pieces = [word for word in words if len(word) >= 4]
    pieces += [piece for word in words if len(word) >= 5 for piece in (word[:4], word[-4:])]
    pieces += [word for word in words if len(word) in (2, 3)]
    lowered = name.lower()
    pieces += [lowered[at : at + 3] for at in range(len(lowered) - 2)]
    names: dict[str, None] = {}
    for asked, piece in enumerate(dict.fromkeys(pieces)):
        if asked >= _MAX_PIECES or len(names) >= _ENOUGH_NAMES:
            break
        names.update(dict.fromkeys(index.names_holding(piece)))
    return list(names)
