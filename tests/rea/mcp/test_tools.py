"""The tools over a real server process: listed, called, refused, at the same time, and after an edit."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import INVALID_PARAMS

from rea.mcp.replies import MOST_BYTES
from tests.indexer.trees import repository
from tests.rea.mcp.harness import Talk, Told, over_stdio, text_of

NAMES = ["ask", "locate", "check", "list_tree", "search_text", "read_slice", "trace_symbol", "git_pick"]
# What some clients refuse, each seen in a bug report: references, unions, nulls, limits, unknown keywords.
PLAIN = {"type", "properties", "required", "description", "enum"}

CALLS: list[tuple[str, dict[str, object], str]] = [
    ("ask", {"question": "how does login work"}, "`server/larder/security/tokens.py:46-71`"),
    ("locate", {"text": "where are tokens issued", "count": 5}, "server/larder/security/tokens.py"),
    ("check", {"text": "`issue_pair` is in server/larder/security/tokens.py:46-71"}, "ok       verified"),
    ("check", {"path": "README.md"}, "1 document, "),
    ("list_tree", {"path": "server", "depth": 1}, "larder/ ("),
    ("search_text", {"pattern": r"def issue_\w+"}, "def issue_pair"),
    ("read_slice", {"path": "server/larder/security/tokens.py", "start": 46, "end": 47}, "   46| "),
    ("trace_symbol", {"name": "issue_pair"}, "definitions of issue_pair (1)"),
    ("git_pick", {"query": "passphrase"}, "Sign in with a passphrase"),
]

WRONG: list[tuple[str, dict[str, object], str, str]] = [
    ("search_text", {"pattern": "a", "limit": "many"}, "arguments", "limit"),
    ("search_text", {"pattern": ["a", {"b": 1}]}, "arguments", "pattern"),
    ("search_text", {}, "arguments", "pattern is required"),
    ("read_slice", {"path": "README.md", "colour": "red"}, "arguments", "colour is not an argument"),
    ("list_tree", {"repo": "elsewhere"}, "arguments", "There is no repository 'elsewhere'"),
    ("read_slice", {"path": "../../etc/passwd"}, "refused", "outside"),
    ("read_slice", {"path": "/etc/passwd"}, "refused", "outside"),
    ("check", {"path": "/etc/passwd"}, "refused", "outside"),
    ("read_slice", {"path": "server/tokens.py"}, "unknown_path", "no such file"),
    ("ask", {"question": "?!"}, "arguments", "no words"),
    ("ask", {"question": "how does login work", "flow": "lo"}, "arguments", "'lo' does not exist"),
    ("ask", {"question": "how does login work", "layer": "attic"}, "arguments", "layer"),
    ("locate", {"text": "..."}, "arguments", "no words"),
    ("check", {}, "arguments", "Either text or path"),
]


def _keywords(schema: object) -> Iterator[str]:
    """Every keyword of a schema; names of properties are none."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            if key == "properties":
                for inner in value.values():
                    yield from _keywords(inner)
            elif key != "enum":
                yield from _keywords(value)


def test_all_tools_are_listed_with_what_a_client_asks_for(talk: Talk) -> None:
    """Eight tools, each with a title, a description, a schema, and the word that it only reads."""
    tools = talk.portal.call(talk.client.list_tools).tools
    assert [tool.name for tool in tools] == NAMES
    for tool in tools:
        assert tool.title and tool.description
        hints = tool.annotations
        assert hints is not None and hints.read_only_hint and hints.idempotent_hint
        assert hints.open_world_hint is False and hints.destructive_hint is False


def test_schemas_hold_only_what_every_client_takes(talk: Talk) -> None:
    """One object of plain types; an `enum` has no empty choice."""
    for tool in talk.portal.call(talk.client.list_tools).tools:
        schema: dict[str, Any] = tool.input_schema
        assert set(_keywords(schema)) <= PLAIN, tool.name
        assert schema["type"] == "object"
        for parameter in schema["properties"].values():
            assert parameter["type"] in ("string", "integer", "boolean")
            assert all(parameter.get("enum", ["-"]))


@pytest.mark.parametrize(("name", "arguments", "fragment"), CALLS, ids=lambda value: str(value)[:30])
def test_every_tool_answers(talk: Talk, name: str, arguments: dict[str, object], fragment: str) -> None:
    """A call of each tool gives its text, and nothing beside it that would cost a model tokens."""
    result = talk.call(name, **arguments)
    assert not result.is_error and result.structured_content is None
    assert fragment in text_of(result)


@pytest.mark.parametrize(("name", "arguments", "kind", "words"), WRONG, ids=lambda value: str(value)[:30])
def test_a_bad_call_is_a_result_that_says_what_is_wrong(
    talk: Talk, name: str, arguments: dict[str, object], kind: str, words: str
) -> None:
    """The kind of the fault for programs, a sentence for the model; the server goes on."""
    result = talk.call(name, **arguments)
    assert result.is_error
    assert result.structured_content["error"] == kind
    assert words in result.structured_content["message"]
    assert words in text_of(result)


def test_a_wrong_path_comes_back_with_the_real_ones(talk: Talk) -> None:
    """The nearest names are in the text and in the JSON."""
    result = talk.call("read_slice", path="server/security/token.py")
    assert "server/larder/security/tokens.py" in text_of(result)
    assert "server/larder/security/tokens.py" in result.structured_content["suggestions"]


