"""Tests of the estimate: rather too many tokens than too few, and cuts that keep to it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.chat.tokens import estimate, shortened

TEXTS = (
    "def issue_token(user_id: int) -> str:\n    return sign({'sub': user_id})\n",
    "The quick brown fox jumps over the lazy dog.",
    "        if (err != nil) {\n            return nil, err\n        }\n",
    "登录流程是怎样的？",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_estimate_is_not_below_one_token_a_word_and_mark(text: str) -> None:
    """Even a vocabulary that knew every word whole would need one token for each of them; of Chinese, one a
    character is what dense vocabularies come to.
    """
    pieces = re.findall(r"[A-Za-z]+|[\u3000-\u9fff\uff00-\uffef]|[^\w\s]", text)
    assert estimate(text) >= len(pieces)


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(first: str, second: str) -> None:
    """Putting text behind text cannot make the whole smaller by more than the joint."""
    assert estimate(first + second) >= estimate(first) - 1


@given(st.text(max_size=400), st.integers(0, 200))
def test_what_is_cut_fits(text: str, tokens: int) -> None:
    """A shortened text keeps to its tokens, and says that it is cut."""
    cut = shortened(text, tokens)
    assert estimate(cut) <= max(tokens, estimate(text) if cut == text else tokens)
    assert cut in (text, "") or cut.endswith("[… cut …]")
