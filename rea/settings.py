"""One settings object. Flags win over the environment, that over the user's file, that over the defaults.

The user's file is `config.yaml` in the configuration folder. The studied repository is never asked: a clone
must not be able to choose a model, an endpoint, a key or a limit. A key has no flag, because other users of a
machine can see flags; OPENAI_API_KEY and OPENAI_BASE_URL count where REA's own variables are not set.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from rea.errors import DataFileError, UsageError

FILE = "config.yaml"
PREFIX = "REA_"
OFFLINE = "offline"
REPLAY = "replay:"
ENDPOINT = "endpoint:"
OPENAI = "https://api.openai.com/v1"
# Variables of the SDK's users, asked after REA's own.
FALLBACKS: Mapping[str, str] = {"api_key": "OPENAI_API_KEY", "base_url": "OPENAI_BASE_URL"}
# Said anew for every question, so that a forgotten line in the file cannot overwrite a recording.
FLAG_ONLY = frozenset({"record"})
NO_FLAG = frozenset({"api_key"})


class Secret:
    """A key. It shows itself to nobody who does not ask for it by name."""

    __slots__ = ("value",)

    def __init__(self, value: str = "") -> None:
        self.value = value

    def __repr__(self) -> str:
        return "Secret('***')" if self.value else "Secret('')"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a question is answered. `lang` '' is the question's own language; a limit of 0 is none.

    `explore_model` '' is the model itself, `window` 0 what is known of the model, `silence` how many seconds
    a server may give no sign, `max_cost` in US dollars, `semantic` auto, off, a folder or endpoint:MODEL.
    """

    model: str = OFFLINE
    explore_model: str = ""
    base_url: str = OPENAI
    api_key: Secret = Secret()  # noqa: RUF009 - never changed
    tool_protocol: Literal["auto", "native", "text"] = "auto"
    window: int = 0
    silence: float = 300.0
    record: str = ""
    lang: str = ""
    format: str = "terminal"
    max_turns: int = 10
    max_files: int = 20
    max_seconds: float = 0.0
    max_tool_calls: int = 0
    max_tokens_total: int = 0
    max_cost: float = 0.0
    semantic: str = "auto"

    @property
    def sends(self) -> bool:
        """Whether a model is named that text would be sent to, to think or to make vectors."""
        if self.model == OFFLINE:
            return self.semantic.startswith(ENDPOINT)
        return not self.model.startswith(REPLAY)


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


def _dollars(value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if isinstance(value, bool) or not 0 <= number <= 10_000:
        raise ValueError("a number of US dollars from 0 to 10000 is expected")
    return number


def _address(value: object) -> str:
    text = str(value).strip()
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not isinstance(value, str) or not good or not text.isprintable():
        raise ValueError("an address such as http://localhost:11434/v1 is expected")
    return text


def _key(value: object) -> Secret:
    text = str(value).strip()
    if not isinstance(value, str) or not text or not text.isascii() or not text.isprintable():
        raise ValueError("a key is expected")
    return Secret(text)


def _name(value: object) -> str:
    text = str(value).strip()
    if not isinstance(value, str) or not text or len(text) > 200 or not text.isprintable():
        raise ValueError("a name is expected")
    return text


_PARSERS: Mapping[str, Callable[[object], object]] = {
    "model": _name,
    "explore_model": _name,
    "base_url": _address,
    "api_key": _key,
    "tool_protocol": _choice("auto", "native", "text"),
    "window": _whole(0, 100_000_000),
    "silence": _seconds,
    "record": _name,
    "lang": _choice("", "en", "zh"),
    "format": _choice("terminal", "markdown", "json", "html"),
    "max_turns": _whole(1, 100),
    "max_files": _whole(1, 500),
    "max_seconds": _seconds,
    "max_tool_calls": _whole(0, 10_000),
    "max_tokens_total": _whole(0, 1_000_000_000),
    "max_cost": _dollars,
    "semantic": _name,
}


def load_settings(flags: Mapping[str, object], environ: Mapping[str, str], folder: Path) -> Settings:
    """The settings in force. `flags` holds None for those not given; `folder` is where the user's file is.

    UsageError names the flag or variable, DataFileError the file and line, of a value that cannot be used.
    """
    values: dict[str, Any] = dict(_from_file(folder / FILE))
    for name in (field.name for field in fields(Settings)):
        for variable in (FALLBACKS.get(name, ""), PREFIX + name.upper()):
            if environ.get(variable) and name not in FLAG_ONLY:
                values[name] = _parsed(name, environ[variable], variable)
        if flags.get(name) is not None and name not in NO_FLAG:
            values[name] = _parsed(name, flags[name], "--" + name.replace("_", "-"))
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
        shown = "not shown" if name == "api_key" else repr(_without_password(str(value)[:60]))
        raise UsageError(f"{origin} is {shown}: {error}.") from None


def _without_password(text: str) -> str:
    """An address may carry a password before its host."""
    return re.sub(r"//[^/@]*@", "//…@", text)


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
        if name not in _PARSERS or name in FLAG_ONLY:
            known = ", ".join(known for known in _PARSERS if known not in FLAG_ONLY)
            raise DataFileError(f"{place}: `{name}` is not a setting (known: {known})")
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