def test_paths_of_windows_are_understood(talk: Talk) -> None:
    """Backslashes are separators."""
    shown = talk.text("read_slice", path="server\\larder\\security\\tokens.py", start=46, end=46)
    assert shown.startswith("server/larder/security/tokens.py:46-46")


def test_an_unknown_tool_is_an_error_of_the_protocol(talk: Talk) -> None:
    """It names the tools there are."""
    with pytest.raises(MCPError, match=r"The tools are: ask, locate") as caught:
        talk.call("delete_everything")
    assert caught.value.code == INVALID_PARAMS


def test_calls_at_the_same_time_get_their_own_answers(talk: Talk) -> None:
    """Twenty reads, traces and searches together, beside a question."""
    calls: list[tuple[str, dict[str, object]]] = [
        ("read_slice", {"path": "server/larder/security/tokens.py", "start": number, "end": number})
        for number in range(1, 20)
    ]
    texts = talk.all_at_once([*calls, ("ask", {"question": "where is the token kept", "fresh": True})])
    assert [text.split(" ")[0] for text in texts[:19]] == [
        f"server/larder/security/tokens.py:{number}-{number}" for number in range(1, 20)
    ]
    assert texts[19].startswith("# where is the token kept")


def test_progress_grows_and_says_what_is_done(talk: Talk) -> None:
    """A question tells its turns; every number is greater than the one before it."""
    told = Told()
    result = talk.call("ask", told, question="how does an update of the agent run", fresh=True)
    assert not result.is_error
    assert any(re.match(r"turn 1", words) for words in told.words)
    assert told.done == sorted(set(told.done))
    assert all(total is None or done <= total for done, total in zip(told.done, told.totals, strict=True))


def test_a_question_tells_programs_its_status_and_run(talk: Talk) -> None:
    """The same question is answered from the same run."""
    first = talk.call("ask", question="how does login work")
    again = talk.call("ask", question="how does login work")
    assert first.meta is not None and again.meta is not None
    assert first.meta["rea/status"] == "answered"
    assert re.fullmatch(r"[0-9a-f]{8}", first.meta["rea/run"])
    assert again.meta["rea/run"] == first.meta["rea/run"]


def test_a_further_question_starts_from_what_a_run_has_read(talk: Talk) -> None:
    """`follow` takes the run's id; an id of nothing is a fault of the call."""
    first = talk.call("ask", question="how does login work")
    assert first.meta is not None
    further = talk.call("ask", question="how long is a token valid", follow=first.meta["rea/run"])
    assert further.meta is not None and further.meta["rea/run"] != first.meta["rea/run"]
    assert text_of(further).startswith("# how long is a token valid")
    wrong = talk.call("ask", question="how long is a token valid", follow="zzzz")
    assert wrong.is_error and wrong.structured_content["error"] == "run"


def test_no_result_is_too_large_for_a_client(talk: Talk) -> None:
    """Thousands of verdicts are cut, and the text says so."""
    shown = talk.text("check", text="\n".join(f"see nowhere/file{n}.py:{n + 1}" for n in range(3_000)))
    assert len(shown.encode()) < MOST_BYTES + 200
    assert shown.endswith("[truncated; check the text in parts]")


def test_an_edit_between_two_calls_is_seen(tmp_path: Path) -> None:
    """A file that is changed, one that is new and one that is gone, without a word to the server."""
    root = repository(tmp_path / "app", {"a.py": "first = 1\n", "b.py": "second = 2\n"})
    with over_stdio(tmp_path, "--repo", str(root)) as talk:
        assert "a.py" in talk.text("search_text", pattern="first")
        (root / "a.py").write_text("third = 3\n")
        (root / "c.py").write_text("def fourth():\n    return third\n")
        (root / "b.py").unlink()
        assert talk.text("search_text", pattern="first").startswith("0 hits")
        assert "third = 3" in talk.text("read_slice", path="a.py")
        assert "c.py:1-2 function fourth" in talk.text("trace_symbol", name="fourth")
        assert talk.call("read_slice", path="b.py").is_error


@pytest.mark.skipif(sys.platform != "linux", reason="names have to be UTF-8 there")
def test_names_that_are_no_text_do_not_end_the_conversation(tmp_path: Path) -> None:
    """A file name in another encoding is listed, searched and asked about with its bytes made visible."""
    root = tmp_path / "app"
    root.mkdir()
    (root / os.fsdecode(b"caf\xe9.py")).write_text("def serve_coffee():\n    return 1\n")
    (root / "main.py").write_text("serve_coffee()\n")
    repository(root, {})
    with over_stdio(tmp_path, "--repo", str(root)) as talk:
        listed = talk.text("list_tree")
        assert "caf" in listed and "main.py" in listed
        assert "serve_coffee" in talk.text("search_text", pattern="serve_coffee")
        result = talk.call("read_slice", path="caf.py")
        assert result.is_error and result.structured_content["error"] == "unknown_path"
        assert talk.text("ask", question="where is serve_coffee").startswith("# where is serve_coffee")
        assert "files indexed" in talk.resource("rea:///app/overview")


def test_the_older_handshake_is_understood(larder: Path, tmp_path: Path) -> None:
    """A client that begins with `initialize` gets the same tools, and is told how to use them."""
    with over_stdio(tmp_path, "--repo", str(larder), mode="legacy") as talk:
        assert [tool.name for tool in talk.portal.call(talk.client.list_tools).tools] == NAMES
        instructions = talk.client.instructions or ""
        assert "`ask` answers a question" in instructions
        assert f"- `larder`: {larder}" in instructions
        assert "def issue_pair" in talk.text("search_text", pattern="def issue_pair")
