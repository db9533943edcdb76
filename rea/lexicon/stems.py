"""The form under which the words of a phrase and of a question are compared."""

from __future__ import annotations

import re
from functools import lru_cache

# Forms no suffix rule can reach. Only words that occur in phrases about software are worth a place.
_IRREGULAR = {
    "became": "become", "began": "begin", "begun": "begin", "bought": "buy", "broke": "break",
    "broken": "break", "brought": "bring", "built": "build", "caught": "catch", "chose": "choose",
    "chosen": "choose", "came": "come", "dealt": "deal", "drawn": "draw", "drew": "draw", "done": "do",
    "did": "do", "does": "do", "fell": "fall", "fallen": "fall", "forbidden": "forbid", "forgot": "forget",
    "forgotten": "forget", "found": "find", "froze": "freeze", "frozen": "freeze", "gave": "give",
    "given": "give", "gone": "go", "goes": "go", "went": "go", "grew": "grow", "grown": "grow",
    "had": "have", "has": "have", "heard": "hear", "held": "hold", "hid": "hide", "hidden": "hide",
    "kept": "keep", "knew": "know", "known": "know", "laid": "lay", "left": "leave", "lost": "lose",
    "made": "make", "met": "meet", "paid": "pay", "ran": "run", "said": "say", "saw": "see", "seen": "see",
    "sent": "send", "shown": "show", "shrank": "shrink", "shrunk": "shrink", "shrunken": "shrink",
    "spoken": "speak", "spent": "spend", "stole": "steal", "stolen": "steal",
    "stood": "stand", "stuck": "stick", "taken": "take", "took": "take", "thrown": "throw",
    "threw": "throw", "told": "tell", "understood": "understand", "was": "be", "were": "be", "is": "be",
    "are": "be", "been": "be", "being": "be", "won": "win", "woken": "wake", "woke": "wake",
    "written": "write", "wrote": "write", "people": "person", "children": "child", "indices": "index",
    "indexes": "index", "used": "use", "using": "use", "doing": "do", "going": "go", "dying": "die",
    "died": "die", "lying": "lie", "tied": "tie", "matrices": "matrix", "slept": "sleep",
}  # fmt: skip

# Words whose end only looks like an inflection; their stem would be another word (setting, set).
_FIXED = frozenset({
    "setting", "building", "during", "string", "nothing", "something", "everything", "anything",
    "thing", "morning", "evening", "news", "alias", "canvas", "https", "dns", "always", "series",
    "sms", "gps", "aws", "perhaps", "need", "feed", "seed", "speed", "bias", "atlas", "kubernetes",
    "nginx", "spring", "rating", "meeting", "versus", "redis", "accounting", "billing", "shipping",
    "packaging", "rounding", "profiling", "pricing", "indeed", "hundred", "embed", "exceed", "proceed",
})  # fmt: skip

_VOWEL = re.compile(r"[aeiouy]")
# What -ed and -ing leave of `save`, `type`, `note`, unlike of `fix`, `play`, `add`.
_SHORT_E = re.compile(r"[^aeiouy][aeiouy][^aeiouwxy]")
_BRITISH = re.compile(r"(?<=[a-z]{2})([iy])s(e|es|ed|er|ers|ing|ation|ations)$")
_OUR = re.compile(r"(?<=[a-z]{3})our(s|ed|ing|ite|ites)?$")


@lru_cache(maxsize=16384)
def normal_form(word: str) -> str:
    """The comparable form of a lower-case English word: no 's, irregular and British forms mapped, stemmed.

    Lighter than the stem of the text index, which also cuts -er and -or and what is then left (`restore` is
    `rest`): there that finds more, here `worker` would answer for every `how does it work`.
    """
    if not word.isalnum():
        word = word.removesuffix("'s").replace("'", "").replace("-", "")
    word = _IRREGULAR.get(word, word)
    if len(word) >= 6:
        if "our" in word:
            word = _OUR.sub(r"or\1", word)
        if "is" in word or "ys" in word:
            word = _BRITISH.sub(r"\1z\2", word)
    word = _singular(word)
    if word in _FIXED or len(word) <= 3:
        return word
    word = _without_participle(word)
    # Not of four letters: `note` is not `not`.
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def _singular(word: str) -> str:
    """The word without a plural ending."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or word in _FIXED:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zzes")) else word[:-1]


def _without_participle(word: str) -> str:
    """The word without -ed, -ied or -ing, where a vowel stands before (so `string` stays)."""
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for suffix in ("ing", "ed"):
        rest = word[: -len(suffix)]
        if word.endswith(suffix) and len(rest) >= 3 and _VOWEL.search(rest):
            return rest + "e" if _SHORT_E.fullmatch(rest) else _undoubled(rest)
    return word


def _undoubled(root: str) -> str:
    """`logg` is log and `cancell` cancel, but `pass`, `fill` and `buzz` keep their pair."""
    doubled = len(root) > 3 and root[-1] == root[-2]
    if doubled and (root[-1] not in "lszaeiou" or (root[-1] == "l" and len(root) > 5)):
        return root[:-1]
    return root
