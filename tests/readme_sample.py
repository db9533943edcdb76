"""The sample of the README is real output: this makes it anew (`make sample`), a test compares it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.demo_repo import make_demo

README = Path(__file__).resolve().parent.parent / "README.md"
COMMAND = ("ask", "how does login work")
BEGIN, END = "<!-- sample: made by `make sample` -->\n", "<!-- end of sample -->\n"
# What follows is the same every time but long, and ends with seconds and a run id that never are.
CUT = "Key evidence"


def sample() -> str:
    """The part of the README between the marks, from a run over the example application."""
    run = "import sys; from rea.entry import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        demo = make_demo(Path(folder) / "larder")
        done = subprocess.run(
            [sys.executable, "-c", run, *COMMAND, "--repo", str(demo), "--quiet"],
            cwd=README.parent,
            env={
                **os.environ,
                "COLUMNS": "100",
                "REA_CONFIG_DIR": folder,
                "PYTHONIOENCODING": "utf-8",
                "REA_SEMANTIC": "off",
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
    shown, found, _ = done.stdout.partition(CUT)
    assert found, done.stdout
    text = "\n".join(line.rstrip() for line in shown.rstrip().splitlines())
    return f'```text\n$ rea {COMMAND[0]} "{COMMAND[1]}"\n{text}\n```\n'


def current() -> str:
    """What stands between the marks now."""
    return README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def rewrite() -> None:
    """Puts the sample into the README."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    README.write_text(before + BEGIN + sample() + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    rewrite()
