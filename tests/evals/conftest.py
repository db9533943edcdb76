"""The bundled example application where a suite looks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.demo_repo import make_demo


@pytest.fixture(scope="session")
def checkouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the checkout `larder`."""
    folder = tmp_path_factory.mktemp("checkouts")
    make_demo(folder / "larder")
    return folder
