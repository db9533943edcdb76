"""The sentences of offline answers: fixed shapes filled with names that stand in the cited lines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import cast

from rea.plan import Lang


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, Mapping[str, object]]:
    import yaml

    text = Path(__file__).with_name("phrases.yaml").read_text(encoding="utf-8")
    return cast("Mapping[str, Mapping[str, object]]", yaml.safe_load(text))


def say(lang: Lang, phrase: str, **values: str) -> str:
    """One sentence. KeyError for a phrase or value that does not exist."""
    return str(_phrases()[lang][phrase]).format(**values)


def layer_name(lang: Lang, kind: str) -> str:
    """The name of a storage layer."""
    return cast("Mapping[str, str]", _phrases()[lang]["layers"]).get(kind, kind)


def column_names(lang: Lang) -> tuple[str, ...]:
    """The columns of the storage table."""
    return tuple(cast("list[str]", _phrases()[lang]["columns"]))
