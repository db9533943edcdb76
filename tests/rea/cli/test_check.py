"""Tests of `rea check` and of the ways to run it in CI."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from rea.errors import CitationsFail
from tests.indexer.trees import APP, repository, write
from tests.rea.cli.conftest import Rea, is_one_line
from tests.rea.cli.test_process import COMMAND, environment

ROOT = Path(__file__).resolve().parents[3]
GOOD = "`save_token` keeps it (app/store.py:4-5).\n"
BAD = "`save_token` keeps it (app/gone.py:4-5).\n"
WEAK = "`login` is here (app/store.py:4-5).\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with three documents."""
    return repository(tmp_path / "r", {**APP, "good.md": GOOD, "docs/bad.md": BAD, "weak.md": WEAK})


def test_the_exit_code_tells(rea: Rea, root: Path) -> None:
    """0 when all hold or only warn, 17 when one does not, and with --strict for a warning too."""
    repo = ("--repo", str(root))
    assert rea("check", str(root / "good.md"), *repo).code == 0
    assert rea("check", str(root / "weak.md"), *repo).code == 0
    assert rea("check", str(root / "weak.md"), "--strict", *repo).code == CitationsFail.exit_code
    done = rea("check", str(root / "good.md"), str(root / "docs/bad.md"), *repo)
    assert done.code == CitationsFail.exit_code
    assert "missing" in done.out
    assert "2 documents, 2 citations: 1 verified, 1 missing" in done.out


def test_a_folder_stands_for_its_documents(rea: Rea, root: Path) -> None:
    """Every document below, none of installed packages, hidden folders or other kinds of files."""
    write(root, {"node_modules/x/a.md": BAD, ".hidden/a.md": BAD, "docs/deep/b.rst": GOOD, "docs/c.py": BAD})
    value = json.loads(rea("check", str(root), "--json", "--repo", str(root)).out)
    names = [Path(document["path"]).relative_to(root).as_posix() for document in value["documents"]]
    assert sorted(names) == ["README.md", "docs/bad.md", "docs/deep/b.rst", "good.md", "weak.md"]


def test_a_document_may_be_named_with_backslashes(
    rea: Rea, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a script written on Windows names it."""
    monkeypatch.chdir(root)
    assert "docs/bad.md" in rea("check", "docs\\bad.md").out


def test_standard_input_is_a_document(rea: Rea, root: Path, tmp_path: Path) -> None:
    """`-` checks what is piped in, such as an answer of another program; it cannot be put right there."""
    command = [*COMMAND, "check", "-", "--json", "--repo", str(root)]
    done = subprocess.run(
        command, input=GOOD, env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["counts"] == {"verified": 1}
    refused = rea("check", "-", "--fix", "--repo", str(root))
    assert (refused.code, is_one_line(refused)) == (2, True)


def test_fix_puts_moved_citations_right(rea: Rea, root: Path) -> None:
    """The document is rewritten, the report says so, and the command succeeds."""
    (root / "app/store.py").write_text("import os\n" + APP["app/store.py"])
    assert rea("check", str(root / "good.md"), "--repo", str(root)).code == CitationsFail.exit_code
    done = rea("check", str(root / "good.md"), "--fix", "--repo", str(root))
    assert (done.code, (root / "good.md").read_text()) == (0, GOOD.replace("4-5", "5-6"))
    assert "1 put right" in done.out


@pytest.mark.parametrize("arguments", [(), ("",), ("--format", "xml", "a.md")])
def test_bad_arguments_are_one_line(rea: Rea, root: Path, arguments: tuple[str, ...]) -> None:
    """No document, an empty name and an unknown format are usage errors."""
    done = rea("check", *arguments, "--repo", str(root))
    assert (done.code, is_one_line(done)) == (2, True)


def test_a_document_that_is_not_there_fails(rea: Rea, root: Path) -> None:
    """A name that is wrong in a workflow must not pass for a document without faults."""
    done = rea("check", str(root / "nope.md"), "--repo", str(root))
    assert done.code == CitationsFail.exit_code
    assert "there is no such file" in done.out


def test_the_hook_runs_a_command_that_exists(rea: Rea, root: Path) -> None:
    """The pre-commit hook's entry, given documents, checks them."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, *arguments = hook["entry"].split()
    assert program == "rea"
    assert rea(*arguments, str(root / "docs/bad.md"), "--repo", str(root)).code == CitationsFail.exit_code


def test_the_action_annotates_and_fails(root: Path, tmp_path: Path) -> None:
    """The step of the GitHub Action, run as its shell runs it, annotates the bad document and fails."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    step = action["runs"]["steps"][-1]
    command = tmp_path / "rea" / "bin" / "rea"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/bash\nexec {shlex.join(COMMAND)} "$@"\n')
    command.chmod(0o755)
    inputs = {name: value["default"] for name, value in action["inputs"].items()}
    inputs["documents"] = "docs\ngood.md\n$(touch hacked)\n"
    filled = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: inputs[match[1]], value)
        for key, value in step["env"].items()
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=root,
        env={**os.environ, **filled, "RUNNER_TEMP": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == CitationsFail.exit_code, done.stderr
    assert "::error file=docs/bad.md,line=1,col=24,title=missing::" in done.stdout
    assert "${{" not in step["run"]
    assert not (root / "hacked").exists()
