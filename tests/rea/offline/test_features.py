"""Tests of features: which a question asks for, and which names speak of one."""

from __future__ import annotations

import pytest

from rea.offline.features import Names, features, words_of_name


def asked(question: str) -> set[str]:
    """The labels of the features a question is about."""
    return {feature.label for feature in features() if feature.is_asked(question)}


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("How does somebody who forgot the password get back in?", "password reset"),
        ("忘记密码怎么办？", "password reset"),
        ("Can people sign in through LDAP?", "ldap"),
        ("Where are previous versions of a page kept?", "version history"),
        ("Does the program check for updates?", "update check"),
        ("How are backups made every night?", "backup"),
        ("优惠券怎么用？", "coupons"),
    ],
)
def test_a_question_is_about_a_feature(question: str, label: str) -> None:
    """In a newcomer's words, in either language."""
    assert label in asked(question)


@pytest.mark.parametrize(
    "question", ["How does login work?", "登录流程是怎样的？", "Where is the version kept?", "", "?"]
)
def test_ordinary_questions_ask_for_no_feature(question: str) -> None:
    """What every program has is none of them."""
    assert asked(question) == set()


@pytest.mark.parametrize(
    "name", ["checkForUpdate", "check_updates", "UPDATE_CHECK_URL", "server/update-checker.js"]
)
def test_a_name_may_be_written_in_any_way(name: str) -> None:
    """Camel case, snake case, constants, paths; plurals and joints do not matter."""
    feature = next(feature for feature in features() if feature.label == "update check")
    assert any(Names([name]).holds(wanted) for wanted in feature.named)


def test_words_count_only_side_by_side_and_whole() -> None:
    """The words of two names, or the middle of a word, speak of nothing."""
    names = Names(["resetForm", "passwordField", "processor"])
    assert not names.holds(("reset", "password"))
    assert not names.holds(("sso",))
    assert names.holds(("proc*",))
    assert names.holds(("password", "field"))
    assert not names.holds(("field", "password"))


def test_a_plural_is_its_singular_and_short_words_stay() -> None:
    """`backup codes` is met by backupCode; `is`, `as`, `status`, `access` are no plurals."""
    assert words_of_name("backupCodes") == ("backup", "code")
    assert words_of_name("accessStatus") == ("access", "status")


def test_every_feature_can_be_asked_for_and_named() -> None:
    """Each line has patterns that can be used, each name has words in the form names are compared in."""
    for feature in features():
        assert feature.asked and feature.named, feature.label
        for line in feature.asked:
            for pattern in line:
                pattern.matches("")
        for words in feature.named:
            assert words and all(word.removesuffix("*") for word in words), feature.label
