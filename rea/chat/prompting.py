"""Prompts and tool schemas from their data files. Only REA's own folder is ever loaded from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rea.chat.framing import frame_marks, harmless, one_line
from rea.chat.messages import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Environment

PROMPTS = Path(__file__).with_name("prompts")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(PROMPTS),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - prompts, not HTML; foreign text is framed before it gets here
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Playbooks may come with the repository: their sentences stay short and in one line.
    environment.filters["plain"] = lambda text: harmless(one_line(str(text), 240))
    return environment


def prompt(name: str, **values: object) -> str:
    """A prompt filled in, without blanks around it."""
    start, end = frame_marks()
    return _environment().get_template(f"{name}.j2").render(open=start, close=end, **values).strip()


@lru_cache(maxsize=1)
def _own_tools() -> Mapping[str, Any]:
    from indexer.datafiles import load_table

    return load_table(PROMPTS / "tools.yaml")


def own_tool(name: str, *, small: bool = False) -> ToolSpec:
    """One of REA's own: note, finish, plan. `small`: with a shorter schema, evidence by its place alone."""
    entry = _own_tools()[name]
    parameters = _plainer(entry["parameters"]) if small else entry["parameters"]
    return ToolSpec(name, entry["description"], parameters)


def _plainer(schema: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(schema, list):
        return [_plainer(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    place = {"type": "array", "items": {"type": "string"}}
    return {key: place if key == "evidence" else _plainer(value) for key, value in schema.items()}


@lru_cache(maxsize=1)
def look_up_tools() -> tuple[ToolSpec, ...]:
    """The five that look things up."""
    from tools.registry import TOOLS

    return tuple(ToolSpec(tool.name, tool.description, tool.input_schema()) for tool in TOOLS.values())
