"""Sets foreign text apart, so that nothing in a repository can pass for a message, a result or a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tools.text import safe_text


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    from indexer.datafiles import load_table

    return load_table(Path(__file__).with_name("framing.yaml"))


@lru_cache(maxsize=1)
def _template_words() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{word})" for word in _table()["template_words"]), re.IGNORECASE)


def harmless(text: str) -> str:
    """Foreign text with frame marks and words of chat templates broken up, unsafe characters shown."""
    for mark, replacement in _table()["replaced"].items():
        text = text.replace(mark, replacement)
    text = _template_words().sub(lambda found: found[0][0] + "\\" + found[0][1:], text)
    return "\n".join(safe_text(line) for line in text.split("\n"))


def framed(text: str, what: str) -> str:
    """Foreign text in its frame; `what` says where it is from and is cleaned itself."""
    table = _table()
    return f"{table['open']} {harmless(one_line(what))}⟧\n{harmless(text)}\n{table['close']}"


def one_line(text: str, most: int = 600) -> str:
    """Text in one line of at most so many characters, unsafe characters shown."""
    flat = safe_text(" ".join(text.split()))
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def frame_marks() -> tuple[str, str]:
    """What opens and closes a frame, for the rule about it."""
    return _table()["open"], _table()["close"]
