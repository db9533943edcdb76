"""The read side: what an index answers about a small application."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.errors import RepositoryError
from indexer.reader import Index, open_index, rebuild_index
from indexer.search.textsearch import SearchQuery
from indexer.storage.place import locate
from tests.indexer.trees import APP, git, repository, write


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(repository(tmp_path_factory.mktemp("app"), APP)) as opened:
        yield opened


def test_files_come_by_path_with_what_is_known_of_them(index: Index) -> None:
    """Each file has its language, size, lines and hash."""
    assert [file.path for file in index.files()] == sorted(APP)
    file = index.file("app/store.py")
    assert file is not None
    assert (file.language, file.lines, file.size) == ("python", 9, len(APP["app/store.py"]))
    assert len(file.sha) == 40
    assert index.file("app/none.py") is None


def test_symbols_are_found_by_name_and_by_chain(index: Index) -> None:
    """A name finds all its definitions; a chain narrows; case can be ignored."""
    assert [s.path for s in index.symbols_named("login")] == ["app/auth.py", "web/client.js"]
    (method,) = index.symbols_named("LoginService.issue_token")
    assert (method.start, method.kind) == (6, "method")
    assert index.symbols_named("LoginService::issue_token") == (method,)
    assert index.symbols_named("Other.issue_token") == ()
    assert {s.name for s in index.symbols_named("LOGINSERVICE", ignore_case=True)} == {"LoginService"}
    assert index.symbols_named("") == ()


def test_names_are_listed_once_per_file(index: Index) -> None:
    """All names with kind and path, sorted."""
    names = list(index.symbol_names())
    assert ("login", "function", "app/auth.py") in names
    assert names == sorted(set(names))


def test_references_lead_back_to_a_name(index: Index) -> None:
    """Calls and imports are found in every file; nothing was cut."""
    uses, cut = index.references_to("save_token")
    assert {(use.kind, use.line) for use in uses} == {("import", 2), ("call", 8)}
    assert not cut
    assert index.references_to("save_token", limit_files=0)[1]
    assert all(use.path == "app/auth.py" for use in index.references_in("app/auth.py"))


def test_strings_count_as_references_only_if_they_name_something(tmp_path: Path) -> None:
    """A string that equals a definition is a hint of a registration by name; others are just text."""
    files = {"a.py": "def handler():\n    pass\n", "b.py": 'register("handler")\nregister("nothing")\n'}
    with open_index(write(tmp_path, files)) as opened:
        strings = [use.name for use in opened.references_in("b.py") if use.kind == "string"]
    assert strings == ["handler"]


def test_chunks_rank_by_words(index: Index) -> None:
    """Sub-words and stems meet: `tokens issued` finds `issue_token`; the hit says which terms it holds."""
    best = index.rank_chunks({"tokens": 1.0, "issued": 1.0})[0]
    assert best.chunk.path == "app/auth.py"
    assert best.terms == ("tokens", "issued")
    assert index.rank_chunks({"zebra": 1.0}) == ()
    assert index.rank_chunks({}) == ()
    assert len(index.rank_chunks({"token": 1.0}, limit=1)) == 1


def test_chinese_words_rank(index: Index) -> None:
    """A Chinese question meets Chinese text."""
    assert index.rank_chunks({"登录": 1.0})[0].chunk.path == "README.md"


def test_document_frequency_counts_chunks(index: Index) -> None:
    """How many chunks hold all parts of a term."""
    assert index.document_frequency("token") == 3
    assert index.document_frequency("save_token") == 2
    assert index.document_frequency("zebra") == 0


def test_chunks_of_a_file_cover_it(index: Index) -> None:
    """Chunks are in order and reach the last line."""
    chunks = index.chunks_in("app/auth.py")
    assert (chunks[0].start, chunks[-1].end) == (1, 13)
    assert index.chunks_in("none") == ()


def test_texts_are_read_as_they_are_now(tmp_path: Path) -> None:
    """A file is read from the disk; one that is gone is an error with its name."""
    root = write(tmp_path, {"a.txt": "caf\xe9 und Stra\xdfe\n".encode("latin-1") * 9})
    with open_index(root) as opened:
        assert opened.read_text("a.txt").startswith("café")
        (root / "a.txt").unlink()
        with pytest.raises(RepositoryError, match=r"a\.txt cannot be read"):
            opened.read_text("a.txt")


def test_the_stamp_says_what_was_indexed(index: Index) -> None:
    """Commit, branch and cleanliness are those of the tree."""
    assert index.meta.head == git(index.root, "rev-parse", "HEAD").strip()
    assert (index.meta.branch, index.meta.dirty, index.meta.history) == ("main", False, "full")
    assert [commit.title for commit in index.commits()] == ["First"]


def test_a_new_commit_renews_the_summary(tmp_path: Path) -> None:
    """HEAD that moved without a changed file is a change."""
    root = repository(tmp_path, APP)
    open_index(root).close()
    git(root, "commit", "-q", "--allow-empty", "-m", "Second")
    with open_index(root) as opened:
        assert [commit.title for commit in opened.commits()] == ["Second", "First"]
        assert not opened.refreshed.rebuilt


def test_a_refresh_says_what_it_did(tmp_path: Path) -> None:
    """Added, changed and removed files are counted."""
    root = write(tmp_path, APP)
    open_index(root).close()
    (root / "new.py").write_text("x = 1\n")
    (root / "README.md").write_text("Other text\n")
    (root / "web" / "client.js").unlink()
    with open_index(root) as opened:
        report = opened.refreshed
    assert (report.added, report.changed, report.removed, report.rebuilt) == (1, 1, 1, False)


def test_many_changes_mean_a_rebuild(tmp_path: Path) -> None:
    """A changed tree, as after a switch of branches far apart, is built anew."""
    root = write(tmp_path, {f"f{n}.py": f"def f{n}(): pass\n" for n in range(300)})
    open_index(root).close()
    write(root, {f"f{n}.py": f"def g{n}(): pass\n" for n in range(280)})
    with open_index(root) as opened:
        assert opened.refreshed.rebuilt
        assert opened.symbols_named("g5")


def test_without_refresh_the_index_is_taken_as_it_is(tmp_path: Path) -> None:
    """Searching an index does not need its tree to be unchanged."""
    root = write(tmp_path, APP)
    open_index(root).close()
    (root / "new.py").write_text("def brand_new(): pass\n")
    with open_index(root, refresh=False) as opened:
        assert opened.file("new.py") is None


def test_the_index_can_lie_elsewhere(tmp_path: Path) -> None:
    """With a path of its own the repository is not touched."""
    root = write(tmp_path / "tree", APP)
    with open_index(root, index_path=tmp_path / "other" / "my.db") as opened:
        assert opened.database == tmp_path / "other" / "my.db"
    assert not (root / ".rea").exists()


@pytest.mark.parametrize("name", ["missing", "file.txt"])
def test_what_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A missing path and a file give one clear line."""
    (tmp_path / "file.txt").write_text("x")
    with pytest.raises(RepositoryError, match=name):
        open_index(tmp_path / name)


