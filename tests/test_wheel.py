"""The wheel in an environment of its own answers from an empty folder: what users get, not the tree."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo_repo import make_demo

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.wheel


def _run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    # Nothing of this environment or this checkout may be importable in the new one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True,
        timeout=600, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def _built(folder: Path) -> Path:
    """Builds the wheel from a copy of what git tracks, so that no build folder is left in the checkout."""
    source = folder / "source"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    done = _run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        source,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("rea_agent-*.whl"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """(wheel, bin folder of a fresh environment that has it)."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = _built(folder)
    environment = folder / "env"
    venv.create(environment, with_pip=True)
    binaries = environment / "bin"
    locked = ROOT / "requirements-dev.txt"
    done = _run(binaries / "pip", "install", "--quiet", "--constraint", locked, wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    yield wheel, binaries


def test_the_wheel_holds_the_four_packages_and_their_data(installed: tuple[Path, Path]) -> None:
    """Every data file of the tree is in the wheel, and nothing of the tests is."""
    wheel, _ = installed
    names = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = {
        name
        for name in listed.splitlines()
        if name.split("/")[0] in {"rea", "indexer", "tools", "evals"} and (ROOT / name).is_file()
    }
    assert sorted(wanted - names) == []
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {
        "rea",
        "indexer",
        "tools",
        "evals",
    }


def test_the_installed_command_says_its_version(installed: tuple[Path, Path], tmp_path: Path) -> None:
    """`rea --version` works outside the checkout."""
    done = _run(installed[1] / "rea", "--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "0." in done.stdout


def test_the_installed_command_answers_from_an_empty_folder(
    installed: tuple[Path, Path], tmp_path: Path
) -> None:
    """`rea ask` without a model finds, reads and cites the example application."""
    demo = make_demo(tmp_path / "larder")
    empty = tmp_path / "empty"
    empty.mkdir()
    rea = installed[1] / "rea"
    done = _run(rea, "ask", "how does login work", "--repo", demo, "--model", "offline", cwd=empty)
    assert done.returncode == 0, done.stderr
    assert "server/larder/api/session.py" in done.stdout
    assert list(empty.iterdir()) == []
