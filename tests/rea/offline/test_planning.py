"""Tests of planning: what is tried to be proven, and what is left out because its side does not exist."""

from __future__ import annotations

import pytest

from rea.offline.planning import LEAST_SIDE, attempts, there
from rea.offline.reading import read_question
from rea.playbooks.loading import load_playbooks

BOOKS = load_playbooks()
LOGIN = BOOKS["login"].nodes


def sides(client: int, server: int) -> dict[str, str]:
    """Layers of so many files."""
    return {
        f"{side}{at}": side for side, count in (("client", client), ("server", server)) for at in range(count)
    }


def test_a_server_without_a_client_has_no_page_to_enter_at() -> None:
    """Nodes of a side that hardly any file is on are not asked for; those of any side stay."""
    left = there(LOGIN, sides(1, int(2 / LEAST_SIDE)))
    assert left
    assert "client" not in {node.layer for node in left}
    assert {node.id for node in LOGIN if node.layer != "client"} == {node.id for node in left}


@pytest.mark.parametrize("layers", [sides(5, 5), sides(1, 20), sides(20, 1), {}])
def test_both_sides_stay_where_both_are_there(layers: dict[str, str]) -> None:
    """A small side is a side; where no file's side is known nothing is left out."""
    assert there(LOGIN, layers) == LOGIN


def test_something_is_always_left_to_prove() -> None:
    """A plan without nodes would answer nothing."""
    client = tuple(node for node in LOGIN if node.layer == "client")
    assert there(client, sides(0, 50)) == client


def test_a_detail_is_tried_wider_and_wider() -> None:
    """The kind a word chose, then its whole flow, then the stages of any question."""
    question = "Where does the browser keep what was typed when the window is closed by accident?"
    read = read_question(question, BOOKS)
    assert not read.broad
    tried = list(attempts(BOOKS, read.readings[0], read, fixed=False))
    assert [reading.flow for reading, _ in tried][-1] == "generic"
    assert len({tuple(node.id for node in nodes) for _, nodes in tried}) == len(tried) > 1


def test_what_the_user_fixed_is_tried_alone() -> None:
    """--flow, --kind and --layer are not guesses."""
    read = read_question("Where does the browser keep what was typed?", BOOKS)
    assert len(list(attempts(BOOKS, read.readings[0], read, fixed=True))) == 1
