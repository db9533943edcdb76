"""Tests of what is left of earlier turns: every fact and place while there is room, the newest where not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rea.chat.history import fact_list, folded, newest
from rea.chat.tokens import estimate
from rea.loop.facts import Facts
from rea.loop.reasoner import NewFact
from tests.rea.conftest import Bench


def many(count: int) -> Facts:
    """Facts of different files, with long sentences."""
    facts = Facts()
    for number in range(count):
        text = f"`name{number}` " + "does a thing " * 40
        facts.add(NewFact(text, f"f{number}.py", number + 1, number + 3, "issue", "core"))
    return facts


def test_a_fact_is_told_with_its_place_node_and_role() -> None:
    """One line each, ids as everywhere."""
    facts = Facts()
    facts.add(NewFact("It signs.", "a.py", 6, 7, "issue", "write"))
    assert fact_list(facts, 1_000) == "F1 [issue write] a.py:6-7 It signs."


def test_sentences_are_shortened_before_places_are_lost() -> None:
    """With little room every place is still there, the sentences are not."""
    facts = many(12)
    text = fact_list(facts, 300)
    assert estimate(text) <= 300
    assert [f"f{n}.py:{n + 1}-{n + 3}" in text for n in range(12)] == [True] * 12
    assert "does a thing" not in text


def test_with_no_room_the_newest_stay_and_the_rest_is_counted() -> None:
    """What is not shown is said to be there."""
    text = fact_list(many(40), 100)
    assert estimate(text) <= 100
    assert "f39.py:40-42" in text
    assert "earlier ones not shown" in text


def test_earlier_turns_are_folded_to_a_line_each(bench: Bench) -> None:
    """Reads with the facts on them, searches with their hits, files that were only seen."""
    bench.read("server/tokens.py", 1, 7)
    bench.call("search_text", pattern="passphrase")
    bench.call("search_text", pattern="kerberos")
    bench.facts.add(NewFact("It signs.", "server/tokens.py", 6, 7, "issue", "core"))
    lines = folded(bench.ledger, bench.facts, 2, 2_000).split("\n")
    assert "read server/tokens.py:1-7, F1" in lines
    assert "searched kerberos: 0 hits" in lines
    assert any(line.startswith("seen server/session.py:") for line in lines)
    assert not any("seen server/tokens.py" in line for line in lines)
    assert "def issue_token" not in "\n".join(lines)


def test_the_last_turn_is_not_folded(bench: Bench) -> None:
    """It is shown in full elsewhere."""
    bench.read("server/tokens.py", 1, 7)
    assert folded(bench.ledger, bench.facts, 1, 2_000) == ""


def test_a_read_without_a_fact_says_so(bench: Bench) -> None:
    """The model may look again or leave it."""
    bench.read("web/http.js", 1, 3)
    assert folded(bench.ledger, bench.facts, 2, 500) == "read web/http.js:1-3, nothing noted"


@given(st.lists(st.text(alphabet="ab 登.", min_size=1, max_size=60), max_size=40), st.integers(0, 400))
def test_the_newest_lines_fit(lines: list[str], tokens: int) -> None:
    """Never more tokens than there is room, and always an end of the list."""
    text = newest(lines, tokens)
    assert not text or estimate(text) <= tokens
    kept = [line for line in text.split("\n") if not line.startswith("(")] if text else []
    assert kept == lines[len(lines) - len(kept) :]
