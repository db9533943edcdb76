"""A conversation with tools as plain text, for servers that know no tool calls."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from string import Template

from rea.chat.messages import Message, ModelCall, ToolSpec
from rea.chat.textcalls import table


def wording(text: str, /, **values: str) -> str:
    """A text of the protocol with its places filled."""
    return Template(table()["protocol"][text]).substitute(values).strip()


def as_text(messages: Sequence[Message], tools: Sequence[ToolSpec], *, must_call: bool) -> list[Message]:
    """The same messages without calls and tool messages; how to call is said in the first."""
    manual = wording("tools", tools="\n\n".join(_described(tool) for tool in tools))
    names = {call.id: call.name for message in messages for call in message.calls}
    made = [_plain(message, names) for message in messages]
    if made and made[0].role == "system":
        made[0] = Message("system", f"{made[0].text}\n\n{manual}")
    else:
        made.insert(0, Message("system", manual))
    if must_call:
        made.append(Message("user", wording("must_call")))
    return made


def _plain(message: Message, names: dict[str, str]) -> Message:
    if message.role == "tool":
        return Message("user", _result(message, names.get(message.call_id, "")))
    if message.calls:
        return Message("assistant", f"{message.text}\n\n{_block(message.calls)}".strip())
    return message


def _result(message: Message, tool: str) -> str:
    """A result between marks that its own text cannot hold: they are made from a hash of it."""
    mark = hashlib.sha256(message.text.encode("utf-8", "replace")).hexdigest()[:8]
    return f'<result id="{message.call_id}" tool="{tool}" mark="{mark}">\n{message.text}\n</result {mark}>'


def _block(calls: Sequence[ModelCall]) -> str:
    shown = [_call(call) for call in calls]
    return "```json\n" + (shown[0] if len(shown) == 1 else "[" + ",\n ".join(shown) + "]") + "\n```"


def _call(call: ModelCall) -> str:
    try:
        arguments = json.loads(call.arguments_text)
    except ValueError:
        arguments = {}
    return json.dumps({"tool": call.name, "arguments": arguments}, ensure_ascii=False)


def _described(tool: ToolSpec) -> str:
    schema = json.dumps(dict(tool.parameters), ensure_ascii=False)
    return wording("tool", name=tool.name, description=tool.description, arguments=schema)
