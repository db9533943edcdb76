"""One server over several repositories, and names for clients that mix the tools of servers up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from rea.hosting.asking import Host
from rea.hosting.repositories import Repositories
from rea.mcp.catalogue import Catalogue
from rea.settings import Settings
from tests.indexer.trees import repository
from tests.rea.mcp.harness import Talk, over_stdio, text_of


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A client of a server over two repositories whose folders have the same name, with prefixed tools."""
    folder = tmp_path_factory.mktemp("several")
    one = repository(folder / "one" / "app", {"a.py": "left = 1\n"})
    two = repository(folder / "two" / "app", {"b.py": "right = 2\n"})
    with over_stdio(folder, "--repo", str(one), "--repo", str(two), "--prefix", "rea_") as connected:
        yield connected


def test_each_tool_takes_the_repository(both: Talk) -> None:
    """`repo` is required, with the names as its choices; alike names are told apart by the folder above."""
    for tool in both.portal.call(both.client.list_tools).tools:
        assert tool.name.startswith("rea_")
        assert tool.input_schema["properties"]["repo"]["enum"] == ["one/app", "two/app"]
        assert "repo" in tool.input_schema["required"]


def test_a_call_is_answered_by_its_repository(both: Talk) -> None:
    """And by no other."""
    assert "left = 1" in both.text("rea_search_text", repo="one/app", pattern="left|right")
    assert "right = 2" in both.text("rea_search_text", repo="two/app", pattern="left|right")
    assert both.call("rea_read_slice", repo="one/app", path="b.py").is_error


@pytest.mark.parametrize(
    ("settings", "reaches_out"),
    [
        (Settings(), False),
        (Settings(model="served"), True),
        (Settings(model="replay:run.jsonl"), False),
        (Settings(semantic="endpoint:vectors"), True),
    ],
    ids=lambda value: getattr(value, "model", "") + getattr(value, "semantic", ""),
)
def test_only_a_question_to_a_named_model_reaches_out(
    tmp_path: Path, settings: Settings, reaches_out: bool
) -> None:
    """Whether it is one that thinks or one that makes vectors; all other tools stay on this machine."""
    listing = Catalogue(Repositories([tmp_path]), Host(settings, tmp_path)).listing()
    hints = {str(tool["name"]): cast("dict[str, object]", tool["annotations"]) for tool in listing}
    assert hints.pop("ask")["openWorldHint"] is reaches_out
    assert {hint["openWorldHint"] for hint in hints.values()} == {False}


@pytest.mark.parametrize("arguments", [{}, {"repo": "app"}, {"repo": 7}], ids=str)
def test_without_a_real_name_the_names_are_told(both: Talk, arguments: dict[str, object]) -> None:
    """The error lists the repositories."""
    result = both.call("rea_list_tree", **arguments)
    assert result.is_error
    assert "It is one of: one/app, two/app." in text_of(result)


def test_addresses_prompts_and_instructions_know_them(both: Talk) -> None:
    """A slash in a name is written as %2F; a prompt takes `repo`; the instructions use the real names."""
    uris = [resource.uri for resource in both.portal.call(both.client.list_resources).resources]
    assert uris == ["rea:///one%2Fapp/overview", "rea:///two%2Fapp/overview"]
    assert "b.py" in both.resource(uris[1])
    assert "the repository two/app" in both.prompt("login", repo="two/app")
    assert "`rea_ask` answers" in (both.client.instructions or "")
