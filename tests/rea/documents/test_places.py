"""Tests of finding the file a document means, and of what must not be touched for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.indexer.trees import git, write
from tests.rea.documents.conftest import Written

OUTSIDE = [
    "../../secret.py:1",
    "../../../../../etc/passwd.txt:1",
    "/etc/hosts.txt:1",
    "C:\\Windows\\a.ini:3",
    "~/x.py:1",
]


@pytest.mark.parametrize("citation", OUTSIDE)
def test_nothing_outside_is_judged(written: Written, citation: str) -> None:
    """A path that leads out is unverifiable, whether or not something is there."""
    write(written.root.parent, {"secret.py": "save_token = 1\n"})
    (finding,) = written.findings(f"`save_token` is {citation} here", committed=False)
    assert finding.verdict == "unverifiable"
    assert "outside" in finding.detail


def test_a_link_that_leads_out_is_refused(written: Written) -> None:
    """A symbolic link of the repository is no way out of it."""
    write(written.root.parent, {"secret.py": "save_token = 1\n"})
    (written.root / "app/link.py").symlink_to(written.root.parent / "secret.py")
    (finding,) = written.findings("`save_token`: app/link.py:1", committed=False)
    assert finding.verdict == "unverifiable"


def test_an_absolute_path_into_the_repository_is_read(written: Written) -> None:
    """Who writes the whole path means the same file."""
    text = f"`save_token`: {written.root.as_posix()}/app/store.py:4"
    assert written.verdicts(text) == ["verified"]


def test_a_windows_path_into_the_repository_is_read(written: Written) -> None:
    """Documents come from other machines: backslashes and a drive before the folder's name."""
    assert written.verdicts("`save_token`: app\\store.py:4") == ["verified"]
    assert written.verdicts(f"`save_token`: C:\\src\\{written.root.name}\\app\\store.py:4") == ["verified"]
    assert written.verdicts("`save_token`: C:\\src\\elsewhere\\app\\store.py:4") == ["unverifiable"]


def test_an_ambiguous_name_is_not_guessed(written: Written) -> None:
    """Several files of a name are candidates, not a verdict."""
    written.commit("web/store.py", "save_token = 1\n")
    (finding,) = written.findings("`save_token`: store.py:4", committed=False)
    assert finding.verdict == "unverifiable"
    assert finding.candidates == ("app/store.py", "web/store.py")


def test_a_link_is_read_from_its_document(written: Written) -> None:
    """`[x](store.py#L1)` in docs/ means docs/store.py first, and running text means the root first."""
    written.commit("docs/app/store.py", "other_name = 1\n")
    assert written.verdicts("[`other_name`](app/store.py#L1)") == ["verified"]
    assert written.verdicts("`other_name` in app/store.py:1") == ["unsupported"]


def test_paths_with_brackets_are_found_by_their_ending(written: Written) -> None:
    """The readable end of `pages/[id]/view.tsx` is enough when no other file has it."""
    written.commit("pages/[id]/(own)/view.tsx", "const theView = 1\n")
    assert written.verdicts("`theView`: pages/[id]/(own)/view.tsx:1") == ["verified"]


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("app/.env", b"SAVE_TOKEN=1\n"),
        ("app/blob.bin", b"\x00\x01save_token"),
        ("app/pic.png", b"\x89PNG\x00"),
    ],
)
def test_what_is_not_read_is_not_judged(written: Written, path: str, content: bytes) -> None:
    """Files of secrets and files that are not text are there, but nothing is said of their lines."""
    write(written.root, {path: content})
    git(written.root, "add", "-f", "-A")
    assert written.verdicts(f"`save_token`: {path}:1") == ["unverifiable"]


def test_the_case_of_letters_is_forgiven(written: Written) -> None:
    """A path that differs only in case is the file, as on the systems where it works."""
    assert written.verdicts("`save_token`: App/STORE.py:4") == ["verified"]


def test_names_with_blanks_and_chinese_letters(written: Written) -> None:
    """Paths are found as they are written."""
    written.commit("文档/登录 页.vue", "const saveToken = 1\n")
    assert written.verdicts("`saveToken`: `文档/登录 页.vue:1`") == ["verified"]


def test_a_pipe_in_the_tree_is_not_opened(written: Written) -> None:
    """A named pipe would wait for a writer forever."""
    pipe = Path(written.root / "app/pipe.py")
    os.mkfifo(pipe)
    assert written.verdicts("`save_token`: app/pipe.py:1") == ["unverifiable"]
