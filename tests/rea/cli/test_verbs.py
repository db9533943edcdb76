"""Tests of the verbs beside `ask`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rea.cli.lazy import VERBS, LazyGroup
from tests.demo_repo import make_demo
from tests.indexer.trees import repository
from tests.rea.cli.conftest import Rea
from tools.registry import TOOLS


def test_every_verb_exists_and_says_what_the_list_says(rea: Rea) -> None:
    """The table of verbs is true: each can be loaded and has the one-line help listed."""
    group = LazyGroup()
    for name, text in VERBS.items():
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.get_short_help_str(200) == text
        assert f"  {name}" in rea("--help").out


def test_index_tells_what_it_did(rea: Rea, tmp_path: Path) -> None:
    """The first time everything, the second time nothing, after an edit one file."""
    root = repository(tmp_path / "r", {"a.py": "x = 1\n", "b.py": "y = 2\n"})
    assert "2 files indexed" in rea("index", "--repo", str(root)).out
    assert "nothing changed" in rea("index", "--repo", str(root)).out
    (root / "a.py").write_text("x = 3\nz = 4\n")
    assert "1 changed" in rea("index", "--repo", str(root)).out
    assert "2 files indexed" in rea("index", "--rebuild", "--repo", str(root)).out
    assert rea("index", "-q", "--repo", str(root)).out == ""


def test_index_status_lists_reasons(rea: Rea, tmp_path: Path) -> None:
    """What is left out is counted by reason and named; the JSON lists all of it."""
    files = {f"{n}.png": b"\x89PNG\0" for n in range(8)}
    root = repository(tmp_path / "r", {"a.py": "x = 1\n", **files})
    text = rea("index", "--status", "--repo", str(root)).out
    assert "left out: 8" in text
    assert "binary 8: Not text." in text
    assert "3 more" in text
    value = json.loads(rea("index", "--status", "--json", "--repo", str(root)).out)
    assert value["files"] == 1
    assert value["skipped_by_reason"] == {"binary": 8}
    assert len(value["skipped"]) == 8
    assert "skipped" not in json.loads(rea("index", "--json", "--repo", str(root)).out)


def test_locate_ranks_files_with_reasons(rea: Rea, demo: Path) -> None:
    """The JSON form is the documented one; the text names the same files in the same order."""
    done = rea("locate", "passphrase hash", "--repo", str(demo), "-k", "5", "--json")
    ranked = json.loads(done.out)["ranked"]
    assert len(ranked) == 5
    assert "server/larder/security/passwords.py" in [row["path"] for row in ranked]
    assert all(row["why"] and row["score"] > 0 for row in ranked)
    text = rea("locate", "passphrase", "hash", "--repo", str(demo), "-k", "5").out
    assert [line.split()[2] for line in text.split("\n") if line[:3].strip().isdigit()] == [
        r["path"] for r in ranked
    ]


def test_overview_prints_the_page(rea: Rea, demo: Path) -> None:
    """The overview names the top folders; JSON carries the same text."""
    text = rea("overview", "--repo", str(demo)).out
    assert "server" in text
    assert "web" in text
    assert json.loads(rea("overview", "--json", "--repo", str(demo)).out)["overview"].strip() == text.strip()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("list_tree",), "server/"),
        (("list-tree", "server", "1"), "larder/"),
        (("search_text", "passphrase_hash", "--limit", "3"), "3 shown"),
        (("read_slice", "server/larder/app.py", "1", "3"), "    1| "),
        (("read_slice", "--path", "server/larder/app.py", "--start", "2"), "    2| "),
        (("trace_symbol", "issue_pair", "callers"), "used at"),
        (("git_pick", "passphrase"), "Sign in with a passphrase"),
    ],
)
def test_each_tool_by_hand(rea: Rea, demo: Path, arguments: tuple[str, ...], says: str) -> None:
    """Values by position or by flag; text by default, the tool's own JSON on request."""
    done = rea("tool", *arguments, "--repo", str(demo))
    assert (done.code, done.err) == (0, "")
    assert says in done.out
    value = json.loads(rea("tool", *arguments, "--repo", str(demo), "--json").out)
    assert value["tool"] == arguments[0].replace("-", "_")


def test_tool_errors_as_json(rea: Rea, demo: Path) -> None:
    """A program gets the error as a value, with suggestions, and the exit code."""
    done = rea("tool", "read_slice", "server/larder/ap.py", "--repo", str(demo), "--json")
    assert done.code == 8
    assert json.loads(done.out)["error"] == "unknown_path"


def test_the_tools_are_the_registry(rea: Rea) -> None:
    """No tool exists on the command line that is not in the registry."""
    out = rea("tool", "--help").out
    assert all(name in out for name in TOOLS)


def test_runs_are_listed_and_shown(rea: Rea, tmp_path: Path) -> None:
    """No runs yet, then one, as text and as JSON."""
    root = make_demo(tmp_path / "r")
    assert rea("runs", "--repo", str(root)).out == "No runs yet.\n"
    done = rea("runs", "show", "abc", "--repo", str(root))
    assert done.code == 7
    rea("ask", "how does login work", "--repo", str(root))
    (listed,) = json.loads(rea("runs", "--json", "--repo", str(root)).out)
    assert listed["question"] == "how does login work"
    shown = json.loads(rea("runs", "show", listed["id"], "--json", "--repo", str(root)).out)
    assert shown["own"] is True
    assert shown["answer"]["status"] == listed["status"]
    assert shown["evidence"]


def test_looking_for_runs_makes_nothing(rea: Rea, tmp_path: Path) -> None:
    """A `.rea` left in any folder would make it a repository for the commands that follow."""
    assert rea("runs", "--repo", str(tmp_path)).out == "No runs yet.\n"
    assert rea("runs", "show", "1a2b", "--repo", str(tmp_path)).code == 7
    assert not (tmp_path / ".rea").exists()


def test_the_repository_is_found_from_a_folder_inside(
    rea: Rea, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called without --repo in a subfolder, the repository around it is meant."""
    monkeypatch.chdir(demo / "server" / "larder")
    assert "web" in rea("overview").out


def test_a_relative_repository_is_the_same(rea: Rea, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way a path is written changes nothing."""
    monkeypatch.chdir(demo.parent)
    value = json.loads(rea("index", "--json", "--repo", demo.name).out)
    assert len(value["head"]) == 40
