"""What all tests share: the one flag that accepts new snapshots."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --accept."""
    parser.addoption("--accept", action="store_true", help="write the expected files of snapshot tests anew")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether snapshot tests write what they saw as the new expectation."""
    return bool(request.config.getoption("--accept"))
