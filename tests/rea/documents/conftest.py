"""A small repository whose document is written, and whose code is then edited."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.reader import open_index
from rea.documents.checking import Options, Source, check
from rea.documents.findings import CheckReport, Finding
from tests.indexer.trees import APP, git, repository, write

Check = Callable[..., CheckReport]


class Written:
    """A repository with a document; every step is a commit."""

    def __init__(self, root: Path) -> None:
        self.root = repository(root, APP)

    def commit(self, path: str, text: str) -> None:
        """Write a file and commit it."""
        write(self.root, {path: text})
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "-m", f"Change {path}")

    def insert(self, path: str, line: int, text: str) -> None:
        """Put text before a line of a file and commit it."""
        lines = (self.root / path).read_text().split("\n")
        lines.insert(line - 1, text)
        self.commit(path, "\n".join(lines))

    def check(self, *names: str, code_blocks: bool = False, fix: bool = False) -> CheckReport:
        """Check documents by name."""
        sources = [Source(name, self.root / name) for name in names]
        with open_index(self.root) as index:
            return check(index, sources, Options(code_blocks, fix))

    def findings(self, text: str, name: str = "docs/a.md", *, committed: bool = True) -> tuple[Finding, ...]:
        """The findings of a document with this text."""
        if committed:
            self.commit(name, text)
        else:
            write(self.root, {name: text})
        return self.check(name).findings

    def verdicts(self, text: str, *, committed: bool = False) -> list[str]:
        """The verdicts of a document with this text."""
        return [finding.verdict for finding in self.findings(text, committed=committed)]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """The repository before any document is written."""
    return Written(tmp_path / "r")
