"""The shared index of a repository: one refresh for all who wait, and finished whoever gives up."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.reader import Index
from indexer.storage.place import locate, write_lock
from rea.errors import RepositoryError
from rea.hosting.asking import Host
from rea.hosting.repositories import Repositories, Repository
from rea.hosting.work import Cancelled, Work
from rea.mcp.catalogue import STALE, Catalogue
from rea.settings import Settings
from tests.indexer.trees import repository
from tests.rea.mcp.harness import PATIENCE


def _refreshing() -> threading.Thread | None:
    """The thread that brings the index up to date, if there is one."""
    return next((thread for thread in threading.enumerate() if thread.name == "index of app"), None)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Repository]:
    """A repository of a server. Its file is not fresh: one written just now is looked into twice."""
    root = repository(tmp_path / "app", {"a.py": "first = 1\n"})
    os.utime(root / "a.py", (1_700_000_000, 1_700_000_000))
    shared = Repository("app", root)
    yield shared
    assert shared.close(PATIENCE)


def test_the_index_is_kept_as_long_as_nothing_changes(app: Repository) -> None:
    """Its tables stay warm between calls; an edit brings a new one, which shows it."""
    with app.lease(Work()) as first, app.lease(Work()) as second:
        assert second.index is first.index
    (app.root / "b.py").write_text("second = 2\n")
    with app.lease(Work()) as third:
        assert third.index is not first.index
        assert third.index.file("b.py") is not None


def test_an_index_in_use_stays_open_while_a_newer_one_is_there(app: Repository) -> None:
    """A long question reads the state it began with."""
    with app.lease(Work()) as old:
        (app.root / "a.py").unlink()
        (app.root / "b.py").write_text("second = 2\n")
        with app.lease(Work()) as new:
            assert new.index.file("a.py") is None
        assert old.index.file("a.py") is not None


def test_calls_that_come_together_all_see_what_was_there_before_them(app: Repository) -> None:
    """Sixteen at once, after an edit, share what is refreshed."""
    (app.root / "b.py").write_text("second = 2\n")
    seen: list[Index] = []

    def use() -> None:
        with app.lease(Work()) as lease:
            assert lease.index.file("b.py") is not None
            seen.append(lease.index)

    threads = [threading.Thread(target=use) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(seen) == 16
    assert len(set(map(id, seen))) == 1


def test_who_gives_up_waiting_does_not_stop_the_index(app: Repository) -> None:
    """A client's time may be shorter than the first index takes: it is there when the client asks again."""
    place = locate(app.root, None)
    work = Work()

    def cancel_when_it_waits() -> None:
        while _refreshing() is None:
            pass
        work.cancel()

    with write_lock(place, 0.0):  # as if another process wrote: the build has to wait
        threading.Thread(target=cancel_when_it_waits, daemon=True).start()
        with pytest.raises(Cancelled), app.lease(work):
            raise AssertionError("there can be no index yet")
        thread = _refreshing()
        assert thread is not None and not place.database.exists()
    thread.join(PATIENCE)
    assert place.database.exists()


def test_what_another_process_has_refreshed_is_seen(app: Repository) -> None:
    """Two servers over one repository: the other has written the edit into the index already."""
    other = Repository("other", app.root)
    with app.lease(Work()), other.lease(Work()):
        pass
    (app.root / "b.py").write_text("second = 2\n")
    with other.lease(Work()) as lease:
        assert lease.index.file("b.py") is not None
    with app.lease(Work()) as lease:
        assert lease.index.file("b.py") is not None
    assert other.close(PATIENCE)


def test_another_writer_is_told_of(app: Repository) -> None:
    """While another process writes, the state before is shown, and the text says so."""
    catalogue = Catalogue(Repositories([app.root]), Host(Settings(semantic="off"), app.root / "none"))
    assert STALE not in catalogue.call("list_tree", {}, Work()).text
    (app.root / "b.py").write_text("second = 2\n")
    with write_lock(locate(app.root, None), 0.0):
        shown = catalogue.call("list_tree", {}, Work()).text
    assert shown.endswith(STALE) and "b.py" not in shown
    assert "b.py" in catalogue.call("list_tree", {}, Work()).text
    assert catalogue.repositories.close(PATIENCE)


def test_a_folder_that_goes_away_is_an_error_of_the_call(app: Repository) -> None:
    """And of that call alone."""
    catalogue = Catalogue(Repositories([app.root]), Host(Settings(semantic="off"), app.root / "none"))
    app.root.rename(app.root.with_name("moved"))
    reply = catalogue.call("list_tree", {}, Work())
    assert reply.error is not None and reply.error["error"] == "repository"
    app.root.with_name("moved").rename(app.root)
    assert "a.py" in catalogue.call("list_tree", {}, Work()).text
    assert catalogue.repositories.close(PATIENCE)


def test_names_are_those_of_the_folders_and_tell_them_apart(tmp_path: Path) -> None:
    """Longer only where they have to be; one folder given twice is one."""
    roots = [tmp_path / "x" / "app", tmp_path / "y" / "app", tmp_path / "other"]
    for root in roots:
        root.mkdir(parents=True)
    assert Repositories([*roots, roots[0]]).names == ("x/app", "y/app", "other")
    with pytest.raises(RepositoryError, match="does not exist"):
        Repositories([tmp_path / "gone"])
