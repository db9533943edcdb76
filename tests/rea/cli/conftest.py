"""Runs commands in this process over the bundled example application."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rea.cli import run
from tests.demo_repo import make_demo


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str


Rea = Callable[..., Done]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example application as a git repository; its index is built by the first command."""
    return make_demo(tmp_path_factory.mktemp("demo") / "larder")


@pytest.fixture
def rea(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Rea]:
    """Runs `rea` with the given arguments; nothing of this machine's own settings is seen."""
    for name in [name for name in os.environ if name.startswith("REA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REA_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("REA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REA_SEMANTIC", "off")

    def call(*arguments: str) -> Done:
        capsys.readouterr()
        code = run(arguments)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    yield call


def is_one_line(done: Done) -> bool:
    """Whether the command failed as promised: one line that begins with the program's name, no traceback."""
    return done.err.startswith("rea: ") and done.err.count("\n") == 1 and done.err.endswith("\n")
