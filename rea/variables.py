"""The environment variables that are no settings: where REA keeps things, and how it shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from types import MappingProxyType

from rea.settings import FALLBACKS, FLAG_ONLY, NO_FLAG, PREFIX, Settings

OWN: Mapping[str, str] = MappingProxyType(
    {
        "REA_CONFIG_DIR": "Folder of config.yaml, models.yaml and playbooks/, instead of the platform's own.",
        "REA_CACHE_DIR": "Folder for indexes of repositories that cannot be written, and the seal of runs.",
        "REA_MCP_TOKEN": "The token of `rea mcp --http`, instead of a new one at each start.",
        "REA_DEBUG": "With any value, an error also shows where in the code it happened.",
    }
)
OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "NO_COLOR": "With any value, output has no colour.",
        "FORCE_COLOR": "With any value, output has colour even where it goes into a file or a pipe.",
        "COLUMNS": "Width of the terminal, where it cannot be asked.",
    }
)


def variable_of(setting: str) -> str:
    """The variable of a setting, '' for one that has none."""
    return "" if setting in FLAG_ONLY else PREFIX + setting.upper()


def known() -> frozenset[str]:
    """Every variable that begins with REA_ and is read."""
    return frozenset({*OWN, *(variable_of(field.name) for field in fields(Settings))} - {""})


def unknown(environ: Iterable[str]) -> dict[str, str]:
    """Variables that look like REA's but are read by nobody, each with the nearest one that is, or ''."""
    names = known()
    strange = sorted(name for name in environ if name.startswith(PREFIX) and name not in names)
    return {name: next(iter(get_close_matches(name, names, 1, 0.7)), "") for name in strange}


def meaning_of(variable: str) -> str:
    """What a variable is for, in a sentence."""
    if text := OWN.get(variable) or OTHERS.get(variable):
        return text
    for field in fields(Settings):
        flag = "--" + field.name.replace("_", "-")
        said = (
            "The key of the model's server; it has no flag."
            if field.name in NO_FLAG
            else f"The same as {flag}."
        )
        if variable == variable_of(field.name):
            return said
        if variable == FALLBACKS.get(field.name):
            return f"Counts where {variable_of(field.name)} is not set. {said}"
    raise KeyError(variable)


def fallback_of(setting: str) -> str:
    """The variable of other programs that counts where REA's own is not set, '' if there is none."""
    return FALLBACKS.get(setting, "")
