"""Tests of reading answers: what they cite, and each citation judged anew."""

from __future__ import annotations

import json
from dataclasses import replace

from evals.answers import check_citations, cited_files, from_value, printed_citations, to_value
from rea.answer import Claim, Excerpt, Table
from tests.evals.samples import TextTree, answer, cite, nearest, supports

TRUE = cite("server/tokens.py", 5, 6, "issue_token")


def test_a_true_citation_holds() -> None:
    """File, range, text and claim are all judged."""
    (check,) = check_citations(answer(TRUE), TextTree(), supports)
    assert (check.exists, check.in_range, check.unchanged, check.supported) == (True, True, True, True)
    assert check.holds


def test_each_fault_is_told_apart() -> None:
    """A file that is absent, a range beyond its end, other text, a claim the lines do not speak of."""
    absent = replace(TRUE, path="server/gone.py")
    beyond = replace(TRUE, end=60)
    backwards = replace(TRUE, start=6, end=5)
    other = replace(TRUE, start=1, end=2)
    silent = replace(TRUE, keywords=("nowhere",))
    checks = check_citations(answer(absent, beyond, backwards, other, silent), TextTree(), supports)
    told = [(c.exists, c.in_range, c.unchanged, c.supported) for c in checks]
    assert told == [
        (False, False, False, False),
        (True, False, False, False),
        (True, False, False, False),
        (True, True, False, False),
        (True, True, True, False),
    ]
    assert not any(check.holds for check in checks)


def test_lines_that_are_only_shown_need_no_claim() -> None:
    """An excerpt holds when its text is there; nothing is claimed of it."""
    shown = replace(answer(), evidence=(Excerpt(replace(TRUE, keywords=()), "token", ("…",)),))
    (check,) = check_citations(shown, TextTree(), supports)
    assert check.supported is None
    assert check.holds


def test_every_part_of_an_answer_is_evidence() -> None:
    """Conclusion, flow, tables, risks and excerpts count; what is merely nearest is printed only."""
    login = cite("web/login.js", 1, 3, "submit")
    session = cite("server/session.py", 1, 2, "open_session")
    readme = cite("README.md", 1, 1, "Demo")
    full = replace(
        answer(TRUE),
        conclusion=(Claim("It begins in submit.", (login,)),),
        tables=(
            Table("Data", ("layer", "write"), ((Claim("cache", ()), Claim("open_session", (session,))),)),
        ),
    )
    full = nearest(full, readme)
    assert cited_files(full) == ("web/login.js", "server/tokens.py", "server/session.py")
    assert [cited.citation.path for cited in printed_citations(full)][-1] == "README.md"


def test_the_same_citation_counts_once_per_claim() -> None:
    """Repeating a row does not improve the accuracy."""
    row = answer(TRUE).flow[0]
    twice = replace(answer(TRUE), flow=(row, row))
    assert len(printed_citations(twice)) == 1


def test_an_answer_survives_json() -> None:
    """What the journal keeps comes back as the same record; anything else comes back as nothing."""
    given = nearest(answer(TRUE, read=("server/tokens.py",)), TRUE)
    assert from_value(json.loads(json.dumps(to_value(given)))) == given
    assert from_value({"question": "?"}) is None
    assert from_value(None) is None
