"""Tests of the checker: one test for each verdict, over real files that really change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from rea.answer import Citation
from rea.checking.checker import Checker, find_moved
from tests.rea.conftest import APP, Bench
from tools.spans import hash_lines

TOKENS = "server/tokens.py"


def cited(bench: Bench, start: int = 6, end: int = 7, *keywords: str) -> Citation:
    """A citation of the token module, read first."""
    bench.read(TOKENS)
    return bench.ledger.cite(TOKENS, start, end, keywords or ("issue_token",))


def verdict(bench: Bench, citation: Citation, claim: str | None = "") -> tuple[str | None, str]:
    """What a new checker says."""
    judged = Checker(bench.index, bench.ledger).check(citation, claim)
    return judged.verdict, judged.detail


def test_verified(bench: Bench) -> None:
    """Read, in range, unchanged, and a name of the claim in the lines."""
    assert verdict(bench, cited(bench)) == ("verified", "")


def test_a_claim_without_keywords_is_judged_by_its_names(bench: Bench) -> None:
    """The names a sentence uses are the keywords when none are given."""
    bare = replace(cited(bench), keywords=())
    assert verdict(bench, bare, "`issue_token` signs it")[0] == "verified"
    assert verdict(bench, bare, "`revoke_token` signs it") == (
        "unsupported",
        "none of revoke_token occurs in the lines",
    )
    assert verdict(bench, bare, "It is made here.")[0] == "unsupported"
    assert verdict(bench, bare, None)[0] == "verified"


def test_a_model_citation_gets_its_hash_from_the_ledger(bench: Bench) -> None:
    """A citation written without a hash is filled from what was read."""
    bench.read(TOKENS)
    judged = Checker(bench.index, bench.ledger).check(Citation(TOKENS, 6, 7, ("issue_token",)))
    assert judged.verdict == "verified"
    assert judged.text_hash == bench.ledger.cite(TOKENS, 6, 7).text_hash


def test_unread_lines_are_unsupported(bench: Bench) -> None:
    """A real file that no tool named, and lines beyond those read, carry nothing."""
    assert verdict(bench, Citation(TOKENS, 6, 7, ("issue_token",)))[0] == "unsupported"
    bench.read(TOKENS, 1, 3)
    assert verdict(bench, Citation(TOKENS, 6, 7, ("issue_token",)))[0] == "unsupported"


def test_a_true_hash_does_not_replace_reading(bench: Bench) -> None:
    """Knowing the text is not having read it in this run."""
    bench.read(TOKENS, 1, 3)
    lines = APP[TOKENS].split("\n")[5:7]
    assert verdict(bench, Citation(TOKENS, 6, 7, ("issue_token",), hash_lines(lines)))[0] == "unsupported"


def test_shifted_by_two_lines_is_unsupported(bench: Bench) -> None:
    """A model that shifts its lines is caught by the names."""
    assert verdict(bench, cited(bench, 8, 9))[0] == "unsupported"


def test_invented_paths_are_missing(bench: Bench) -> None:
    """A path that does not exist is missing, whatever else is said about it."""
    assert verdict(bench, Citation("server/auth/jwt.py", 1, 2, ("x",))) == (
        "missing",
        "no such file in the repository",
    )


@pytest.mark.parametrize("written", ["./server/tokens.py", "server\\tokens.py", "Server/Tokens.py"])
def test_other_ways_of_writing_a_path_are_the_same_file(bench: Bench, written: str) -> None:
    """The form of a path is put right, its lines are judged like any other."""
    bench.read(TOKENS)
    judged = Checker(bench.index, bench.ledger).check(Citation(written, 6, 7, ("issue_token",)))
    assert (judged.path, judged.verdict) == (TOKENS, "verified")


def test_a_bare_name_is_not_guessed(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """One file of that name is suggested, several make the citation unverifiable."""
    bench = bench_of({"a/one.py": "x = 1\n", "a/two.py": "x = 1\n", "b/two.py": "x = 1\n"})
    one = verdict(bench, Citation("one.py", 1, 1, ("x",)))
    assert one[0] == "missing"
    assert "a/one.py" in one[1]
    assert verdict(bench, Citation("two.py", 1, 1, ("x",))) == ("unverifiable", "2 files end with this name")


@pytest.mark.parametrize(("start", "end"), [(1, 99), (0, 3), (5, 2), (12, 12), (-4, -1)])
def test_out_of_range(bench: Bench, start: int, end: int) -> None:
    """Lines beyond the file, before it, and reversed ranges."""
    bench.read(TOKENS)
    assert verdict(bench, Citation(TOKENS, start, end, ("x",)))[0] == "out_of_range"


def test_deleted_file_is_missing(bench: Bench) -> None:
    """A file that went away after it was read is missing."""
    citation = cited(bench)
    (bench.index.root / TOKENS).unlink()
    assert verdict(bench, citation) == ("missing", "the file is gone")


def test_moved_tells_the_new_place_and_keeps_the_old_numbers(bench: Bench) -> None:
    """Text that went down the file is found again, but the citation is not renumbered."""
    citation = cited(bench)
    bench.write(TOKENS, "# a\n# b\n# c\n" + APP[TOKENS])
    judged = Checker(bench.index, bench.ledger).check(citation)
    assert (judged.verdict, judged.detail) == ("moved", "9-10")
    assert (judged.start, judged.end) == (6, 7)


def test_changed_when_the_text_is_gone_or_there_twice(bench: Bench) -> None:
    """An edited line is changed; a text that is now there twice has no one place to have moved to."""
    citation = cited(bench)
    bench.write(TOKENS, APP[TOKENS].replace("LIFETIME_SECONDS})", "60})"))
    assert verdict(bench, citation)[0] == "changed"
    bench.write(TOKENS, "\n\n" + APP[TOKENS] + APP[TOKENS])
    assert verdict(bench, citation)[0] == "changed"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends_are_no_change(bench: Bench, ending: str) -> None:
    """Checking a file out with other line ends keeps every citation true."""
    citation = cited(bench)
    (bench.index.root / TOKENS).write_bytes(APP[TOKENS].replace("\n", ending).encode())
    assert verdict(bench, citation)[0] == "verified"


def test_form_feeds_do_not_shift_lines(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """Lines are counted as editors count them, also with a form feed or U+2028 above."""
    bench = bench_of({"a.py": "x = 1\n\x0c\n# \u2028 \x0b\ndef target():\n    pass\n"})
    bench.read("a.py")
    assert verdict(bench, bench.ledger.cite("a.py", 4, 4, ["target"]))[0] == "verified"


def test_files_that_are_not_text_are_unverifiable(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """A binary file is there, but nothing can be said about its lines."""
    bench = bench_of({"logo.png": "\x89PNG\x00\x00\x00", "a.py": "x = 1\n"})
    got = verdict(bench, Citation("logo.png", 1, 1, ("x",)))
    assert got[0] == "unverifiable"
    assert "binary" in got[1]


def test_find_moved_wants_exactly_one_place() -> None:
    """Once is moved, never and twice are changed."""
    lines = ("a", "b", "c", "b")
    assert find_moved(lines, hash_lines(["c"]), 1) == ("moved", "3-3")
    assert find_moved(lines, hash_lines(["b"]), 1)[0] == "changed"
    assert find_moved(lines, hash_lines(["z"]), 1)[0] == "changed"
    assert find_moved((), hash_lines(["a"]), 1)[0] == "changed"
