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

    id: Id
    titles: Bilingual
    layer: Layer = "any"
    match: dict[str, tuple[str, ...]]


class NodeModel(_Strict):
    """A stage to prove."""

    id: Id
    kind: str = ""
    column: Literal["", "write", "read", "invalidate", "notes"] = ""
    titles: Bilingual
    prove: Bilingual
    layer: Literal["client", "server", "build", "any"] = "any"
    strong: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    needs: tuple[str, ...]
    # An empty pattern fits every line, so that anything would be proven.
    evidence: dict[str, Annotated[tuple[Text, ...], Field(min_length=1)]]
    optional: bool = False
    domain: bool = False


class PlaybookModel(_Strict):
    """One file."""

    flow: Id
    titles: Bilingual
    layer: Layer = "any"
    match: dict[str, tuple[str, ...]]
    kinds: tuple[KindModel, ...] = ()
    nodes: tuple[NodeModel, ...] = Field(min_length=1)
    table: bool = False
    exclusive: bool = False


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
