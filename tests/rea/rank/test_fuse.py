"""Tests of fusion: many opinions become one order, whatever order they come in."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rea.rank.fuse import LONGEST, Ranking, Scored, blend, fuse

PATHS = st.lists(st.sampled_from([f"{name}.py" for name in "abcdefgh"]), unique=True, max_size=8).map(tuple)
RANKINGS = st.lists(
    st.builds(
        lambda signal, weight, paths: Ranking(signal, weight, paths, {path: f"{signal}!" for path in paths}),
        st.sampled_from(["text", "route", "call"]),
        st.sampled_from([0.25, 0.5, 1.0, 3.0]),
        PATHS,
    ),
    max_size=5,
)
LEADS = st.dictionaries(
    st.sampled_from([f"{name}.py" for name in "abcdefgh"]), st.floats(0.01, 50), max_size=8
).map(lambda scores: Scored(scores, {path: "text" for path in scores}))


def ranking(weight: float, *paths: str, signal: str = "text") -> Ranking:
    """A signal's opinion with a reason for each path."""
    return Ranking(signal, weight, paths, {path: f"{signal}: {path}" for path in paths})


@given(RANKINGS)
def test_every_path_comes_once_and_best_first(rankings: list[Ranking]) -> None:
    """The result holds exactly the paths of the rankings, by falling score."""
    fused = fuse(rankings)
    assert sorted(file.path for file in fused) == sorted(
        {path for ranking in rankings for path in ranking.paths}
    )
    assert [file.score for file in fused] == sorted((file.score for file in fused), reverse=True)


@given(RANKINGS, st.randoms(use_true_random=False))
def test_scores_do_not_depend_on_the_order_of_the_rankings(rankings: list[Ranking], random: Random) -> None:
    """Shuffling the signals changes no score."""
    shuffled = list(rankings)
    random.shuffle(shuffled)
    before = {file.path: file.score for file in fuse(rankings)}
    after = {file.path: file.score for file in fuse(shuffled)}
    assert after == pytest.approx(before, abs=2e-6)


def test_ties_go_by_path_whatever_the_order_of_the_rankings() -> None:
    """Files with the same ranks under the same weights stand in the order of their paths."""
    rankings = [
        ranking(1.0, "b", "a", "c", "d"),
        ranking(0.7, "c", "b", "a"),
        ranking(0.3, "a", "x", "y", "b"),
        ranking(1.0, "a", "b", "c", "d"),
        ranking(0.7, "c", "a", "b"),
        ranking(0.3, "b", "x", "y", "a"),
    ]
    orders = {tuple(file.path for file in fuse(turned)) for turned in permutations(rankings)}
    assert orders == {("a", "b", "c", "d", "x", "y")}


@given(RANKINGS.filter(bool), st.data())
def test_a_better_rank_never_hurts(rankings: list[Ranking], data: st.DataObject) -> None:
    """A file that moves up in one signal does not move down in the fused order."""
    which = data.draw(st.integers(0, len(rankings) - 1))
    paths = list(rankings[which].paths)
    assume(len(paths) > 1)
    at = data.draw(st.integers(1, len(paths) - 1))
    path = paths[at]
    paths[at - 1], paths[at] = paths[at], paths[at - 1]
    better = [*rankings]
    better[which] = Ranking("text", rankings[which].weight, tuple(paths), {})
    before = [file.path for file in fuse(rankings)]
    after = [file.path for file in fuse(better)]
    assert after.index(path) <= before.index(path)


@given(RANKINGS)
def test_a_signal_without_opinion_changes_nothing(rankings: list[Ranking]) -> None:
    """An empty ranking leaves order, scores and reasons as they were."""
    assert fuse([*rankings, ranking(1.0)]) == fuse(rankings)


def test_agreement_beats_one_strong_opinion() -> None:
    """A file that every signal puts second stands before files that one signal puts first."""
    fused = fuse([ranking(1.0, "one", "all"), ranking(1.0, "two", "all"), ranking(1.0, "three", "all")])
    assert fused[0].path == "all"


def test_a_heavier_signal_is_followed() -> None:
    """Where two signals disagree the heavier one decides."""
    assert fuse([ranking(2.0, "a", "b"), ranking(1.0, "b", "a")])[0].path == "a"
    assert fuse([ranking(1.0, "a", "b"), ranking(2.0, "b", "a")])[0].path == "b"


def test_a_factor_can_put_a_file_back() -> None:
    """Factors scale what the signals gave."""
    first = ranking(1.0, "test.py", "code.py")
    assert [file.path for file in fuse([first], factors={"test.py": 0.1})] == ["code.py", "test.py"]


def test_the_strongest_reason_comes_first_and_none_twice() -> None:
    """Reasons are ordered by what their signal gave, and the same sentence is said once."""
    strong = Ranking("call", 2.0, ("a",), {"a": "called from b"})
    weak = Ranking("text", 0.5, ("a",), {"a": "text"})
    assert fuse([weak, strong, weak])[0].why == ("called from b", "text")


def test_long_lists_are_cut() -> None:
    """At most LONGEST files are kept, and those are the best."""
    paths = tuple(f"{number:04}" for number in range(LONGEST + 50))
    assert tuple(file.path for file in fuse([ranking(1.0, *paths)])) == paths[:LONGEST]


@given(LEADS)
def test_a_lead_alone_keeps_its_order(lead: Scored) -> None:
    """Without further signals the leading scores decide, scaled to a best of 1."""
    blended = blend(lead, [], {})
    assert [file.path for file in blended] == sorted(lead.scores, key=lambda p: (-lead.scores[p], p))
    assert not blended or blended[0].score == 1.0


@given(LEADS, st.floats(0.1, 100))
def test_the_scale_of_the_lead_does_not_matter(lead: Scored, scale: float) -> None:
    """Only the proportions of the leading scores count beside the further signals."""
    scaled = Scored({path: score * scale for path, score in lead.scores.items()}, lead.reasons)
    further = [ranking(0.5, "a.py", "h.py")]
    before = {file.path: file.score for file in blend(lead, further, {})}
    after = {file.path: file.score for file in blend(scaled, further, {})}
    assert after == pytest.approx(before, abs=2e-6)


@given(LEADS, RANKINGS)
def test_a_further_signal_only_helps(lead: Scored, further: list[Ranking]) -> None:
    """No file's score falls because of a further signal, and files it alone names take part."""
    before = {file.path: file.score for file in blend(lead, [], {})}
    after = {file.path: file.score for file in blend(lead, further, {})}
    assert set(after) == set(before) | {path for one in further for path in one.paths}
    assert all(after[path] >= score for path, score in before.items())


def test_what_a_signal_gives_is_weighed_by_the_role() -> None:
    """A factor also scales the gain: a test does not rise by a route as code does."""
    lead = Scored({"code.py": 1.0, "test.py": 1.0}, {})
    both = [ranking(0.5, "test.py", signal="route"), ranking(0.5, "code.py", signal="call")]
    assert blend(lead, both, {"test.py": 0.3})[0].path == "code.py"


def test_nothing_blends_to_nothing() -> None:
    """No scores and no rankings give no files."""
    assert blend(Scored({}, {}), [], {}) == ()
    assert fuse([]) == ()
