"""Tests of the semantic supplement on the command line: embedded ahead, chosen, left off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.demo_repo import make_demo
from tests.rea.chat.fake_server import fails, serving
from tests.rea.cli.conftest import Rea
from tests.rea.semantic.test_endpoint import embeds

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


def test_vectors_of_a_server(rea: Rea, tmp_path: Path) -> None:
    """The host is said before anything is sent, the stamp names the model, the key shows nowhere."""
    repo = make_demo(tmp_path / "larder")
    with serving(embeds()) as server:
        named = ("--semantic", "endpoint:some-embedder", "--base-url", server.url)
        done = rea("ask", ASK, "--repo", str(repo), *named, "--json")
        assert {seen.path for seen in server.seen} == {"/v1/embeddings"}
        host = server.url.split("/")[2]
    assert f"are sent to {host} (vectors of some-embedder)" in done.err
    stamp = json.loads(done.out)["stamp"]
    assert (stamp["model"], stamp["reused"]) == ("offline, vectors of some-embedder", False)
    assert done.code == 0


def test_a_server_that_fails_costs_a_notice(rea: Rea, demo: Path) -> None:
    """Words alone answer, the stamp says so, and the next question tries the server again."""
    with serving(fails(503, "busy", {"x-should-retry": "false"})) as server:
        named = ("--semantic", "endpoint:some-embedder", "--base-url", server.url)
        for _ in range(2):
            before = len(server.seen)
            done = rea("ask", ASK, "--repo", str(demo), *named, "--json")
            assert len(server.seen) == before + 1
            assert "words alone" in done.err and done.code == 0
            stamp = json.loads(done.out)["stamp"]
            assert stamp["model"] == "offline" and not stamp["reused"]


def test_an_index_with_vectors_of_a_server(rea: Rea, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rea index --semantic` asks the server the settings name; when it fails, that is an error here."""
    repo = make_demo(tmp_path / "larder")
    monkeypatch.setenv("REA_SEMANTIC", "endpoint:some-embedder")
    with serving(embeds()) as server:
        monkeypatch.setenv("REA_BASE_URL", server.url)
        done = rea("index", "--semantic", "--repo", str(repo))
        assert done.code == 0 and "are sent to" in done.err
        count = len(server.seen)
        assert count > 1
        rea("ask", ASK, "--repo", str(repo))
        assert len(server.seen) - count <= 2
    with serving(fails(401, "no")) as server:
        monkeypatch.setenv("REA_BASE_URL", server.url)
        assert rea("index", "--semantic", "--repo", str(repo)).code == 15


def test_a_repository_cannot_have_its_text_sent(rea: Rea, tmp_path: Path) -> None:
    """Neither its settings nor its environment file name a server for vectors."""
    repo = make_demo(tmp_path / "larder")
    with serving(embeds()) as server:
        text = f"semantic: endpoint:some-embedder\nbase_url: {server.url}\n"
        for path in ("config.yaml", ".rea/config.yaml", "rea.yaml"):
            (repo / path).parent.mkdir(exist_ok=True)
            (repo / path).write_text(text, encoding="utf-8")
        (repo / ".env").write_text(f"REA_SEMANTIC=endpoint:x\nREA_BASE_URL={server.url}\n", encoding="utf-8")
        assert rea("ask", ASK, "--repo", str(repo)).code == 0
        assert server.seen == []
