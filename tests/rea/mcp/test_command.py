"""The command itself: what it refuses, and that it needs the extra only when it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.rea.mcp.harness import CODE, environment, run_rea


def test_without_the_extra_one_line_says_how_to_install_it(larder: Path, tmp_path: Path) -> None:
    """An environment without the SDK: exit code of usage, nothing on standard output."""
    blocked = "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None; "
    done = subprocess.run(
        [sys.executable, "-I", "-c", blocked + CODE, "mcp", "--repo", str(larder)],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("rea: The MCP server needs the extra `mcp`")
    assert "pip install 'rea-agent[mcp]'" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--repo", "no/such/folder"), 3, "does not exist"),
        (("--port", "80"), 2, "--port and --no-token belong to --http"),
        (("--prefix", "a b"), 2, "--prefix takes letters"),
        (("--http", "--port", "70000"), 2, "--port"),
        ((), 3, "There is no repository around"),
    ],
    ids=str,
)
def test_what_cannot_be_served_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    """A client shows this line to its user; a folder without a repository is never indexed by accident."""
    done = run_rea(tmp_path, "mcp", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_token_that_is_none_is_refused(larder: Path, tmp_path: Path) -> None:
    """A short token in the environment is a mistake, not a token."""
    done = run_rea(tmp_path, "mcp", "--http", "--repo", str(larder), REA_MCP_TOKEN="abc")
    assert done.returncode == 2
    assert "REA_MCP_TOKEN" in done.stderr
