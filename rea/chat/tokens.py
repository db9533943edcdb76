"""How many tokens a text takes at most, without a tokenizer: they differ per model and would be downloads.

Assumed are: a token for three letters of a word, for two digits, for each mark, and one and a half for a
Chinese character. Vocabularies of today (32,000 to 256,000 entries) do better on nearly any text; a number
that is too high only folds a little earlier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rea.chat.messages import Message, ToolSpec

_PIECES = re.compile(
    r"(?P<letters>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<blanks> +|\t+)|(?P<lines>\n+)"
    r"|(?P<rule>([=\-_*#~.])\6{3,})|(?P<cjk>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef\u3000-\u303f]+)"
    r"|(?P<other>[^\x00-\x7f\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]+)|(?P<mark>.)",
    re.DOTALL,
)
# What each message, each result and each tool costs beside its text (role, ids, separators of the template),
# and what tools cost at all. Enough for either form, the server's own or text: a change needs no room.
PER_MESSAGE = 12
PER_RESULT = 64
PER_TOOL = 32
PER_TOOLS = 160


def estimate(text: str) -> int:
    """Tokens of a text, rather too many than too few."""
    total = 0.0
    for piece in _PIECES.finditer(text):
        length = piece.end() - piece.start()
        kind = piece.lastgroup
        if kind == "letters":
            total += -(-length // 3)
        elif kind == "digits":
            total += -(-length // 2)
        elif kind == "blanks":
            # One blank belongs to the word behind it; indentation comes in pieces of up to four.
            total += 0.0 if length == 1 and piece.group() == " " else -(-length // 4)
        elif kind in ("lines", "rule"):
            total += -(-length // 4)
        elif kind == "cjk":
            total += 1.5 * length
        else:
            total += 3.0 * length if kind == "other" else 1.0
    return int(total + 0.999)


def size_of(messages: Iterable[Message], tools: Iterable[ToolSpec] = ()) -> int:
    """Tokens of a whole request."""
    import json

    total = 0
    for message in messages:
        total += PER_RESULT if message.role == "tool" else PER_MESSAGE
        total += estimate(message.text) + estimate(message.call_id)
        for call in message.calls:
            total += PER_TOOL + estimate(call.id) + estimate(call.name) + estimate(call.arguments_text)
    for number, tool in enumerate(tools):
        total += 0 if number else PER_TOOLS
        schema = json.dumps(tool.parameters, ensure_ascii=False)
        total += PER_TOOL + estimate(tool.name) + estimate(tool.description) + estimate(schema)
    return total


def shortened(text: str, tokens: int, note: str = "[… cut …]") -> str:
    """The beginning of a text that fits, cut at a line end where there is one, with a note that it is cut."""
    if estimate(text) <= tokens:
        return text
    room = tokens - estimate(note) - 1
    if room <= 0:
        return ""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate(text[:middle]) <= room else (low, middle - 1)
    line_end = text.rfind("\n", 0, low)
    return f"{text[: line_end if line_end > low // 2 else low]}\n{note}"
