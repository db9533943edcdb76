"""Tests of file scores: the formula written out by hand, its promises, blind to how the index is cut."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.reader import Index, open_index
from indexer.search.scoring import Scorer, Scoring
from indexer.text.words import stem, terms_of
from tests.indexer.trees import write

# Short files, so that each is one chunk and the formula can be written down.
TEXTS = {
    "auth/login.txt": "token login token user_session\n",
    "auth/tokens.txt": "The tokens are cached by the TokenCache, caching of tokens is fast\n",
    "notes/users.txt": "Users log in here, users log out there\n",
    "notes/other.txt": "Nothing of interest in these many words that fill the line to make it long\n",
    "notes/expiry.txt": "expire expires expired Expiry EXPIRES_AT\n",
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """The index of the texts above."""
    with open_index(write(tmp_path_factory.mktemp("texts"), TEXTS)) as index:
        yield index


def scores_of(
    scorer: Scorer, terms: Mapping[str, float], paths: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The scores of the files that have one."""
    files, _ = scorer.score(terms, paths)
    return {scorer.paths[at]: float(files[at]) for at in files.nonzero()[0]}


def by_hand(terms: Mapping[str, float], numbers: Scoring) -> dict[str, float]:
    """The formula for files of one chunk, written as directly as can be."""
    lengths = {path: len(re.findall(r"\w+", text)) for path, text in TEXTS.items()}
    average = sum(lengths.values()) / len(lengths)
    stems = {path: Counter(terms_of(text)) for path, text in TEXTS.items()}
    scores = dict.fromkeys(TEXTS, 0.0)
    for term, weight in terms.items():
        holding = sum(term in counted for counted in stems.values())
        rarity = math.log(1 + (len(TEXTS) - holding + 0.5) / (holding + 0.5))
        for path in TEXTS:
            folder, _, name = path.rpartition("/")
            named = (
                numbers.name
                if term in terms_of(name)
                else numbers.folder
                if term in terms_of(folder)
                else 0.0
            )
            times = stems[path][term]
            for share, b in ((numbers.chunk, numbers.b_chunk), (numbers.file, numbers.b_file)):
                # A name counts for the file as a whole, and for chunks that hold the word.
                counted = times / (1 - b + b * lengths[path] / average)
                total = counted + named if times or b == numbers.b_file else 0.0
                scores[path] += share * weight * rarity * total * (numbers.k1 + 1) / (total + numbers.k1)
    return {path: score for path, score in scores.items() if score}


@pytest.mark.parametrize(
    "terms",
    [
        {"token": 1.0},
        {"login": 1.0, "cach": 0.5},
        {"user": 1.0, "session": 0.3, "expir": 2.0},
        {"auth": 1.0, "log": 1.0},
    ],
)
@pytest.mark.parametrize(
    "numbers", [Scoring(), Scoring(k1=1.2, b_chunk=0.3, b_file=0.9, name=4.0, folder=2.0)]
)
def test_scores_are_those_of_the_formula(texts: Index, terms: dict[str, float], numbers: Scoring) -> None:
    """Score by score, with the numbers of the package and with others; files with nothing have none."""
    assert scores_of(Scorer(texts.text_index, numbers), terms) == pytest.approx(by_hand(terms, numbers))


def test_a_file_named_for_the_topic_gains(texts: Index) -> None:
    """With the same words inside, the file whose name is the word stands first."""
    scores = scores_of(texts.scorer, {"expir": 1.0, "token": 1.0})
    bare = scores_of(Scorer(texts.text_index, Scoring(name=0.0, folder=0.0)), {"expir": 1.0, "token": 1.0})
    assert scores["auth/tokens.txt"] > bare["auth/tokens.txt"]
    assert scores["auth/login.txt"] == pytest.approx(bare["auth/login.txt"])


def test_words_of_paths_only_count_in_paths(texts: Index) -> None:
    """A word looked for in paths finds nothing inside a file, and nothing where no path has it."""
    assert set(scores_of(texts.scorer, {}, {"auth": 1.0})) == {"auth/login.txt", "auth/tokens.txt"}
    assert scores_of(texts.scorer, {}, {"interest": 1.0}) == {}


def test_a_word_looked_for_everywhere_is_not_counted_again_in_paths(texts: Index) -> None:
    """A stem that is among the terms takes its path part from there."""
    terms = {"login": 1.0}
    assert scores_of(texts.scorer, terms, {"login": 5.0}) == scores_of(texts.scorer, terms)


def test_a_rare_word_tells_more_than_a_common_one(texts: Index) -> None:
    """Rarity falls with the number of chunks that hold a stem and is never negative."""
    rarity = {term: texts.scorer.rarity(term) for term in ("expir", "in", "absent")}
    assert rarity["absent"] > rarity["expir"] > rarity["in"] >= 0


