"""The table of frameworks."""

from __future__ import annotations

import re

import pytest
import yaml

from indexer.routing.rules import RULES, frameworks_for, rules_of

NAMES = sorted(yaml.safe_load(RULES.read_text(encoding="utf-8")))
# `*`, `+` or `{n,}` behind anything but a backslash: a repetition without an upper bound.
UNBOUNDED = re.compile(r"(?<!\\)(?:[*+](?![^\[]*\])|\{\d+,\})")


@pytest.mark.parametrize("name", NAMES)
def test_rules_compile_and_are_bounded(name: str) -> None:
    """Each rule compiles, and no repetition in it is without an upper bound: no text can stall the search."""
    for rule in rules_of(name):
        for pattern in (rule.head, rule.receiver, rule.not_path):
            if pattern is not None:
                bare = re.sub(r"\(\?:(?:[^()]|\([^()]*\))*\)\*", "", pattern.pattern)
                assert not UNBOUNDED.search(bare), pattern.pattern


def test_guards_are_substrings() -> None:
    """A file without a framework's words is not looked at."""
    (flask,) = [framework for framework in frameworks_for("python") if framework.name == "flask"]
    assert flask.suits("from flask import Flask\n@app.route('/')")
    assert not flask.suits("print('hello')")
    assert not flask.suits("import fastapi\n# flask .route(")
    assert frameworks_for("c") == ()
