"""The bundled example application is what its README says, byte for byte on every machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.demo_repo import DEMO, HISTORY, make_demo

ROOT = Path(__file__).resolve().parent.parent
README = DEMO.parent / "README.md"
# The last commit of the demo's history. It changes only when the demo does; exact results change with it.
HEAD = "b1b71bad28cdbcbc06a1194e1cd67c05d78cf55b"


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_history_is_the_same_everywhere(tmp_path: Path) -> None:
    """Commit hashes, titles and the clean work tree do not depend on the machine or its git settings."""
    demo = make_demo(tmp_path / "larder")
    assert _git(demo, "log", "--reverse", "--format=%s").splitlines() == [title for title, _ in HISTORY]
    assert _git(demo, "status", "--porcelain") == ""
    assert _git(demo, "rev-parse", "HEAD") == HEAD


def test_git_tracks_every_file_of_the_demo() -> None:
    """No ignore file, neither ours nor the demo's own, keeps a part of it out of a clone."""
    tracked = set(_git(ROOT, "ls-files", "--", "tests/fixtures/demo").splitlines())
    present = {
        path.relative_to(ROOT).as_posix()
        for path in DEMO.rglob("*")
        if path.is_file() and not {".rea", "__pycache__"} & set(path.parts)
    }
    assert present == tracked


def test_files_keep_their_encodings_and_line_ends() -> None:
    """The GBK, Latin-1 and CRLF files are still what they are there for."""
    gbk = (DEMO / "server/scripts/import_legacy.py").read_bytes()
    latin = (DEMO / "server/scripts/labels.py").read_bytes()
    windows = (DEMO / "deploy/try-on-windows.bat").read_bytes()
    assert "从旧版储藏表导入物品" in gbk.decode("gbk")
    assert "Vorräte für Küche" in latin.decode("latin-1")
    for data in (gbk, latin):
        assert data.decode("utf-8", "ignore") != data.decode("utf-8", "replace")
    assert windows.count(b"\r\n") == windows.count(b"\n") > 10


def test_every_place_the_readme_names_exists() -> None:
    """The list of flows points at files that are there."""
    named = re.findall(
        r"`([\w./-]+\.(?:py|ts|vue|go|sh|js|toml|yml|bat|md))`", README.read_text(encoding="utf-8")
    )
    parts = {path.relative_to(DEMO).as_posix() for path in DEMO.rglob("*") if path.is_file()}
    outside = {"tests/demo_repo.py"}
    missing = [name for name in named if not any(f"/{part}".endswith(f"/{name}") for part in parts | outside)]
    assert missing == []


def test_the_documentation_still_contradicts_the_code() -> None:
    """The trap is set: the operations page and the settings name different token lifetimes."""
    assert "Access tokens live for 30 minutes" in (DEMO / "docs/operations.md").read_text(encoding="utf-8")
    assert "access_minutes: int = 15" in (DEMO / "server/larder/settings.py").read_text(encoding="utf-8")
