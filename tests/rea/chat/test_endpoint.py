"""Tests of the endpoint against a server that misbehaves: every fault ends in a reply or in a clear error."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from rea.chat.endpoint import ModelChoice, OpenAIEndpoint, Protocol
from rea.chat.line import Line, Patience
from rea.chat.messages import Delta, Message, Reply, Room, ToolSpec
from rea.chat.pricing import ModelFacts
from rea.errors import (
    BadReply,
    ContextTooLong,
    ModelError,
    ModelUnreachable,
    RateLimited,
    RequestRefused,
    UnknownModel,
    WrongKey,
)
from rea.settings import Secret
from tests.rea.chat.fake_server import (
    Action,
    FakeServer,
    call,
    chunk,
    fails,
    hangs,
    never_ends,
    says,
    sends,
    serving,
    streams,
)

KEY = "sk-very-secret"
ROOM = Room(500)
READ = ToolSpec("read_slice", "Reads lines.", {"type": "object", "properties": {"path": {"type": "string"}}})
ASKED = (Message("system", "Rules."), Message("user", "Where?"))
Talk = Callable[..., tuple[OpenAIEndpoint, FakeServer]]


@pytest.fixture
def talk() -> Iterator[Talk]:
    """Makes an endpoint over a server with a script."""
    with ExitStack() as stack:

        def make(
            *script: Action, protocol: Protocol = "auto", silence: float = 5.0, total: float = 0.0
        ) -> tuple[OpenAIEndpoint, FakeServer]:
            server = stack.enter_context(serving(*script))
            patience = Patience(silence=silence, connect=2.0, retries=1, pauses=(0.01, 0.01), total=total)
            line = Line(server.url, Secret(KEY), patience)
            end = OpenAIEndpoint(ModelChoice("some-model", ModelFacts(1.0, 0.5, 2.0), protocol), line)
            stack.callback(end.close)
            return end, server

        yield make


def ask(end: OpenAIEndpoint, *, must_call: bool = False, tools: tuple[ToolSpec, ...] = (READ,)) -> Reply:
    """One question."""
    return end.complete(ASKED, tools, must_call=must_call, room=ROOM)


def test_a_reply_is_streamed_and_counted(talk: Talk) -> None:
    """Text arrives in pieces while it is written; tokens, the cached part and the cost are counted."""
    end, server = talk(says("The answer is here."))
    heard: list[Delta] = []
    reply = end.complete(ASKED, (), must_call=False, room=ROOM, on_delta=heard.append)
    assert reply.text == "The answer is here."
    assert "".join(delta.text for delta in heard) == reply.text
    assert len(heard) > 1
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.output) == (100, 60, 20)
    assert end.spent.cost == pytest.approx((40 * 1.0 + 60 * 0.5 + 20 * 2.0) / 1e6)
    assert server.seen[0].body["max_tokens"] == 500
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"


def test_many_parallel_calls_arrive(talk: Talk) -> None:
    """Fifty calls in one reply come up in their order with ids of their own."""
    end, _ = talk(says("", *(call("read_slice", {"path": f"{n}.py"}, n) for n in range(50))))
    reply = ask(end)
    assert [json.loads(one.arguments_text)["path"] for one in reply.calls] == [f"{n}.py" for n in range(50)]
    assert len({one.id for one in reply.calls}) == 50
    assert reply.stop == "calls"


def test_calls_without_numbers_or_ids_are_kept_apart(talk: Talk) -> None:
    """Servers that number every call 0, send arguments as objects or give no id are understood."""
    first = {"index": 0, "id": "a", "function": {"name": "read_slice", "arguments": {"path": "a"}}}
    second = {"index": 0, "id": "b", "function": {"name": "read_slice", "arguments": '{"path": "b"}'}}
    third = {"index": 2, "function": {"name": "read_slice", "arguments": ""}}
    pieces = [chunk({"tool_calls": [one]}) for one in (first, second, third)]
    reply = ask(talk(streams(*pieces, chunk(finish="tool_calls")))[0])
    assert [json.loads(one.arguments_text) for one in reply.calls] == [{"path": "a"}, {"path": "b"}, {}]
    assert all(one.id for one in reply.calls)


def test_invalid_arguments_and_unknown_tools_go_up_as_they_are(talk: Talk) -> None:
    """The caller tells the model; sent back, broken arguments do not break the server."""
    end, server = talk(says("", call("no_such_tool", '{"path": ')), says("Sorry."))
    reply = ask(end)
    assert (reply.calls[0].name, reply.calls[0].arguments_text) == ("no_such_tool", '{"path": ')
    told = (*ASKED, Message("assistant", "", reply.calls), Message("tool", "No.", call_id=reply.calls[0].id))
    end.complete(told, (READ,), must_call=False, room=ROOM)
    assert server.seen[1].body["messages"][2]["tool_calls"][0]["function"]["arguments"] == "{}"


@pytest.mark.parametrize("header", [{"Retry-After": "0.05"}, {}])
def test_too_many_requests_are_waited_for(talk: Talk, header: dict[str, str]) -> None:
    """With and without Retry-After the request is made again until it is taken."""
    end, server = talk(*[fails(429, "slow down", header)] * 3, says("Done."))
    assert ask(end).text == "Done."
    assert len(server.seen) == 4


def test_endless_refusals_end(talk: Talk) -> None:
    """Waiting is bounded, and a wait that is too long is not begun."""
    with pytest.raises(RateLimited, match="takes no more requests"):
        ask(talk(fails(429, "slow down", {"Retry-After": "0.01"}))[0])
    end, server = talk(fails(429, "slow down", {"Retry-After": "4000", "x-should-retry": "false"}))
    with pytest.raises(RateLimited, match="4000 seconds"):
        ask(end)
    assert len(server.seen) == 1


def test_no_credit_is_not_waited_for(talk: Talk) -> None:
    """An empty account is said to be one."""
    with pytest.raises(RateLimited, match="no credit left"):
        ask(talk(fails(429, "You exceeded your current quota", code="insufficient_quota"))[0])


def test_server_faults_are_tried_again(talk: Talk) -> None:
    """A 500 that goes away is not noticed; one that stays is an error that names the server."""
    assert ask(talk(fails(500, "oops"), says("Done."))[0]).text == "Done."
    end, server = talk(fails(503, "down for repairs"))
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:\d+ fails \(503\): down for repairs"):
        ask(end)
    assert len(server.seen) == 2


def test_silence_ends(talk: Talk) -> None:
    """A server that gives no sign is left after the time allowed."""
    with pytest.raises(ModelUnreachable, match="gave no sign"):
        ask(talk(hangs(2.0), silence=0.2)[0])


def test_nobody_listens() -> None:
    """No network and a closed port are said in a sentence with a next step."""
    end = OpenAIEndpoint(ModelChoice("m"), Line("http://127.0.0.1:9/v1", Secret(""), Patience(retries=0)))
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:9 cannot be reached") as caught:
        ask(end)
    assert "--base-url" in caught.value.next_step


def test_a_dropped_stream_is_asked_for_again(talk: Talk) -> None:
    """A stream cut in the middle leaves nothing behind; cut every time it is an error."""
    cut = streams(chunk({"content": "half an ans"}), cut=True)
    assert ask(talk(cut, says("Whole."))[0]).text == "Whole."
    end, server = talk(cut)
    with pytest.raises(BadReply, match="broke off its reply 3 times"):
        ask(end)
    assert len(server.seen) == 3


def test_a_stream_that_just_ends_was_cut(talk: Talk) -> None:
    """A missing end is taken for a cut, until the server has shown that it never sends one."""
    endless = streams(chunk({"content": "Text."}))
    assert ask(talk(streams(chunk({"content": "Te"}), done=False), says("Text."))[0]).text == "Text."
    end, server = talk(endless)
    assert ask(end).text == "Text."
    asked = len(server.seen)
    ask(end)
    assert len(server.seen) == asked + 1


def test_garbled_streams_and_errors_inside_are_tried_again(talk: Talk) -> None:
    """Broken JSON and an error event within a stream cost one more request."""
    assert ask(talk(streams("{not json"), says("Done."))[0]).text == "Done."
    assert ask(talk(streams({"error": {"message": "worker died"}}), says("Done."))[0]).text == "Done."


def test_a_truncated_text_is_continued(talk: Talk) -> None:
    """What was cut off goes on where it stopped, twice at most."""
    end, server = talk(says("One, ", finish="length"), says("two, ", finish="length"), says("three."))
    reply = ask(end)
    assert (reply.text, reply.stop) == ("One, two, three.", "stop")
    assert server.seen[1].body["messages"][-2] == {"role": "assistant", "content": "One, "}
    reply = ask(talk(says("more ", finish="length"))[0])
    assert (reply.text, reply.stop) == ("more more more ", "length")


def test_a_reply_is_continued_only_where_the_window_has_room(talk: Talk) -> None:
    """What would not fit together with its request is left as it is."""
    end, server = talk(says(" ".join(map(str, range(300))), finish="length"))
    reply = end.complete(ASKED, (), must_call=False, room=Room(500, 1_000))
    assert reply.stop == "length"
    first, *later = [seen.body["max_tokens"] for seen in server.seen]
    assert first == 500
    assert len(later) == 1 and 64 <= later[0] < 500


@pytest.mark.parametrize("protocol", ["native", "text"])
def test_a_model_that_repeats_itself_is_not_heard_out(talk: Talk, protocol: Protocol) -> None:
    """A reply that goes round in circles is left in the middle and neither continued nor asked for again."""
    end, server = talk(never_ends(lambda _: "no plan was given [/INST] "), protocol=protocol)
    reply = ask(end, must_call=True)
    assert (reply.stop, reply.calls) == ("length", ())
    assert len(server.seen) == 1
    assert reply.usage.output > 0


def test_lists_are_no_repetition(talk: Talk) -> None:
    """Rows that differ in a number only are heard to their end."""
    rows = "".join(f"- web/src/views/View.vue:{n}-{n + 1} renders the list\n" for n in range(200))
    assert ask(talk(says(rows))[0], tools=()).text == rows


def test_the_time_of_a_run_ends_a_reply(talk: Talk) -> None:
    """A reply under way is left when it is up; the one after it gets some more, then nothing is sent."""
    end, server = talk(never_ends(lambda number: f"word {number} "), says("The answer."), total=0.5)
    end._line._begun = time.monotonic()
    reply = end.complete(ASKED, (), must_call=False, room=Room(10_000_000))
    assert reply.stop == "length" and "word 0" in reply.text
    assert ask(end).text == "The answer."
    end._line._begun -= 1_000
    assert (ask(end).text, len(server.seen)) == ("", 2)


@pytest.mark.parametrize(
    ("status", "message", "limit"),
    [
        (400, "This model's maximum context length is 8192 tokens. However, you asked for 9000", 8192),
        (400, "request (9000 tokens) exceeds the available context size (4096 tokens), increase it", 4096),
        (400, "Trying to keep the first 5000 tokens when context overflows. However, the model is loaded "
         "with context length of only 4096 tokens", 4096),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", 200000),
        (400, "input token count (1200000) exceeds the maximum number of tokens allowed (1048576)", 1048576),
        (400, "Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32768),
        (422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096", 4096),
        (400, "'max_tokens' is too large: 8000. This model's maximum context length is 4096 tokens", 4096),
        (429, "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 228000", 30000),
        (413, "Payload", 0),
    ],
)  # fmt: skip
def test_an_overflow_is_recognised(talk: Talk, status: int, message: str, limit: int) -> None:
    """Whatever a vendor calls it, the caller learns that the request is too long, and the limit if given."""
    with pytest.raises(ContextTooLong) as caught:
        ask(talk(fails(status, message, {"x-should-retry": "false"}))[0])
    assert caught.value.limit == limit


def test_an_overflow_within_a_stream_is_recognised(talk: Talk) -> None:
    """Some servers notice only after they have begun."""
    message = {"error": {"code": 400, "message": "the request exceeds the available context size"}}
    with pytest.raises(ContextTooLong):
        ask(talk(streams(chunk({"content": ""}), message))[0])


@pytest.mark.parametrize(
    ("action", "kind", "message"),
    [
        (sends({"choices": []}), BadReply, "held no choice"),
        (sends("<html><body>Welcome</body></html>", "text/html"), BadReply, "a web page or text"),
        (sends({"response": "hello", "done": True}), BadReply, "another form of reply"),
        (sends({"error": {"message": "out of cheese"}}), BadReply, "out of cheese"),
        (fails(404, {"detail": "Not Found"}), BadReply, "no chat completions at this address"),
        (fails(401, f"Incorrect API key provided: {KEY}"), WrongKey, r"does not accept the key \(401\)"),
        (fails(403, "forbidden: invalid api key"), WrongKey, "does not accept the key"),
        (fails(404, "The model `some-model` does not exist"), UnknownModel, "has no model 'some-model'"),
        (fails(400, "invalid model name"), UnknownModel, "has no model"),
        (fails(400, "something else entirely"), RequestRefused, "something else entirely"),
    ],
)
def test_faults_are_clear_errors(talk: Talk, action: Action, kind: type[ModelError], message: str) -> None:
    """Each fault has its error with the server's words and a next step, and never the key."""
    with pytest.raises(kind, match=message) as caught:
        ask(talk(action)[0])
    assert type(caught.value) is kind
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_redirect_is_not_followed(talk: Talk) -> None:
    """Text goes to the host that was named and to no other."""
    other = serving(says("Stolen."))
    with other as thief:
        end, _ = talk(
            lambda handler, _: handler.answer(307, "", {"Location": f"{thief.url}/chat/completions"})
        )
        with pytest.raises(RequestRefused, match="another address"):
            ask(end)
        assert thief.seen == []


