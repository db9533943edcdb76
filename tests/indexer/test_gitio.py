"""Git calls on repositories that try to run something, redirect git or make it write."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import subprocess
from pathlib import Path

import pytest

from indexer import gitio
from indexer.commits import recent_commits
from indexer.files.walk import walk
from tests.indexer.trees import git, repository

FILES = {"a.txt": "one\n", "b.lfs": "two\n", "src/c.py": "three\n"}


def every_call(root: Path) -> None:
    """Everything REA ever asks git, and the commands tools may ask."""
    gitio.head(root)
    gitio.branch(root)
    gitio.is_shallow(root)
    gitio.dirty(root)
    walk(root)
    recent_commits(root)
    for args in (
        ["log", "-p", "-5"],
        ["log", "--grep=x", "--format=%H %s %G?"],
        ["show", "HEAD"],
        ["show", "HEAD:a.txt"],
        ["cat-file", "-p", "HEAD"],
        ["ls-tree", "-r", "HEAD"],
        ["for-each-ref", "--format=%(refname) %(contents:signature)"],
        ["diff-tree", "-p", "-r", "--root", "HEAD"],
        ["rev-list", "-3", "HEAD"],
    ):
        with contextlib.suppress(gitio.GitUnavailable):
            gitio.run_git(root, args)


def trap(tmp_path: Path) -> tuple[Path, Path]:
    """A program that leaves a trace when it runs, and the trace."""
    trace = tmp_path / "trace"
    program = tmp_path / "trap.sh"
    program.write_text(f"#!/bin/sh\necho ran $0 $* >> '{trace}'\ncat\n")
    program.chmod(0o755)
    return program, trace


def hostile_repository(tmp_path: Path) -> tuple[Path, Path]:
    """A repository in which every setting that names a program names the trap."""
    program, trace = trap(tmp_path)
    root = repository(tmp_path / "repo", FILES)
    for key in (
        *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy"),
        *(
            "core.alternateRefsCommand",
            "credential.helper",
            "diff.external",
            "gpg.program",
            "gpg.ssh.program",
        ),
        *("diff.trap.textconv", "diff.trap.command", "filter.trap.clean", "filter.trap.smudge", "pager.log"),
        *("filter.trap.process", "filter.a=b.c.clean", "alias.log", "alias.ls-files", "sequence.editor"),
        *("uploadpack.packObjectsHook", "interactive.diffFilter", "pager.show", "trailer.x.command"),
        *("remote.origin.uploadpack", "remote.origin.vcs", "merge.trap.driver", "log.diffCommand"),
    ):
        git(root, "config", key, f"!{program}" if key.startswith("alias") else str(program))
    git(root, "config", "log.showSignature", "true")
    git(root, "config", "core.hooksPath", "evil")
    git(root, "config", "extensions.partialClone", "origin")
    git(root, "config", "core.repositoryFormatVersion", "1")
    git(root, "config", "remote.origin.url", f"ext::{program}")
    git(root, "config", "remote.origin.promisor", "true")
    more = tmp_path / "more.config"
    more.write_text(f'[filter "included"]\n\tclean = {program}\n\tsmudge = {program}\n')
    git(root, "config", "include.path", str(more))
    for folder in (root / "evil", root / ".git" / "hooks"):
        folder.mkdir(exist_ok=True)
        for hook in ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
            (folder / hook).write_text(program.read_text())
            (folder / hook).chmod(0o755)
    attributes = "*.txt filter=trap diff=trap\n*.lfs filter=a=b.c\n*.py filter=included diff=trap\n"
    sign_head(root)
    (root / ".git" / "info" / "attributes").write_text(attributes)
    (root / ".gitattributes").write_text(attributes)
    return root, trace


def sign_head(root: Path) -> None:
    """Replaces the last commit by one that carries a signature, which git would have checked."""
    commit = git(root, "cat-file", "commit", "HEAD")
    head, _, message = commit.partition("\n\n")
    lines = ("-----BEGIN PGP SIGNATURE-----", "", "x", "-----END PGP SIGNATURE-----")
    signed = f"{head}\ngpgsig {lines[0]}\n {lines[1]}\n {lines[2]}\n {lines[3]}\n\n{message}"
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
        cwd=root,
        input=signed,
        text=True,
        capture_output=True,
        check=True,
    )
    (root / ".git" / "refs" / "heads" / "main").write_text(made.stdout)


def make_racy(root: Path) -> None:
    """Gives files new content of the old size and the index's time, so that git must read them to compare."""
    index = (root / ".git" / "index").stat()
    for name in FILES:
        content = (root / name).read_text()
        (root / name).write_text(content.upper())
        os.utime(root / name, ns=(index.st_mtime_ns, index.st_mtime_ns))


