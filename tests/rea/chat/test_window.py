"""Tests of the window: no request with its reply is larger than it, whatever the parts are."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from rea.chat.exchange import Exchange, Item
from rea.chat.messages import Message, ModelCall
from rea.chat.prompting import look_up_tools, own_tool, prompt
from rea.chat.tokens import shortened, size_of
from rea.chat.window import Parts, Written, fit, shares
from tools.results import SliceResult

TOOLS = (*look_up_tools(), own_tool("note"), own_tool("finish"))
PIECES = (
    "token = sign(user)\n",
    "登录流程",
    "x" * 50,
    "{}[]();,.<>!=&|",
    "\n\n    ",
    "0123456789abcdef",
    "é🙂",
)
texts = st.builds(lambda piece, times: piece * times, st.sampled_from(PIECES), st.integers(0, 4_000))


def slice_of(line: str, count: int) -> SliceResult:
    """A read of that many equal lines."""
    lines = (line,) * count
    content = "\n".join(f"{number:5}| {text}" for number, text in enumerate(lines, 1))
    return SliceResult("a.py", 1, max(1, count), count, content, lines, "python", lines)


@st.composite
def exchanges(draw: st.DrawFn) -> Exchange:
    """A turn with up to sixty calls, results of any size, arguments that are no JSON among them."""
    items = []
    for number in range(draw(st.integers(0, 60))):
        arguments = draw(
            st.sampled_from(("{}", "{not json", json.dumps({"pattern": "x" * 3_000}), '{"a": 1}'))
        )
        call = ModelCall(
            f"c{number}", draw(st.sampled_from(("read_slice", "no such tool", "finish"))), arguments
        )
        if draw(st.booleans()):
            items.append(
                Item(
                    call,
                    result=slice_of("    value = 1" * draw(st.integers(1, 12)), draw(st.integers(0, 200))),
                )
            )
        else:
            items.append(Item(call, said=draw(texts)[:5_000]))
    return Exchange(1, draw(texts)[:3_000], tuple(items))


def written(text: str) -> Written:
    """A part that gives way."""
    return lambda tokens: shortened(text, tokens)


@settings(max_examples=60, deadline=None)
@given(
    window=st.sampled_from((8_000, 8_192, 16_000, 32_768, 128_000, 1_000_000)),
    parts=st.lists(texts, min_size=6, max_size=6),
    recent=st.lists(exchanges(), max_size=2),
)
def test_no_request_exceeds_the_window(window: int, parts: list[str], recent: list[Exchange]) -> None:
    """Rules, tools, every part and the room kept for the reply stay within the window; pairs stay pairs."""
    overview, task, hints, facts, history, reminder = parts
    asked = Parts(
        prompt("system"), written(overview), task, written(hints), written(facts), written(history),
        tuple(recent), reminder,
    )  # fmt: skip
    messages = fit(asked, TOOLS, window)
    assert size_of(messages, TOOLS) + shares(window).answer <= window
    assert_paired(messages)


def assert_paired(messages: tuple[Message, ...]) -> None:
    """Every call has its result, and its arguments are an object, as servers demand."""
    called = [call for message in messages for call in message.calls]
    answered = [message.call_id for message in messages if message.role == "tool"]
    assert [call.id for call in called] == answered
    assert all(isinstance(json.loads(call.arguments_text), dict) for call in called)


def test_the_reserve_holds_an_answer() -> None:
    """Five per cent are kept free, and never less than an answer takes or a quarter of a small window."""
    assert [shares(window).answer for window in (8_000, 32_000, 128_000, 1_000_000)] == [
        2_000,
        4_096,
        6_400,
        32_000,
    ]


def test_a_cut_result_is_cut_at_a_line() -> None:
    """What does not fit is left out by whole lines, with the line to read on from."""
    call = ModelCall("c", "read_slice", "{}")
    text = Item(call, result=slice_of("value = compute(value)", 200)).text(600)
    assert "read on from line" in text
    assert text.endswith("⟦/data⟧")


def test_the_beginning_stays_the_same_from_turn_to_turn() -> None:
    """Rules, overview, question, plan and hints are first and equal, so that a server's cache serves them."""

    def request(facts: str, reminder: str) -> tuple[Message, ...]:
        parts = Parts(
            "rules", written("overview"), "task", written("hints"), written(facts), written(""), (), reminder
        )
        return fit(parts, TOOLS, 32_000)

    first, second = request("F1", "turn 1"), request("F1\nF2", "turn 2")
    assert first[0] == second[0]
    assert first[1].text.split("Facts")[0] == second[1].text.split("Facts")[0] != ""
