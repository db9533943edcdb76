"""One definition of each tool: schemas, argument checks, and a set that cannot do anything but read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema
import pytest

from indexer.reader import Index
from tests.indexer.trees import APP, git, repository
from tools.registry import TOOLS, ToolDefinition, run_tool
from tools.results import SearchResult, SliceResult, ToolError
from tools.text import render_json, render_text

IndexOf = Callable[[Mapping[str, str | bytes]], Index]
FIVE = {"list_tree", "search_text", "read_slice", "trace_symbol", "git_pick"}


@pytest.fixture
def index(index_of: IndexOf) -> Index:
    """An index of a small application."""
    return index_of({**APP, ".env": "SECRET=1\n"})


def test_there_are_exactly_five_tools() -> None:
    """What must not happen is not in the list: the set is the five reading tools and cannot be changed."""
    assert set(TOOLS) == FIVE
    with pytest.raises(TypeError):
        TOOLS["shell"] = TOOLS["list_tree"]  # type: ignore[index]


CALLS: list[tuple[str, dict[str, object]]] = [
    ("list_tree", {}),
    ("list_tree", {"path": "app", "depth": 3}),
    ("list_tree", {"path": "../"}),
    ("search_text", {"pattern": "token"}),
    ("search_text", {"pattern": "login(", "glob": "app", "ignore_case": True}),
    ("search_text", {"pattern": "nothing of the kind"}),
    ("read_slice", {"path": "app/auth.py"}),
    ("read_slice", {"path": ".env"}),
    ("read_slice", {"path": "nowhere.py", "start": 5}),
    ("read_slice", {"path": "app"}),
    ("trace_symbol", {"name": "login"}),
    ("trace_symbol", {"name": "unheard_of"}),
    ("git_pick", {"query": "first"}),
    ("git_pick", {"path": "app"}),
    ("git_pick", {"query": "$(touch pwned)", "path": "app; touch pwned"}),
]


def _fingerprint(root: Path) -> dict[str, tuple[str, int, int]]:
    """Content, mode and time of everything below a folder, the index's own folder aside."""
    found = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root).as_posix()
        if relative.split("/")[0] == ".rea":
            continue
        state = path.lstat()
        content = hashlib.sha1(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[relative] = (content, state.st_mode, state.st_mtime_ns)
    return found


def test_no_tool_changes_a_byte(tmp_path: Path, opened: Callable[[Path], Index]) -> None:
    """After every tool has run, right and wrong, the repository is byte for byte what it was."""
    root = repository(tmp_path / "repo", {**APP, ".env": "SECRET=1\n"})
    git(root, "config", "core.fsmonitor", "touch pwned; false")
    git(root, "config", "diff.external", "touch pwned")
    before = _fingerprint(root)
    index = opened(root)
    for name, arguments in CALLS:
        run_tool(index, name, arguments)
    assert _fingerprint(root) == before


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_schemas_are_valid_small_and_closed(tool: ToolDefinition) -> None:
    """Each schema is valid, of plain types, without bounds and lengths, and admits no other names."""
    schema = tool.input_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    text = json.dumps(tool.openai())
    assert len(text) < 1_200
    assert schema["additionalProperties"] is False
    for word in ("anyOf", "oneOf", "$ref", "maxLength", "minimum", "maximum", 'pattern":"', "format"):
        assert f'"{word}"' not in text
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert all(set(value) <= {"type", "description", "enum"} for value in properties.values())
    assert tool.mcp()["inputSchema"] == schema


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_every_parameter_is_described(tool: ToolDefinition) -> None:
    """A command line or a model learns type, default, help and other names of each argument."""
    for parameter in tool.parameters:
        assert parameter.help
        assert parameter.required == (parameter.default is None)
        assert parameter.name not in parameter.aliases
    names = [alias for parameter in tool.parameters for alias in parameter.aliases]
    names += [parameter.name for parameter in tool.parameters]
    assert len(names) == len(set(names)) or tool.name == "search_text"


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "app/auth.py", "start": 2, "end": 4},
        {"path": "app/auth.py", "start": "2", "end": "4"},
        {"path": "app/auth.py", "start": 2.0, "end": 4.0},
        {"file": "app/auth.py", "start_line": 2, "end_line": 4},
        {"file_path": "app/auth.py", "startLine": 2, "endLine": 4},
        {"filename": ["app/auth.py"], "from": 2, "to": 4},
        {"path": "app/auth.py", "offset": 2, "limit": 3},
        {"path": "app/auth.py:2-4"},
        {"path": "app/auth.py:2-4", "start": None, "end": None},
        {"path": "app/auth.py:2-4", "start": "", "end": ""},
        {"arguments": {"path": "app/auth.py", "start": 2, "end": 4}},
        '{"path": "app/auth.py", "start": 2, "end": 4}',
    ],
)
def test_what_models_really_send_is_understood(index: Index, arguments: dict[str, object] | str) -> None:
    """Texts for numbers, nulls, aliases, other agents' names and JSON text all mean the same slice."""
    outcome = run_tool(index, "read_slice", arguments)
    assert isinstance(outcome.result, SliceResult), outcome.result
    assert (outcome.result.path, outcome.result.start, outcome.result.end) == ("app/auth.py", 2, 4)
    assert outcome.ok


