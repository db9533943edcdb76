"""Tests of the sibling check, in processes of their own with foreign packages really on the path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rea._siblings import SIBLINGS, foreign_sibling

ROOT = Path(__file__).parents[2]


def rea(folder: Path, *path: Path) -> subprocess.CompletedProcess[str]:
    """`rea --version` with these folders first on the import path."""
    code = f"import sys; sys.path[:0] = {[str(p) for p in path]!r}; from rea.entry import main; main()"
    # Without site-packages: an installed REA must not stand in for what the test leaves out.
    command = [sys.executable, "-I", "-S", "-c", code, "--version"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_our_own_siblings_pass(tmp_path: Path) -> None:
    """In its own tree REA starts."""
    assert foreign_sibling() == ""
    run = rea(tmp_path, ROOT)
    assert (run.returncode, run.stdout.split()[0], run.stderr) == (0, "rea", "")


@pytest.mark.parametrize("name", SIBLINGS)
def test_a_foreign_package_is_refused_unexecuted(tmp_path: Path, name: str) -> None:
    """A package of the same name earlier on the path: two lines, exit 2, not a line of it run."""
    package = tmp_path / name
    package.mkdir()
    marker = tmp_path / "ran"
    text = f'"""REA."""\nopen({str(marker)!r}, "w").close()\n'
    (package / "__init__.py").write_text(text)
    run = rea(tmp_path, tmp_path, ROOT)
    assert run.returncode == 2
    assert len(run.stderr.strip().split("\n")) == 2
    assert str(package) in run.stderr
    assert "Traceback" not in run.stderr
    assert not marker.exists()


def test_a_missing_sibling_is_refused(tmp_path: Path) -> None:
    """An installation from which another package's removal took a file is told so."""
    (tmp_path / "rea").symlink_to(ROOT / "rea")
    run = rea(tmp_path, tmp_path)
    assert run.returncode == 2
    assert "missing or incomplete" in run.stderr


def test_an_overwritten_sibling_is_refused(tmp_path: Path) -> None:
    """A sibling whose first line is not REA's was overwritten by another distribution."""
    for name in ("rea", "indexer", "tools"):
        (tmp_path / name).mkdir()
        for file in (ROOT / name).glob("*.py"):
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / "evals").mkdir()
    (tmp_path / "evals" / "__init__.py").write_text("from .registry import *\n")
    run = rea(tmp_path, tmp_path)
    assert run.returncode == 2
    assert "overwritten" in run.stderr


def test_there_is_no_main_module() -> None:
    """`python -m rea` would put the studied repository first on the import path, so it does not exist."""
    assert not (ROOT / "rea" / "__main__.py").exists()


def test_the_version_is_told_without_loading_the_command_line(tmp_path: Path) -> None:
    """Nothing heavy is imported to print a version."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['rea', '--version']\n"
        "before = set(sys.modules)\nfrom rea.entry import main\nmain()\n"
        "heavy = {'click', 'rich', 'pydantic', 'openai', 'numpy', 'yaml', 'jinja2', 'sqlite3'}\n"
        "loaded = heavy & (set(sys.modules) - before)\nassert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, check=True)
