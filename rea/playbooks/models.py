"""The format of a playbook file: its keys and types, and what must fit together beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Location = tuple[str | int, ...]
Id = Annotated[str, Field(pattern=r"^[a-z_]+$")]
Layer = Literal["client", "server", "build", "mixed", "any"]
Text = Annotated[str, Field(pattern=r"\S")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Bilingual(_Strict):
    """Words for readers, in both languages of an answer."""

    en: Text
    zh: Text


class KindModel(_Strict):
    """A variant of a flow."""

    id: Id = Field(description="Its name for `--kind`; lower-case letters and underscores.")
    titles: Bilingual = Field(description="What an answer calls it.")
    layer: Layer = Field("any", description="Where it happens.")
    match: dict[str, tuple[str, ...]] = Field(
        description="Phrases of a question that choose it, by language: `en`, `zh`."
    )


class NodeModel(_Strict):
    """A stage to prove."""

    id: Id = Field(description="Its name; lower-case letters and underscores.")
    kind: str = Field("", description="The kind it belongs to; without one it belongs to all.")
    column: Literal["", "write", "read", "invalidate", "notes"] = Field(
        "", description="Its column in the table of a playbook with `table: true`."
    )
    titles: Bilingual = Field(description="What an answer calls the stage.")
    prove: Bilingual = Field(description="What has to be shown; the question of this stage.")
    layer: Literal["client", "server", "build", "any"] = Field("any", description="Where it happens.")
    strong: tuple[str, ...] = Field(
        (),
        description="Sub-words that speak for a file: `openSession` is cut into open and session.",
    )
    weak: tuple[str, ...] = Field((), description="The same, with less weight.")
    paths: tuple[str, ...] = Field((), description="Parts of paths that speak for a file.")
    marks: tuple[str, ...] = Field(
        (), description="Kinds of configuration files that speak for it: migration, ci, release, …"
    )
    needs: tuple[str, ...] = Field(
        description="The roles that must be shown, all of them keys of `evidence`."
    )
    # An empty pattern fits every line, so that anything would be proven.
    evidence: dict[str, Annotated[tuple[Text, ...], Field(min_length=1)]] = Field(
        description="For each role the line patterns that show it: regular expressions, in any case."
    )
    optional: bool = Field(False, description="Whether an answer is whole without it.")
    domain: bool = Field(False, description="Whether the nouns the repository is about speak for a file too.")


class PlaybookModel(_Strict):
    """One file."""

    flow: Id = Field(
        description="Its name for `--flow`; a playbook of the same name replaces the built-in one."
    )
    titles: Bilingual = Field(description="What an answer calls the flow.")
    layer: Layer = Field("any", description="Where it happens.")
    match: dict[str, tuple[str, ...]] = Field(
        description="Phrases of a question that choose it, by language: `en`, `zh`."
    )
    kinds: tuple[KindModel, ...] = Field((), description="Its variants.")
    nodes: tuple[NodeModel, ...] = Field(min_length=1, description="The stages, in the order they are told.")
    table: bool = Field(
        False, description="Whether an answer has a table layer, write, read, invalidate, notes."
    )
    exclusive: bool = Field(
        False, description="Whether its kinds exclude each other, so that an answer has to choose one."
    )


def first_contradiction(book: PlaybookModel) -> tuple[Location, str] | None:
    """What does not fit together and where; None when all does."""
    return next(_contradictions(book), None)


def _contradictions(book: PlaybookModel) -> Iterator[tuple[Location, str]]:
    kinds = [kind.id for kind in book.kinds]
    yield from _repeated("kinds", kinds)
    yield from _repeated("nodes", [node.id for node in book.nodes])
    for number, node in enumerate(book.nodes):
        if node.kind and node.kind not in kinds:
            yield ("nodes", number, "kind"), f"there is no kind {node.kind!r} in this file"
        for need in node.needs:
            if need not in node.evidence:
                yield ("nodes", number, "needs"), f"nothing under `evidence` can prove {need!r}"


def _repeated(part: str, ids: list[str]) -> Iterator[tuple[Location, str]]:
    for number, name in enumerate(ids):
        if name in ids[:number]:
            yield (part, number), f"{name!r} is there twice"
