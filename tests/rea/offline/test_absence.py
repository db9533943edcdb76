"""Tests of absence: a question about something no name speaks of is told from one about something there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from indexer.reader import Index
from rea.offline.absence import Absent, absent_idea
from rea.rank.ranker import Ranker
from tests.rea.conftest import Bench

MakeBench = Callable[[Mapping[str, str]], Bench]

FILES = {
    "app/api.py": (
        "def create_order(request):\n    return request.payload\n\n\ndef processor(x):\n    return x\n"
    ),
    "app/backup.py": "def make_backup(folder):\n    return folder\n",
    "README.md": "# Shop\n\nPayments and single sign-on are planned. Thumbnails too. Talk to Zorbo.\n",
    "tests/test_thumbnail.py": "def test_thumbnail():\n    assert True\n",
}


@pytest.fixture
def shop(bench_of: MakeBench) -> Ranker:
    """A shop that speaks of more in its pages than it has in its code."""
    return Ranker(bench_of(FILES).index)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("How are thumbnails made?", "image resizing"),
        ("缩略图是怎么生成的？", "image resizing"),
        ("Is there a second factor when signing in?", ""),
        ("忘记密码怎么办？", "password reset"),
    ],
)
def test_an_idea_no_name_speaks_of_is_absent(shop: Ranker, question: str, label: str) -> None:
    """Words in pages and tests do not count: nothing in the code is named for it."""
    absent = absent_idea(shop, question)
    assert absent is not None
    assert not label or absent.label == label
    assert absent.patterns


@pytest.mark.parametrize(
    "question", ["How is a backup made?", "怎么备份？", "How is an order created?", "", "?"]
)
def test_an_idea_with_a_name_is_not_absent(shop: Ranker, question: str) -> None:
    """One symbol, file or route is enough; a question that names no idea has none to miss."""
    assert absent_idea(shop, question) is None


def test_a_proper_name_nobody_wrote_is_absent(shop: Ranker) -> None:
    """A product or protocol with a capital that occurs nowhere."""
    absent = absent_idea(shop, "How does the order talk to Wombatron?")
    assert absent == Absent("Wombatron", ("Wombatron",))


def test_a_proper_name_somebody_wrote_is_not_absent(shop: Ranker) -> None:
    """Any mention is enough for a name, even in a page."""
    assert absent_idea(shop, "How does the order talk to Zorbo?") is None


@pytest.mark.parametrize(
    "way", ["such as Wombatron", "for example Wombatron", "e.g. Wombatron", "例如 Wombatron"]
)
def test_an_example_is_not_asked_for(shop: Ranker, way: str) -> None:
    """A name that only illustrates the question may be missing."""
    assert absent_idea(shop, f"Does an order go to other shops, {way}?") is None


def test_patterns_are_searches_that_compile(demo: Index) -> None:
    """Each is a regular expression the search takes, and there are only a few."""
    absent = absent_idea(Ranker(demo), "Can a password be reset by mail?")
    assert absent is not None
    assert 0 < len(absent.patterns) <= 5
    for pattern in absent.patterns:
        re.compile(pattern)


@pytest.mark.parametrize(
    "question",
    [
        "How does login work?",
        "登录流程是怎样的？",
        "Where is data stored?",
        "When is the cache cleared?",
        "How are the tables changed by an upgrade?",
        "How is a new version released?",
        "Do changed settings take effect without a restart?",
        "权限是怎么检查的？",
        "What is done every night?",
        "What happens when the session has expired?",
    ],
)
def test_what_the_example_has_is_not_called_absent(demo: Index, question: str) -> None:
    """The flows the example is made of are found by their names."""
    assert absent_idea(Ranker(demo), question) is None


def test_a_name_in_another_form_is_a_name(demo: Index) -> None:
    """The client does look for newer versions, in a function called checkForUpdate."""
    assert absent_idea(Ranker(demo), "How does the client find out that there is a newer version?") is None


@pytest.mark.parametrize("question", ["How are payments taken?", "支付是怎么处理的？"])
def test_what_the_example_does_not_have_is_absent(demo: Index, question: str) -> None:
    """There is no payment in the example; its database transactions are none."""
    assert absent_idea(Ranker(demo), question) is not None


def test_a_short_form_is_not_met_inside_a_word(shop: Ranker) -> None:
    """Three letters in the middle of a name are no single sign-on."""
    assert absent_idea(shop, "How does single sign-on work?") is not None


def test_what_the_platform_brings_is_there(bench_of: MakeBench) -> None:
    """A browser's storage is called and never defined; a question about it is not denied."""
    bench = bench_of(
        {"web/theme.ts": "export function keep(v: string) {\n  localStorage.setItem('t', v);\n}\n"}
    )
    assert absent_idea(Ranker(bench.index), "浏览器里保存了哪些数据,什么时候清除?") is None


def test_one_word_among_many_denies_nothing(bench_of: MakeBench) -> None:
    """A way of delivery has nothing to do with shipping goods."""
    bench = bench_of({"app/digest.py": "def send_digest(food):\n    return channel_for(food)\n"})
    question = "Who sends the morning message about food, and how is its way of delivery chosen?"
    assert absent_idea(Ranker(bench.index), question) is None


def test_comparing_words_are_no_feature(bench_of: MakeBench) -> None:
    """That something is "older than" something else asks for nothing that would have a name."""
    bench = bench_of({"app/notice.py": "def outdated(server, phone):\n    return server < phone\n"})
    question = "My own server is older than the phone app: how does the app notice, and what does it do then?"
    assert absent_idea(Ranker(bench.index), question) is None
