"""Reduces English words to a common form, so that a phrase in base form meets the form a question has."""

from __future__ import annotations

import re

# Forms no suffix rule can reach. Only words that occur in phrases about software are worth a line.
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
    "shut": "shut", "spoken": "speak", "spent": "spend", "stole": "steal", "stolen": "steal",
    "stood": "stand", "stuck": "stick", "taken": "take", "took": "take", "thrown": "throw",
    "threw": "throw", "told": "tell", "understood": "understand", "was": "be", "were": "be", "is": "be",
    "are": "be", "been": "be", "being": "be", "won": "win", "woken": "wake", "woke": "wake",
    "written": "write", "wrote": "write", "people": "person", "children": "child", "indices": "index",
    "indexes": "index", "matrices": "matrix", "schemata": "schema", "slept": "sleep", "split": "split",
}  # fmt: skip

# Words that only look like a plural or a participle.
_FIXED = frozenset({
    "setting", "building", "during", "string", "nothing", "something", "everything", "anything",
    "thing", "morning", "evening", "news", "alias", "canvas", "https", "dns", "always", "series", "sms",
    "gps", "aws", "perhaps", "need", "feed", "seed", "speed", "bias", "atlas", "kubernetes", "nginx",
})  # fmt: skip
_VOWEL = re.compile(r"[aeiouy]")
_BRITISH = re.compile(r"(?<=[a-z]{2})is(e|es|ed|er|ers|ing|ation|ations)$")


def normal_form(word: str) -> str:
    """The form under which a lower-case English word is compared: irregular, spelling variant, light stem."""
    word = _IRREGULAR.get(word, word)
    if len(word) >= 6:
        word = _BRITISH.sub(r"iz\1", word)
        word = word.replace("our", "or") if word.endswith(("our", "ours", "oured")) else word
    return _stem(word)


def _stem(word: str) -> str:
    """Strip plural, -ed, -ing and a final e. Words of up to three letters stay as they are."""
    word = _singular(word)
    if word in _FIXED or len(word) <= 3:
        return word
    if word.endswith("ied") and len(word) > 4:
        word = word[:-3] + "y"
    else:
        for suffix in ("ing", "ed"):
            rest = word[: -len(suffix)]
            if word.endswith(suffix) and len(rest) >= 2 and _VOWEL.search(rest):
                word = _undoubled(rest)
                break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _singular(word: str) -> str:
    """The word without a plural ending."""
    if word in _FIXED or len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _undoubled(word: str) -> str:
    """`logg` is log, but `pass`, `fill` and `buzz` keep their pair."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lszaeiou":
        return word[:-1]
    # Two syllables and -ll: cancelled, labelled, travelled.
    if len(word) > 5 and word.endswith("ll"):
        return word[:-1]
    return word