def fingerprint(root: Path) -> dict[str, str]:
    """Path, kind, time and content of everything below a folder."""
    result = {}
    for path in sorted(root.rglob("*")):
        info = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(info.st_mode) else ""
        result[str(path)] = f"{info.st_mode} {info.st_mtime_ns} {content}"
    return result


def test_the_trap_works(tmp_path: Path) -> None:
    """Plain git runs programs of this repository, so the tests below test something."""
    root, trace = hostile_repository(tmp_path)
    make_racy(root)
    subprocess.run(["git", "diff", "HEAD"], cwd=root, capture_output=True, check=False, timeout=60)
    assert "trap.sh" in trace.read_text()
    trace.unlink()
    subprocess.run(["git", "status"], cwd=root, capture_output=True, check=False, timeout=60)
    assert "trap.sh" in trace.read_text()
    trace.unlink()
    subprocess.run(["git", "log", "-1"], cwd=root, capture_output=True, check=False, timeout=60)
    assert "--verify" in trace.read_text()


def test_a_hostile_repository_runs_nothing(tmp_path: Path) -> None:
    """No program named in the configuration, the attributes or the hooks of a repository is ever started."""
    root, trace = hostile_repository(tmp_path)
    every_call(root)
    make_racy(root)
    every_call(root)
    assert not trace.exists(), trace.read_text()


def test_a_missing_object_is_not_fetched(tmp_path: Path) -> None:
    """Missing objects of a partial clone start no transport: the summary has titles without files."""
    root, trace = hostile_repository(tmp_path)
    tree = git(root, "rev-parse", "HEAD^{tree}").strip()
    (root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    trace.unlink(missing_ok=True)
    every_call(root)
    assert not trace.exists()
    commits, _ = recent_commits(root)
    assert [(commit.title, commit.files) for commit in commits] == [("First", ())]


def test_the_studied_tree_is_not_written_to(tmp_path: Path) -> None:
    """Folder and git folder are the same to the byte after all calls, stale index or not."""
    root = repository(tmp_path / "repo", FILES)
    os.utime(root / "a.txt", (1, 1))
    before = fingerprint(root)
    every_call(root)
    assert fingerprint(root) == before


def test_the_callers_git_variables_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from inside a git hook, where GIT_DIR and GIT_INDEX_FILE are set, the asked repository is read."""
    program, trace = trap(tmp_path)
    root = repository(tmp_path / "repo", FILES)
    other = repository(tmp_path / "other", {"x.txt": "x\n"})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(program))
    monkeypatch.setenv("GIT_PAGER", str(program))
    assert [file.path for file in walk(root).files] == sorted(FILES)
    every_call(root)
    assert not trace.exists()


def test_core_worktree_cannot_redirect(tmp_path: Path) -> None:
    """A repository that claims its work tree is elsewhere is read where it is."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("k\n")
    root = repository(tmp_path / "repo", FILES)
    git(root, "config", "core.worktree", str(secret))
    assert [file.path for file in walk(root).files] == sorted(FILES)


def test_a_bare_repository_in_a_folder_is_not_obeyed(tmp_path: Path) -> None:
    """A folder that looks like a git folder (with its own configuration) is just a folder of files."""
    program, trace = trap(tmp_path)
    root = repository(tmp_path / "repo", FILES)
    bare = root / "docs"
    git(root, "init", "-q", "--bare", str(bare))
    git(bare, "config", "core.fsmonitor", str(program))
    walk(bare)
    assert gitio.toplevel(bare) == root
    assert not trace.exists()


def test_a_repository_of_another_owner_is_readable(tmp_path: Path) -> None:
    """Containers mount repositories of other users: git's refusal does not apply, as nothing of it is run."""
    if os.name == "nt" or os.getuid() != 0:
        pytest.skip("needs root to change the owner")
    root = repository(tmp_path / "repo", FILES)
    head = git(root, "rev-parse", "HEAD").strip()
    for path in (root, root / ".git"):
        os.chown(path, 12345, 12345)
    refused = subprocess.run(["git", "log"], cwd=root, capture_output=True, check=False, timeout=60)
    assert refused.returncode != 0
    assert gitio.head(root) == head
    assert len(walk(root).files) == len(FILES)


def test_a_pipe_in_place_of_the_configuration_hangs_nothing(tmp_path: Path) -> None:
    """A named pipe as `.git/config` or HEAD is no repository; files are listed without git."""
    for name in ("config", "HEAD"):
        root = repository(tmp_path / name, FILES)
        (root / ".git" / name).unlink()
        os.mkfifo(root / ".git" / name)
        assert gitio.find_repository(root) is None
        assert [file.path for file in walk(root).files] == sorted(FILES)


def test_a_slow_git_is_given_up(tmp_path: Path) -> None:
    """A repository that makes git wait for ever (a pipe as an included file) ends in an error, in time."""
    root = repository(tmp_path / "repo", FILES)
    os.mkfifo(tmp_path / "pipe")
    git(root, "config", "include.path", str(tmp_path / "pipe"))
    with pytest.raises(gitio.GitUnavailable, match="longer"):
        gitio.run_git(root, ["rev-parse", "HEAD"], timeout=0.5)


@pytest.mark.parametrize(
    "args",
    [
        ["push"],
        ["fetch"],
        ["checkout", "HEAD"],
        ["status"],
        ["diff"],
        ["blame", "a.txt"],
        ["diff-files"],
        ["config", "a.b"],
        ["ls-files", "--modified"],
        ["commit", "-m", "x"],
        ["log", "--output=/tmp/x"],
        ["log", "--output", "/tmp/x"],
        ["log", "--ext-diff"],
        ["show", "--textconv", "HEAD"],
        ["config", "--add", "a.b", "c"],
        ["config", "--file", "x", "-l"],
        ["cat-file", "--filters", "HEAD:a.txt"],
    ],
)
def test_only_reading_calls_exist(tmp_path: Path, args: list[str]) -> None:
    """Commands that write or read through filters, and options that write or start something, are refused."""
    root = repository(tmp_path, FILES)
    with pytest.raises(ValueError, match="git"):
        gitio.run_git(root, args)


def test_a_git_in_the_studied_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `.` on PATH, a program called git in the repository is not taken for git."""
    program, trace = trap(tmp_path)
    root = repository(tmp_path / "repo", FILES)
    (root / "git").write_text(program.read_text())
    (root / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    monkeypatch.chdir(root)
    gitio.git_executable.cache_clear()
    try:
        every_call(root)
    finally:
        gitio.git_executable.cache_clear()
    assert not trace.exists()


def test_without_git_the_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine without git files are listed with `.gitignore` obeyed, and a note says why."""
    root = repository(tmp_path / "repo", {**FILES, ".gitignore": "*.log\n"})
    (root / "noise.log").write_text("x")
    monkeypatch.setenv("PATH", str(tmp_path))
    gitio.git_executable.cache_clear()
    try:
        found = walk(root)
        assert [file.path for file in found.files] == [".gitignore", *sorted(FILES)]
        assert "not installed" in found.notes[0]
        assert (gitio.head(root), gitio.dirty(root)) == ("", False)
        assert recent_commits(root) == ((), "none")
    finally:
        gitio.git_executable.cache_clear()


def test_state_of_a_repository(tmp_path: Path) -> None:
    """Commit, branch, shallowness and top folder are what git says; empty outside git."""
    root = repository(tmp_path / "repo", FILES)
    assert gitio.head(root) == git(root, "rev-parse", "HEAD").strip()
    assert gitio.branch(root) == "main"
    assert gitio.toplevel(root / "src") == root
    assert not gitio.is_shallow(root)
    git(root, "checkout", "-q", "--detach")
    assert gitio.branch(root) == ""
    clone = tmp_path / "clone"
    git(root, "commit", "-q", "--allow-empty", "-m", "Second")
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), str(clone))
    assert gitio.is_shallow(clone)
    outside = tmp_path / "outside"
    outside.mkdir()
    assert (gitio.head(outside), gitio.branch(outside), gitio.toplevel(outside)) == ("", "", None)