@given(st.dictionaries(st.sampled_from(["token", "user", "log", "expir", "line"]), st.floats(0.01, 5)))
def test_weights_scale(texts: Index, terms: dict[str, float]) -> None:
    """Twice the weight of every word is twice the score of every file."""
    twice = scores_of(texts.scorer, {term: 2 * weight for term, weight in terms.items()})
    assert twice == pytest.approx({path: 2 * score for path, score in scores_of(texts.scorer, terms).items()})


@given(
    st.dictionaries(st.sampled_from(["token", "user", "log", "expir"]), st.floats(0.01, 5)),
    st.sampled_from(["line", "cach", "login"]),
)
def test_a_further_word_takes_nothing_away(texts: Index, terms: dict[str, float], word: str) -> None:
    """Asking for one word more lowers no score."""
    before, after = scores_of(texts.scorer, terms), scores_of(texts.scorer, {**terms, word: 1.0})
    assert all(after[path] >= score - 1e-9 for path, score in before.items())


@pytest.mark.parametrize("terms", [{}, {"absent": 1.0}, {"token": 0.0}, {"登录": 1.0}])
def test_nothing_asked_or_found_scores_nothing(texts: Index, terms: dict[str, float]) -> None:
    """No file has a score and there are no hits."""
    _, chunks = texts.scorer.score(terms)
    assert scores_of(texts.scorer, terms) == {}
    assert texts.scorer.best_chunks(chunks, terms, 10) == ()


def test_the_best_chunks_come_first_with_their_words(texts: Index) -> None:
    """At most as many as asked for, by falling score, each with the stems it holds, in the order asked."""
    terms = {"user": 1.0, "token": 2.0, "absent": 1.0}
    _, chunks = texts.scorer.score(terms)
    hits = texts.scorer.best_chunks(chunks, terms, 10)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert {hit.chunk.path: hit.terms for hit in hits} == {
        "auth/login.txt": ("user", "token"),
        "auth/tokens.txt": ("token",),
        "notes/users.txt": ("user",),
    }
    assert texts.scorer.best_chunks(chunks, terms, 2) == hits[:2]
    assert all(hit.chunk in texts.chunks_in(hit.chunk.path) for hit in hits)


def test_a_file_is_as_good_as_its_best_chunk_and_its_whole(tmp_path: Path) -> None:
    """Words together in one place beat the same words far apart."""
    filler = "".join(f"def step_{number}():\n    return {number}\n\n\n" for number in range(60))
    near = f"{filler}def refund_order():\n    return 1\n\n\n{filler}"
    apart = f"def refund_it():\n    return 1\n\n\n{filler}{filler}def order_it():\n    return 1\n"
    with open_index(write(tmp_path, {"one.py": near, "two.py": apart})) as index:
        assert len(index.chunks_in("one.py")) > 1
        scores = scores_of(index.scorer, {"refund": 1.0, "order": 1.0})
    assert scores["one.py"] > scores["two.py"]


def test_the_cut_into_segments_makes_no_difference(tmp_path: Path) -> None:
    """Scores after many refreshes, with a file changed and one removed, equal those after one build."""
    root = write(tmp_path / "grown", {"gone.txt": "token token login\n", "auth/login.txt": "zero\n"})
    open_index(root).close()
    for path, text in TEXTS.items():
        write(root, {path: text})
        open_index(root).close()
    (root / "gone.txt").unlink()
    terms, paths = {"token": 1.0, stem("users"): 0.7, "expir": 0.3}, {"auth": 0.5, "gon": 1.0}
    with open_index(root) as grown, open_index(write(tmp_path / "whole", TEXTS)) as fresh:
        assert len(grown.text_index.segments) > 1
        assert scores_of(grown.scorer, terms, paths) == pytest.approx(scores_of(fresh.scorer, terms, paths))
        hits = [
            scorer.best_chunks(scorer.score(terms, paths)[1], terms, 10)
            for scorer in (grown.scorer, fresh.scorer)
        ]
    assert [(hit.chunk, hit.terms) for hit in hits[0]] == [(hit.chunk, hit.terms) for hit in hits[1]]


def test_an_empty_repository_has_no_scores(tmp_path: Path) -> None:
    """Without a file, and with an empty one, asking is no error."""
    for number, files in enumerate(({}, {"empty.txt": ""})):
        with open_index(write(tmp_path / f"root{number}", {"x/.reaignore": "", **files})) as index:
            scores, chunks = index.scorer.score({"token": 1.0}, {"auth": 1.0})
            assert not scores.any()
            assert index.scorer.best_chunks(chunks, {"token": 1.0}, 10) == ()
            assert set(index.scorer.position) == set(index.scorer.paths)


def test_the_columns_are_the_files_of_the_index(texts: Index) -> None:
    """Every file has one place, and the table of places agrees with the list."""
    scorer = texts.scorer
    assert sorted(scorer.paths) == sorted(TEXTS)
    assert [scorer.position[path] for path in scorer.paths] == list(range(len(TEXTS)))
