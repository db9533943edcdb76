"""Tests of the ledger: only what was seen may be cited."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rea.loop.ledger import Ledger, call_key
from tests.rea.conftest import Bench
from tools.registry import run_tool
from tools.spans import hash_lines


def test_a_slice_is_one_evidence_with_its_lines(bench: Bench) -> None:
    """Reading a slice gives one evidence whose hash is that of the file's lines."""
    (item,) = bench.read("server/tokens.py", 3, 7)
    assert (item.id, item.path, item.start, item.end, item.tool) == (
        "E1",
        "server/tokens.py",
        3,
        7,
        "read_slice",
    )
    assert item.lines[0] == "LIFETIME_SECONDS = 900"
    assert item.text_hash == hash_lines(item.lines)
    assert bench.ledger.get("E1") == item


@pytest.mark.parametrize("wrong", ["", "E", "E0", "E2", "e1", "E-1", "Ex", "E1.0"])
def test_unknown_ids_give_nothing(bench: Bench, wrong: str) -> None:
    """An id that was not given out names no evidence."""
    bench.read("server/tokens.py")
    assert bench.ledger.get(wrong) is None


def test_any_part_of_what_was_read_can_be_cited(bench: Bench) -> None:
    """A span inside a slice, or across two that touch, is covered and hashed."""
    bench.read("server/tokens.py", 1, 5)
    bench.read("server/tokens.py", 6, 7)
    citation = bench.ledger.cite("server/tokens.py", 3, 7, ["issue_token"])
    assert citation.keywords == ("issue_token",)
    assert citation.text_hash == hash_lines(bench.ledger.lines("server/tokens.py", 3, 7) or ())
    assert bench.ledger.covers("server/tokens.py", 4, 6)


@pytest.mark.parametrize(("start", "end"), [(1, 8), (8, 9), (0, 2), (3, 2), (-1, 1)])
def test_what_was_not_read_cannot_be_cited(bench: Bench, start: int, end: int) -> None:
    """One unseen line, or a span that is none, is enough to refuse."""
    bench.read("server/tokens.py", 1, 7)
    assert not bench.ledger.covers("server/tokens.py", start, end)
    assert bench.ledger.lines("server/tokens.py", start, end) is None
    with pytest.raises(ValueError, match="was not read"):
        bench.ledger.cite("server/tokens.py", start, end)


def test_a_hit_line_can_be_cited_but_is_no_file_read(bench: Bench) -> None:
    """Search hits are evidence; only read_slice makes a file count as read."""
    found = bench.call("search_text", pattern="issue_token")
    assert {item.path for item in found} == {"server/session.py", "server/tokens.py"}
    assert bench.ledger.covers(found[0].path, found[0].start, found[0].end)
    assert bench.ledger.slices() == ()
    assert bench.ledger.files_read() == ()
    bench.read("web/http.js")
    bench.read("web/login.js")
    bench.read("web/http.js", 1, 2)
    assert bench.ledger.files_read() == ("web/http.js", "web/login.js")


def test_a_cut_line_can_be_cited_only_as_it_was_hit(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """Of a line too long to show, the hit itself has a hash, but it lends none to its neighbours."""
    bench = bench_of({"a.py": f"first = 1\nlong = '{'x' * 400}needle{'y' * 400}'\nlast = 2\n"})
    (hit,) = bench.call("search_text", pattern="needle")
    assert len(hit.lines[0]) < 300
    assert bench.ledger.cite("a.py", 2, 2).text_hash == hit.text_hash
    assert not bench.ledger.covers("a.py", 1, 2)
    bench.read("a.py")
    assert bench.ledger.covers("a.py", 1, 3)


def test_secrets_are_hashed_but_never_kept_readable(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """A redacted line is cited by the hash of the real one, and shown redacted."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    bench = bench_of({"conf.py": f'API_KEY = "{secret}"\nNAME = "larder"\n'})
    bench.read("conf.py")
    shown = bench.ledger.lines("conf.py", 1, 1) or ()
    assert secret not in "".join(shown)
    assert bench.ledger.cite("conf.py", 1, 1).text_hash == hash_lines([f'API_KEY = "{secret}"'])


def test_searches_are_kept_as_facts(bench: Bench) -> None:
    """A search without hits is remembered with how much was searched."""
    bench.call("search_text", pattern="saml")
    bench.call("search_text", pattern="saml")
    (fact,) = bench.ledger.searches()
    assert (fact.pattern, fact.hits, fact.files_searched, fact.truncated) == ("saml", 0, 5, False)


def test_calls_are_known_by_given_and_by_corrected_arguments(bench: Bench) -> None:
    """The order of arguments and the defaults a tool fills in do not make a call a new one."""
    bench.call("read_slice", path="./web/http.js", start=1, end=3)
    assert bench.ledger.seen_call("read_slice", {"end": 3, "start": 1, "path": "./web/http.js"})
    assert not bench.ledger.seen_call("read_slice", {"path": "web/http.js", "start": 1, "end": 2})
    assert bench.ledger.outcome_of("read_slice", {"path": "./web/http.js", "start": 1, "end": 3}) is not None
    assert bench.ledger.succeeded(call_key("read_slice", {"path": "./web/http.js", "start": 1, "end": 3}))
    assert len(bench.ledger.calls()) == 1


def test_errors_are_calls_without_evidence(bench: Bench) -> None:
    """A refused path adds nothing that could be cited."""
    assert bench.read("server/token.py") == ()
    assert bench.ledger.paths == frozenset()
    assert bench.ledger.extent() == (0, 0, 0)


def test_extent_grows_only_with_news(bench: Bench) -> None:
    """The same lines again change nothing; new ones do."""
    bench.read("server/tokens.py", 1, 3)
    before = bench.ledger.extent()
    bench.read("server/tokens.py", 2, 3)
    assert bench.ledger.extent() == before
    bench.read("server/tokens.py", 3, 4)
    assert bench.ledger.extent() > before


def test_listings_make_paths_known(bench: Bench) -> None:
    """A path that a listing named is a path a tool has named."""
    bench.ledger.record(run_tool(bench.index, "list_tree", {"path": "server"}), 1)
    assert bench.ledger.paths == {"server/session.py", "server/tokens.py"}
    assert bench.ledger.hit_paths == frozenset()


def test_a_restored_ledger_can_cite_the_same(bench: Bench) -> None:
    """What an earlier process recorded is citable without reading again."""
    bench.read("server/tokens.py", 3, 7)
    bench.call("search_text", pattern="nothing_like_this")
    old = bench.ledger
    new = Ledger()
    new.restore(old.all(), old.searches(), old.calls())
    assert new.cite("server/tokens.py", 4, 6) == old.cite("server/tokens.py", 4, 6)
    assert new.searches() == old.searches()
    assert new.seen_call("search_text", {"pattern": "nothing_like_this"})
    assert new.outcome_of("search_text", {"pattern": "nothing_like_this"}) is None
