"""Names in text: which identifiers a sentence speaks of, and whether cited lines hold one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_QUOTED = re.compile(r"[`\"'“「]([^`\"'”」\n]{2,80})[`\"'”」]")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*")
_ROUTE = re.compile(r"(?<![\w.])/[\w{}:.*<>/-]+")
_PARTS = re.compile(r"\.|::|->|#|/")
_SUBWORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
# Shorter sub-words occur in too many lines to support anything.
_SHORTEST_SUBWORD = 4


def names_in(text: str) -> tuple[str, ...]:
    """The code-like names in a sentence: quoted ones, routes, and words no prose would spell that way."""
    quoted = [match[1].strip() for match in _QUOTED.finditer(text)]
    routes = _ROUTE.findall(text)
    words = [match[0] for match in _IDENTIFIER.finditer(text) if _looks_like_code(match[0])]
    return tuple(dict.fromkeys([*quoted, *routes, *words]))


def _looks_like_code(word: str) -> bool:
    """`sessionKey`, `SESSION_KEY`, `auth.login` and `UserService`, but not `Session` or `login`."""
    bare = word.strip("_$")
    return (
        "_" in bare
        or "$" in word
        or bool(_PARTS.search(word))
        or bool(re.search(r"[a-z\d][A-Z]", bare))
        or bool(re.search(r"[A-Za-z]\d", bare))
    )


def occurs(keyword: str, lines: Iterable[str]) -> bool:
    """Whether a name occurs in lines: as a whole name, then without case, then as a part of a longer name.

    A qualified name (`Auth.login`, `Auth::login`) also counts by its last part: definitions spell only that.
    """
    keyword = keyword.strip()
    if not keyword:
        return False
    text = "\n".join(lines)
    last = [part for part in _PARTS.split(keyword) if part][-1:]
    forms = list(dict.fromkeys([keyword, *last]))
    if any(_whole(form, text, 0) for form in forms):
        return True
    return any(_whole(form, text, re.IGNORECASE) for form in forms) or _as_part(forms[-1], text)


def occurs_any(keywords: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether at least one of the names occurs in the lines."""
    return any(occurs(keyword, lines) for keyword in keywords)


def _whole(form: str, text: str, flags: int) -> bool:
    """A match that is not inside a longer ASCII name; Chinese has no word borders and needs none."""
    left = r"(?<![A-Za-z0-9_$])" if re.match(r"[A-Za-z0-9_$]", form) else ""
    right = r"(?![A-Za-z0-9_$])" if re.search(r"[A-Za-z0-9_$]$", form) else ""
    return re.search(f"{left}{re.escape(form)}{right}", text, flags) is not None


def _as_part(form: str, text: str) -> bool:
    """`token` in `createToken`: the keyword's sub-words in sequence inside one longer name."""
    wanted = [part.lower() for part in _SUBWORD.findall(form)]
    if len("".join(wanted)) < _SHORTEST_SUBWORD:
        return False
    needle = "\0" + "\0".join(wanted) + "\0"
    if wanted[0] not in text.lower():
        return False
    for name in re.findall(r"[A-Za-z_$][\w$]*", text):
        if needle in "\0" + "\0".join(part.lower() for part in _SUBWORD.findall(name)) + "\0":
            return True
    return False