def test_dirty_means_other_content(tmp_path: Path) -> None:
    """Edits, deletions and staged changes are dirty; new time stamps and untracked files are not."""
    root = repository(tmp_path, FILES)
    assert not gitio.dirty(root)
    os.utime(root / "a.txt", (1, 1))
    (root / "new.txt").write_text("untracked\n")
    assert not gitio.dirty(root)
    (root / "a.txt").write_text("changed\n")
    assert gitio.dirty(root)
    assert not gitio.dirty(root / "src")
    git(root, "checkout", "-q", "a.txt")
    (root / "a.txt").unlink()
    assert gitio.dirty(root)
    git(root, "checkout", "-q", "a.txt")
    git(root, "add", "new.txt")
    assert gitio.dirty(root)


def test_dirty_sees_through_line_end_conversion(tmp_path: Path) -> None:
    """A checkout with CRLF of a file committed with LF is not dirty."""
    root = repository(tmp_path, {"a.txt": "one\ntwo\n"})
    (root / "a.txt").write_bytes(b"one\r\ntwo\r\n")
    assert not gitio.dirty(root)


def test_a_linked_work_tree_is_a_repository(tmp_path: Path) -> None:
    """A work tree whose `.git` is a file that names the git folder works like any other."""
    root = repository(tmp_path / "repo", FILES)
    git(root, "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = tmp_path / "linked"
    assert gitio.branch(linked) == "side"
    assert [file.path for file in walk(linked).files] == sorted(FILES)
