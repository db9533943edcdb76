"""What a call comes to, cut so that no client has to refuse it, and errors a model can act on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rea.errors import (
    DataFileError,
    IndexProblem,
    ModelError,
    ReaError,
    RepositoryError,
    RunError,
    UsageError,
)
from tools.results import ToolError
from tools.text import render_text, safe_text

# About 9,000 tokens, also of Chinese; clients warn from 10,000 tokens on and refuse 25,000.
MOST_BYTES = 28_000

# The first that fits, as the `error` of a failed call; a tool's own errors bring their kinds.
_KINDS: tuple[tuple[type[ReaError], str], ...] = (
    (UsageError, "arguments"),
    (RepositoryError, "repository"),
    (IndexProblem, "index"),
    (DataFileError, "data_file"),
    (RunError, "run"),
    (ModelError, "model"),
)


@dataclass(frozen=True, slots=True)
class Reply:
    """Text for the model. `error`: why the call failed, as JSON. `meta`: for programs, not for models."""

    text: str
    error: Mapping[str, object] | None = None
    meta: Mapping[str, object] = field(default_factory=dict)


def of_tool_error(error: ToolError) -> Reply:
    """A tool's own error: its text and its JSON."""
    return Reply(render_text(error), {name: _safe(value) for name, value in error.to_json().items()})


def _safe(value: object) -> object:
    """Names of files may hold what no JSON of a protocol can carry."""
    if isinstance(value, list):
        return [_safe(item) for item in value]
    return safe_text(value) if isinstance(value, str) else value


def of_error(name: str, error: ReaError) -> Reply:
    """An error of REA: what happened and what to do."""
    kind = next((kind for kinds, kind in _KINDS if isinstance(error, kinds)), "failed")
    message, step = safe_text(str(error)), safe_text(error.next_step)
    value = {"tool": name, "error": kind, "message": message, "next_step": step}
    return Reply(f"error: {message}\n{step}".rstrip(), value)


def cut(text: str, rest: str) -> str:
    """The text, whole lines of it if it is too long; `rest` says where the remainder is."""
    if len(text.encode("utf-8", "replace")) <= MOST_BYTES:
        return text
    kept, size = [], 0
    for line in text.split("\n"):
        size += len(line.encode("utf-8", "replace")) + 1
        if size > MOST_BYTES:
            break
        kept.append(line)
    return "\n".join([*kept, f"[truncated; {rest}]"])
