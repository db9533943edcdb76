"""The commit summary of real small histories."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from indexer.commits import FILES_PER_COMMIT, recent_commits
from indexer.paths import to_rel
from tests.indexer.trees import git, repository, write


def commit(root: Path, title: str, date: int, *args: str) -> None:
    """Commits everything with a given author date."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", title, f"--date={date} +0000", *args)


def test_commits_carry_hash_title_date_and_files(tmp_path: Path) -> None:
    """The newest comes first, with its 7-character hash, the author's date and the changed files."""
    root = repository(tmp_path, {"a.py": "a\n"})
    write(root, {"登录/b c.py": "b\n", "a.py": "aa\n"})
    commit(root, "feat: 登录 | with pipe", 1_700_000_000)
    commits, history = recent_commits(root)
    assert history == "full"
    assert [made.title for made in commits] == ["feat: 登录 | with pipe", "First"]
    assert commits[0].hash == git(root, "rev-parse", "HEAD")[:7]
    assert commits[0].date == 1_700_000_000
    assert commits[0].files == ("a.py", "登录/b c.py")
    assert commits[1].files == ("a.py",)


def test_a_merge_lists_what_it_brought(tmp_path: Path) -> None:
    """A merge commit has the files that changed on the branch it went into."""
    root = repository(tmp_path, {"a.py": "a\n"})
    git(root, "checkout", "-q", "-b", "side")
    write(root, {"b.py": "b\n"})
    commit(root, "side work", 1_700_000_000)
    git(root, "checkout", "-q", "main")
    write(root, {"c.py": "c\n"})
    commit(root, "main work", 1_700_000_100)
    git(root, "merge", "-q", "--no-ff", "-m", "Merge side", "side")
    merge = recent_commits(root)[0][0]
    assert (merge.title, merge.files) == ("Merge side", ("b.py",))


def test_few_files_of_a_big_commit_and_few_commits_are_kept(tmp_path: Path) -> None:
    """At most 20 files a commit and `n` commits."""
    root = repository(tmp_path, {f"f{number:03}.py": "x\n" for number in range(60)})
    for number in range(5):
        commit(root, f"empty {number}", 1_700_000_000 + number)
    commits, _ = recent_commits(root, 3)
    assert [made.title for made in commits] == ["empty 4", "empty 3", "empty 2"]
    first = recent_commits(root)[0][-1]
    assert len(first.files) == FILES_PER_COMMIT
    assert first.files[0] == "f000.py"


def test_odd_names_and_titles_do_not_mix_up_the_summary(tmp_path: Path) -> None:
    """Odd bytes in names and titles that look like git's own output are kept apart."""
    root = repository(tmp_path, {"a.py": "a\n"})
    odd = b"new\nline \xe9.py"
    with open(os.path.join(os.fsencode(root), odd), "wb") as file:  # noqa: PTH118, PTH123
        file.write(b"x\n")
    commit(root, "0123456789012345678901234567890123456789 1700000000", 1_700_000_000)
    made = recent_commits(root)[0][0]
    assert made.title == "0123456789012345678901234567890123456789 1700000000"
    assert made.files == (to_rel(odd),)


def test_legacy_titles_are_readable(tmp_path: Path) -> None:
    """A title whose bytes are GBK, with or without the commit saying so, is decoded."""
    root = repository(tmp_path, {"a.py": "a\n"})
    message = tmp_path.parent / "message"
    message.write_bytes("修复用户登录的问题\n".encode("gbk"))
    subprocess.run(
        [
            *("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "i18n.commitEncoding=gbk"),
            *("commit", "-q", "--allow-empty", "-F", str(message)),
        ],
        cwd=root,
        check=True,
        capture_output=True,
    )
    assert recent_commits(root)[0][0].title == "修复用户登录的问题"


def test_a_folder_of_a_repository_has_its_own_commits(tmp_path: Path) -> None:
    """With a root below the top, only commits that touch it count, with paths relative to it."""
    root = repository(tmp_path, {"web/a.ts": "a\n", "api/b.py": "b\n"})
    write(root, {"api/b.py": "bb\n"})
    commit(root, "api only", 1_700_000_000)
    commits, _ = recent_commits(root / "web")
    assert [(made.title, made.files) for made in commits] == [("First", ("a.ts",))]


def test_shallow_and_missing_history_are_said(tmp_path: Path) -> None:
    """A shallow clone, a repository without commits and a plain folder each say what they have."""
    origin = repository(tmp_path / "origin", {"a.py": "a\n"})
    commit(origin, "second", 1_700_000_000)
    git(tmp_path, "clone", "-q", "--depth", "1", origin.as_uri(), "clone")
    commits, history = recent_commits(tmp_path / "clone")
    assert ([made.title for made in commits], history) == (["second"], "shallow")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert recent_commits(empty) == ((), "none")
    git(empty, "init", "-q")
    assert recent_commits(empty) == ((), "none")


def test_several_repositories_are_merged_by_date(tmp_path: Path) -> None:
    """In a folder of repositories the commits of all come newest first, with prefixed paths."""
    for name, date in (("shop", 1_700_000_000), ("服务", 1_800_000_000)):
        (tmp_path / name).mkdir()
        git(tmp_path / name, "init", "-q")
        write(tmp_path / name, {"a.py": "a\n"})
        commit(tmp_path / name, f"in {name}", date)
    commits, history = recent_commits(tmp_path, repositories=("shop", "服务"))
    assert [(made.title, made.files) for made in commits] == [
        ("in 服务", ("服务/a.py",)),
        ("in shop", ("shop/a.py",)),
    ]
    assert history == "full"
