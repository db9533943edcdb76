"""Tests of what really goes over the wire: no request with its reply is larger than the window, ever."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from indexer.reader import Index, open_index
from rea.chat.endpoint import ModelChoice, OpenAIEndpoint, Protocol
from rea.chat.line import Line, Patience
from rea.chat.messages import Message, ModelCall, ToolSpec
from rea.chat.prompting import look_up_tools, own_tool
from rea.chat.reasoner import ChatReasoner
from rea.chat.textform import as_text
from rea.chat.tokens import size_of
from rea.errors import ModelError
from rea.loop.agent import run
from rea.loop.limits import Limits
from rea.loop.reasoner import PlanRequest
from rea.settings import Secret
from tests.indexer.trees import repository
from tests.rea.chat.conftest import GOOD, PLAN, does
from tests.rea.chat.fake_server import Action, Handler, chunk, fails, says, serving
from tests.rea.conftest import APP

WINDOWS = (8_000, 8_192, 16_384, 32_768, 131_072, 1_000_000)
CJK = "登录流程会把用户名和口令交给服务器，校验之后写入会话。"
BIG: Mapping[str, str] = {
    **APP,
    **{f"web/页面/登录{n}.ts": f"// {CJK * 8}\nexport const token{n} = '{CJK}';\n" * 100 for n in range(4)},
    **{f"server/part{n}.py": "".join(f"def token_{n}_{m}(user):\n    return user.token['{m}'] + {m}\n\n"
                                     for m in range(90)) for n in range(8)},
    "data/long.py": "token = [" + ", ".join(f"'{number:08x}'" for number in range(8_000)) + "]\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """The index of a repository with long files, long lines and Chinese names; tests only read it."""
    with open_index(repository(tmp_path_factory.mktemp("big") / "repo", BIG)) as index:
        yield index


def talks_until_cut(text: str) -> Action:
    """A reply that is cut at its length each time: the longest that was allowed."""

    def act(handler: Handler, body: dict[str, Any]) -> None:
        times = max(1, body["max_tokens"] // 10)
        said = "".join(f"{text}{number} " for number in range(times))
        handler.stream([chunk({"content": said}), chunk(finish="length")])

    return act


def many_calls() -> Action:
    """Reads and searches of everything at once, with a note whose sentences have no end."""
    facts = [{"node": "issue", "at": f"server/part{n}.py:1-200", "text": CJK * 20} for n in range(8)]
    calls: list[tuple[str, object]] = [("note", {"facts": facts})]
    calls += [("read_slice", {"path": f"web/页面/登录{n}.ts", "start": 1, "end": 200}) for n in range(4)]
    calls += [("read_slice", {"path": f"server/part{n}.py", "start": 1, "end": 200}) for n in range(8)]
    calls += [("search_text", {"pattern": word}) for word in ("token", "user", "登录", "return", "会话")]
    return does(*calls, ("read_slice", {"path": "data/long.py", "start": 1, "end": 1}))


ACTIONS: Mapping[str, Action] = {
    "many calls": many_calls(),
    "cut prose": talks_until_cut("so it goes on "),
    "cut chinese": talks_until_cut(CJK),
    "cut call": talks_until_cut('```json {"tool": "read_slice", "arguments": {"path": "'),
    "text calls": says(
        '```json\n[{"tool": "search_text", "arguments": {"pattern": "token"}}]\n```' + CJK * 50
    ),
    "long arguments": does(("search_text", {"pattern": "x" * 60_000}), ("finish", "{" * 30_000)),
    "finish": does(("finish", {**GOOD, "conclusion": [{"text": CJK * 60}] * 50})),
    "silence": says(""),
}


def tokens_of(body: Mapping[str, Any]) -> int:
    """What a request takes together with the reply it allows, counted from what arrived."""
    messages = [
        Message(
            said["role"],
            (said.get("content") or "") + said.get("reasoning_content", ""),
            tuple(
                ModelCall(one["id"], one["function"]["name"], one["function"]["arguments"])
                for one in said.get("tool_calls", ())
            ),
            said.get("tool_call_id", ""),
        )
        for said in body["messages"]
    ]
    tools = [ToolSpec(**one["function"]) for one in body.get("tools", ())]
    return size_of(messages, tools) + int(body["max_tokens"])


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    window=st.sampled_from(WINDOWS),
    protocol=st.sampled_from(get_args(Protocol)),
    names=st.lists(st.sampled_from(sorted(ACTIONS)), min_size=1, max_size=8),
    thinks=st.booleans(),
)
def test_no_request_is_larger_than_the_window(
    big: Index, window: int, protocol: Protocol, names: list[str], thinks: bool
) -> None:
    """Long results, Chinese text, many turns, cut replies, repairs, thoughts: each request fits."""
    script = [does(PLAN), *(ACTIONS[name] for name in names)]
    if thinks:
        script.insert(1, thinking())
        script.insert(2, fails(400, "Missing reasoning_content field"))
    with serving(*script) as server:
        line = Line(server.url, Secret("sk-x"), Patience(5.0, 2.0, 0, ()))
        with (
            closing(OpenAIEndpoint(ModelChoice("played", protocol=protocol), line)) as end,
            suppress(ModelError),
        ):
            run(PlanRequest("登录流程是怎样的"), ChatReasoner(end, window=window), big, Limits(turns=8))
        sizes = [tokens_of(seen.body) for seen in server.seen]
    assert len(sizes) > 1
    assert max(sizes) <= window


def thinking() -> Action:
    """A call after ten thousand words of thought."""

    def act(handler: Handler, _: dict[str, Any]) -> None:
        call = {"index": 0, "id": "t1", "function": {"name": "list_tree", "arguments": "{}"}}
        handler.stream(
            [
                chunk({"reasoning_content": "hm " * 10_000}),
                chunk({"tool_calls": [call]}),
                chunk(finish="tool_calls"),
            ]
        )

    return act


@given(
    results=st.lists(st.text(max_size=300), max_size=40),
    arguments=st.text(max_size=100),
    identity=st.text(alphabet="abcdefghij0123456789_-", min_size=1, max_size=60),
    must_call=st.booleans(),
)
def test_text_calls_take_no_more_than_the_servers_own(
    results: list[str], arguments: str, identity: str, must_call: bool
) -> None:
    """A request that fits in one form fits in the other: the form may change in the middle of a run."""
    tools = (*look_up_tools(), own_tool("finish"))
    calls = tuple(
        ModelCall(f"{identity}{n}", "search_text", json.dumps({"pattern": arguments}))
        for n in range(len(results))
    )
    messages = [Message("system", "Rules."), Message("user", "Where?"), Message("assistant", "", calls)]
    messages += [Message("tool", text, call_id=call.id) for call, text in zip(calls, results, strict=True)]
    assert size_of(as_text(messages, tools, must_call=must_call)) <= size_of(messages, tools)
