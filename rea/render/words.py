"""The fixed words of answers, from words.yaml. A word that does not exist is an error, never empty."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from rea.plan import Lang, Reading


class Words:
    """The words of one language. `words("stamp", "run")` gives one; values fill the braces."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._table = _tables()[lang]

    def __call__(self, *keys: str, **values: object) -> str:
        """One phrase. KeyError for a phrase or value that does not exist."""
        entry: Any = self._table
        for key in keys:
            entry = entry[key]
        if not isinstance(entry, str):
            raise KeyError(".".join(keys))
        return entry.format(**values)

    def name(self, group: str, key: str) -> str:
        """The name of a flow, layer or kind; those of a user's own playbooks are shown as they are."""
        known: Mapping[str, str] = self._table[group]
        return known.get(key, key.replace("_", " "))

    def reading(self, reading: Reading) -> str:
        """A reading in a few words: flow, kind, layer."""
        parts = [self.name("flows", reading.flow)]
        if reading.kind:
            parts.append(self.name("kinds", reading.kind))
        if reading.layer and reading.layer not in ("any", "mixed"):
            parts.append(self.name("layers", reading.layer))
        return " · ".join(parts)

    def age(self, seconds: float) -> str:
        """A span of time in its largest whole unit."""
        for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
            if seconds >= 2 * length:
                return self("ago", unit, n=int(seconds // length))
        return self("ago", "seconds", n=int(seconds))


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    from indexer.datafiles import load_table

    return load_table(Path(__file__).with_name("words.yaml"))
