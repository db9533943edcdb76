"""Tests of vectors from a server: every fault ends in words alone, and no secret is ever sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from indexer.arrays import np
from rea.errors import BadReply, ModelError, ModelUnreachable, RateLimited, UnknownModel, UsageError, WrongKey
from rea.offline.reasoner import files_for
from rea.rank.ranker import Ranker
from rea.semantic.embedder import Embedder, Server, is_there, open_embedder
from rea.semantic.fuzzy import Fuzzy, fuzzy_for
from rea.semantic.vectors import DATABASE, Vectors
from rea.settings import OPENAI, Secret
from tests.rea.chat.fake_server import Action, FakeServer, Handler, fails, hangs, sends, serving
from tests.rea.conftest import APP, Bench

MakeBench = Callable[[Mapping[str, str]], Bench]
KEY = "sk-very-secret"
ASK = "What happens with the secret of a person who enters the application?"


def vector(text: str, length: int) -> list[float]:
    """How often each letter class occurs: texts with the same letters are alike, in any script."""
    row = [0.0] * length
    for char in text:
        row[ord(char) % length] += 1.0
    return row


def embeds(length: int = 16, most: int = 10_000) -> Action:
    """A well-behaved server that takes so many texts at once, and sends them back to front."""

    def act(handler: Handler, body: dict[str, Any]) -> None:
        texts = body["input"]
        if len(texts) > most:
            handler.answer(
                413, {"error": {"message": f"batch size {len(texts)} > maximum allowed batch size {most}"}}
            )
            return
        rows = [{"index": n, "embedding": vector(text, length)} for n, text in enumerate(texts)]
        handler.answer(200, {"data": rows[::-1], "model": body["model"]})

    return act


def embedder(server: FakeServer | str, silence: float = 5.0) -> Embedder:
    """The embedder a user gets who names this server."""
    url = server if isinstance(server, str) else server.url
    made = open_embedder("endpoint:some-embedder", Server(url, Secret(KEY), silence))
    assert made is not None
    return made


def texts_sent(server: FakeServer) -> list[str]:
    """All texts that went out."""
    return [text for seen in server.seen for text in seen.body["input"]]


def test_vectors_come_in_order_with_length_one() -> None:
    """Whatever order the server answers in; with the key, to the address for embeddings, and nothing more."""
    with serving(embeds()) as server:
        rows = embedder(server).embed(["sign in", "登录", "sign in"])
        (seen,) = server.seen
    assert rows.shape == (3, 16)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0)
    assert np.allclose(rows[0], rows[2]) and not np.allclose(rows[0], rows[1])
    assert np.allclose(rows[1] * np.linalg.norm(vector("登录", 16)), vector("登录", 16), atol=1e-5)
    assert seen.path == "/v1/embeddings"
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.body == {"model": "some-embedder", "input": ["sign in", "登录", "sign in"]}


def test_a_server_that_takes_few_texts_gets_few() -> None:
    """What it takes is found out once; no text is left out."""
    with serving(embeds(most=20)) as server:
        made = embedder(server)
        rows = made.embed([f"text {number}" for number in range(300)])
        sizes = [len(seen.body["input"]) for seen in server.seen]
        made.embed(["a"] * 40)
        later = [len(seen.body["input"]) for seen in server.seen[len(sizes) :]]
    assert rows.shape == (300, 16)
    assert sizes[:4] == [128, 64, 32, 16] and set(sizes[3:]) <= {16, 300 % 16}
    assert max(later) == 16


def test_long_texts_are_cut_to_what_every_server_takes() -> None:
    """Some 200 tokens, also of Chinese, where a character is one or two."""
    with serving(embeds()) as server:
        embedder(server).embed(["word " * 2_000, "登录流程" * 2_000, ""])
        long, dense, empty = texts_sent(server)
    assert (len(long), len(dense)) == (600, 250)
    assert empty


def test_too_many_requests_and_server_faults_are_tried_again() -> None:
    """A 429 and a 500 that go away are not noticed."""
    wait = fails(429, "slow down", {"retry-after-ms": "1"})
    with serving(wait, fails(500, "oops"), embeds()) as server:
        assert len(embedder(server).embed(["a"])) == 1
        assert len(server.seen) == 3


@pytest.mark.parametrize(
    ("action", "kind", "message"),
    [
        (fails(401, f"Incorrect API key provided: {KEY}"), WrongKey, "does not accept the key"),
        (
            fails(404, "The model `some-embedder` does not exist"),
            UnknownModel,
            "has no model 'some-embedder'",
        ),
        (fails(404, {"detail": "Not Found"}), BadReply, "has no embeddings at this address"),
        (fails(400, "This model does not support embeddings"), ModelError, "does not accept the request"),
        (fails(429, "quota", {"x-should-retry": "false"}), RateLimited, "no more requests"),
        (fails(500, "oops", {"x-should-retry": "false"}), ModelUnreachable, "fails"),
        (sends("<html>Welcome</html>", "text/html"), BadReply, "one vector of one length"),
        (sends({"data": []}), BadReply, "one vector of one length"),
        (sends({"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]}), BadReply, "one vector"),
        (sends({"data": [{"embedding": [[1.0], [2.0]]}, {"embedding": [[1.0]]}]}), BadReply, "one vector"),
        (sends('{"data": [{"embedding": [NaN]}, {"embedding": [1e999]}]}'), BadReply, "one vector"),
        (sends({"error": {"message": "out of cheese"}}), BadReply, "out of cheese"),
    ],
)
def test_faults_are_clear_errors(action: Action, kind: type[ModelError], message: str) -> None:
    """Each fault is an error with what the server says, and never the key."""
    with serving(action) as server, pytest.raises(kind, match=message) as caught:
        embedder(server).embed(["a", "b"])
    assert KEY not in str(caught.value)


def test_silence_and_nobody_are_errors() -> None:
    """A server that gives no sign and one that is not there."""
    with serving(hangs(1.0)) as server, pytest.raises(ModelUnreachable, match="no sign"):
        embedder(server, silence=0.05).embed(["a"])
    with pytest.raises(ModelUnreachable, match="cannot be reached"):
        embedder("http://127.0.0.1:9/v1").embed(["a"])


def test_the_length_of_vectors_may_not_change_between_requests() -> None:
    """A gateway that hands on to another model in the middle is found out."""
    with serving(embeds(16), embeds(8)) as server:
        made = embedder(server)
        made.embed(["a"])
        with pytest.raises(BadReply, match="one vector of one length"):
            made.embed(["b"])


def test_nothing_is_sent_unless_a_model_is_named() -> None:
    """A model and a server have to be given; OpenAI wants a key."""
    assert is_there("endpoint:x")
    with pytest.raises(UsageError, match="No model for vectors"):
        open_embedder("endpoint: ", Server("http://127.0.0.1:9/v1", Secret()))
    with pytest.raises(UsageError, match="No server"):
        open_embedder("endpoint:x")
    with pytest.raises(WrongKey):
        open_embedder("endpoint:x", Server(OPENAI, Secret()))


def test_texts_are_embedded_once_per_model(tmp_path: Path) -> None:
    """Kept by their content and the model's name; another host's model of that name has its own."""
    with serving(embeds()) as server:
        Vectors(tmp_path / DATABASE, embedder(server)).of(["a", "b"])
        Vectors(tmp_path / DATABASE, embedder(server)).of(["b", "a", "c"])
        assert texts_sent(server) == ["a", "b", "c"]
    with serving(embeds()) as server:
        Vectors(tmp_path / DATABASE, embedder(server)).of(["a"])
        assert texts_sent(server) == ["a"]


def test_a_model_that_was_exchanged_is_noticed_by_its_length(tmp_path: Path) -> None:
    """Kept vectors of another length are made again, once, and mixed with none."""
    with serving(embeds(16), embeds(8)) as server:
        Vectors(tmp_path / DATABASE, embedder(server)).of(["a", "b"])
        vectors = Vectors(tmp_path / DATABASE, embedder(server))
        assert vectors.of(["a", "b", "c"]).shape == (3, 8)
        count = len(server.seen)
        assert vectors.of(["c", "b", "a"]).shape == (3, 8)
        assert len(server.seen) == count


def fuzzy_at(bench: Bench, server: FakeServer, told: list[str]) -> Fuzzy:
    """The supplement over a bench with vectors of this server."""
    made = fuzzy_for(bench.index, "endpoint:some-embedder", Server(server.url, Secret(KEY), 5.0, told.append))
    assert made is not None
    return made


def test_questions_in_any_language_are_sent_as_they_are(bench: Bench) -> None:
    """A model of the user's may know every language; ideas are not put in the question's place."""
    with serving(embeds()) as server:
        ranking = fuzzy_at(bench, server, []).rank("登录流程是怎样的？", ["server/session.py"], {}, 1.0)
        assert texts_sent(server)[0] == "登录流程是怎样的？"
    assert ranking.paths == ("server/session.py",)


def test_a_server_that_fails_leaves_words_alone(bench: Bench) -> None:
    """The files come in the order of words, the user is told once, and the server is not asked again."""
    told: list[str] = []
    with serving(fails(500, "oops", {"x-should-retry": "false"})) as server:
        fuzzy = fuzzy_at(bench, server, told)
        ranker = Ranker(bench.index, fuzzy=fuzzy)
        paths = files_for(ranker, ASK, 100)
        files_for(ranker, ASK + " And then?", 100)
        assert len(server.seen) == 1
    assert paths == files_for(Ranker(bench.index), ASK, 100)
    assert len(told) == 1 and "oops" in told[0] and "words alone" in told[0]


def test_secrets_are_never_sent(bench_of: MakeBench) -> None:
    """Secret files are not embedded, and of other files key-like values are blanked before."""
    key = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
    files = {
        **APP,
        ".env": "API_TOKEN=hunter2veryprivate99\n",
        "server/id_rsa": "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq\n-----END PRIVATE KEY-----\n",
        "server/config.py": f'TOKEN = "{key}"\nDB_PASSWORD = "Xk29fLq8Zr41Tn"\n\ndef login():\n    pass\n',
    }
    bench = bench_of(files)
    with serving(embeds()) as server:
        paths = [file.path for file in bench.index.files()]
        assert "server/config.py" in paths
        fuzzy_at(bench, server, []).embed_all(paths)
        sent = json.dumps(texts_sent(server)).replace(" ", "").lower()
    assert "def login" in json.dumps(texts_sent(server))
    for secret in ("hunter2", "4f9a8b7c", "xk29", "lq8", "miie", "aqea7bq"):
        assert secret not in sent
