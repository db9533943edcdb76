"""Importing any module of REA has no effect: it prints, opens, reaches and starts nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rea", "indexer", "tools", "evals")
HEAVY = (
    "numpy",
    "mcp",
    "openai",
    "pydantic",
    "rich",
    "jinja2",
    "tree_sitter",
    "tree_sitter_language_pack",
    "yaml",
)

# Runs in a process of its own. Code, and what installed libraries read while they are imported themselves, is
# no effect of ours; anything written, any other file, any connection, database or process is.
PROBE = """
import importlib, json, sys, sysconfig
from pathlib import Path
root, modules = Path(sys.argv[1]), sys.argv[2:]
ours = tuple(f"{root / package}/" for package in ("rea", "indexer", "tools", "evals"))
prefixes = {*sysconfig.get_paths().values(), sys.base_prefix, sys.prefix}
libraries = tuple(str(Path(prefix).resolve()) for prefix in prefixes)
code = (".py", ".pyc", ".so", ".pyd")
reaching = {"socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "sqlite3.connect"}
effects, current = [], ""
def is_effect(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        path = str(Path(arguments[0]).resolve())
        if "__pycache__" in path or path.endswith(code) or path.startswith(("/proc/", "/sys/")):
            return False
        # Libraries that look for plugins read what is said of installed distributions.
        if ".egg-info" in path or ".dist-info" in path or "__editable__" in path:
            return False
        writes = isinstance(arguments[1], str) and not set("wax+").isdisjoint(arguments[1])
        return writes or path.startswith(ours) or not path.startswith(libraries)
    return event in reaching
def hook(event, arguments):
    if current and is_effect(event, arguments):
        effects.append(f"{current}: {event} {arguments[:2]}")
sys.addaudithook(hook)
for current in modules:
    importlib.import_module(current)
current = ""
json.dump(effects, sys.stderr)
"""


def _modules() -> list[str]:
    names = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[-1] != "__main__":
                names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return names


def _python(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", *arguments], cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )


def test_importing_has_no_effects(tmp_path: Path) -> None:
    """Each module imports silently and touches nothing outside the import system."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + PROBE
    run = _python(code, str(ROOT), *_modules(), cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    effects = json.loads(run.stderr)
    assert effects == [], "\n".join(effects)
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_loads_nothing_heavy(tmp_path: Path) -> None:
    """`rea --version` stays fast: the entry and the command line import none of the heavy libraries."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import rea.entry, rea.cli\n"
        "print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    run = _python(code, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert sorted(set(run.stdout.split()) & set(HEAVY)) == []
