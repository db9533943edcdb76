"""Canonical paths: one form, printable, reversible to the byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.paths import below_root, normalise_input, os_path, path_readings, to_raw, to_rel

NAMES = st.binary(min_size=1).filter(lambda raw: b"\0" not in raw)


@given(NAMES)
def test_any_name_survives_the_round_trip(raw: bytes) -> None:
    """Whatever bytes a file system holds as a name come back unchanged from the canonical path."""
    assert to_raw(to_rel(raw)) == raw


@given(NAMES)
def test_a_canonical_path_can_be_printed_and_stored(raw: bytes) -> None:
    """No canonical path moves a terminal's cursor, breaks a line or fails to encode."""
    rel = to_rel(raw)
    rel.encode("utf-8")
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in rel)
    assert not set(rel) & set("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(st.lists(NAMES, min_size=2, max_size=20, unique=True))
def test_different_names_stay_different(names: list[bytes]) -> None:
    """Two files never share a canonical path."""
    assert len({to_rel(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("raw", "rel"),
    [
        (b"src/app.py", "src/app.py"),
        ("源码/登录 页.py".encode(), "源码/登录 页.py"),
        ("naïve/é.py".encode(), "naïve/é.py"),
        ("👩\u200d💻.md".encode(), "👩\u200d💻.md"),
        (b"caf\xe9.txt", "caf\\xe9.txt"),
        (b"a\\b.c", "a\\x5cb.c"),
        (b"two\nlines\x1b[31m", "two\\x0alines\\x1b[31m"),
        ("evil\u202etxt.py".encode(), "evil\\xe2\\x80\\xaetxt.py"),
    ],
)
def test_names_are_shown_as_expected(raw: bytes, rel: str) -> None:
    """Plain and foreign names stay as they are; undecodable bytes, backslashes and controls are escaped."""
    assert to_rel(raw) == rel


@pytest.mark.parametrize(
    ("typed", "rel"),
    [
        ("src/app.py", "src/app.py"),
        ("./src//app.py", "src/app.py"),
        ("src\\web\\login.ts", "src/web/login.ts"),
        (".\\源码\\登录.py", "源码/登录.py"),
        ("src/web\\login.ts", "src/web/login.ts"),
        ("  `src/app.py`  ", "src/app.py"),
        ('"src/my file.py"', "src/my file.py"),
        ("“src/app.py”", "src/app.py"),
        ("src/", "src"),
        (".", ""),
        ("", ""),
        ("/", "/"),
        ("src/../lib/a.c", "lib/a.c"),
        ("../outside", "../outside"),
        ("a/../../outside", "../outside"),
        ("/etc/passwd", "/etc/passwd"),
        ("C:\\repo\\a.py", "C:/repo/a.py"),
        ("file:///home/me/a.py", "/home/me/a.py"),
        ("arch\\x86\\boot\\main.c", "arch/x86/boot/main.c"),
        ("arch\\x86", "arch/x86"),
        ("docs/caf\\xe9.txt", "docs/caf\\xe9.txt"),
        ("caf\\xe9.txt", "caf\\xe9.txt"),
        ("app/[slug]/page.tsx", "app/[slug]/page.tsx"),
        ("<", "<"),
    ],
)
def test_typed_paths_are_normalised(typed: str, rel: str) -> None:
    """A path as people and models type it becomes canonical; what could lead out is kept for the fence."""
    assert normalise_input(typed) == rel


def test_an_ambiguous_backslash_has_two_readings() -> None:
    """`arch\\x86_64` may be a folder behind a Windows separator: both readings are offered."""
    assert set(path_readings("arch\\x86_64")) == {"arch\\x86_64", "arch/x86_64"}


@pytest.mark.parametrize(
    ("root", "typed", "expected"),
    [
        ("/mnt/c/work/repo", r"C:\work\repo\src\a.py", "src/a.py"),
        ("/mnt/c/work/repo", r"c:\Work\Repo\src\a.py", "src/a.py"),
        ("/mnt/c/work/repo", r"C:\work\repo", ""),
        ("/home/me/repo", r"C:\x\repo\src\a.py", "src/a.py"),
    ],
)
def test_a_path_of_windows_may_name_a_file_of_the_root(root: str, typed: str, expected: str) -> None:
    """A drive that Linux mounts is that drive; elsewhere a folder of the root's name stands for the root."""
    assert below_root(Path(root), normalise_input(typed))[0] == expected


@pytest.mark.parametrize(
    "typed", [r"C:\x\repository\a.py", r"C:\x\repo", "/x/repo/a.py", "src/a.py", "C:a.py"]
)
def test_other_paths_name_nothing_below_the_root(typed: str) -> None:
    """Neither a folder that only begins alike, nor a path without a drive."""
    assert below_root(Path("/home/me/repo"), normalise_input(typed)) == ()


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing_more(typed: str) -> None:
    """A canonical path that is typed again is the same path."""
    once = normalise_input(typed)
    if not once.startswith(tuple("\"'`<“‘「《")) and once == once.strip() and "\\" not in once:
        assert normalise_input(once) == once


@given(
    st.lists(NAMES.filter(lambda raw: b"/" not in raw and raw not in (b".", b"..")), min_size=1, max_size=4)
)
def test_a_canonical_path_typed_as_it_is_shown_is_found(parts: list[bytes]) -> None:
    """A path copied from an answer is among its own readings, whatever the file is called."""
    rel = to_rel(b"/".join(parts))
    if rel == rel.strip() and rel[0] not in "\"'`<“‘「《" and not rel.startswith("file://"):
        assert rel in path_readings(rel)


def test_a_canonical_path_finds_its_file_on_disk(tmp_path: Path) -> None:
    """The file behind a canonical path can be opened, undecodable name or not."""
    raw = b"caf\xe9 \\ .txt"
    with open(os.path.join(os.fsencode(tmp_path), raw), "wb") as file:  # noqa: PTH118, PTH123
        file.write(b"here")
    assert os_path(tmp_path, to_rel(raw)).read_bytes() == b"here"
    assert os_path(tmp_path, "") == tmp_path
