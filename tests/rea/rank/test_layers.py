"""Tests of layers: where a file runs is guessed from what it is and where it stands."""

from __future__ import annotations

import pytest

from indexer.records import ConfigMark, FileRecord
from rea.rank.layers import layer_factor, layer_table

LAYERS = ("client", "server", "build", "")
WANTED = ("client", "server", "build", "any", "mixed", "")


def record(path: str, language: str = "text") -> FileRecord:
    """A file of a language."""
    return FileRecord(path, language, "code", 1, 1, "", "utf-8")


@pytest.mark.parametrize(
    ("path", "language", "layer"),
    [
        ("anywhere/Form.vue", "vue", "client"),
        ("server/templates/mail.html", "html", "client"),
        ("web/src/stores/session.ts", "typescript", "client"),
        ("server/routes/session.ts", "typescript", "server"),
        ("src/auth.py", "python", "server"),
        ("core/Login.java", "java", "server"),
        ("db/0001_first.sql", "sql", "server"),
        (".github/workflows/release.yml", "yaml", "build"),
        ("docker/entrypoint.sh", "bash", "build"),
        ("ci/steps.rb", "ruby", "build"),
        ("README.md", "markdown", ""),
        ("src/index.ts", "typescript", ""),
    ],
)
def test_language_and_folders_betray_the_layer(path: str, language: str, layer: str) -> None:
    """Languages of one side decide, then the folders; where nothing tells, nothing is claimed."""
    assert layer_table([record(path, language)], []) == {path: layer}


@pytest.mark.parametrize("kind", ["build", "ci", "container", "release", "deploy"])
def test_a_mark_of_building_decides(kind: str) -> None:
    """What builds or ships is of the build layer whatever its language."""
    assert layer_table([record("server/setup.py", "python")], [ConfigMark("server/setup.py", kind)]) == {
        "server/setup.py": "build"
    }


def test_other_marks_do_not() -> None:
    """A migration still is server code."""
    path = "server/migrations/0001.py"
    assert layer_table([record(path, "python")], [ConfigMark(path, "migration")]) == {path: "server"}


@pytest.mark.parametrize("wanted", WANTED)
def test_the_wanted_layer_is_worth_most(wanted: str) -> None:
    """No other layer is worth more than the wanted one, and none is worth nothing."""
    values = {layer: layer_factor(layer, wanted) for layer in LAYERS}
    assert max(values.values()) == values.get(wanted, 1.0) == 1.0
    assert min(values.values()) > 0


@pytest.mark.parametrize("wanted", ["", "any", "mixed"])
def test_a_node_of_any_layer_prefers_none(wanted: str) -> None:
    """Where the layer does not matter all files are worth the same."""
    assert {layer_factor(layer, wanted) for layer in LAYERS} == {1.0}


def test_the_other_side_is_worth_least() -> None:
    """For a client node a file of unknown layer is worth more than one of the server, and the reverse."""
    assert layer_factor("server", "client") < layer_factor("", "client") < 1.0
    assert layer_factor("client", "server") < layer_factor("", "server") < 1.0
