"""Whatever interrupts a build, the next one works; whoever writes at the same time, each gets an index."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indexer.building.build import find_changes
from indexer.errors import IndexLocked
from indexer.reader import open_index, rebuild_index
from indexer.storage.dump import dump
from indexer.storage.place import locate, write_lock
from indexer.storage.store import Store
from tests.indexer.trees import APP, repository, write

PROJECT = Path(__file__).resolve().parents[2]
OPEN = (
    "import sys; from pathlib import Path; from indexer.reader import open_index\n"
    "i = open_index(Path(sys.argv[1])); print(i.file_count(), i.refreshed.stale)"
)


def _many_files(count: int) -> dict[str, str]:
    return {f"pkg{n % 7}/mod{n}.py": f"def f{n}(x):\n    return g{n + 1}(x)\n\n" * 40 for n in range(count)}


def _opener(root: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OPEN, str(root)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_killed_builds_and_refreshes_are_repaired_by_the_next_run(tmp_path: Path) -> None:
    """After kill -9 at random moments the next open works and says what a full build says."""
    root = write(tmp_path / "tree", _many_files(900))
    chance = random.Random(7)
    for round_number in range(8):
        (root / f"new{round_number}.py").write_text(f"def new{round_number}():\n    return {round_number}\n")
        process = _opener(root)
        time.sleep(chance.uniform(0.05, 1.6))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    with open_index(root) as index, rebuild_index(root, index_path=tmp_path / "fresh.db") as fresh:
        assert list(dump(index)) == list(dump(fresh))
    assert [path.name for path in (root / ".rea").glob("*.tmp*")] == []


@pytest.mark.skipif(os.name != "posix", reason="looks for processes by their group")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """A killed build leaves no process behind."""
    root = write(tmp_path / "tree", _many_files(900))
    process = _opener(root)
    time.sleep(0.5)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    pytest.fail("a worker outlived its parent")


def test_two_processes_at_once_both_get_an_index(tmp_path: Path) -> None:
    """One builds, the other waits; both see all files."""
    root = write(tmp_path / "tree", _many_files(300))
    first, second = _opener(root), _opener(root)
    for process in (first, second):
        out, err = process.communicate(timeout=90)
        assert process.returncode == 0, err
        assert out.split() == ["300", "False"]


def test_while_another_process_writes_the_old_state_is_read(tmp_path: Path) -> None:
    """With an index at hand nobody waits for a writer: the old state is shown and called stale."""
    root = write(tmp_path / "tree", APP)
    open_index(root).close()
    (root / "late.py").write_text("def late():\n    pass\n")
    with write_lock(locate(root)), open_index(root) as index:
        assert index.refreshed.stale
        assert index.file("late.py") is None
    with open_index(root) as index:
        assert index.file("late.py") is not None


def test_a_lock_that_is_held_is_a_clear_error(tmp_path: Path) -> None:
    """Who cannot get the lock in time is told so."""
    place = locate(write(tmp_path / "tree", APP))
    with write_lock(place), pytest.raises(IndexLocked, match="Another process"), write_lock(place, 0.1):
        pass


def test_an_open_reader_keeps_its_state(tmp_path: Path) -> None:
    """A refresh and a rebuild by others do not change what an open index says."""
    root = write(tmp_path / "tree", APP)
    with open_index(root) as reader:
        before = list(dump(reader))
        (root / "late.py").write_text("def late():\n    pass\n")
        open_index(root).close()
        rebuild_index(root).close()
        (root / "later.py").write_text("def later():\n    pass\n")
        open_index(root).close()
        assert list(dump(reader)) == before


@pytest.mark.parametrize("damage", ["empty", "garbage", "cut", "scribbled", "version", "foreign"])
def test_a_damaged_or_foreign_index_is_rebuilt(tmp_path: Path, damage: str) -> None:
    """An index file that cannot be used is replaced without a question."""
    root = write(tmp_path / "tree", APP)
    with open_index(root) as index:
        expected, path = list(dump(index)), index.database
    data = path.read_bytes()
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "garbage":
        path.write_bytes(b"not a database" * 1000)
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 3])
    elif damage == "scribbled":
        path.write_bytes(data[:8192] + os.urandom(len(data) - 8192))
    elif damage == "version":
        _change(path, "UPDATE meta SET value = 0 WHERE key = 'format_version'")
    else:
        _change(path, "PRAGMA application_id = 42")
    with open_index(root) as index:
        assert list(dump(index)) == expected


def _change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_damage_found_while_reading_is_repaired(tmp_path: Path) -> None:
    """Damage that shows only when a page is read leads to a rebuild within the same call."""
    root = write(tmp_path / "tree", {**APP, **_many_files(60)})
    with open_index(root) as index:
        expected, path = index.symbols_named("save_token"), index.database
    data = bytearray(path.read_bytes())
    for at in range(3 * 8192, len(data), 8192):
        data[at : at + 4096] = os.urandom(4096)
    path.write_bytes(data)
    with open_index(root, refresh=False) as index:
        assert index.symbols_named("save_token") == expected
        assert index.refreshed.rebuilt


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
def test_a_full_disk_is_one_clear_error(tmp_path: Path) -> None:
    """No room for the index: IndexUnwritable, and no half an index is left."""
    root = write(tmp_path / "tree", {**APP, **_many_files(200)})
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
    done = subprocess.run(
        [sys.executable, "-c", limit + OPEN, str(root)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "IndexUnwritable: The index cannot be written" in done.stderr
    assert [path.name for path in (root / ".rea").glob("index.db*") if "lock" not in path.name] == []


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_a_linked_folder_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository that ships `.rea` as a link cannot make REA write where the link leads."""
    monkeypatch.setenv("REA_CACHE_DIR", str(tmp_path / "cache"))
    victim = tmp_path / "victim"
    victim.mkdir()
    root = write(tmp_path / "tree", APP)
    (root / ".rea").symlink_to(victim)
    with open_index(root) as index:
        assert index.database.is_relative_to(tmp_path / "cache")
        assert index.file_count() == len(APP)
    assert list(victim.iterdir()) == []


def test_the_index_ignores_itself(tmp_path: Path) -> None:
    """Git does not see the index folder, and the index does not hold itself."""
    root = repository(tmp_path / "tree", APP)
    open_index(root).close()
    with open_index(root) as index:
        assert (root / ".rea" / ".gitignore").read_text() == "*\n"
        assert all(not file.path.startswith(".rea/") for file in index.files())
        assert not index.refreshed.touched


def test_the_index_names_no_absolute_path(tmp_path: Path) -> None:
    """An index can be moved to another machine: it does not say where it was made."""
    root = write(tmp_path / "tree", APP)
    with open_index(root) as index:
        path = index.database
    assert str(tmp_path).encode() not in path.read_bytes()


def test_nothing_changed_is_nothing_to_do(tmp_path: Path) -> None:
    """A second open finds no change and writes nothing."""
    root = write(tmp_path / "tree", APP)
    for path in root.rglob("*.*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    open_index(root).close()
    database = locate(root).database
    before = database.read_bytes()
    with open_index(root) as index:
        assert not index.refreshed.touched
    assert database.read_bytes() == before
    store = Store.open(database)
    assert find_changes(root, store).none
    store.close()
