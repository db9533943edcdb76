"""The bare parser that indexing is compared with."""

from __future__ import annotations

import sys
from pathlib import Path

from evals.benchmarks.parsing import batches
from evals.benchmarks.processes import run

ROOT = Path(__file__).resolve().parents[3]


def test_every_listed_file_is_parsed(tmp_path: Path) -> None:
    """The command parses all files on several cores and says how many."""
    lines = []
    for number in range(40):
        (tmp_path / f"m{number}.py").write_text("def f():\n    return 1\n" * 400)
        lines.append(f"python\tm{number}.py")
    (tmp_path / "x.go").write_text("package x\n")
    lines.append("go\tx.go")
    command = [sys.executable, "-m", "evals.benchmarks.parsing", str(tmp_path), "2"]
    assert run(command, cwd=ROOT, stdin="\n".join(lines)).stdout == "41\n"


def test_batches_hold_every_file_once_and_one_grammar(tmp_path: Path) -> None:
    """No file is lost between batches, and no batch changes its parser."""
    lines = [f"{grammar}\t{number}.src" for number in range(300) for grammar in ("c", "go")]
    for number in range(300):
        (tmp_path / f"{number}.src").write_bytes(b"x" * 5_000)
    made = batches(tmp_path, lines)
    assert sorted(f"{grammar}\t{Path(file).name}" for batch in made for grammar, file in batch) == sorted(
        lines
    )
    assert all(len({grammar for grammar, _ in batch}) == 1 for batch in made)
    assert len(made) > 2
