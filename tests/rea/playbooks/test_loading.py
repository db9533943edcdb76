"""Tests of playbooks: faults are named with their line, later folders win, the shipped ones are sound."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from indexer.errors import DataFileError
from rea.playbooks.loading import (
    MAX_PATTERN_CHARACTERS,
    MAX_PLAYBOOK_BYTES,
    PACKAGED,
    Playbook,
    load_playbooks,
)

# Ten lines; the tests below break one of them and count.
SOUND = """\
flow: extra
titles: {en: Extra, zh: 额外}
match: {en: [zorb], zh: [佐布]}
nodes:
  - id: entry
    titles: {en: Entry, zh: 入口}
    prove: {en: "where it starts", zh: 从哪里开始}
    needs: [entry]
    evidence:
      entry: ['zorb\\w*\\(']
"""
SHIPPED = ("generic", "login", "storage", "update")


def written(folder: Path, text: str | bytes, name: str = "extra.yaml") -> Path:
    """A folder that holds one playbook."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def test_a_further_flow_is_added(tmp_path: Path) -> None:
    """A folder's playbook stands beside the shipped ones, with defaults where it says nothing."""
    books = load_playbooks([written(tmp_path, SOUND)])
    assert tuple(sorted(books)) == tuple(sorted((*SHIPPED, "extra")))
    extra = books["extra"]
    assert (extra.layer, extra.kinds, extra.table) == ("any", (), False)
    assert extra.nodes[0].evidence["entry"].matches("ZORBIFY(x)")
    assert not extra.nodes[0].optional


def test_a_later_folder_wins_for_its_flow_only(tmp_path: Path) -> None:
    """The repository's own playbook for a flow replaces the one before it; other flows stay."""
    user = written(tmp_path / "user", SOUND.replace("flow: extra", "flow: login"))
    own = written(tmp_path / "own", SOUND.replace("flow: extra", "flow: login").replace("Entry", "Own entry"))
    shipped = load_playbooks()
    books = load_playbooks([user, own])
    assert [node.titles["en"] for node in books["login"].nodes] == ["Own entry"]
    assert [node.titles["en"] for node in load_playbooks([own, user])["login"].nodes] == ["Entry"]
    assert all(books[flow] is shipped[flow] for flow in SHIPPED if flow != "login")


def test_overriding_does_not_outlive_the_call(tmp_path: Path) -> None:
    """What a folder replaced is back for the next question."""
    before = load_playbooks()["login"]
    load_playbooks([written(tmp_path, SOUND.replace("flow: extra", "flow: login"))])
    assert load_playbooks()["login"] is before


def test_folders_that_are_not_there_are_no_error(tmp_path: Path) -> None:
    """Most repositories have no playbooks; a file in the place of the folder has none either."""
    file = tmp_path / "file"
    file.write_text(SOUND, encoding="utf-8")
    assert load_playbooks([tmp_path / "absent", file]) == load_playbooks()


def test_only_playbooks_are_read(tmp_path: Path) -> None:
    """Other files of the folder are left alone."""
    written(tmp_path, "# Notes\n", "README.md")
    assert load_playbooks([tmp_path]) == load_playbooks()


@pytest.mark.parametrize(
    ("broken", "line", "says"),
    [
        (SOUND.replace("flow: extra", "flow: Extra Flow"), 1, "flow"),
        (SOUND.replace("flow: extra\n", ""), 1, "flow"),
        (SOUND + "colour: red\n", 11, "colour"),
        (SOUND.replace("    needs:", "    colour: red\n    needs:"), 8, "colour"),
        (SOUND.replace("    needs: [entry]\n", ""), 5, "needs"),
        (SOUND.replace("en: [zorb]", "en: zorb"), 3, "match"),
        (SOUND.replace("needs: [entry]", "needs: [entry]\n    layer: moon"), 9, "layer"),
        (SOUND.replace("'zorb\\w*\\('", "'(zorb'"), 10, "bad pattern"),
        (SOUND.replace("'zorb\\w*\\('", "'ok', '(?=a)'"), 10, "bad pattern"),
        (SOUND.replace("'zorb\\w*\\('", f"'{'x' * (MAX_PATTERN_CHARACTERS + 1)}'"), 10, "longer"),
        (SOUND.replace("{en: Extra,", "{en: Extra"), 2, ""),
        (SOUND.replace("nodes:", "nodes: [}"), 4, ""),
        (SOUND.replace("  - id: entry", "\t- id: entry"), 5, ""),
        (SOUND + "x: !!python/object/apply:os.system ['true']\n", 11, "tag"),
        ("", 1, ""),
        ("- a list\n", 1, ""),
        ("[" * 5000, 1, ""),
        (SOUND.encode() + b"# \xff\n", 1, "UTF-8"),
        ("# " + "x" * MAX_PLAYBOOK_BYTES, 1, "larger"),
    ],
)
def test_a_broken_file_is_named_with_its_line(
    tmp_path: Path, broken: str | bytes, line: int, says: str
) -> None:
    """Broken YAML, unknown keys, missing keys, wrong types and bad patterns all say where."""
    folder = written(tmp_path, broken)
    with pytest.raises(DataFileError, match=f"^{re.escape(str(folder / 'extra.yaml'))}:{line}: ") as error:
        load_playbooks([folder])
    assert says in str(error.value)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(SOUND + "exclusive: 2024-99-99\n", id="a date that is none"),
        pytest.param(SOUND + "exclusive: !!int one\n", id="a number that is none"),
        pytest.param(SOUND.replace("'zorb\\w*\\('", "'ok', '(?x)y'"), id="unknown flags"),
    ],
)
def test_no_broken_file_escapes_as_another_error(tmp_path: Path, broken: str) -> None:
    """Whatever is wrong with a file, it is a DataFileError that names it, and it comes on loading."""
    folder = written(tmp_path, broken)
    with pytest.raises(DataFileError, match=r"extra\.yaml:\d+: "):
        load_playbooks([folder])


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(
            SOUND.replace("titles: {en: Entry, zh: 入口}", "titles: {en: Entry}"), id="no Chinese title"
        ),
        pytest.param(SOUND.replace("needs: [entry]", "needs: [other]"), id="a need nothing can prove"),
        pytest.param(
            SOUND.replace("    needs:", "    kind: moon\n    needs:"), id="a kind that is not there"
        ),
        pytest.param(SOUND.replace("['zorb\\w*\\(']", "[]"), id="no pattern at all, which fits every line"),
        pytest.param(SOUND + SOUND[SOUND.index("  - id") :], id="two nodes of one name"),
    ],
)
def test_what_cannot_work_is_refused(tmp_path: Path, wrong: str) -> None:
    """A playbook that would fail in the middle of a run, or prove anything, is refused on loading."""
    with pytest.raises(DataFileError):
        load_playbooks([written(tmp_path, wrong)])


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without end")
def test_a_link_to_a_device_is_refused(tmp_path: Path) -> None:
    """A repository may bring a playbook that is a link to something that never ends."""
    (tmp_path / "extra.yaml").symlink_to("/dev/zero")
    with pytest.raises(DataFileError, match="not a file"):
        load_playbooks([tmp_path])


