"""One repository and one connection for all tests that only ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo_repo import make_demo
from tests.rea.mcp.harness import Talk, over_stdio


@pytest.fixture(scope="session")
def larder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example application as a git repository."""
    return make_demo(tmp_path_factory.mktemp("mcp") / "larder")


@pytest.fixture(scope="module")
def talk(larder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A client of a server over the example application."""
    with over_stdio(tmp_path_factory.mktemp("server"), "--repo", str(larder)) as connected:
        yield connected
