"""The JSON schema of an answer, as published in docs/answer.schema.json."""

from __future__ import annotations

from typing import Any

from rea.answer import Answer
from rea.runs.codec import json_schema


def answer_schema() -> dict[str, Any]:
    """The schema (2020-12) of what `rea ask --json` prints."""
    schema = json_schema(Answer)
    title = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Answer of rea ask --json"}
    return {**title, **{key: value for key, value in schema.items() if key != "title"}}
