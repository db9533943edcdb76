"""Tests of everything a user can get wrong: one line, a way out, a code of its own, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.indexer.trees import repository
from tests.rea.cli.conftest import Rea, is_one_line

QUESTION = "how does login work"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("ask", ""), 2, "empty"),
        (("ask",), 2, "empty"),
        (("ask", "?!…"), 2, "no words"),
        (("ask", "🙂🎉"), 2, "no words"),
        (("ask", "login " * 1700), 2, "characters"),
        (("ask", QUESTION, "--layer", "middle"), 2, "client"),
        (("ask", QUESTION, "--lang", "fr"), 2, "'en'"),
        (("ask", QUESTION, "--format", "pdf"), 2, "terminal"),
        (("ask", QUESTION, "--kind", "nothing"), 2, "data_migration"),
        (("ask", QUESTION, "--flow", "nothing"), 2, "login"),
        (("ask", QUESTION, "--model", "gpt-9"), 15, "OPENAI_API_KEY"),
        (("ask", QUESTION, "--max-turns", "0"), 2, "1 to 100"),
        (("ask", QUESTION, "--max-turns", "many"), 2, "many"),
        (("ask", QUESTION, "--max-files=-3"), 2, "1 to 500"),
        (("ask", QUESTION, "--nonsense"), 2, "--nonsense"),
        (("aks", QUESTION), 2, "did you mean `ask`"),
        (("xyz",), 2, "the verbs are ask"),
        (("locate", "?"), 2, "no words"),
        (("locate", "x", "-k", "0"), 2, "-k"),
        (("tool", "delete_file", "x"), 2, "delete_file"),
        (("tool", "read_slice", "no/such.py", "1", "2"), 8, "no/such.py"),
        (("tool", "read_slice", "../../etc/passwd"), 8, "outside"),
        (("tool", "search_text"), 8, "pattern is required"),
        (("tool", "search_text", "x", "--limit", "many"), 8, "limit"),
        (("tool", "read_slice", "a", "1", "2", "3"), 2, "at most 3"),
        (("runs", "show", "zzzz"), 7, "zzzz"),
    ],
)
def test_wrong_arguments(rea: Rea, demo: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    """Each mistake has its line and its code, and names what would be right."""
    place = () if arguments[0] in ("aks", "xyz") else ("--repo", str(demo))
    done = rea(*arguments, *place)
    assert done.code == code, done
    assert is_one_line(done), done.err
    assert says in done.err
    assert done.out == ""


@pytest.mark.parametrize("verb", [("ask", QUESTION), ("index",), ("locate", "x"), ("overview",), ("runs",)])
def test_wrong_repositories(rea: Rea, tmp_path: Path, verb: tuple[str, ...]) -> None:
    """A path that is not there, is a file, or is empty."""
    (tmp_path / "file").write_text("x")
    for path, says in (
        (tmp_path / "nowhere", "does not exist"),
        (tmp_path / "file", "not a folder"),
        ("", "empty"),
    ):
        done = rea(*verb, "--repo", str(path))
        assert (done.code, is_one_line(done)) == (3, True), done
        assert says in done.err
        assert "--repo" in done.err


def test_an_empty_repository(rea: Rea, tmp_path: Path) -> None:
    """A folder without files has nothing to answer from; indexing it is no error."""
    (tmp_path / "empty").mkdir()
    done = rea("ask", QUESTION, "--repo", str(tmp_path / "empty"))
    assert (done.code, is_one_line(done)) == (3, True)
    assert "nothing to study" in done.err
    assert rea("index", "--repo", str(tmp_path / "empty")).code == 0


def test_a_repository_of_nothing_but_binaries(rea: Rea, tmp_path: Path) -> None:
    """Files that are all left out are told, with the command that lists the reasons."""
    repository(tmp_path / "r", {"a.png": b"\x89PNG\0\0", "b.bin": b"\0\1\2" * 50})
    done = rea("ask", QUESTION, "--repo", str(tmp_path / "r"))
    assert done.code == 3
    assert "all 2 files" in done.err
    assert "--status" in done.err


def test_a_repository_of_an_unknown_language(rea: Rea, tmp_path: Path) -> None:
    """Text of any kind can be asked about; the answer is honest about what there is."""
    text = "ON LOGIN CHECK PASSWORD\nISSUE TOKEN\n"
    repository(tmp_path / "r", {"main.zork": text, "lib.zork": text})
    done = rea("ask", QUESTION, "--repo", str(tmp_path / "r"))
    assert done.code in (0, 10, 12, 13)
    assert done.err == ""


def test_broken_playbooks_name_file_and_line(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """A mistake in the user's playbook is told where it is."""
    folder = tmp_path / "config" / "playbooks"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("flow: mine\n  bad: [\n")
    done = rea("ask", QUESTION, "--repo", str(demo))
    assert (done.code, is_one_line(done)) == (5, True)
    assert "mine.yaml:2" in done.err


def test_broken_settings_name_file_and_line(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """So is one in the user's settings."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("lang: en\nmax_turns: lots\n")
    done = rea("ask", QUESTION, "--repo", str(demo))
    assert (done.code, is_one_line(done)) == (5, True)
    assert "config.yaml:2" in done.err


def test_a_folder_where_rea_cannot_write(rea: Rea, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a file in the place of `.rea` the cache folder serves; with no place at all it says so."""
    root = repository(tmp_path / "r", {"login.py": "def login():\n    return issue_token()\n"})
    (root / ".rea").write_text("in the way")
    assert rea("ask", QUESTION, "--repo", str(root)).code in (0, 10, 12, 13)
    assert list((tmp_path / "cache").rglob("index.db"))
    monkeypatch.setenv("REA_CACHE_DIR", str(root / ".rea" / "no"))
    done = rea("ask", QUESTION, "--repo", str(root))
    assert (done.code, is_one_line(done)) == (4, True)
    assert "REA_CACHE_DIR" in done.err


def test_terminal_escapes_in_arguments_are_not_echoed(rea: Rea, tmp_path: Path) -> None:
    """What the user (or a script) passes comes back harmless."""
    done = rea("index", "--repo", str(tmp_path / "\x1b]0;owned\x07"))
    assert done.code == 3
    assert "\x1b" not in done.err
    assert "\x07" not in done.err


def test_a_defect_is_one_line_and_a_traceback_on_request(rea: Rea, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error nobody foresaw exits with 70; REA_DEBUG=1 shows where it happened."""
    defect = ("ask", 3)  # no shell can pass a number
    done = rea(*defect)
    assert (done.code, is_one_line(done)) == (70, True)
    assert "REA_DEBUG=1" in done.err
    monkeypatch.setenv("REA_DEBUG", "1")
    assert "Traceback" in rea(*defect).err


def test_help_and_version_are_no_errors(rea: Rea) -> None:
    """They go to standard output and exit with 0."""
    for arguments in (
        ("--help",),
        ("-h",),
        ("ask", "--help"),
        ("runs", "--help"),
        ("tool", "read_slice", "-h"),
    ):
        done = rea(*arguments)
        assert (done.code, done.err) == (0, "")
        assert "Usage: rea" in done.out
    assert rea("--version").out.startswith("rea ")


def test_no_verb_shows_the_help(rea: Rea) -> None:
    """`rea` alone tells what there is."""
    done = rea()
    assert "Verbs" in done.out + done.err
