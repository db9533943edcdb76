"""Tests of the concept lexicon: its data and its matcher."""

from __future__ import annotations

import itertools
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rea.lexicon import Concept, Lexicon, load_lexicon
from rea.lexicon.phrases import PhraseTable
from rea.lexicon.stems import normal_form

# Words that stand in every other question; a phrase of one of them would fire on everything.
COMMON = {
    *(
        "use",
        "work",
        "make",
        "get",
        "where",
        "how",
        "what",
        "when",
        "do",
        "go",
        "find",
        "show",
        "see",
        "code",
    ),
    *("file", "data", "function", "class", "method", "thing", "part", "place", "run", "call", "user", "text"),
    *("happen", "system", "program", "app", "application", "server", "page", "time", "way", "step", "need"),
    *("the", "it", "is", "new", "add", "change", "set", "start", "end", "name", "list", "value", "number"),
}
COMMON_CHINESE = {
    "数据",
    "用户",
    "文件",
    "代码",
    "实现",
    "怎么",
    "如何",
    "流程",
    "功能",
    "系统",
    "程序",
    "使用",
}

ENGLISH = [
    ("What keeps me signed in after I close the browser?", "remember_me"),
    ("Why are people thrown out after a while?", "session_expiry"),
    ("How can someone get back in with a forgotten password?", "password_reset"),
    ("Can I log in with an outside account such as GitHub?", "oauth"),
    ("Is there a second step when signing in?", "two_factor"),
    ("What happens after too many attempts?", "brute_force"),
    ("Who may see my notes?", "visibility"),
    ("What may a guest do?", "anonymous_access"),
    ("Where is my half-written note kept?", "draft"),
    ("Can I pick up where I left off?", "resume"),
    ("Where does the shrunken preview come from?", "thumbnail"),
    ("What runs behind the scenes?", "background_job"),
    ("What is done every night?", "schedule"),
    ("How does it find out there is a newer version?", "update_check"),
    ("How are old entries cleaned up?", "cleanup"),
    ("What if two people edit the same thing?", "conflict"),
    ("What happens on the first start?", "first_run"),
    ("How do I make a backup?", "backup"),
    ("How can I bring back a backup?", "backup_restore"),
    ("Does it work with several servers at once?", "locking"),
    ("What happens while it is turned off?", "pause_resume"),
    ("What happens when sending goes wrong?", "failure_handling"),
    ("How does it send mail?", "email"),
    ("How are the tables changed by an upgrade?", "migration"),
    ("Which settings come from the environment?", "environment_variable"),
    ("How can I get all my data out?", "export"),
    ("How does the server know who is asking?", "current_user"),
    ("Why is the user redirected to the login page?", "route_guard"),
    ("What does the user see when saving fails?", "error_message"),
    ("Can a deleted item be brought back?", "soft_delete"),
    ("How is a new version rolled out?", "deploy"),
    ("How is a filter expression parsed?", "expression_parser"),
    ("How does type inference treat generics?", "type_system"),
    ("How are arrays reshaped?", "numeric_array"),
    ("How do I change my e-mail address?", "user_profile"),
    ("Is the behaviour customised by a pre and post step?", "hook"),
]

CHINESE = [
    ("关掉浏览器以后为什么还保持登录？", "remember_me"),
    ("过一会儿为什么会被踢下线？", "session_expiry"),
    ("忘记密码怎么办？", "password_reset"),
    ("能用 GitHub 账号登录吗？", "oauth"),
    ("登录有两步验证吗？", "two_factor"),
    ("密码输错太多次会怎样？", "brute_force"),
    ("谁可以看到我的笔记？", "visibility"),
    ("写到一半的笔记存在哪里？", "draft"),
    ("怎么从上次的位置继续播放？", "resume"),
    ("图片的缩略图是怎么生成的？", "thumbnail"),
    ("每天晚上会自动执行什么？", "schedule"),
    ("程序怎么知道有新版本？", "update_check"),
    ("旧数据什么时候会被清理？", "cleanup"),
    ("两个人同时修改同一条记录会怎样？", "conflict"),
    ("第一次启动时会做什么？", "first_run"),
    ("怎么备份？", "backup"),
    ("多台服务器同时运行时如何避免重复执行？", "locking"),
    ("发送失败会再试吗？", "retry"),
    ("出错的时候用户看到什么？", "error_message"),
    ("缓存什么时候失效？", "cache_invalidation"),
    ("迁移脚本放在哪？", "migration"),
    ("上传的文件保存在哪里？", "upload"),
    ("如何导出我的数据？", "export"),
    ("权限是怎么检查的？", "permission"),
    ("断网以后还能用吗？", "offline"),
    ("配置改了需要重启吗？", "settings"),
    ("API 密钥 存在哪？", "api_key"),
    ("WebSocket 断开后怎么重连？", "realtime"),
]