def test_refusals_and_filters_are_told_apart(talk: Talk) -> None:
    """A model that refuses and a server that withholds are stops of their own, not errors."""
    refused = streams(chunk({"refusal": "I can't help with that."}), chunk(finish="stop"))
    reply = ask(talk(refused)[0])
    assert (reply.stop, reply.text) == ("refusal", "I can't help with that.")
    assert ask(talk(says("", finish="content_filter"))[0]).stop == "filter"
    assert ask(talk(fails(400, "The response was filtered", code="content_filter"))[0]).stop == "filter"


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        ("stream_options", "Unknown field: stream_options"),
        ("tool_choice", "tool_choice is not supported by this server"),
        ("temperature", "Unsupported value: 'temperature' does not support 0.2 with this model."),
        ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ],
)
def test_parameters_a_server_refuses_are_left_out(talk: Talk, refused: str, message: str) -> None:
    """A parameter that is not taken costs one request, once."""
    end, server = talk(fails(400, message), says("Done."))
    assert ask(end).text == "Done."
    ask(end)
    assert [refused in seen.body for seen in server.seen] == [True, False, False]
    if refused == "max_tokens":
        assert server.seen[1].body["max_completion_tokens"] == 500


def test_a_smaller_output_limit_is_kept(talk: Talk) -> None:
    """A server that allows shorter replies is asked for those."""
    end, server = talk(
        fails(400, "max_tokens is too large. This model supports at most 256 completion tokens"), says("Ok.")
    )
    assert ask(end).text == "Ok."
    assert server.seen[1].body["max_tokens"] == 256


