"""Tests of reading: which flow, kind and language a question is taken for, in English and in Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.offline.reading import Read, language_of, read_question
from rea.playbooks.loading import load_playbooks

BOOKS = load_playbooks()

QUESTIONS = [
    ("How does login work?", "login", ""),
    ("how do I sign in", "login", ""),
    ("What happens while someone is authenticated?", "login", ""),
    ("登录流程是怎样的？", "login", ""),
    ("用户登录之后令牌存在哪里？", "login", ""),
    ("Where is data stored?", "storage", ""),
    ("What is kept in the browser's local storage?", "storage", "client_local"),
    ("Where is data cached in memory, and when does it go stale?", "storage", "memory_cache"),
    ("Which storage is used for rows in the database?", "storage", "server_persistence"),
    ("数据存储在哪里？", "storage", ""),
    ("哪些数据存在浏览器里？", "storage", "client_local"),
    ("缓存什么时候失效？", "storage", "memory_cache"),
    ("数据怎么写入数据库？", "storage", "server_persistence"),
    ("How does the program check for updates?", "update", "client_version"),
    ("How is it built, packaged and released?", "update", "server_release"),
    ("How are database migrations run?", "update", "data_migration"),
    ("Does a configuration change take effect without a restart?", "update", "config_reload"),
    ("怎么检查更新？", "update", "client_version"),
    ("新版本是怎么发布和部署的？", "update", "server_release"),
    ("数据库迁移怎么执行？", "update", "data_migration"),
    ("配置热更新如何生效？", "update", "config_reload"),
]
OTHERS = [
    "How are thumbnails made?",
    "Who may see a private note?",
    "缩略图是怎么生成的？",
    "What does the label printer do?",
    "怎么导出我的笔记？",
    "",
]


def read(question: str) -> Read:
    """A question read against the shipped playbooks."""
    return read_question(question, BOOKS)


@pytest.mark.parametrize(("question", "flow", "kind"), QUESTIONS)
def test_a_question_is_taken_for_its_flow(question: str, flow: str, kind: str) -> None:
    """The best reading has the flow, and the kind where the question names one."""
    best = read(question).readings[0]
    assert best.flow == flow
    assert not kind or best.kind == kind


@pytest.mark.parametrize("question", OTHERS)
def test_any_other_question_is_generic(question: str) -> None:
    """What fits no flow is read as such, once, and is never about a flow as a whole."""
    result = read(question)
    assert [reading.flow for reading in result.readings] == ["generic"]
    assert (result.kinds, result.broad) == ((), False)


@pytest.mark.parametrize(
    "question", ["How does the update work?", "更新流程是怎样的？", "What happens on an upgrade?"]
)
def test_an_update_without_a_kind_has_all_four_readings(question: str) -> None:
    """Nothing in the question chooses, so each meaning is offered with the same weight."""
    result = read(question)
    assert result.kinds == ()
    assert {reading.kind for reading in result.readings} == {kind.id for kind in BOOKS["update"].kinds}
    assert len({reading.score for reading in result.readings}) == 1


def test_two_flows_in_one_question_are_both_offered() -> None:
    """The flow named less strongly is the alternative."""
    flows = [reading.flow for reading in read("How does login work and where is data stored?").readings]
    assert sorted(flows) == ["login", "storage"]


@pytest.mark.parametrize(
    ("question", "broad"),
    [
        ("How does login work?", True),
        ("登录流程是怎样的？", True),
        ("Where is data stored?", True),
        ("After signing in with three wrong answers, which lamp blinks in the hallway and for whom?", False),
    ],
)
def test_a_detail_is_told_from_a_flow_as_a_whole(question: str, broad: bool) -> None:
    """A question with many words of its own is about a detail."""
    assert read(question).broad is broad


def test_words_no_playbook_speaks_of_are_listed() -> None:
    """They are what makes a question special; the flow's own words are not among them."""
    outside = read("How does login treat wombats?").outside
    assert "wombats" in outside
    assert "login" not in outside


@pytest.mark.parametrize(
    ("text", "lang"),
    [("How?", "en"), ("怎么？", "zh"), ("How does 登录 work?", "zh"), ("", "en"), ("¿Cómo?", "en")],
)
def test_chinese_characters_make_a_question_chinese(text: str, lang: str) -> None:
    """One is enough; everything else is answered in English."""
    assert language_of(text) == lang


def test_a_language_can_be_asked_for() -> None:
    """The reason is given in the language wanted, whatever the question is written in."""
    assert read_question("How does login work?", BOOKS, "zh").readings[0].reason.startswith("登录")
    assert read_question("登录流程是怎样的？", BOOKS, "en").readings[0].reason.startswith("Login")


def test_the_reason_quotes_the_question() -> None:
    """People see by which of their words a question was taken for a flow."""
    assert "“login”" in read("How does login work?").readings[0].reason


def test_a_longer_phrase_is_a_stronger_sign() -> None:
    """ "log in" says more than a single word does."""
    assert read("how to log in").readings[0].score > read("login").readings[0].score


@given(st.one_of(st.text(max_size=120), st.text("登录更新存储缓存数据库 logindataupdate'", max_size=60)))
def test_any_text_is_read(text: str) -> None:
    """No text raises; there is a best reading, of a known flow, and the others follow by falling score."""
    result = read(text)
    assert result.readings
    assert [r.score for r in result.readings] == sorted((r.score for r in result.readings), reverse=True)
    best = BOOKS[result.readings[0].flow]
    assert all(reading.flow in BOOKS for reading in result.readings)
    assert set(result.kinds) <= {kind.id for kind in best.kinds}


@given(st.lists(st.sampled_from([q for q, _, _ in QUESTIONS] + OTHERS), max_size=4))
def test_reading_is_the_same_every_time(questions: list[str]) -> None:
    """What was read before has no influence."""
    assert [read(question) for question in questions] == [read(question) for question in questions]
