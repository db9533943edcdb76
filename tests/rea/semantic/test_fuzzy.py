"""Tests of the fuzzy order: it reorders what words have found, says so, and never becomes evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rea.loop.agent import run
from rea.loop.reasoner import PlanRequest
from rea.loop.recorder import citations_of
from rea.offline.reasoner import OfflineReasoner, files_for
from rea.rank.ranker import Ranker
from rea.semantic.fuzzy import Fuzzy, fuzzy_for, plain
from tests.rea.conftest import APP, Bench

MakeBench = Callable[[Mapping[str, str]], Bench]
ASK = "What happens with the secret of a person who enters the application?"


@pytest.fixture
def fuzzy(bench: Bench) -> Fuzzy:
    """The supplement over the small application."""
    made = fuzzy_for(bench.index, "auto")
    assert made is not None
    return made


def test_only_files_of_the_pool_are_ranked(bench: Bench, fuzzy: Fuzzy) -> None:
    """Each once, with a reason that is marked as fuzzy and names lines."""
    pool = ["server/session.py", "web/http.js"]
    ranking = fuzzy.rank("checking a passphrase", pool, {}, 1.0)
    assert ranking.paths == ("server/session.py", "web/http.js")
    assert all(reason.startswith("fuzzy: lines ") for reason in ranking.reasons.values())
    assert fuzzy.rank("checking a passphrase", [], {}, 1.0).paths == ()


def test_nothing_comes_in_that_words_have_not_found(bench: Bench, fuzzy: Fuzzy) -> None:
    """With and without vectors the same files are ranked, in another order at most."""
    without = files_for(Ranker(bench.index), ASK, 100)
    with_vectors = files_for(Ranker(bench.index, fuzzy=fuzzy), ASK, 100)
    assert set(with_vectors) == set(without)


def test_a_question_in_chinese_is_asked_by_its_ideas(bench: Bench, fuzzy: Fuzzy) -> None:
    """The installed model knows English only; a question without a known idea is left to words."""
    assert fuzzy.rank("登录流程是怎样的？", ["server/session.py", "web/http.js"], {}, 1.0).paths
    assert fuzzy.rank("这是怎么回事？", ["server/session.py"], {}, 1.0).paths == ()


def test_answers_stay_checked(bench_of: MakeBench) -> None:
    """Vectors choose what is read; what is said is proven by lines as ever, and the stamp names them."""
    answer = run(PlanRequest("how does login work"), OfflineReasoner(semantic="auto"), bench_of(APP).index)
    assert answer.stamp.model == "offline, vectors"
    assert {citation.verdict for citation in citations_of(answer)} == {"verified"}


def test_embedding_ahead_leaves_nothing_for_the_question(bench: Bench, fuzzy: Fuzzy) -> None:
    """After all pieces are embedded a question embeds itself only."""
    paths = [file.path for file in bench.index.files()]
    count = fuzzy.embed_all(paths)
    assert count >= len(paths)
    told: list[tuple[int, int]] = []
    fuzzy.embed_all(paths, lambda done, of: told.append((done, of)))
    assert told == []


def test_code_is_told_in_words() -> None:
    """Names in their parts, no signs."""
    assert plain("def getAccessToken(user_id): return sign({'sub': user_id})") == (
        "def get access token user id return sign sub user id"
    )
