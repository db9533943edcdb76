"""The layer rule: indexer <- tools <- rea, evals beside rea; read from the import statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rea", "indexer", "tools", "evals")
MAY_IMPORT = {
    "indexer": {"indexer"},
    "tools": {"tools", "indexer"},
    "rea": {"rea", "tools", "indexer", "evals"},
    "evals": {"evals", "rea", "tools", "indexer"},
}
# evals reads answers; how they are made is handed to it as a callable.
EVALS_MAY_READ = {"rea", "rea.answer", "rea.plan", "rea.errors"}


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of each import of ours in a file, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            names = [node.module or ""]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] in PACKAGES)


def _files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def test_arrows_point_one_way() -> None:
    """No module imports a layer above its own, not even inside a function."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for folder, allowed in MAY_IMPORT.items()
        for path in _files(folder)
        for line, name in _imports(path)
        if name.split(".")[0] not in allowed
    ]
    assert wrong == []


def test_only_the_command_line_knows_evals() -> None:
    """Within rea only the command line starts evaluations."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in _files("rea")
        for line, name in _imports(path)
        if name.split(".")[0] == "evals" and not _is_command_line(path)
    ]
    assert wrong == []


def _is_command_line(path: Path) -> bool:
    return path.stem.startswith("cli") or path.parent.name == "cli"


def test_evals_receives_the_loop_and_does_not_import_it() -> None:
    """Of rea, evals knows the answer records only; benchmarks run the command as a user would."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in _files("evals")
        for line, name in _imports(path)
        if name.split(".")[0] == "rea" and name not in EVALS_MAY_READ
    ]
    assert wrong == []


def test_sql_stays_in_the_index_and_the_blackboard() -> None:
    """No module of tools or evals speaks to the database itself."""
    wrong = [
        path.relative_to(ROOT).as_posix()
        for folder in ("tools", "evals")
        for path in _files(folder)
        if "import sqlite3" in path.read_text(encoding="utf-8")
    ]
    assert wrong == []


def test_rea_cannot_be_run_as_a_module() -> None:
    """`python -m rea` would put the studied repository first on the import path, so it does not exist."""
    assert not (ROOT / "rea" / "__main__.py").exists()


def test_packages_introduce_themselves() -> None:
    """The sibling check of the entry relies on each package's docstring opening with REA."""
    for package in PACKAGES:
        docstring = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8")))
        assert docstring is not None, package
        assert docstring.startswith("REA"), package
