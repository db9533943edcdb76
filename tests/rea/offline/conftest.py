"""What the offline tests share: the nodes of the shipped playbooks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rea.playbooks.loading import PlaybookNode, load_playbooks


@pytest.fixture
def shipped_nodes() -> Sequence[PlaybookNode]:
    """Every node of every flow."""
    return [node for book in load_playbooks().values() for node in book.nodes]
