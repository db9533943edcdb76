"""Tests of `rea doctor`: the report, its JSON and its exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rea.errors import Unwell
from rea.health.pastruns import symptoms
from tests.demo_repo import make_demo
from tests.indexer.trees import write
from tests.rea.cli.conftest import Rea
from tests.rea.cli.test_process import CODE, COMMAND, environment, in_terminal


def test_a_sound_repository_exits_with_zero(rea: Rea, tmp_path: Path) -> None:
    """A line for each check, grouped, the seven symptoms among them; after a question they are looked for."""
    root = make_demo(tmp_path / "larder")
    rea("ask", "how does login work", "--repo", str(root))
    done = rea("doctor", "--repo", str(root))
    assert (done.code, done.err) == (0, "")
    lines = done.out.split("\n")
    assert [line for line in lines if line and not line.startswith(" ")][:4] == [
        "Installation", "Settings", "Repository", "Past runs",
    ]  # fmt: skip
    for row in symptoms():
        assert any(line.startswith(f"  ok    {row.title}") for line in lines), row.title
    assert "fail" not in done.out


def test_the_json_is_the_report(rea: Rea, demo: Path) -> None:
    """The same checks in the same order; ids are distinct, so that programs can tell them apart."""
    done = rea("doctor", "--json", "--repo", str(demo))
    value = json.loads(done.out)
    assert (done.code, value["failed"]) == (0, False)
    ids = [check["id"] for check in value["checks"]]
    assert len(set(ids)) == len(ids)
    assert sum(value["counts"].values()) == len(ids)
    assert {"python", "git", "index", "tools", "model", *(row.id for row in symptoms())} <= set(ids)
    assert set(value["checks"][0]) == {"group", "id", "title", "verdict", "text", "fix"}


def test_a_failure_sets_the_exit_code_and_says_what_to_do(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """A settings file with an error: the check fails, the others are made, and what to do stands below."""
    write(tmp_path / "config", {"config.yaml": "max_turns: many\n"})
    done = rea("doctor", "--repo", str(demo))
    assert done.code == Unwell.exit_code
    assert "  fail  settings" in done.out
    assert "→ Correct the file at the line named." in done.out
    assert "5 of 5 answer" in done.out
    assert json.loads(rea("doctor", "--json", "--repo", str(demo)).out)["failed"] is True


def test_a_warning_leaves_the_exit_code_alone(rea: Rea, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REA works; the line stands out by its verdict."""
    monkeypatch.setenv("REA_MODLE", "x")
    done = rea("doctor", "--repo", str(demo))
    assert done.code == 0
    assert "  warn  variables" in done.out


def test_outside_a_repository_no_index_is_built(
    rea: Rea, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`rea doctor` in a home folder must not index it."""
    monkeypatch.chdir(write(tmp_path / "home", {"a.py": "x = 1\n"}))
    done = rea("doctor")
    assert done.code == 0
    assert "is in no repository" in done.out
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["a.py"]


def test_on_a_terminal_verdicts_have_colours_and_lines_fit(demo: Path, tmp_path: Path) -> None:
    """And with NO_COLOR they have none."""
    command = [*COMMAND, "doctor", "--repo", str(demo)]
    _, shown = in_terminal(command, environment(tmp_path), columns=60)
    assert "\x1b[32mok\x1b[0m" in shown
    _, shown = in_terminal(command, environment(tmp_path, NO_COLOR="1"), columns=60)
    assert "\x1b[3" not in shown


def test_nothing_is_sent_even_when_a_model_is_named(demo: Path, tmp_path: Path) -> None:
    """The process ends at once when it opens a connection or asks for the address of a host."""
    watched = (
        "import os, sys\n"
        "reaching = ('socket.connect', 'socket.getaddrinfo', 'socket.sendto')\n"
        "sys.addaudithook(lambda event, _: os._exit(99) if event in reaching else None)\n"
        f"sys.argv[1:] = ['doctor', '--repo', {str(demo)!r}]\n{CODE}"
    )
    named = {"REA_MODEL": "m", "REA_BASE_URL": "http://models.example/v1", "REA_API_KEY": "k-secret"}
    run = subprocess.run(
        [sys.executable, "-c", watched], env=environment(tmp_path, **named), capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "m at models.example, a key is set (not tried: nothing is sent)" in run.stdout
    assert "k-secret" not in run.stdout
