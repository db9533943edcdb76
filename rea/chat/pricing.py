"""What models cost and how much they take, as data that a user can correct."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rea.chat.wire import Counted
from rea.errors import DataFileError

FILE = "models.yaml"
# For a model nobody described: what servers of local models are commonly started with, or less.
UNKNOWN_WINDOW = 32_768
_DATE = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """Dollars for a million tokens (None: not known) and the window in tokens (0: not known)."""

    prompt: float | None = None
    cached: float | None = None
    output: float | None = None
    window: int = 0

    def cost(self, counted: Counted) -> float | None:
        """Dollars for these tokens; None when the price is not known."""
        if self.prompt is None or self.output is None:
            return None
        cached = self.prompt if self.cached is None else self.cached
        fresh = counted.prompt - counted.cached
        return (fresh * self.prompt + counted.cached * cached + counted.output * self.output) / 1_000_000


def facts_of(model: str, folder: Path | None = None) -> ModelFacts:
    """What is known of a model: its name, also without vendor before it and date behind it.

    `folder` is the user's configuration folder. DataFileError when its table has an error.
    """
    table = dict(_read(Path(__file__).with_name(FILE)))
    if folder is not None and (folder / FILE).exists():
        table |= _read(folder / FILE)
    bare = model.rsplit("/", 1)[-1]
    for name in (model, bare, _DATE.sub("", bare)):
        if name in table:
            return table[name]
    return ModelFacts()


def _read(path: Path) -> Mapping[str, ModelFacts]:
    from indexer.datafiles import load_table

    found = {}
    for name, row in load_table(path).items():
        numbers = row if isinstance(row, dict) else {"": row}
        wrong = set(numbers) - {"prompt", "cached", "output", "window"}
        if wrong or not all(
            isinstance(n, int | float) and not isinstance(n, bool) and n >= 0 for n in numbers.values()
        ):
            raise DataFileError(f"{path}: {name}: prompt, cached, output and window are expected, as numbers")
        price = {key: float(n) for key, n in numbers.items() if key != "window"}
        found[str(name)] = ModelFacts(**price, window=int(numbers.get("window", 0)))
    return found