def test_a_server_that_does_not_stream_is_understood(talk: Talk) -> None:
    """One that ignores `stream` is asked for whole replies from then on."""
    whole = {"choices": [{"message": {"content": "Whole."}, "finish_reason": "stop"}], "usage": None}
    end, server = talk(sends(whole))
    reply = ask(end)
    assert reply.text == "Whole."
    assert reply.usage.estimated
    assert reply.usage.prompt > 0
    ask(end)
    assert [seen.body["stream"] for seen in server.seen] == [True, False, False]


def test_thoughts_are_no_text(talk: Talk) -> None:
    """Reasoning fields and think tags are kept out of the text, and sent back where a server wants them."""
    thinks = streams(
        chunk({"reasoning_content": "Hm."}), chunk({"tool_calls": [call("read_slice", {"path": "a"})]}),
        chunk(finish="tool_calls"),
    )  # fmt: skip
    end, server = talk(thinks, fails(400, "Missing reasoning_content field"), says("<think>no</think>Yes."))
    reply = ask(end)
    assert reply.text == ""
    told = (*ASKED, Message("assistant", "", reply.calls), Message("tool", "1", call_id=reply.calls[0].id))
    assert end.complete(told, (READ,), must_call=False, room=ROOM).text == "Yes."
    assert server.seen[2].body["messages"][2]["reasoning_content"] == "Hm."


def test_the_endpoint_does_not_show_its_key(talk: Talk) -> None:
    """Neither its own form nor that of its parts."""
    end, _ = talk(says("x"))
    assert KEY not in repr(end) + repr(end._line)
