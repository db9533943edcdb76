"""Tests of risks: each follows from lines of the ledger, and none is said where the lines show otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rea.answer import Claim
from rea.offline.proof import Proof
from rea.offline.risks import risks_of
from rea.playbooks.loading import PlaybookNode, load_playbooks
from tests.rea.conftest import Bench
from tests.rea.offline.parts import make_node, make_proof, make_spot

WRITE = make_node("client_write", {"write": r"setItem"}, kind="client_local")
CLEAR = make_node("client_clear", {"read": r"storage\.\w+", "clear": r"removeItem"}, kind="client_local")
TOKEN = make_node("issue", {"issue": r"issue\w*", "expiry": r"exp\w*\b|LIFETIME"})
RUN = make_node("runner", {"run": r"issue_token"}, kind="data_migration")
GUARD = make_node("idempotence", {"guard": r"matches"}, kind="data_migration")

KEPT = make_spot("web/login.js", 4, 6, "write", names=("sessionStorage",), line=5)
KEPT_TOO = make_spot("web/login.js", 3, 7, "write", symbol="submitLogin", line=5)
DROPPED = make_spot("web/http.js", 1, 6, "clear", symbol="post", line=4)
ISSUED = make_spot("server/session.py", 9, 9, "issue", names=("issue_token",))
ISSUED_TOO = make_spot("server/session.py", 4, 9, "issue", symbol="open_session", line=9)
EXPIRES = make_spot("server/tokens.py", 6, 7, "issue", symbol="issue_token", line=7)
GUARDED = make_spot("server/session.py", 7, 8, "guard", names=("matches",))


@pytest.fixture
def read(bench: Bench) -> Bench:
    """The bench with its four source files read."""
    for path in ("web/login.js", "web/http.js", "server/session.py", "server/tokens.py"):
        bench.read(path)
    return bench


def said(bench: Bench, *proofs: Proof) -> list[str]:
    """The sentences of the risks."""
    return [claim.text for claim in risks_of("en", proofs, bench.ledger)]


def test_written_but_never_cleared(read: Bench) -> None:
    """A layer with a place that writes and none that clears; the place is named and cited."""
    proofs = (make_proof(WRITE, KEPT, KEPT_TOO), make_proof(CLEAR))
    (claim,) = risks_of("en", proofs, read.ledger)
    assert claim.text.startswith("sessionStorage is written here, but no place that clears it")
    assert [(c.path, c.start, c.end) for c in claim.citations] == [("web/login.js", 4, 6)]


def test_a_place_that_clears_takes_the_risk_away(read: Bench) -> None:
    """One place of the same layer is enough, whichever node it proves."""
    assert said(read, make_proof(WRITE, KEPT, KEPT_TOO), make_proof(CLEAR, DROPPED, DROPPED)) == []
    assert said(read, make_proof(WRITE, KEPT, DROPPED), make_proof(CLEAR)) == []


def test_a_place_that_clears_counts_whatever_it_was_chosen_for(read: Bench) -> None:
    """A span chosen for reading whose lines also clear is a place that clears."""
    both = make_spot("web/http.js", 1, 6, "read", symbol="post", line=2)
    assert said(read, make_proof(WRITE, KEPT, KEPT_TOO), make_proof(CLEAR, both, both)) == []


def test_a_layer_nothing_asks_to_clear_has_no_such_risk(read: Bench) -> None:
    """Where no node needs a place that clears, none is missed."""
    assert said(read, make_proof(WRITE, KEPT, KEPT_TOO)) == []


def test_another_layer_does_not_clear(read: Bench) -> None:
    """Clearing the cache does not clear the browser."""
    other = make_node("cache_clear", {"clear": "x"}, kind="memory_cache")
    texts = said(
        read, make_proof(WRITE, KEPT, KEPT_TOO), make_proof(CLEAR), make_proof(other, DROPPED, DROPPED)
    )
    assert len(texts) == 1
    assert "never" not in texts[0]
    assert "sessionStorage" in texts[0]


def test_issued_without_expiry(read: Bench) -> None:
    """A place that issues while no line read about it speaks of a lifetime."""
    (text,) = said(read, make_proof(TOKEN, ISSUED, ISSUED_TOO))
    assert text == "issue_token is issued here; no expiry was found in the lines read about it."


def test_an_expiry_in_the_lines_takes_the_risk_away(read: Bench) -> None:
    """Any chosen place whose lines match the pattern of expiry counts, whatever its role."""
    assert said(read, make_proof(TOKEN, ISSUED, EXPIRES)) == []


def test_a_migration_without_guard(read: Bench) -> None:
    """Something runs the migrations and no place of the plan keeps them from running twice."""
    (text,) = said(read, make_proof(RUN, EXPIRES, EXPIRES), make_proof(GUARD))
    assert text.startswith("The migration is run here by issue_token; no guard")


def test_a_guard_takes_the_risk_away(read: Bench) -> None:
    """One place is enough for that, though it is still to be confirmed."""
    texts = said(read, make_proof(RUN, EXPIRES, EXPIRES), make_proof(GUARD, GUARDED, GUARDED))
    assert texts == []


def test_no_runner_no_unguarded_migration(read: Bench) -> None:
    """What was not found to run cannot run twice, and a plan without a guard asks for none."""
    assert said(read, make_proof(RUN), make_proof(GUARD)) == []
    assert said(read, make_proof(RUN, EXPIRES, EXPIRES)) == []


def test_a_single_place_is_to_be_confirmed(read: Bench) -> None:
    """A node with one place says so; with two it does not; with none there is nothing to say."""
    node = make_node("submit")
    (text,) = said(read, make_proof(node, KEPT_TOO))
    assert text == "“Stage submit” rests on one place only (submitLogin); treat it as to be confirmed."
    assert said(read, make_proof(node, KEPT_TOO, DROPPED)) == []
    assert said(read, make_proof(node)) == []


def test_a_place_without_a_name_makes_no_risk(read: Bench) -> None:
    """A sentence has to name something that stands in the lines."""
    bare = make_spot("server/tokens.py", 4, 5, "write")
    assert said(read, make_proof(WRITE, bare), make_proof(CLEAR)) == []


def test_risks_are_said_in_chinese_too(read: Bench) -> None:
    """The same risk in the language of the plan."""
    (claim,) = risks_of("zh", (make_proof(TOKEN, ISSUED, ISSUED_TOO),), read.ledger)
    assert claim.text == "issue_token 在此签发，读过的相关代码中没有找到有效期。"


def test_every_risk_is_cited_from_the_ledger(read: Bench) -> None:
    """Each has one citation of lines that were read, and its keyword is in sentence and lines."""
    proofs = (
        make_proof(WRITE, KEPT),
        make_proof(CLEAR),
        make_proof(TOKEN, ISSUED),
        make_proof(RUN, ISSUED_TOO),
        make_proof(GUARD),
    )
    risks: Sequence[Claim] = risks_of("en", proofs, read.ledger)
    assert len(risks) == 6
    for risk in risks:
        (citation,) = risk.citations
        lines = read.ledger.lines(citation.path, citation.start, citation.end)
        assert lines is not None
        assert all(keyword in risk.text and keyword in "\n".join(lines) for keyword in citation.keywords)


def test_without_proofs_there_is_no_risk(read: Bench) -> None:
    """Nothing read, nothing risked."""
    assert said(read) == []


def test_a_line_that_clears_is_not_taken_for_one_that_reads() -> None:
    """In the shipped playbook the first pattern that fits decides; it may not hide the other."""
    node: PlaybookNode = next(node for node in load_playbooks()["storage"].nodes if node.id == "client_clear")
    for line in ("localStorage.removeItem(key)", "sessionStorage.clear()"):
        role = next(role for role, pattern in node.evidence.items() if pattern.matches(line))
        assert role == "clear", line