NOTHING = [
    "How does this work and where is it implemented?",
    "What does this function do and who calls it?",
    "Explain the flow step by step, in order to understand it.",
    "What does it look like, and where does it live?",
    "Is there any place where this is not the case?",
    "这个功能是怎么实现的？在哪个文件里？",
    "请解释整个流程，从头到尾经过哪些步骤？",
]


def _names(question: str) -> list[str]:
    return [match.concept.name for match in load_lexicon().match(question)]


def test_the_shipped_lexicon_is_large_enough() -> None:
    """There are at least 220 concepts, more than 1,000 English phrases and more than 700 Chinese ones."""
    concepts = load_lexicon().concepts
    assert len(concepts) >= 220
    assert len({phrase for concept in concepts for phrase in concept.en}) > 1000
    assert len({phrase for concept in concepts for phrase in concept.zh}) > 700


def test_every_concept_speaks_both_languages_and_leads_to_code() -> None:
    """Each shipped concept has phrases in both languages, at least three strong words and a neighbour."""
    for concept in load_lexicon().concepts:
        assert concept.en and concept.zh, concept.name
        assert len(concept.code) >= 3, concept.name
        assert concept.related and concept.name not in concept.related, concept.name


def test_no_list_repeats_itself() -> None:
    """Within a concept no list holds a word twice, and no word is both strong and weak."""
    for concept in load_lexicon().concepts:
        for words in (concept.en, concept.zh, concept.code, concept.weak, concept.related):
            assert len(words) == len(set(words)), concept.name
        assert not set(concept.code) & set(concept.weak), concept.name


def test_a_phrase_belongs_to_at_most_two_concepts() -> None:
    """No phrase, compared as the matcher compares it, is shared by three concepts."""
    owners: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for concept in load_lexicon().concepts:
        for phrase in concept.en:
            owners[tuple(map(normal_form, phrase.replace("-", " ").split()))].add(concept.name)
        for phrase in concept.zh:
            owners[(phrase.lower(),)].add(concept.name)
    assert {phrase: names for phrase, names in owners.items() if len(names) > 2} == {}


def test_no_phrase_fires_on_everything() -> None:
    """No word that stands in every other question names a concept by itself."""
    for concept in load_lexicon().concepts:
        assert not COMMON_CHINESE & set(concept.zh), concept.name
    for word in sorted(COMMON):
        assert _names(word) == [], word


def _table_of(phrase: str) -> PhraseTable:
    table = PhraseTable()
    table.add_english(phrase, "one")
    return table


@pytest.mark.parametrize(("question", "name"), ENGLISH, ids=[name for _, name in ENGLISH])
def test_an_english_newcomers_words_reach_the_concept(question: str, name: str) -> None:
    """A question in everyday English names the concept it is about."""
    assert name in _names(question)


@pytest.mark.parametrize(("question", "name"), CHINESE, ids=[name for _, name in CHINESE])
def test_a_chinese_newcomers_words_reach_the_concept(question: str, name: str) -> None:
    """A question in everyday Chinese names the concept it is about."""
    assert name in _names(question)


@pytest.mark.parametrize("question", NOTHING)
def test_the_scaffolding_of_a_question_names_no_concept(question: str) -> None:
    """Words every question has in common name nothing."""
    assert _names(question) == []


def test_a_match_says_where_it_stands() -> None:
    """Start and end cut the matched words out of the question, and matches come in order."""
    question = "Wie? How long is a session kept, 令牌 什么时候 过期？ E-Mails"
    matches = load_lexicon().match(question)
    cut = [(match.concept.name, question[match.start : match.end]) for match in matches]
    assert ("session", "session") in cut
    assert ("token", "令牌") in cut
    assert ("email", "E-Mails") in cut
    assert [match.start for match in matches] == sorted(match.start for match in matches)


