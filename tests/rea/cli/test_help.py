"""Help is a manual page: every command has examples that are true, and exit codes, and fits any terminal."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from rea.cli.helping import MAX_WIDTH, MIN_WIDTH
from rea.cli.manual import Example, manuals
from rea.errors import EXITS, STATUS_EXIT
from rea.variables import known
from tests.rea.cli.conftest import Rea
from tests.test_docs import TREE

ROOT = Path(__file__).resolve().parents[3]
PATHS = sorted(path for path, command in TREE.items() if not command.hidden)
EXAMPLES = [(name, example) for name, manual in manuals().items() for example in manual.examples]


def words_of(line: str) -> list[str]:
    """The words after `rea` in a command line, up to a pipe or a redirection."""
    substituted = re.search(r"\$\((rea .*?)\)", line)
    words = shlex.split(substituted[1] if substituted else line)
    rest = words[words.index("rea") + 1 :]
    ends = [number for number, word in enumerate(rest) if word in ("|", "<", ">")]
    return rest[: ends[0]] if ends else rest


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example.command for _, example in EXAMPLES])
def test_examples_are_commands_that_parse(name: str, example: Example) -> None:
    """Each example is about its command, and the command's own parser takes its flags and values."""
    words = words_of(example.command)
    path: tuple[str, ...] = ()
    while words and (*path, words[0]) in TREE:
        path = (*path, words.pop(0))
    assert " ".join(path).startswith(name)
    context = TREE[path].make_context("rea", words, resilient_parsing=False)
    context.close()
    assert example.what.endswith(".")


def test_exit_codes_are_those_there_are() -> None:
    """`rea` lists all; a command only such as exist, 0 and usage among them."""
    assert tuple(code for code, _ in manuals()[""].exits) == tuple(map(str, EXITS))
    assert set(STATUS_EXIT.values()) <= set(map(int, dict(manuals()["ask"].exits)))
    for name, manual in manuals().items():
        assert {"0", "2"} <= set(dict(manual.exits)), name


def test_variables_and_files_named_are_real() -> None:
    """What is said to be read is read; a file of `.rea` is one the code names."""
    code = "\n".join(path.read_text("utf-8") for path in ROOT.glob("[ri]*/**/*.py"))
    for manual in manuals().values():
        for variable, _ in manual.environment:
            assert not variable.startswith("REA_") or variable in known()
        for file, _ in manual.files:
            assert Path(file).name.replace("*.yaml", "playbooks") in code, file


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
@pytest.mark.parametrize("columns", [40, 200])
def test_help_fits_the_terminal(
    rea: Rea, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], columns: int
) -> None:
    """From 40 columns on; wider than 100 nobody reads. Examples are lines to copy and stay whole."""
    monkeypatch.setenv("COLUMNS", str(columns))
    done = rea(*path, "--help")
    assert (done.code, done.err) == (0, "")
    width = max(MIN_WIDTH, min(columns, MAX_WIDTH))
    for line in done.out.split("\n"):
        assert len(line) <= width or line.startswith("    $ ") or " " not in line.strip(), line


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_is_worded_alike(path: tuple[str, ...]) -> None:
    """Every flag and description is a sentence with a full stop; no flag shows click's own type names."""
    command = TREE[path]
    assert (command.help or "").rstrip().endswith("."), path
    assert command.get_short_help_str(200).endswith("."), path
    context = click.Context(command)
    for option in command.get_params(context):
        if isinstance(option, click.Option):
            assert (option.help or "").rstrip().endswith((".", "…")), option.opts
            assert option.is_flag or option.metavar or option.count, f"{option.opts} shows click's type"


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_has_two_names_wherever_it_is_asked_from(path: tuple[str, ...]) -> None:
    """A command looked at by itself keeps -h: what is shown never depends on who asked first."""
    command = TREE[path]
    context = click.Context(command)
    assert command.get_help_option_names(context) == ["-h", "--help"]
    assert any("-h" in option.opts for option in command.get_params(context))
