"""Tests of the semantic supplement on the command line: embedded ahead, chosen, left off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.demo_repo import make_demo
from tests.rea.cli.conftest import Rea

ASK = "how does login work"


def test_an_index_with_vectors_answers_with_them(
    rea: Rea, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stamp says so, and that is another answer than the one without."""
    monkeypatch.delenv("REA_SEMANTIC")
    repo = make_demo(tmp_path / "larder")
    assert rea("index", "--semantic", "--quiet", "--repo", str(repo)).code == 0
    assert (repo / ".rea" / "vectors.db").exists()
    done = rea("ask", ASK, "--repo", str(repo), "--json")
    assert json.loads(done.out)["stamp"]["model"] == "offline, vectors"
    without = rea("ask", ASK, "--repo", str(repo), "--json", "--semantic", "off")
    stamp = json.loads(without.out)["stamp"]
    assert stamp["model"] == "offline" and not stamp["reused"]


def test_a_folder_without_a_model_is_one_line(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """It says what is missing."""
    done = rea("ask", ASK, "--repo", str(demo), "--semantic", str(tmp_path), "--fresh")
    assert done.code == 2
    assert "model.onnx" in done.err and done.err.count("\n") == 1
