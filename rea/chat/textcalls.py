"""Reads tool calls that a model wrote as text: fenced JSON, tags, what templates of local models leave.

Only what names an offered tool, or stands where nothing but a call can stand, is taken for a call.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rea.chat.messages import ModelCall

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)[^\n]*\n?", re.MULTILINE)
# What may stand directly before a call's JSON: tags and special tokens of many families of models.
_MARKER = re.compile(
    r"<\|?/?(?:tool_call|tool_calls|function_call|functioncall|tool_use|tool|call|python_tag|action|json)\|?>"
    r"|<\|[\w ]{1,40}\|>|\[/?TOOL_CALLS\]|\[/?TOOL_CALL\]|<｜tool▁calls?▁(?:begin|end)｜>",
    re.IGNORECASE,
)
# Families that put the name before the JSON: DeepSeek, Kimi, gpt-oss, Llama's <function=name>{…}.
_NAMED = re.compile(
    r"(?:<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?|<\|tool_call_begin\|>|to=|<function=)"
    r"\s*(?:functions[.:])?([\w.-]+?)(?::\d+)?\s*"
    r"(?:<｜tool▁sep｜>|<\|tool_call_argument_begin\|>|(?:<\|channel\|>\w+|\s)*(?:<\|constrain\|>\w+)?<\|message\|>|>)?"
    r"\s*(?:`{3}(?:json)?)?\s*(?=\{)"
)
# <function=name><parameter=key>value</parameter></function>, and the same with name="…" attributes.
_TAGGED = re.compile(
    r"<(?:function|invoke)(?:=|\s+name\s*=\s*)[\"']?([\w.-]+)[\"']?\s*>(.*?)(?:</(?:function|invoke)>|\Z)",
    re.DOTALL,
)
_PARAMETER = re.compile(
    r"<parameter(?:=|\s+name\s*=\s*)[\"']?([\w-]+)[\"']?[^>]*>\n?(.*?)\n?</parameter>", re.DOTALL
)
# <tool_call>name<arg_key>k</arg_key><arg_value>v</arg_value></tool_call>
_KEYED = re.compile(r"<tool_call>\s*([\w.-]+)(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_PAIR = re.compile(r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)
_CHILD = re.compile(r"<([\w-]+)>\n?(.*?)\n?</\1>", re.DOTALL)
_THOUGHT = re.compile(
    r"\A\s*(?:<(think|thinking|thought|reasoning)>)?(.*?)</(?:think|thinking|thought|reasoning)>", re.DOTALL
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")

# A reply is looked at for calls only so far: a model that runs wild must not cost time.
MOST_CHARACTERS = 200_000
MOST_TRIES = 200
MOST_REPAIRS = 10


@dataclass(frozen=True, slots=True)
class _Found:
    """A call and where it stands."""

    start: int
    end: int
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A reply taken apart: the text before the first call, the calls, and why something that looks like a
    call could not be read ('': nothing did).
    """

    text: str
    calls: tuple[ModelCall, ...]
    fault: str = ""


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    """The data of the text protocol: keys, markers, and what a model is told."""
    from indexer.datafiles import load_table

    return load_table(Path(__file__).with_name("textcalls.yaml"))


def split_thought(text: str) -> tuple[str, str]:
    """Thought and answer of a reply that carries its thinking in tags. Templates may have opened the tag."""
    found = _THOUGHT.match(text)
    if found is None:
        return "", text
    return found.group(2).strip(), text[found.end() :].lstrip()


def parse_calls(text: str, known: Collection[str], first_id: int = 1, *, strict: bool = False) -> Parsed:
    """The calls in a reply, in order; ids count from `first_id`. `strict`: of known tools only.

    What follows an invented result is not believed; text after the first call is dropped.
    """
    body = text[:MOST_CHARACTERS]
    found: list[_Found] = []
    for reader in (_named, _tagged, _keyed, _objects, _written, _children):
        found = [call for call in reader(body, known) if _meant(call, body, known, strict)]
        if found:
            break
    if not found:
        return Parsed(text.strip(), (), _fault(body, known))
    found = _believable(sorted(found, key=lambda call: call.start), body)
    calls = tuple(
        ModelCall(f"call_{number}", call.name, call.arguments)
        for number, call in enumerate(found, start=first_id)
    )
    return Parsed(_before(body, found[0].start), calls)


def _meant(call: _Found, body: str, known: Collection[str], strict: bool) -> bool:
    """Whether it is a call and not a quotation: an unknown name counts only where a call would stand."""
    if call.name in known:
        return True
    return not strict and (
        not body[: call.start].strip() or _before(body, call.start) != body[: call.start].strip()
    )


def _believable(found: list[_Found], body: str) -> list[_Found]:
    """The calls up to the first invented result between two of them."""
    kept = found[:1]
    for call in found[1:]:
        between = body[kept[-1].end : call.start]
        if any(mark in between for mark in table()["results"]):
            break
        kept.append(call)
    return kept


def _before(body: str, start: int) -> str:
    """The text before a call, without the fence or tag that opens it."""
    head = _MARKER.sub("", body[:start])
    fences = list(_FENCE.finditer(head))
    if len(fences) % 2 and not head[fences[-1].end() :].strip():
        head = head[: fences[-1].start()]
    return head.strip()


def _fault(body: str, known: Collection[str]) -> str:
    """Why a reply that seems to want a call holds none."""
    wants = any(f'"{key}"' in body for key in table()["names"]) or _MARKER.search(body) is not None
    if not wants or not any(name in body for name in known):
        return ""
    return "the JSON is not complete or not valid"


