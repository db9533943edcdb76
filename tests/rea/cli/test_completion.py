"""Tests of completion, in real shells: keys are pressed in bash and zsh, fish is asked by its own command."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rea.cli.completion import SHELLS
from tests.rea.cli.conftest import Rea, is_one_line
from tests.rea.cli.test_process import COMMAND, environment

READY = "READY> "
# What is typed before Tab, and what stands there afterwards or is offered.
TYPED = [
    ("rea ov", "overview"),
    ("rea ask --plan", "--plan-only"),
    ("rea ask --flow log", "login"),
    ("rea ask --layer cli", "client"),
    ("rea ask --kind data_m", "data_migration"),
    ("rea tool trace_sym", "trace_symbol"),
    ("rea tool trace_symbol --direction callee", "callees"),
    ("rea completion power", "powershell"),
    ("rea check only-do", "only-document.md"),
    ("rea overview --repo only-fol", "only-folder/"),
]


@pytest.fixture
def shell(tmp_path: Path) -> Mapping[str, str]:
    """An environment with a `rea` on its PATH, in a folder with one document and one folder."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "rea"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    (tmp_path / "here" / "only-folder").mkdir(parents=True)
    (tmp_path / "here" / "only-document.md").write_text("x\n")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {
        **environment(tmp_path),
        "PATH": path,
        "HOME": str(tmp_path),
        "PS1": READY,
        "HERE": str(tmp_path / "here"),
    }


class Terminal:
    """A shell on a terminal of its own: type, and wait for what it shows."""

    def __init__(self, command: list[str], env: Mapping[str, str]) -> None:
        self._pid, self._master = pty.fork()
        if self._pid == 0:
            os.chdir(env["HERE"])
            os.execve(command[0], command, dict(env))
        self._shown = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def wait(self, text: str) -> bool:
        """Whether a text is shown after what was waited for before; gives up after a minute."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\r\x07]", "", self._shown)
            if text in plain:
                self._shown = ""
                return True
            if select.select([self._master], [], [], 0.2)[0]:
                try:
                    self._shown += os.read(self._master, 65_536).decode("utf-8", "replace")
                except OSError:
                    return False
        return False

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        """End the shell, whatever it is at: its terminal goes away."""
        os.kill(self._pid, signal.SIGKILL)
        os.close(self._master)
        os.waitpid(self._pid, 0)


def program(name: str) -> str:
    """The path of a shell; the test is skipped where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def completes(command: list[str], env: Mapping[str, str], load: str) -> None:
    """Type each beginning, press Tab, and see the rest; clear the line, go on."""
    with Terminal(command, env) as terminal:
        assert terminal.wait(READY)
        terminal.type(f"{load}; echo load''ed\n")
        assert terminal.wait("loaded")
        for typed, expected in TYPED:
            terminal.type(typed)
            assert terminal.wait(typed), f"{typed} is not echoed"
            terminal.type("\t")
            rest = expected[len(typed.split()[-1]) :]
            assert terminal.wait(rest), f"{typed} is not completed to {expected}"
            terminal.type("\x15")


def test_bash_completes(shell: Mapping[str, str]) -> None:
    """Verbs, flags, values of flags, documents and folders: Tab fills in the rest."""
    bash = program("bash")
    version = subprocess.run(
        [bash, "-c", "echo $BASH_VERSION"], capture_output=True, text=True, check=True
    ).stdout
    if tuple(map(int, version.split(".")[:2])) < (4, 4):
        pytest.skip("this bash is older than 4.4")
    completes([bash, "--norc", "--noprofile", "-i"], shell, 'eval "$(rea completion bash)"')


def test_zsh_completes(shell: Mapping[str, str]) -> None:
    """The same beginnings in zsh."""
    load = 'autoload -U compinit; compinit -u; eval "$(rea completion zsh)"'
    completes([program("zsh"), "-f", "-i"], shell, load)


def test_fish_completes(shell: Mapping[str, str]) -> None:
    """Fish is asked what it would offer for each beginning."""
    asked = "; ".join(f"complete -C {shlex.quote(typed)}; echo --" for typed, _ in TYPED)
    script = f"cd $HERE; rea completion fish | source; {asked}"
    done = subprocess.run(
        [program("fish"), "--private", "-c", script],
        env=dict(shell),
        capture_output=True,
        text=True,
        check=True,
    )
    offered = done.stdout.split("--\n")
    # A flag that ends a block would be cut off by the mark between blocks.
    for (typed, expected), block in zip(TYPED, offered, strict=False):
        assert expected in block, (typed, block)


def test_powershell_asks_as_its_script_does(shell: Mapping[str, str], tmp_path: Path) -> None:
    """No PowerShell is needed: the script holds the function it registers, and what it calls answers."""
    done = subprocess.run(
        [*COMMAND, "completion", "powershell"], env=dict(shell), capture_output=True, text=True
    )
    assert "Register-ArgumentCompleter -Native -CommandName rea" in done.stdout
    asked = {"_REA_COMPLETE": "powershell_complete", "COMP_WORDS": "rea ov", "COMP_CWORD": "1"}
    done = subprocess.run(COMMAND, env={**shell, **asked}, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["plain", "overview"]


def test_runs_are_offered_with_their_questions(rea: Rea, demo: Path, shell: Mapping[str, str]) -> None:
    """`rea runs show` and `--resume` offer ids; where nobody asked anything, nothing."""
    env = {**shell, "_REA_COMPLETE": "zsh_complete", "COMP_CWORD": "3"}
    words = {**env, "COMP_WORDS": "rea runs show "}
    here = {"cwd": str(demo), "capture_output": True, "text": True, "check": True}
    assert rea("ask", "how does login work", "--repo", str(demo)).code in (0, 10)
    done = subprocess.run(COMMAND, env=words, **here)  # type: ignore[call-overload]
    assert "how does login work" in done.stdout
    resume = {**env, "COMP_WORDS": "rea ask --resume "}
    assert subprocess.run(COMMAND, env=resume, **here).stdout == done.stdout  # type: ignore[call-overload]
    elsewhere = subprocess.run(COMMAND, env=words, **{**here, "cwd": shell["HERE"]})  # type: ignore[call-overload]
    assert elsewhere.stdout.strip() == ""
    assert not (Path(shell["HERE"]) / ".rea").exists()


@pytest.mark.parametrize("name", SHELLS)
def test_there_is_a_script_for_each_shell(rea: Rea, name: str) -> None:
    """It names the program and the variable by which it asks."""
    done = rea("completion", name)
    assert (done.code, done.err) == (0, "")
    assert "_REA_COMPLETE" in done.out
    assert name == "powershell" or f"{name}_complete" in done.out


@pytest.mark.parametrize("arguments", [(), ("tcsh",), ("bash", "zsh")])
def test_other_shells_are_usage_errors(rea: Rea, arguments: tuple[str, ...]) -> None:
    """In one line that names the four."""
    done = rea("completion", *arguments)
    assert (done.code, is_one_line(done)) == (2, True)
