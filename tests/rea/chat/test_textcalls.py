"""Tests of tool calls written as text: read in the forms models use, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.chat.textcalls import parse_calls, split_thought

KNOWN = ("read_slice", "search_text")
ARGUMENTS = {"path": "a.py", "start": 3}
JSON = json.dumps(ARGUMENTS)

FORMS = [
    f'```json\n{{"tool": "read_slice", "arguments": {JSON}}}\n```',
    f'```\n{{"name": "read_slice", "parameters": {JSON}}}\n```',
    f'{{"name": "read_slice", "arguments": {JSON}}}',
    f'<tool_call>\n{{"name": "read_slice", "arguments": {JSON}}}\n</tool_call>',
    f'[TOOL_CALLS] [{{"name": "read_slice", "arguments": {JSON}}}]',
    f'<|python_tag|>{{"name": "read_slice", "parameters": {JSON}}}',
    f"<function=read_slice>{JSON}</function>",
    "<function=read_slice>\n<parameter=path>\na.py\n</parameter>\n<parameter=start>\n3\n</parameter>\n</function>",
    '<invoke name="read_slice"><parameter name="path">a.py</parameter>'
    '<parameter name="start">3</parameter></invoke>',
    "<tool_call>read_slice\n<arg_key>path</arg_key>\n<arg_value>a.py</arg_value>\n"
    "<arg_key>start</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    f'{{"tool_calls": [{{"function": {{"name": "read_slice", "arguments": {json.dumps(JSON)}}}}}]}}',
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("before", ["", "I will look at the file first.\n\n"])
def test_a_call_is_read_in_the_forms_models_use(form: str, before: str) -> None:
    """Fences, tags and what templates of local models leave, alone or after a sentence."""
    parsed = parse_calls(before + form, KNOWN)
    assert [call.name for call in parsed.calls] == ["read_slice"]
    assert json.loads(parsed.calls[0].arguments_text) == ARGUMENTS
    assert parsed.text == before.strip()


def test_several_calls_keep_their_order() -> None:
    """A list of calls, each with an id of its own."""
    both = [
        {"tool": "search_text", "arguments": {"pattern": "x"}},
        {"tool": "read_slice", "arguments": ARGUMENTS},
    ]
    parsed = parse_calls(f"```json\n{json.dumps(both)}\n```", KNOWN, first_id=4)
    assert [(call.id, call.name) for call in parsed.calls] == [
        ("call_4", "search_text"),
        ("call_5", "read_slice"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The function `read_slice` takes a path.",
        'It returns `{"path": "a.py"}` as JSON.',
        '```python\nprint({"name": "x"})\n```\nThis prints a dictionary.',
        "",
        "登录由 submitLogin 开始。",
    ],
)
def test_prose_is_no_call(text: str) -> None:
    """Talk of tools and JSON in an answer call nothing."""
    parsed = parse_calls(text, KNOWN, strict=True)
    assert parsed.calls == ()
    assert parsed.text == text.strip()


def test_an_invented_result_is_not_believed() -> None:
    """What a model writes after its own call, as if it had been answered, is dropped with later calls."""
    first = f'<tool_call>{{"name": "read_slice", "arguments": {JSON}}}</tool_call>'
    lie = "<tool_response>def login(): ...</tool_response>"
    second = '<tool_call>{"name": "search_text", "arguments": {"pattern": "x"}}</tool_call>'
    parsed = parse_calls(f"{first}\n{lie}\n{second}", KNOWN)
    assert [call.name for call in parsed.calls] == ["read_slice"]


def test_a_broken_call_is_told_from_prose() -> None:
    """Something that looks like a call and cannot be read has a reason, for the one message about it."""
    parsed = parse_calls('```json\n{"tool": "read_slice", "arguments": {"path": \n```', KNOWN)
    assert parsed.calls == () and parsed.fault


def test_thought_is_no_answer() -> None:
    """Thinking in tags is taken away, also where a template has opened the tag already."""
    assert split_thought("<think>hm</think>\nYes.") == ("hm", "Yes.")
    assert split_thought("hm</think>Yes.") == ("hm", "Yes.")
    assert split_thought("Yes.") == ("", "Yes.")


@given(st.text(alphabet='{}[]<>"`:,\\/= \nabtol_calread_slice', max_size=400))
def test_any_text_is_taken_apart(text: str) -> None:
    """Whatever a model writes, it is read without an error."""
    parsed = parse_calls(text, KNOWN)
    assert all(call.name for call in parsed.calls)
