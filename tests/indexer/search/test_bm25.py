"""Ranking: the formula as written down by its authors, over stemmed sub-words, blind to how the index was
cut."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pytest

from indexer.reader import open_index
from indexer.search.bm25 import K1, B, words_with_stem
from indexer.search.lookup import Field
from indexer.storage.segment import SegmentBuilder
from indexer.storage.store import Store
from indexer.text.words import stem, sub_words
from tests.indexer.trees import write

TEXTS = {
    "a.txt": "login token login user_session\n",
    "b.txt": "The tokens are cached by the TokenCache, caching of tokens is fast\n",
    "c.txt": "Users log in here, users log out there\n",
    "d.txt": "Nothing of interest in these many words that fill the line to make it long\n",
    "e.txt": "expire expires expired Expiry EXPIRES_AT\n",
}


def _stems(text: str) -> Counter[str]:
    return Counter(stem(part) for word in re.findall(r"\w+", text) for part in sub_words(word))


def _reference(terms: list[str]) -> dict[str, float]:
    """BM25 of every text for stems, written as directly as can be."""
    lengths = {name: len(re.findall(r"\w+", text)) for name, text in TEXTS.items()}
    average = sum(lengths.values()) / len(TEXTS)
    scores = dict.fromkeys(TEXTS, 0.0)
    for term in terms:
        holding = [name for name, text in TEXTS.items() if term in _stems(text)]
        rarity = math.log(1 + (len(TEXTS) - len(holding) + 0.5) / (len(holding) + 0.5))
        for name in holding:
            times = _stems(TEXTS[name])[term]
            norm = K1 * (1 - B + B * lengths[name] / average)
            scores[name] += rarity * times * (K1 + 1) / (times + norm)
    return scores


@pytest.mark.parametrize(
    "terms", [["login"], ["token", "cach"], ["user", "session", "expir"], ["log", "fast", "lin"]]
)
def test_scores_are_those_of_the_formula(tmp_path: Path, terms: list[str]) -> None:
    """Score by score, and texts without any of the terms are left out."""
    expected = {name: score for name, score in _reference(terms).items() if score}
    with open_index(write(tmp_path, TEXTS)) as index:
        found = {hit.chunk.path: hit.score for hit in index.rank_chunks(dict.fromkeys(terms, 1.0))}
    assert found == pytest.approx(expected)


def test_weights_scale(tmp_path: Path) -> None:
    """A term that counts twice scores twice; the parts of a compound share its weight."""
    with open_index(write(tmp_path, TEXTS)) as index:
        once, twice = index.rank_chunks({"login": 1.0}), index.rank_chunks({"login": 2.0})
        shared = {hit.chunk.path: hit.score for hit in index.rank_chunks({"user_session": 1.0})}
        alone = {hit.chunk.path: hit.score for hit in index.rank_chunks({"user": 0.5, "session": 0.5})}
    assert twice[0].score == pytest.approx(2 * once[0].score)
    assert shared == pytest.approx(alone)


WORDS = (
    "getToken TOKEN_SIZE tokens tokenize bettertoken HTTPServer WebSocket web_socket "
    "websockets x509cert 登录流程 Größe OAuthLogin token2 cachedTokens mytoken"
)


@pytest.mark.parametrize(
    ("term", "words"),
    [
        ("token", {"getToken", "TOKEN_SIZE", "tokens", "token2", "cachedTokens"}),
        ("http", {"HTTPServer"}),
        ("serv", {"HTTPServer"}),
        ("websocket", {"WebSocket", "websockets"}),
        ("socket", {"WebSocket", "web_socket"}),
        ("oauth", {"OAuthLogin"}),
        ("cach", {"cachedTokens"}),
        ("登录", {"登录流程"}),
        ("größ", {"Größe"}),
        ("509", {"x509cert"}),
        ("2", {"token2"}),
        ("absent", set()),
    ],
)
def test_a_stem_meets_the_parts_of_words(term: str, words: set[str]) -> None:
    """Whole sub-words and runs of them, in any case, with any ending; never the middle of a word."""
    builder = SegmentBuilder()
    builder.add_text(1, WORDS.encode(), [(1, 1)])
    store = Store.create(Path(":memory:"))
    store.add_segment(builder.finish())
    field = Field(store, 1, 0)
    assert {field.word(at).decode() for at in words_with_stem(field, term)} == words
    store.close()


def test_the_cut_into_segments_makes_no_difference(tmp_path: Path) -> None:
    """Ranks after refreshes equal ranks after one build."""
    root = write(tmp_path / "tree", {"a.txt": "zero\n"})
    open_index(root).close()
    for name, text in TEXTS.items():
        write(root, {name: text})
        open_index(root).close()
    whole = write(tmp_path / "whole", TEXTS)
    terms = {"token": 1.0, "users": 0.7, "expire": 0.3}
    with open_index(root) as grown, open_index(whole) as fresh:
        assert len(grown.text_index.segments) > 1
        assert grown.rank_chunks(terms) == fresh.rank_chunks(terms)
