"""One server over the example application for the tests that only read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.demo_repo import make_demo
from tests.rea.serve.harness import Server, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`rea serve` over the example application."""
    folder = tmp_path_factory.mktemp("served")
    with served(make_demo(folder / "larder"), folder) as running:
        yield running
