"""Makes the bundled example application a git repository with a fixed history, the same hashes everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEMO = Path(__file__).resolve().parent / "fixtures" / "demo"

# Title, and what the commit brings; whatever no line names comes with the last one.
HISTORY = (
    (
        "Households, members, items and the schema runner",
        ("server/larder/store", "server/larder/__init__.py"),
    ),
    ("HTTP API for the shelves and the shopping list", ("server/larder/api", "server/larder/errors.py")),
    (
        "Sign in with a passphrase, token pairs, roles",
        ("server/larder/security", "server/tests/test_tokens.py"),
    ),
    ("Web client", ("web",)),
    (
        "Cache shelves per household, clear on every change",
        ("server/larder/cache.py", "server/larder/services"),
    ),
    ("Settings reload without a restart", ("server/larder/settings.py", "larder.toml")),
    ("Agent: update home servers, go back when unhealthy", ("agent",)),
    ("Release by tag, early channel first", (".github", "deploy", "Dockerfile", "docker-compose.yml")),
    ("Import of the old tables, shelf labels", ("server/scripts",)),
    ("Documentation", (".",)),
)


def make_demo(target: Path) -> Path:
    """Copies the demo into `target`, which must not exist, commits it step by step and returns `target`."""
    shutil.copytree(DEMO, target, ignore=shutil.ignore_patterns("__pycache__", ".rea"))
    _git(target, 0, "init", "--quiet", "--initial-branch=main")
    for number, (title, paths) in enumerate(HISTORY):
        _git(target, number, "add", "--", *paths)
        _git(target, number, "commit", "--quiet", "--no-verify", "-m", title)
    return target


def _git(root: Path, number: int, *arguments: str) -> None:
    moment = f"2025-03-{number + 1:02d}T12:00:00+00:00"
    person = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Larder"), ("EMAIL", "larder@home.example"), ("DATE", moment))
    }
    ours = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **person}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", "-C", str(root), *arguments], check=True, env={**kept, **ours})


if __name__ == "__main__":
    make_demo(Path(sys.argv[1]))
