"""What the three verbs beside the five tools take, as pydantic models: JSON from outside comes in here."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tools.arguments import Arguments

MOST_QUESTION = 4_000
MOST_TEXT = 200_000


class Ask(Arguments):
    """Arguments of ask."""

    question: str = Field(
        min_length=1,
        max_length=MOST_QUESTION,
        description="The question, in English or Chinese.",
        json_schema_extra={"aliases": ["query", "q", "text", "prompt"]},
    )
    flow: str = Field("", max_length=60, description="Read it as about this flow: login, storage, update, …")
    layer: Literal["", "client", "server", "build"] = Field(
        "",
        description="Read it as about this layer; leave it out to let REA decide.",
        # Without "": there are clients that refuse an empty choice.
        json_schema_extra={"choices": ["client", "server", "build"]},
    )
    kind: str = Field("", max_length=60, description="Read it as this kind of its flow: data_migration, …")
    follow: str = Field(
        "",
        max_length=40,
        description="Id of an earlier run (an answer ends with it): ask further with what that run has read.",
        json_schema_extra={"aliases": ["run", "run_id"]},
    )
    fresh: bool = Field(False, description="Ask anew even if an earlier answer still holds.")


class Locate(Arguments):
    """Arguments of locate."""

    text: str = Field(
        min_length=1,
        max_length=MOST_TEXT,
        description="A question, an error message or an issue.",
        json_schema_extra={"aliases": ["query", "q", "question"]},
    )
    count: int = Field(
        20,
        ge=1,
        description="How many files, 1-100.",
        json_schema_extra={"aliases": ["k", "n", "limit", "top"]},
    )


class Check(Arguments):
    """Arguments of check."""

    text: str = Field(
        "",
        max_length=MOST_TEXT,
        description="The text to check, such as your answer before you give it.",
        json_schema_extra={"aliases": ["answer", "content"]},
    )
    path: str = Field(
        "",
        max_length=4_096,
        description="Or a document of the repository.",
        json_schema_extra={"aliases": ["document", "file", "file_path"]},
    )
    code_blocks: bool = Field(False, description="Check citations in code blocks too.")
