"""The documents do not lie: what they name exists, and no command, tool or exit code is left out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rea import cli, errors
from rea.cli.helping import Verb, VerbGroup
from rea.cli.manual import manuals
from tests import readme_sample, reference_pages
from tools.registry import TOOLS

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def _commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command of the tree with its words, groups included, without the leading `rea`."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _commands(child, (*path, name))


TREE = dict(_commands(cli.main))


def _named_commands(text: str = README) -> list[list[str]]:
    """Each `rea …` of a document as words: whole lines of code blocks, and code within a sentence."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [re.split(r"\s#|\s[|>]\s", line)[0] for block in blocks for line in block.splitlines()]
    inline = re.findall(r"`(rea [^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    found = [line.strip().removeprefix("$ ") for line in (*lines, *inline)]
    return [shlex.split(line) for line in found if line.startswith("rea ")]


def _resolved(words: list[str]) -> tuple[tuple[str, ...], click.Command]:
    path: tuple[str, ...] = ()
    for word in words[1:]:
        if (*path, word) not in TREE:
            break
        path = (*path, word)
    return path, TREE[path]


def _flags(command: click.Command) -> set[str]:
    options = [p for p in command.params if isinstance(p, click.Option)]
    return {"--help", *(flag for option in options for flag in (*option.opts, *option.secondary_opts))}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    """Every relative link names a file, every anchor a heading of it."""
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = target.partition("#")
        file = document.parent / name if name else document
        assert file.exists(), f"{document.name}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {
                re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
            }
            assert anchor in slugs, f"{document.name}: {target}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_source_files_named_exist(document: Path) -> None:
    """A path such as `rea/loop/gate.py` in a document is a file of this tree."""
    named = re.findall(
        r"`((?:rea|indexer|tools|evals|tests|docs)/[\w./-]*)`", document.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_make_targets_named_exist() -> None:
    """`make X` in a document is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    for document in DOCUMENTS:
        named = re.findall(r"(?:^|`)make ([a-z-]+)", document.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(named) <= targets, document.name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_and_flags_named_exist(document: Path) -> None:
    """Every `rea …` of a document is a command, and every flag after it is one of its flags."""
    if document == reference_pages.REFERENCE / "commands.md":
        return  # made from the commands
    named = _named_commands(document.read_text(encoding="utf-8"))
    assert named or document.name != "README.md"
    for words in named:
        path, command = _resolved(words)
        if isinstance(command, click.Group) and len(words) > 1 and not words[1].startswith("-"):
            rest = [word for word in words[1 + len(path) :] if not word.startswith("-") and word.isalpha()]
            assert not rest or rest[0].isupper(), f"{' '.join(words)}: no such command"
        flags = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert flags <= _flags(command), f"{' '.join(words)}: {flags - _flags(command)}"


def test_every_command_is_documented() -> None:
    """The README leaves no visible command out."""
    named = {_resolved(words)[0] for words in _named_commands()}
    leaves = {
        path
        for path, command in TREE.items()
        if not isinstance(command, click.Group) and not command.hidden and path[:1] != ("tool",)
    }
    assert leaves - named == set()


def test_every_command_has_a_page_of_the_manual() -> None:
    """A new command takes cls=Verb and an entry in rea/cli/manual.yaml; one that goes takes its along."""
    visible = {path: command for path, command in TREE.items() if not command.hidden}
    assert set(manuals()) == {" ".join(path) for path in visible}
    for name, manual in manuals().items():
        assert manual.examples, name
        assert manual.exits, name
    assert [path for path, command in visible.items() if not isinstance(command, (Verb, VerbGroup))] == []


def test_every_tool_is_documented() -> None:
    """The README names the five tools."""
    assert [name for name in TOOLS if f"`{name}`" not in README] == []


def test_exit_codes_are_documented_and_true() -> None:
    """The table of exit codes has exactly the codes that the error tree and the statuses have."""
    listed = {int(code) for code in re.findall(r"^\| *(\d+) *\|", README, re.MULTILINE)}
    classes = [errors.ReaError]
    for parent in classes:
        classes += parent.__subclasses__()
    true = {leaf.exit_code for leaf in classes} | set(errors.STATUS_EXIT.values())
    assert listed == true | {errors.INTERRUPTED, errors.BROKEN_PIPE}


def test_the_reference_is_made_from_the_code_of_today() -> None:
    """Commands, flags, settings, tools, exit codes and playbook keys; `make docs` writes the pages anew."""
    for path, text in reference_pages.pages().items():
        name = path.relative_to(ROOT).as_posix()
        assert path.exists(), f"{name}: run `make docs`"
        assert path.read_text(encoding="utf-8") == text, f"{name}: run `make docs`"


def test_every_page_is_on_the_map() -> None:
    """docs/index.md leads to every page under docs/."""
    index = ROOT / "docs" / "index.md"
    targets = re.findall(r"\]\(([^)#\s]+\.md)", index.read_text(encoding="utf-8"))
    reached = {index, *((index.parent / target).resolve() for target in targets)}
    assert [page.name for page in (ROOT / "docs").rglob("*.md") if page not in reached] == []


def test_the_site_has_every_page() -> None:
    """mkdocs.yml leads to each page under docs/ and to no other."""
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    there = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(there)


def test_pages_named_in_help_exist() -> None:
    """What `--help` says to read is there."""
    named = [name.strip() for manual in manuals().values() for name in manual.more.split(",") if name]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_sample_is_real_output() -> None:
    """The answer the README shows is the answer that command gives; `make sample` puts in today's."""
    assert readme_sample.current() == readme_sample.sample()


def test_every_test_a_document_names_exists() -> None:
    """A promise that names its test is held by it."""
    named = {
        name for page in DOCUMENTS for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))
    }
    source = "\n".join(
        file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests").rglob("test_*.py"))
    )
    assert "test_nobody_listens" in named
    assert sorted(name for name in named if f"def {name}(" not in source) == []
