"""One settings object. Flags win over the environment, that over the user's file, that over the defaults.

The user's file is `config.yaml` in the configuration folder. The studied repository is never asked: a clone
must not be able to choose a model, an endpoint or a limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rea.errors import DataFileError, UsageError

FILE = "config.yaml"
PREFIX = "REA_"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a question is answered. `lang` '' is the question's own language; `max_seconds` 0 is no limit."""

    model: str = "offline"
    lang: str = ""
    format: str = "terminal"
    max_turns: int = 10
    max_files: int = 20
    max_seconds: float = 0.0


def _choice(*allowed: str) -> Callable[[object], str]:
    def parse(value: object) -> str:
        if str(value) not in allowed:
            raise ValueError(f"one of {', '.join(word or 'nothing' for word in allowed)} is expected")
        return str(value)

    return parse


def _whole(low: int, high: int) -> Callable[[object], int]:
    def parse(value: object) -> int:
        text = str(value).strip()
        if isinstance(value, bool) or not text.isdecimal() or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high} is expected")
        return int(text)

    return parse


def _seconds(value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if isinstance(value, bool) or not 0 <= number <= 86_400:
        raise ValueError("a number of seconds from 0 to 86400 is expected")
    return number


def _name(value: object) -> str:
    text = str(value).strip()
    if not isinstance(value, str) or not text or len(text) > 200 or not text.isprintable():
        raise ValueError("a name is expected")
    return text


_PARSERS: Mapping[str, Callable[[object], object]] = {
    "model": _name,
    "lang": _choice("", "en", "zh"),
    "format": _choice("terminal", "markdown", "json"),
    "max_turns": _whole(1, 100),
    "max_files": _whole(1, 500),
    "max_seconds": _seconds,
}


def load_settings(flags: Mapping[str, object], environ: Mapping[str, str], folder: Path) -> Settings:
    """The settings in force. `flags` holds None for those not given; `folder` is where the user's file is.

    UsageError names the flag or variable, DataFileError the file and line, of a value that cannot be used.
    """
    values: dict[str, Any] = dict(_from_file(folder / FILE))
    for field in fields(Settings):
        variable = PREFIX + field.name.upper()
        if environ.get(variable):
            values[field.name] = _parsed(field.name, environ[variable], variable)
        if flags.get(field.name) is not None:
            values[field.name] = _parsed(field.name, flags[field.name], "--" + field.name.replace("_", "-"))
    return Settings(**values)


def config_folder(environ: Mapping[str, str]) -> Path:
    """REA_CONFIG_DIR, or `rea` in the platform's configuration folder. The user's `playbooks/` are in it."""
    if chosen := environ.get("REA_CONFIG_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "rea"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "rea"
    return Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "rea"


def _parsed(name: str, value: object, origin: str) -> object:
    try:
        return _PARSERS[name](value)
    except ValueError as error:
        raise UsageError(f"{origin} is {str(value)[:60]!r}: {error}.") from error


def _from_file(path: Path) -> Mapping[str, object]:
    if not os.path.lexists(path):
        return {}
    from indexer.datafiles import load_table

    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{path}: cannot be read ({error})") from error
    if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
        return {}
    values = {}
    for name, value in load_table(path).items():
        place = f"{path}:{_line_of(path, name)}"
        if name not in _PARSERS:
            raise DataFileError(f"{place}: `{name}` is not a setting (known: {', '.join(_PARSERS)})")
        try:
            values[name] = _PARSERS[name](value)
        except ValueError as error:
            raise DataFileError(f"{place}: {name}: {error}") from error
    return values


def _line_of(path: Path, name: object) -> int:
    """The line of a top-level key."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if line.split(":")[0].strip().strip("'\"") == str(name):
            return number
    return 1