def test_several_globs_in_a_list_are_alternatives(index: Index) -> None:
    """A list of globs searches in all of them."""
    outcome = run_tool(
        index, "search_text", {"query": "login", "include": ["app/*.py", "*.md"], "limit": "5"}
    )
    assert isinstance(outcome.result, SearchResult)
    assert outcome.result.files_searched == 3
    assert outcome.arguments == {
        "pattern": "login",
        "glob": "{app/*.py,*.md}",
        "limit": 5,
        "ignore_case": False,
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "fault"),
    [
        ("search_text", {}, "pattern is required"),
        ("search_text", {"pattern": ""}, "pattern:"),
        ("search_text", {"pattern": "x" * 2_000}, "pattern:"),
        ("search_text", {"pattern": "x", "colour": "red"}, "colour is not an argument (known: pattern, glob"),
        ("search_text", {"pattern": "x", "limit": "many"}, "limit:"),
        ("search_text", {"pattern": "x", "limit": 0}, "limit:"),
        ("search_text", {"pattern": {"a": 1}}, "pattern:"),
        ("read_slice", {"path": "a.py", "start": [1]}, "start:"),
        ("trace_symbol", {"name": "x", "direction": "sideways"}, "direction:"),
        ("trace_symbol", "not json", "not a JSON object"),
        ("git_pick", "[1]", "not a JSON object"),
    ],
)
def test_wrong_arguments_name_the_fault(
    index: Index, tool: str, arguments: dict[str, object] | str, fault: str
) -> None:
    """A malformed call is a value that says what is wrong and shows a right call."""
    outcome = run_tool(index, tool, arguments)
    assert isinstance(outcome.result, ToolError)
    assert outcome.result.kind == "arguments"
    assert fault in outcome.result.message
    assert outcome.result.example.startswith(f"{tool}(")
    assert not outcome.ok


@pytest.mark.parametrize(
    ("name", "near"),
    [("search", "search_text"), ("read_file", None), ("list_trees", "list_tree"), ("", None)],
)
def test_an_unknown_tool_is_told_the_real_ones(index: Index, name: str, near: str | None) -> None:
    """A tool that does not exist is answered with those that do, the nearest first."""
    outcome = run_tool(index, name, {})
    assert isinstance(outcome.result, ToolError)
    assert all(tool in outcome.result.message for tool in TOOLS)
    if near:
        assert outcome.result.suggestions[0] == near


def test_directions_have_everyday_names(index: Index) -> None:
    """`incoming`, `Callers` and `usages` all mean callers."""
    for word in ("incoming", "Callers", "usages"):
        assert (
            run_tool(index, "trace_symbol", {"name": "login", "direction": word}).arguments["direction"]
            == "callers"
        )


def test_every_result_renders_as_text_and_json(index: Index) -> None:
    """Each call gives text without control characters and JSON that can be read back."""
    for name, arguments in CALLS:
        outcome = run_tool(index, name, arguments)
        assert render_text(outcome.result).replace("\n", "").replace("\t", "").isprintable()
        assert json.loads(render_json(outcome.result)) == json.loads(json.dumps(outcome.result.to_json()))


def test_examples_are_correct_calls() -> None:
    """The example of each tool uses its real argument names."""
    for tool in TOOLS.values():
        names = {part.split("=")[0].strip() for part in tool.example.split("(", 1)[1].rstrip(")").split(",")}
        assert names <= set(tool.model.model_fields), tool.name
