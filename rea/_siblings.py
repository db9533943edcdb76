"""The check that `indexer`, `tools` and `evals` are REA's own: others ship packages of these names too.

Nothing is imported: a foreign package must be refused before any line of it runs.
"""

from __future__ import annotations

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

SIBLINGS = ("indexer", "tools", "evals")
# Every package of REA opens its docstring with this word.
MARK = '"""REA'


def foreign_sibling(home: Path | None = None) -> str:
    """The reason why a sibling is not REA's own, '' when all are. `home` is the folder they must lie in."""
    home = home or Path(__file__).resolve().parent.parent
    for name in SIBLINGS:
        origin = _origin(importlib.util.find_spec(name))
        if origin is None:
            return f"the package `{name}` is missing or incomplete"
        if origin.resolve().parent.parent != home:
            return f"`import {name}` would load {origin.parent}, which is not part of REA"
        with origin.open("rb") as file:
            if not file.read(len(MARK)).decode("ascii", "replace").startswith(MARK):
                return f"{origin} was overwritten by another distribution"
    return ""


def _origin(spec: ModuleSpec | None) -> Path | None:
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin)
