"""Words, sub-words and stems: what makes a question's word meet an identifier."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text.words import LONG_WORD, MAX_WORD_BYTES, blanked, indexed, pieces, stem, sub_words, terms_of


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("getHTTPServer2", ["get", "http", "server", "2"]),
        ("refresh_token", ["refresh", "token"]),
        ("__init__", ["init"]),
        ("XMLHttpRequest", ["xml", "http", "request"]),
        ("登录流程", ["登录", "录流", "流程"]),
        ("login登录", ["login", "登录"]),
        ("Größe", ["gr", "öß", "e"]),
        ("", []),
    ],
)
def test_identifiers_fall_into_sub_words(word: str, parts: list[str]) -> None:
    """Case, underscores, digits and scripts separate the parts of a name."""
    assert sub_words(word) == parts


@pytest.mark.parametrize(
    "family",
    [
        ["cache", "caches", "cached", "caching"],
        ["entry", "entries"],
        ["run", "runs", "running"],
        ["token", "tokens"],
        ["user", "users"],
        ["expire", "expires", "expired", "expiry"],
        ["migrate", "migrates", "migrated", "migrating"],
        ["class", "classes"],
        ["address", "addresses"],
    ],
)
def test_forms_of_a_word_share_a_stem(family: list[str]) -> None:
    """A question in the plural finds a name in the singular."""
    assert len({stem(word) for word in family}) == 1


@pytest.mark.parametrize("word", ["string", "status", "class", "bus", "red", "spring", "access"])
def test_endings_that_are_no_suffix_stay(word: str) -> None:
    """Words that merely look inflected are left alone."""
    assert stem(word) == word


@given(st.text(alphabet="abcdeginorstuyz", max_size=14))
def test_a_stem_is_a_prefix_and_its_own_stem(word: str) -> None:
    """The index is searched for stems by prefix, and callers may pass either words or stems."""
    assert word.startswith(stem(word))
    assert stem(stem(word)) == stem(word)


@given(st.text())
def test_blanking_keeps_words_and_lines(text: str) -> None:
    """Blanking moves nothing: words and line ends stay where they are."""
    data = text.encode("utf-8", "replace")
    shown = blanked(data)
    assert len(shown) == len(data)
    assert shown.count(b"\n") == data.count(b"\n")
    assert b"".join(shown.split()) == bytes(b for b in data if b == 95 or b >= 128 or chr(b).isalnum())


def test_numbers_are_not_indexed_but_names_that_start_with_one_are() -> None:
    """`2fa_login` must be found by `fa_login`; `12345` is of no use to anybody."""
    assert indexed([b"12345", b"2fa_login", b"a" * (MAX_WORD_BYTES + 1)]) == [b"2fa_login"]


def test_long_words_keep_a_trace() -> None:
    """A sentence without blanks is indexed in pieces, each valid text, and marked."""
    found = pieces(("登录" * 100).encode())
    assert found[0] == LONG_WORD
    assert "".join(part.decode() for part in found[1:]) == "登录" * 100
    assert pieces(b"A" * 500) == [LONG_WORD, b"A" * MAX_WORD_BYTES]


def test_terms_of_a_question() -> None:
    """A question becomes the stems of its sub-words."""
    assert terms_of("Where are refresh_tokens cached?") == ["wher", "are", "refresh", "token", "cach"]