def test_many_patterns_that_are_too_large_together_are_refused(tmp_path: Path) -> None:
    """Each may be small enough and all of them together too large to match at once."""
    many = ", ".join(["'(?:x{50}){19}'"] * 120)
    with pytest.raises(DataFileError, match=r"extra\.yaml:10: together"):
        load_playbooks([written(tmp_path, SOUND.replace("'zorb\\w*\\('", many))])


def test_shipped_playbooks_pass_the_checks_of_others(tmp_path: Path) -> None:
    """The package's own files are loaded as trusted; read from another folder they are not refused."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGED, copy)
    books = load_playbooks([copy])
    assert books == load_playbooks()
    assert tuple(sorted(books)) == SHIPPED


@pytest.mark.parametrize("flow", SHIPPED)
def test_shipped_playbooks_speak_both_languages(flow: str) -> None:
    """Every title and every thing to prove is there in English and in Chinese."""
    book = load_playbooks()[flow]
    spoken = [book.titles, *(kind.titles for kind in book.kinds)]
    spoken += [words for node in book.nodes for words in (node.titles, node.prove)]
    assert all(words["en"].strip() and words["zh"].strip() for words in spoken)
    assert all(words["en"].isascii() for words in spoken)
    assert not any(words["zh"].isascii() for words in spoken)


@pytest.mark.parametrize("flow", SHIPPED)
def test_shipped_nodes_can_be_proven(flow: str) -> None:
    """Every role a node needs has patterns; no pattern fits an empty line; ids are unique."""
    book = load_playbooks()[flow]
    assert len({node.id for node in book.nodes}) == len(book.nodes)
    for node in book.nodes:
        assert node.needs, node.id
        assert set(node.needs) <= set(node.evidence), node.id
        assert not any(pattern.matches("") for pattern in node.evidence.values()), node.id
        assert node.kind in {"", *(kind.id for kind in book.kinds)}, node.id


def test_login_has_its_seven_nodes() -> None:
    """In the order a login runs through them, all required."""
    nodes = load_playbooks()["login"].nodes
    expected = ["entry", "submit", "receive", "issue", "storage", "invalidation", "permission"]
    assert [node.id for node in nodes] == expected
    assert not any(node.optional for node in nodes)


def test_storage_asks_in_every_layer_for_writing_and_clearing() -> None:
    """Client, cache and server each have a node to write and one to clear; the answer has a table."""
    book = load_playbooks()["storage"]
    assert book.table
    for kind in ("client_local", "memory_cache", "server_persistence"):
        needs = {need for node in book.nodes_for([kind]) for need in node.needs}
        assert {"write", "clear"} <= needs


def test_update_has_four_meanings_that_exclude_each_other() -> None:
    """Each kind has nodes of its own, and no node belongs to all."""
    book = load_playbooks()["update"]
    assert book.exclusive
    assert [kind.id for kind in book.kinds] == [
        "client_version",
        "server_release",
        "data_migration",
        "config_reload",
    ]
    assert all(node.kind for node in book.nodes)
    assert all(len(book.nodes_for([kind.id])) >= 3 for kind in book.kinds)


def test_nodes_of_kinds_stand_in_the_order_of_the_playbook() -> None:
    """Whatever the order of the kinds asked for; a kind of another flow has none."""
    book: Playbook = load_playbooks()["storage"]
    both = book.nodes_for(["server_persistence", "client_local"])
    assert both == tuple(node for node in book.nodes if node.kind in ("server_persistence", "client_local"))
    assert book.nodes_for(["moon"]) == ()
    assert book.kind("memory_cache") is not None
    assert book.kind("moon") is None