def test_an_empty_folder_has_an_index(tmp_path: Path) -> None:
    """Nothing to index is not an error."""
    with open_index(tmp_path) as opened:
        assert opened.files() == ()
        assert opened.search(SearchQuery("x")).files_searched == 0
        assert opened.rank_chunks({"x": 1.0}) == ()
        assert list(opened.symbol_names()) == []


def test_threads_can_share_an_index(index: Index) -> None:
    """Eight threads asking at once get what one gets."""
    expected = index.rank_chunks({"token": 1.0}), index.symbols_named("login")
    answers = []

    def ask() -> None:
        for _ in range(20):
            answers.append((index.rank_chunks({"token": 1.0}), index.symbols_named("login")))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 160


def test_progress_is_told(tmp_path: Path) -> None:
    """The callable hears of bytes done, never more than there are, up to all of them."""
    told: list[tuple[int, int, str]] = []
    with rebuild_index(write(tmp_path, APP), progress=lambda *row: told.append(row)):
        pass
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]
    assert all(done <= total for done, total, _ in told)


def test_a_read_only_index_is_readable(tmp_path: Path) -> None:
    """An index on a medium that cannot be written can still be asked."""
    root = write(tmp_path, APP)
    open_index(root).close()
    folder = locate(root).folder
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with open_index(root, refresh=False) as opened:
            assert opened.symbols_named("login")
    finally:
        folder.chmod(0o755)
