"""The promise of incremental indexing: whatever happens to a repository, a refresh says what a full build
says."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from indexer.building import build as building
from indexer.reader import open_index, rebuild_index
from indexer.storage.dump import dump
from tests.indexer.trees import git, repository

NAMES = st.sampled_from(
    [
        "a.py",
        "b.py",
        "src/a.py",
        "src/c.js",
        "src/deep/d.go",
        "docs/x.md",
        "données/é.txt",
        "bin.dat",
        "min.js",
    ]
)
CONTENTS = st.one_of(
    st.sampled_from(
        [
            b"",
            b"x",
            b"def login():\n    return token()\n",
            b"class A:\n    def run(self):\n        return login()\n\n\ndef token():\n    return 'login'\n",
            b'package d\n\nfunc Login() string { return "x" }\n',
            b"\x00\x01binary\x00",
            b"var a=1;" * 600,
            "# Titel\n\nGrüße, 登录\n".encode(),
            "café\n".encode("latin-1"),
            "def a():\r\n    pass\r\n".encode("utf-16"),
            b"one\rtwo\r\nthree\n",
        ]
    ),
    st.text(alphabet="abc_X (){}\n", max_size=200).map(str.encode),
)


class Repository(RuleBasedStateMachine):
    """Edits, renames, deletions, commits and branch switches on a real repository, refreshed after each."""

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rea-property-"))
        self.root = repository(
            self.folder / "repo", {"a.py": "def a():\n    return 1\n", "docs/x.md": "text\n"}
        )
        self.branches = 0

    @rule(name=NAMES, content=CONTENTS)
    def write(self, name: str, content: bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    @rule(old=NAMES, new=NAMES)
    def rename(self, old: str, new: str) -> None:
        if (self.root / old).exists():
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            (self.root / old).replace(self.root / new)

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)

    @rule()
    def commit(self) -> None:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "Change")

    @rule()
    def branch(self) -> None:
        self.branches += 1
        git(self.root, "checkout", "-q", "-b", f"branch-{self.branches}")

    @rule()
    def switch(self) -> None:
        git(self.root, "checkout", "-q", "-f", "main")

    @invariant()
    def same_as_a_full_build(self) -> None:
        if not hasattr(self, "root"):
            return
        with open_index(self.root, index_path=self.folder / "kept" / "index.db") as refreshed:
            kept = list(dump(refreshed))
        with rebuild_index(self.root, index_path=self.folder / "fresh" / "index.db") as fresh:
            assert kept == list(dump(fresh))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)


Repository.TestCase.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)


TestRefreshEqualsBuild = Repository.TestCase
TestRefreshEqualsBuild.__doc__ = "An index refreshed after any edits equals one built anew, row for row."


def test_merging_segments_changes_nothing(tmp_path: Path) -> None:
    """After more refreshes than segments are kept apart, the merged index still equals a full build."""
    root = repository(tmp_path / "repo", {"a.py": "def a():\n    return 1\n"})
    for number in range(building.MAX_SMALL_SEGMENTS + 4):
        (root / f"f{number % 5}.py").write_text(f"def f{number}():\n    return a({number})\n")
        open_index(root).close()
    with open_index(root) as kept, rebuild_index(root, index_path=tmp_path / "fresh.db") as fresh:
        assert len(kept.text_index.segments) < building.MAX_SMALL_SEGMENTS
        assert list(dump(kept)) == list(dump(fresh))
