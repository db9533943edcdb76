"""Tests of what counts as a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.errors import UsageError
from rea.question import MOST_CHARACTERS, clean_question


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("How does login work?", "How does login work?"),
        ("  how\n does\tlogin  work ", "how does login work"),
        ("登录流程是怎样的？", "登录流程是怎样的？"),
        ("where is \x1b[31mred\x1b[0m set", "where is [31mred [0m set"),
        ("caf\udce9 login", "caf\ufffd login"),
        ("🙂 login", "🙂 login"),
    ],
)
def test_questions_become_one_clean_line(text: str, question: str) -> None:
    """Line ends, tabs and control characters are blanks; bytes that are no text are replaced."""
    assert clean_question(text) == question


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("\x00\x1b", "empty"),
        ("?!… ——「」", "no words"),
        ("🙂🎉🚀", "no words"),
        ("a" * (MOST_CHARACTERS + 1), "4,001 characters"),
        ("login " * 2000, "11,999 characters"),
    ],
)
def test_what_is_no_question(text: str, message: str) -> None:
    """Each kind of non-question is told what is wrong and what to do."""
    with pytest.raises(UsageError, match=message) as caught:
        clean_question(text)
    assert caught.value.next_step


@given(st.text(max_size=200))
def test_a_clean_question_stays_as_it_is(text: str) -> None:
    """Cleaning twice changes nothing, and no control character is left."""
    try:
        once = clean_question(text)
    except UsageError:
        return
    assert clean_question(once) == once
    assert once.isprintable()
