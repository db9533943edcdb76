"""The rules of routes.yaml, read and compiled once per process."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from indexer.datafiles import load_table
from indexer.errors import DataFileError

RULES = Path(__file__).with_name("routes.yaml")
ROLES = frozenset({"route", "decorator", "annotation", "group", "block", "after", "trail", "mount", "chain"})
NAME = r"[A-Za-z_$][\w$]{0,80}"

Key = int | str


@dataclass(frozen=True, slots=True)
class Rule:
    """One shape of route call; the fields are explained at the head of routes.yaml."""

    head: re.Pattern[str]
    role: str = "route"
    receiver: re.Pattern[str] | None = None
    not_path: re.Pattern[str] | None = None
    path: tuple[Key, ...] = (0,)
    handler: tuple[Key, ...] = ()
    starts: str = ""
    method: str = ""
    methods: Key = ""
    method_at: Key = ""
    method_call: Key = ""
    default: str = "ANY"
    tail: str = ""
    least: int = 0
    method_in_path: bool = False
    bare: bool = False
    bracketless: bool = False
    absolute: bool = False
    scoped: bool = False
    commented: bool = False


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework and the substrings a file must hold to be worth a look; its rules: `rules_of(name)`."""

    name: str
    languages: frozenset[str]
    when: tuple[tuple[str, ...], ...]
    unless: tuple[str, ...]
    variants: tuple[tuple[str, str], ...]

    def suits(self, text: str) -> bool:
        """Whether a file may hold routes of this framework: substring tests only."""
        for group in self.when:
            for word in group:
                if word in text:
                    break
            else:
                return False
        return not any(word in text for word in self.unless)

    def called(self, text: str) -> str:
        """The name of the framework a file uses, where several share the shape of their calls."""
        return next((name for word, name in self.variants if word in text), self.name)


@cache
def frameworks_for(language: str) -> tuple[Framework, ...]:
    """The frameworks written in a language, in the order of the table."""
    return tuple(framework for framework in _frameworks() if language in framework.languages)


@cache
def rules_of(framework: str) -> tuple[Rule, ...]:
    """The rules of a framework, compiled when first needed: all at once they take 0.2 s."""
    with _named(framework):
        return tuple(_rule(entry) for entry in _table()[framework]["rules"])


@cache
def _table() -> Mapping[str, Any]:
    return load_table(RULES)


@cache
def _frameworks() -> tuple[Framework, ...]:
    found = []
    for name, entry in _table().items():
        with _named(name):
            found.append(
                Framework(
                    name=name,
                    languages=frozenset(str(language) for language in entry["languages"]),
                    when=tuple(tuple(str(word) for word in group) for group in entry["when"]),
                    unless=tuple(str(word) for word in entry.get("unless", ())),
                    variants=tuple(
                        (str(word), str(called)) for word, called in entry.get("variants", {}).items()
                    ),
                )
            )
    return tuple(found)


@contextmanager
def _named(framework: str) -> Iterator[None]:
    """Turn what is wrong with an entry into an error that names file and framework."""
    try:
        yield
    except (KeyError, TypeError, ValueError, re.error) as error:
        raise DataFileError(f"{RULES.name}: {framework}: {error}") from error


def _rule(entry: Mapping[str, Any]) -> Rule:
    fields: dict[str, Any] = dict(entry)
    if fields.get("role", "route") not in ROLES:
        raise ValueError(f"unknown role {fields['role']!r}")
    fields["head"] = re.compile(_expanded(fields["head"]))
    for key in ("receiver", "not_path"):
        if key in fields:
            fields[key] = re.compile(_expanded(fields[key]))
    for key in ("path", "handler"):
        if key in fields:
            fields[key] = tuple(fields[key])
    return Rule(**fields)


def _expanded(pattern: str) -> str:
    """Put the regular expression of an identifier in place of NAME."""
    return pattern.replace("NAME?", f"(?:{NAME})?").replace("NAME", NAME)
