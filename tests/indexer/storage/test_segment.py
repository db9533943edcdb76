"""Segments give back the words that went in, whole, by piece and after merging."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.search.lookup import Field, Segment
from indexer.storage.grams import MIN_PAGES
from indexer.storage.segment import COUNT_BITS, MAX_COUNT, SegmentBuilder, merge
from indexer.storage.store import Store
from indexer.text.words import LONG_WORD


def _store(path: Path, *texts: list[str]) -> Store:
    """A store with one segment for each list of texts; file ids count up from 1, one chunk a file."""
    store = Store.create(path)
    file_id = 0
    for group in texts:
        builder = SegmentBuilder()
        for text in group:
            file_id += 1
            lines = text.count("\n") + 1
            builder.add_text(file_id, text.encode(), [(1, lines)])
            builder.add_names(file_id, [(word, "function") for word in text.split()[:1]])
        store.add_segment(builder.finish())
    return store


def _content(segment: Segment) -> dict[str, dict[int, int]]:
    """{word: {file id: occurrences}} of the live chunks."""
    found: dict[str, dict[int, int]] = {}
    for word, postings in segment.words.all_words():
        chunks, counts = segment.chunks_of([postings])
        if len(chunks):
            files = segment.table[0][chunks].tolist()
            found[word.decode()] = dict(zip(files, counts.tolist(), strict=True))
    return found


TEXTS = st.lists(st.text(alphabet="ab_é1 \n(", max_size=30), max_size=6)


@settings(max_examples=40, deadline=None)
@given(TEXTS)
def test_every_word_is_found_where_it_occurs(texts: list[str]) -> None:
    """The segment says exactly which text holds which word how often; numbers are left out."""
    expected: dict[str, dict[int, int]] = {}
    for number, text in enumerate(texts, 1):
        for word, times in Counter(text.replace("(", " ").split()).items():
            if not word.isascii() or not word.isdigit():
                expected.setdefault(word, {})[number] = times
    store = _store(Path(":memory:"), texts)
    assert _content(Segment(store, 1, frozenset())) == expected
    store.close()


@settings(max_examples=25, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=4), st.sets(st.integers(1, 12)))
def test_merging_keeps_what_is_live(groups: list[list[str]], retired: set[int]) -> None:
    """The merged segment holds all words of the live files and none of the retired ones."""
    store = _store(Path(":memory:"), *groups)
    store.retire(retired)
    gone = store.retired()
    numbers = [number for number, _ in store.segments()]
    before: dict[str, dict[int, int]] = {}
    for number in numbers:
        for word, files in _content(Segment(store, number, gone)).items():
            before.setdefault(word, {}).update(files)
    merge(store, numbers)
    ((merged, _),) = store.segments()
    assert _content(Segment(store, merged, frozenset())) == before
    store.close()


def test_counts_stop_at_their_limit(tmp_path: Path) -> None:
    """A word that fills a chunk keeps the highest count there is room for."""
    store = _store(tmp_path / "s.db", ["word " * 1000])
    postings = Field(store, 1, 0).exact(b"word")
    assert postings is not None
    assert postings.tolist() == [(0 << COUNT_BITS) | MAX_COUNT]
    store.close()


def test_over_long_words_mark_their_chunk(tmp_path: Path) -> None:
    """What is too long for the vocabulary leaves a mark that a search can follow."""
    store = _store(tmp_path / "s.db", ["short"], ["x" * 500 + " other"])
    field = Field(store, 2, 0)
    assert field.exact(LONG_WORD) is not None
    assert field.exact(b"x" * 500) is None
    assert Field(store, 1, 0).exact(LONG_WORD) is None
    store.close()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Field, list[str]]:
    """A vocabulary large enough for bitmaps of its pages."""
    chance = random.Random(3)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_é"
    words = ["".join(chance.choice(letters) for _ in range(chance.randint(3, 24))) for _ in range(100_000)]
    field = Field(_store(tmp_path_factory.mktemp("large") / "s.db", [" ".join(words)]), 1, 0)
    assert len(field._firsts) > MIN_PAGES
    return field, sorted(set(words), key=str.encode)


@pytest.mark.parametrize(
    "needle", ["abc", "Xyz_", "qu", "zzzz", "é_", "aé", "\nab", "yz\n", "\nabcdef", "no such word"]
)
@pytest.mark.parametrize("lower", [False, True])
def test_bitmaps_hide_no_word(large: tuple[Field, list[str]], needle: str, lower: bool) -> None:
    """Words found by a piece are those that reading the whole vocabulary finds."""
    field, words = large
    needle = needle.lower() if lower else needle
    found = [field.word(at).decode() for at in field.matching(needle.encode(), lower=lower, accept=None)]
    assert found == [word for word in words if needle in f"\n{_lower(word) if lower else word}\n"]


def _lower(word: str) -> str:
    return word.encode().lower().decode()


def test_exact_look_ups(large: tuple[Field, list[str]]) -> None:
    """Every word is found on its page; what is not there is not."""
    field, words = large
    assert all(field.exact(word.encode()) is not None for word in words[::997])
    assert field.exact(b"") is None
    assert field.exact(b"~~~") is None
