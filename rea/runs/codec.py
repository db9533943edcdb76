"""Records to JSON and back, checked by their own type annotations: for the blackboard and the JSON output."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")


@lru_cache(maxsize=16)
def _adapter(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - any record there is
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def to_json(record: object, *, indent: int | None = None) -> str:
    """The record as JSON, fields in the order they are declared, other scripts unescaped.

    Half a surrogate pair (an undecodable byte in a name) cannot be written as UTF-8, so it is escaped.
    """
    kind: Any = type(record)
    value = _adapter(kind).dump_python(record, mode="python")
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=_plain)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _plain(value: object) -> object:
    """Mappings and sets that json does not know."""
    if hasattr(value, "items"):
        return dict(value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


def from_json(kind: type[T], text: str) -> T:
    """The record a JSON text holds. ValueError when it does not fit the record's annotations."""
    key: Any = kind  # a class is hashable, which the type of a cache cannot know
    record: T = _adapter(key).validate_python(json.loads(text))
    return record


def json_schema(kind: type[T]) -> dict[str, Any]:
    """The JSON schema (2020-12) of a record as `to_json` writes it."""
    key: Any = kind
    return _adapter(key).json_schema(mode="serialization")
