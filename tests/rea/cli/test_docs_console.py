"""Every command in a document runs, ends as it should and prints what the document shows."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.console import FileToWrite, Step, matches, steps_of
from tests.rea.cli.conftest import Done, Rea
from tests.rea.cli.test_process import COMMAND

ROOT = Path(__file__).resolve().parents[3]
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if steps_of(page)]
# Makes the example application itself, so it begins beside the checkout's tests.
MAKES_IT = "tests/demo_repo.py"
SHELL_WORDS = re.compile(r"""[|<>$&;(`]""")


class Reader:
    """Somebody who does what a page says, in a folder of their own."""

    def __init__(self, rea: Rea, home: Path, here: Path) -> None:
        self._rea = rea
        self.here = here
        program = home / "bin" / "rea"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
        program.chmod(0o755)
        person = {
            f"GIT_{role}_{what}": "reader@home.example"
            for role in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        self._env = {
            **person,
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }

    def does(self, command: str) -> Done:
        """A command; one of REA alone is run in this process, which is quicker."""
        if command.startswith("cd "):
            self.here = (self.here / command[3:]).resolve()
            return Done(0, "", "")
        os.chdir(self.here)
        if command.startswith("rea ") and not SHELL_WORDS.search(command):
            return self._rea(*shlex.split(command)[1:])
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            env={**os.environ, **self._env},
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_a_page_do_what_it_shows(
    rea: Rea, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Path
) -> None:
    """From the top to the bottom of a page, in one copy of the example application."""
    monkeypatch.chdir(tmp_path)
    steps = steps_of(page)
    if any(isinstance(step, Step) and MAKES_IT in step.command for step in steps):
        (tmp_path / "tests").symlink_to(ROOT / "tests")
        here = tmp_path
    else:
        here = tmp_path / "larder"
        shutil.copytree(demo, here, ignore=shutil.ignore_patterns(".rea"))
    reader = Reader(rea, tmp_path, here)
    for step in steps:
        if isinstance(step, FileToWrite):
            target = reader.here / step.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(step.text, encoding="utf-8")
            continue
        done = reader.does(step.command)
        where = f"{page.relative_to(ROOT)}:{step.line}: {step.command}"
        assert step.code in (None, done.code), f"{where}\nended with {done.code}\n{done.out}{done.err}"
        assert matches(step.expected, done.out), f"{where}\nprinted\n{done.out}{done.err}"


def test_a_page_that_shows_other_output_is_found_out(tmp_path: Path) -> None:
    """Elided lines and parts match anything, all else only itself."""
    assert matches(["one …", "…", "last"], "one two\nthree\nfour\nlast\n")
    assert matches(["one", "…", "last"], "one\nlast\n")
    assert not matches(["one …", "last"], "one two\nthree\nlast\n")
    assert not matches(["one"], "one\ntwo\n")
    assert not matches(["a.c"], "abc\n")
    page = tmp_path / "p.md"
    page.write_text(
        "<!-- needs: model -->\n```console\n$ rea ask x --model y\n```\n\n```console\n$ a  # exit 3\nb\n```\n"
    )
    (step,) = steps_of(page)
    assert isinstance(step, Step)
    assert (step.command, step.code, step.expected, step.line) == ("a", 3, ["b"], 7)
