"""What a model hands in, as pydantic checks it: notes, an answer, a plan. Slips of form are put right."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rea.chat.framing import one_line

MOST_ROWS = 60
MOST_FAULTS = 4


def _text(value: object) -> object:
    if isinstance(value, (int, float)) or value is None:
        return "" if value is None else str(value)
    return one_line(value) if isinstance(value, str) else value


def _list(value: object) -> object:
    """One item for a list of one, nothing for an empty list, a list written as a JSON string."""
    if isinstance(value, str):
        try:
            parsed = json.loads(value)
        except ValueError:
            parsed = value
        value = parsed if isinstance(parsed, list) else [value] if value.strip() else []
    if isinstance(value, dict):
        value = [value]
    return [] if value is None else value[:MOST_ROWS] if isinstance(value, list) else value


def _place(value: object) -> object:
    return {"at": value} if isinstance(value, str) else value


def _sentence(value: object) -> object:
    return {"text": value} if isinstance(value, str) else {} if value is None else value


Text = Annotated[str, BeforeValidator(_text)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore")


class PlaceForm(_Form):
    """`path:start-end`, the names in it, what it does."""

    at: Text
    names: Annotated[list[Text], BeforeValidator(_list)] = Field(default_factory=list)
    role: Text = ""


Place = Annotated[PlaceForm, BeforeValidator(_place)]
Places = Annotated[list[Place], BeforeValidator(_list)]


class SentenceForm(_Form):
    """A sentence with the places that carry it."""

    text: Text = ""
    evidence: Places = Field(default_factory=list)


Sentence = Annotated[SentenceForm, BeforeValidator(_sentence)]
Sentences = Annotated[list[Sentence], BeforeValidator(_list)]


class RowForm(_Form):
    """A row of the flow."""

    node: Text
    stage: Text = ""
    trigger: Text = ""
    handler: Text = ""
    evidence: Places = Field(default_factory=list)


class LayerForm(_Form):
    """A row of the storage table."""

    layer: Text
    write: Sentence = Field(default_factory=SentenceForm)
    read: Sentence = Field(default_factory=SentenceForm)
    invalidate: Sentence = Field(default_factory=SentenceForm)
    notes: Sentence = Field(default_factory=SentenceForm)


class AnswerForm(_Form):
    """The arguments of `finish`."""

    status: Literal["answered", "partial", "not_found"] = "answered"
    conclusion: Sentences
    flow: Annotated[list[RowForm], BeforeValidator(_list)] = Field(default_factory=list)
    table: Annotated[list[LayerForm], BeforeValidator(_list)] = Field(default_factory=list)
    risks: Sentences = Field(default_factory=list)
    nearest: Sentences = Field(default_factory=list)


class FactForm(_Form):
    """One fact of `note`."""

    at: Text
    text: Text
    node: Text = ""
    role: Text = ""


class NoteForm(_Form):
    """The arguments of `note`."""

    facts: Annotated[list[FactForm], BeforeValidator(_list)]


class NodeForm(_Form):
    """A node chosen for a plan, and what it has to prove."""

    id: Text
    ask: Text = ""


def _node(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class ReadingForm(_Form):
    """One way to read the question."""

    flow: Text
    kind: Text = ""
    layer: Text = ""
    reason: Text = ""


class PlanForm(ReadingForm):
    """The arguments of `plan`."""

    nodes: Annotated[list[Annotated[NodeForm, BeforeValidator(_node)]], BeforeValidator(_list)]
    alternatives: Annotated[list[ReadingForm], BeforeValidator(_list)] = Field(default_factory=list)
    ambiguous: bool = False


F = TypeVar("F", bound=BaseModel)


def filled_in(form: type[F], arguments: object) -> F | tuple[str, ...]:
    """The form, or what is wrong with the arguments, in words for the model."""
    try:
        return form.model_validate(arguments)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        return tuple(f"{_where(fault['loc'])}: {fault['msg'][:120]}" for fault in faults[:MOST_FAULTS])


def _where(location: Sequence[int | str]) -> str:
    return ".".join(str(part) for part in location)[:80] or "arguments"


def as_object(text: str) -> dict[str, Any] | None:
    """The JSON object a text is, also when it is a string holding one; None when it is none."""
    value: object = text.strip() or "{}"
    for _ in range(2):
        if isinstance(value, str):
            try:
                value = json.loads(value, strict=False)
            except (ValueError, RecursionError):
                return None
    return value if isinstance(value, dict) else None