@settings(deadline=None)  # the first example may be the one that reads the files
@given(st.text(max_size=60))
def test_any_text_can_be_matched(question: str) -> None:
    """No text makes the matcher fail, and the matches lie inside it without crossing each other."""
    matches = load_lexicon().match(question)
    spans = sorted({(match.start, match.end) for match in matches})
    assert all(0 <= start < end <= len(question) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))


def _small(*concepts: tuple[str, tuple[str, ...], tuple[str, ...]]) -> Lexicon:
    return Lexicon(Concept(name, en, zh, ("word",)) for name, en, zh in concepts)


def _found(lexicon: Lexicon, question: str) -> list[tuple[str, str]]:
    return [(match.concept.name, question[match.start : match.end]) for match in lexicon.match(question)]


def test_the_longest_phrase_wins() -> None:
    """A phrase inside a longer one that matches is not reported."""
    lexicon = _small(("a", ("token",), ("缓存",)), ("b", ("access token",), ("内存缓存",)))
    assert _found(lexicon, "an access token and a token") == [("b", "access token"), ("a", "token")]
    assert _found(lexicon, "内存缓存和缓存") == [("b", "内存缓存"), ("a", "缓存")]


def test_a_shared_phrase_gives_both_concepts() -> None:
    """A phrase of two concepts gives two matches over the same words."""
    lexicon = _small(("a", ("roll back",), ()), ("b", ("roll back",), ()))
    assert _found(lexicon, "It was rolled back.") == [("a", "rolled back"), ("b", "rolled back")]


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("log out", "Who logs me out?"),
        ("sign in", "while signing in"),
        ("sign in", "the sign-in page"),
        ("send mail", "when mail is sent"),
        ("clear cache", "When is the cache being cleared?"),
        ("file size", "the size of a file"),
        ("reset the password", "resetting my password"),
        ("authorise", "is it authorized"),
        ("cancel", "a cancelled job"),
        ("query", "several queries"),
        ("save", "saving"),
        ("throw out", "people are thrown out"),
        ("e-mail", "emails"),
        ("email", "by e-mail"),
        ("user's choice", "the user's choices"),
    ],
)
def test_a_phrase_is_found_in_its_inflections(phrase: str, question: str) -> None:
    """Inflection, spelling variants, small words between and the passive do not hide a phrase."""
    assert [hit.phrase for hit in _table_of(phrase).find(question)] == [phrase]


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("log in", "catalog in"),
        ("log in", "log. In"),
        ("log in", "in the log"),
        ("rest", "restore"),
        ("note", "not"),
        ("set", "the settings"),
        ("worker", "how does it work"),
        ("access token", "access to the token"),
    ],
)
def test_a_phrase_is_not_found_in_other_words(phrase: str, question: str) -> None:
    """Parts of words, words across sentences and other words do not count."""
    assert _table_of(phrase).find(question) == ()


def test_a_chinese_phrase_bridges_blanks_and_small_words() -> None:
    """Blanks around Latin words and the particles of a question do not hide a Chinese phrase."""
    lexicon = _small(("a", (), ("API密钥", "缓存失效", "上传文件")))
    assert _found(lexicon, "api 密钥") == [("a", "api 密钥")]
    assert _found(lexicon, "缓存 什么时候会失效") == [("a", "缓存 什么时候会失效")]
    assert _found(lexicon, "上传的文件") == [("a", "上传的文件")]
    assert _found(lexicon, "myapi密钥") == []


def test_a_concept_is_found_by_name() -> None:
    """A concept can be asked for by name; an unknown name is a KeyError."""
    lexicon = load_lexicon()
    assert "cookie" in lexicon.concept("session").related
    with pytest.raises(KeyError):
        lexicon.concept("no_such_concept")


def test_route_fragments_are_telling() -> None:
    """A route fragment starts with a slash and is long enough not to be part of every route."""
    for concept in load_lexicon().concepts:
        assert all(route.startswith("/") and len(route) > 2 for route in concept.routes), concept.name
