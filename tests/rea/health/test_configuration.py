"""Tests of the checks of settings: what is wrong is named with what to do, and nothing is sent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rea.health.configuration import configuration
from rea.variables import known
from tests.indexer.trees import write
from tests.rea.health.conftest import by_id

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("files", "environ", "check", "verdict", "says"),
    [
        ({}, {}, "config", "ok", "the defaults"),
        ({"config.yaml": "lang: zh\n"}, {}, "config", "ok", "config.yaml"),
        ({"config.yaml": "lang: xx\n"}, {}, "config", "fail", "config.yaml:1: lang"),
        ({"config.yml": "lang: zh\n"}, {}, "config", "warn", "config.yml, which nobody reads"),
        ({}, {"REA_LANG": "xx"}, "config", "fail", "REA_LANG"),
        ({}, {"REA_MODLE": "x"}, "variables", "warn", "REA_MODLE (did you mean REA_MODEL?)"),
        ({}, {"REA_ZZZ": "x"}, "variables", "warn", "nobody reads REA_ZZZ"),
        ({}, {"REA_LANG": "zh"}, "variables", "ok", "set: REA_LANG"),
        ({"playbooks/a.yaml": "flow: [\n"}, {}, "own-playbooks", "fail", "a.yaml:2"),
        ({"playbooks/a.yml": "flow: a\n"}, {}, "own-playbooks", "warn", "a.yml, which is not read"),
        ({}, {}, "own-playbooks", "ok", "none of your own"),
        ({"models.yaml": "m: {price: 1}\n"}, {}, "models-table", "fail", "models.yaml: m"),
        ({"models.yaml": "m: {prompt: 1, output: 2}\n"}, {}, "models-table", "ok", "models.yaml"),
        ({}, {}, "model", "ok", "offline"),
        ({}, {"OPENAI_API_KEY": "k-secret"}, "model", "ok", "key in the environment is not used"),
        ({}, {"REA_MODEL": "m"}, "model", "warn", "m at api.openai.com, no key is set"),
        ({}, {"REA_MODEL": "m", "OPENAI_API_KEY": "k-secret"}, "model", "note", "a key is set"),
        (
            {},
            {"REA_MODEL": "m", "REA_API_KEY": "k-secret", "REA_BASE_URL": "http://models.example/v1"},
            "model",
            "warn",
            "unencrypted",
        ),
        ({}, {"REA_MODEL": "m", "REA_BASE_URL": "http://localhost:11434/v1"}, "model", "note", "localhost"),
        (
            {},
            {"REA_SEMANTIC": "endpoint:e"},
            "model",
            "warn",
            "vectors of e at api.openai.com, no key is set",
        ),
        ({}, {"REA_MODEL": "replay:r.jsonl"}, "model", "ok", "a recording (r.jsonl)"),
    ],
)
def test_settings_are_judged(
    tmp_path: Path,
    files: Mapping[str, str | bytes],
    environ: Mapping[str, str],
    check: str,
    verdict: str,
    says: str,
) -> None:
    """Each thing that may be set, right and wrong; a key is never shown."""
    found = by_id(configuration(environ, write(tmp_path, files)))
    assert (found[check].verdict, says in found[check].text) == (verdict, True), found[check]
    assert bool(found[check].fix) or verdict in ("ok", "note")
    assert not any("k-secret" in finding.text + finding.fix for finding in found.values())


def test_every_variable_in_the_code_is_known() -> None:
    """A variable that a module reads is one the check accepts, so that it never complains about its own."""
    import re

    named = set()
    for package in ("rea", "indexer", "tools"):
        for path in (ROOT / package).rglob("*.py"):
            named |= set(re.findall(r"""environ(?:\.get\(|\[)["'](REA_[A-Z_]+)""", path.read_text("utf-8")))
    assert named
    assert named <= known()
