"""Every command on a narrow and on a wide terminal, with and without colour, and its JSON parsed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rea.cli import main
from rea.render.fold import width_of
from rea.runs.blackboard import DATABASE, Blackboard
from tests.demo_repo import make_demo
from tests.rea.cli.conftest import Rea
from tests.rea.cli.test_process import COMMAND, ROOT, environment, in_terminal

SUITE = ROOT / "evals" / "golden" / "demo.yaml"
EVAL = ("eval", str(SUITE), "--only", "larder-storage-shelf", "--jobs", "1", "--checkouts", "{parent}")
# One call, or several, of every command that prints data. `{parent}`: the folder above the repository.
CALLS: tuple[tuple[str, ...], ...] = (
    ("ask", "how does login work"),
    ("ask", "how does login work", "--plan-only"),
    ("check", "docs", "README.md", "--all"),
    ("doctor",),
    EVAL,
    ("index",),
    ("index", "--status"),
    ("index", "--status", "server/larder/app.py"),
    ("locate", "where are sessions kept", "-k", "5"),
    ("overview",),
    ("runs",),
    ("runs", "show", ""),
    ("tool", "git_pick", "passphrase"),
    ("tool", "list_tree"),
    ("tool", "read_slice", "server/larder/app.py", "1", "30"),
    ("tool", "search_text", "passphrase_hash"),
    ("tool", "trace_symbol", "issue_pair"),
)
# What prints no data: nothing to parse, and what it prints is for a shell or another program.
NO_DATA = {("completion",), ("mcp",), ("serve",)}
# Runs all calls in one process; `--json` and widths are added by the tests.
SCRIPT = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
os.chdir({{root!r}})
from rea.cli import run
for words in {{calls!r}}:
    print("\\x1e" + " ".join(words), flush=True)
    code = run(words)
    sys.stdout.flush()
    assert code in (0, 10, 11, 12, 17), (words, code)
print("\\x1e", flush=True)
"""
# Verbatim text: lines of files and of trees are not folded, because they are compared and copied.
VERBATIM = {"tool"}


def leaves(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that does something, without groups; `runs` lists runs itself."""
    if not isinstance(command, click.Group) or (command.invoke_without_command and path):
        yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from leaves(child, (*path, name))


LEAVES = dict(leaves(main))


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example application after a question, so that there is a run to show."""
    root = make_demo(tmp_path_factory.mktemp("terminals") / "larder")
    command = [*COMMAND, "ask", "how does login work", "--repo", str(root)]
    subprocess.run(command, env=environment(root.parent), check=True, capture_output=True)
    return root


@pytest.fixture(scope="module")
def narrow(asked: Path) -> dict[str, list[str]]:
    """What each command shows on a terminal of 40 columns with NO_COLOR."""
    return shown(asked, 40, NO_COLOR="1")


@pytest.fixture(scope="module")
def wide(asked: Path) -> dict[str, list[str]]:
    """What each command shows on a terminal of 200 columns."""
    return shown(asked, 200)


def calls_in(root: Path) -> list[list[str]]:
    """The calls with the places they need; `runs show` gets the run there is."""
    with Blackboard(root / ".rea" / DATABASE) as board:
        run_id = board.runs(1)[0].id
    filled = []
    for words in CALLS:
        placed = [word.format(parent=root.parent) or run_id for word in words]
        filled.append(placed if words[0] == "eval" else [*placed, "--repo", str(root)])
    return filled


def shown(root: Path, columns: int, **more: str) -> dict[str, list[str]]:
    """What each call shows on a terminal, line by line, by its words."""
    command = [sys.executable, "-c", SCRIPT.format(calls=calls_in(root), root=str(root))]
    code, text = in_terminal(command, environment(root.parent, **more), columns=columns)
    assert code == 0, text[-2000:]
    parts = [part.split("\n", 1) for part in text.replace("\r\n", "\n").split("\x1e")[1:-1]]
    return {words: body.split("\n") for words, body in parts}


def plain(line: str) -> str:
    """Without colours and without what a bar or a spinner did to its own line."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", line.rsplit("\r", 1)[-1])


def coloured(screens: dict[str, list[str]]) -> set[str]:
    """The commands whose output holds a colour, or bold or faint print."""
    code = re.compile(r"\x1b\[[0-9;]*m")
    return {words.split()[0] for words, lines in screens.items() if code.search("\n".join(lines))}


@pytest.mark.parametrize(("screen", "columns"), [("narrow", 40), ("wide", 200)])
def test_every_command_fits_the_terminal(request: pytest.FixtureRequest, screen: str, columns: int) -> None:
    """No line is wider than the terminal, save a single long word (a path) and verbatim lines of files."""
    screens: dict[str, list[str]] = request.getfixturevalue(screen)
    assert len(screens) == len(CALLS)
    for words, lines in screens.items():
        if words.split()[0] not in VERBATIM:
            for line in map(plain, lines):
                assert width_of(line) <= columns or " " not in line.strip(), f"{words}: {line}"


def test_no_command_uses_colours_that_are_not_wanted(
    narrow: dict[str, list[str]], wide: dict[str, list[str]]
) -> None:
    """With NO_COLOR no output of any command holds one; without, answers and verdicts of the doctor do."""
    assert coloured(narrow) == set()
    assert {"ask", "doctor"} <= coloured(wide)


def test_every_command_that_prints_data_has_json() -> None:
    """And is among the calls that are tried."""
    tried = {path for path in LEAVES for words in CALLS if words[: len(path)] == path}
    assert set(LEAVES) - tried == {path for path in NO_DATA if path in LEAVES}
    for path, command in LEAVES.items():
        flags = {flag for option in command.params for flag in option.opts}
        assert "--json" in flags or path in NO_DATA, path


def test_every_json_parses(rea: Rea, asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One JSON value on standard output and nothing on standard error, whatever the terminal is."""
    monkeypatch.chdir(asked)
    for words in calls_in(asked):
        done = rea(*words, "--json")
        assert done.err == "", words
        assert isinstance(json.loads(done.out), (dict, list)), words


def test_the_json_of_the_overview_is_what_the_page_was_made_from(rea: Rea, asked: Path) -> None:
    """Counts, languages, definitions, routes, marks and commits, uncut."""
    value = json.loads(rea("overview", "--json", "--repo", str(asked)).out)
    assert value["overview"].startswith(f"{value['files']} files indexed ({value['lines']} lines)")
    assert value["languages"]["python"] == 40
    assert value["definitions"][0]["path"] == "server/larder/errors.py"
    assert {"path": "Dockerfile", "kind": "container"} in value["marks"]
    assert value["commits"][0]["title"] == "Documentation"
    assert any(route["pattern"] == "/api/session" for route in value["routes"])