def _named(body: str, known: Collection[str]) -> Iterator[_Found]:
    for match in _NAMED.finditer(body):
        value = _object_at(body, match.end())
        if value is not None:
            yield _Found(match.start(), value[1], _short(match.group(1), known), _text(value[0]))


def _tagged(body: str, known: Collection[str]) -> Iterator[_Found]:
    for match in _TAGGED.finditer(body):
        values = {key: _value(text) for key, text in _PARAMETER.findall(match.group(2))}
        if values or not match.group(2).strip():
            yield _Found(match.start(), match.end(), _short(match.group(1), known), _text(values))


def _keyed(body: str, known: Collection[str]) -> Iterator[_Found]:
    for match in _KEYED.finditer(body):
        values = {key.strip(): _value(text.strip()) for key, text in _PAIR.findall(match.group(2))}
        name = _short(match.group(1), known)
        if values or name in known:
            yield _Found(match.start(), match.end(), name, _text(values))


def _objects(body: str, known: Collection[str]) -> Iterator[_Found]:
    """Calls in JSON, wherever it stands; objects inside one that was read are not looked at again."""
    at = repairs = 0
    for _ in range(MOST_TRIES):
        start = min((i for i in (body.find("{", at), body.find("[", at)) if i >= 0), default=-1)
        if start < 0:
            return
        read = _json_at(body, start, repair=repairs < MOST_REPAIRS)
        repairs += read is None
        calls = [] if read is None else list(_calls_of(read[0], known))
        end = read[1] if read is not None and calls else start + 1
        yield from (_Found(start, end, name, arguments) for name, arguments in calls)
        at = end


def _calls_of(value: object, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """The calls a JSON value stands for."""
    if isinstance(value, list):
        for item in value:
            yield from _calls_of(item, known)
        return
    if not isinstance(value, dict):
        return
    for key in table()["lists"]:
        if isinstance(value.get(key), list):
            yield from _calls_of(value[key], known)
            return
    name, given = _name_of(value), next((value[k] for k in table()["arguments"] if k in value), None)
    inner = value.get("function")
    if isinstance(inner, dict):
        yield from _calls_of(inner, known)
    elif name and given is not None:
        yield _short(name, known), given if isinstance(given, str) else _text(given)
    elif name and _short(name, known) in known:
        # {"tool": "read_slice", "path": "x"}: the arguments stand beside the name.
        rest = {key: item for key, item in value.items() if item != name and key not in ("id", "type")}
        yield _short(name, known), _text(rest)
    elif len(value) == 1 and _short(str(next(iter(value))), known) in known:
        # {"read_slice": {"path": "x"}}
        key, item = next(iter(value.items()))
        if isinstance(item, dict):
            yield _short(str(key), known), _text(item)


def _name_of(value: Mapping[str, object]) -> str:
    for key in table()["names"]:
        name = value.get(key)
        if isinstance(name, str) and 0 < len(name) <= 80 and not any(c.isspace() for c in name):
            return name
    return ""


def _short(name: str, known: Collection[str]) -> str:
    """The name without the namespace some templates put before it."""
    tail = re.split(r"[.:/]", name)[-1]
    return tail if name not in known and tail in known else name


def _written(body: str, known: Collection[str]) -> Iterator[_Found]:
    """Calls in the form of Python, `read_slice(path="x", start=1)`, with literal keyword arguments only."""
    for name in known:
        for match in re.finditer(rf"(?<![\w.]){re.escape(name)}\(", body):
            end = _closing(body, match.end() - 1)
            try:
                tree = ast.parse(body[match.start() : end].strip(), mode="eval").body
                if isinstance(tree, ast.Call) and tree.keywords and not tree.args:
                    values = {k.arg: ast.literal_eval(k.value) for k in tree.keywords if k.arg}
                    yield _Found(match.start(), end, name, _text(values))
            except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
                continue


def _children(body: str, known: Collection[str]) -> Iterator[_Found]:
    """Calls in the form `<read_slice><path>x</path></read_slice>`."""
    for name in known:
        for match in re.finditer(rf"<{re.escape(name)}>(.*?)(?:</{re.escape(name)}>|\Z)", body, re.DOTALL):
            inner = match.group(1).strip()
            read = _object_at(inner, 0) if inner.startswith("{") else None
            values = read[0] if read else {key: _value(text) for key, text in _CHILD.findall(inner)}
            if values:
                yield _Found(match.start(), match.end(), name, _text(values))


def _closing(body: str, start: int) -> int:
    """The index after the bracket that closes the one at `start`, quotes heeded; the end when none does."""
    depth, quote, at = 0, "", start
    while at < len(body):
        char = body[at]
        if quote:
            at += char == "\\"
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(body)


def _object_at(body: str, start: int) -> tuple[dict[str, Any], int] | None:
    """The JSON object that begins here and where it ends; small mistakes of models are forgiven."""
    read = _json_at(body, start)
    return (read[0], read[1]) if read is not None and isinstance(read[0], dict) else None


def _json_at(body: str, start: int, *, repair: bool = True) -> tuple[Any, int] | None:
    # Line breaks inside strings are no JSON, but what models write.
    decoder = json.JSONDecoder(strict=False)
    try:
        return decoder.raw_decode(body, start)
    except (ValueError, RecursionError):
        if not repair:
            return None
    end = _closing(body, start)
    piece = _TRAILING_COMMA.sub(r"\1", body[start:end])
    try:
        return decoder.decode(piece), end
    except (ValueError, RecursionError):
        pass
    try:
        # A dictionary as Python prints it: single quotes, True, None.
        return ast.literal_eval(piece), end
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None


def _value(text: str) -> object:
    """A number, truth value, list or object where the text is one; else the text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return text if isinstance(value, str) else value


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
