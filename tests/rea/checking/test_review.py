"""Tests of the draft review: what is unproven never survives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rea.answer import Citation, Claim, Draft, Excerpt, FlowRow, SearchFact, Table
from rea.checking.review import Moved, Reviewed, generic_phrase, review
from rea.loop.reasoner import NewFact
from tests.rea.conftest import APP, Bench

TOKENS, LOGIN, HTTP = "server/tokens.py", "web/login.js", "web/http.js"
INVENTED = Citation("server/auth/jwt.py", 1, 9, ("encode",))


def reviewed(bench: Bench, draft: Draft) -> Reviewed:
    """The review of a draft."""
    return review(draft, bench.plan, bench.index, bench.ledger, bench.facts)


def issue(bench: Bench) -> Citation:
    """A true citation of the token issue."""
    bench.read(TOKENS)
    return bench.ledger.cite(TOKENS, 6, 7, ["issue_token"])


def stored(bench: Bench) -> tuple[Citation, Citation]:
    """A true write and a true read."""
    bench.read(LOGIN)
    bench.read(HTTP)
    return bench.ledger.cite(LOGIN, 5, 5, ["setItem"]), bench.ledger.cite(HTTP, 2, 2, ["getItem"])


def test_true_statements_pass_unchanged(bench: Bench) -> None:
    """A claim with a verified citation keeps its text; the verdict is written into the citation."""
    got = reviewed(bench, Draft("answered", (Claim("issue_token makes it", (issue(bench),)),)))
    (claim,) = got.draft.conclusion
    assert claim.text == "issue_token makes it"
    assert claim.citations[0].verdict == "verified"
    assert got.faults == ()
    assert (got.verified, got.cited) == (1, 1)


def test_a_claim_keeps_only_its_verified_citations(bench: Bench) -> None:
    """One true citation carries the claim, the invented one beside it is taken out and named."""
    got = reviewed(bench, Draft("answered", (Claim("issue_token makes it", (INVENTED, issue(bench))),)))
    assert [c.path for c in got.draft.conclusion[0].citations] == [TOKENS]
    assert got.faults == ("server/auth/jwt.py:1-9: missing, no such file in the repository",)


def test_claims_without_a_true_citation_are_removed(bench: Bench) -> None:
    """Neither an invented path nor no citation at all gets a sentence printed, wherever it stands."""
    lie, bare = Claim("encode signs it", (INVENTED,)), Claim("It is secure.", ())
    got = reviewed(bench, Draft("answered", (lie, bare), risks=(lie, bare), nearest=(lie, bare)))
    assert (got.draft.conclusion, got.draft.risks, got.draft.nearest) == ((), (), ())
    assert any("no citation for 'It is secure.'" in fault for fault in got.faults)


@pytest.mark.parametrize("phrase", ["Generally, issue_token signs", "issue_token 一般来说 signs"])
def test_commonplaces_are_removed_even_with_citations(bench: Bench, phrase: str) -> None:
    """A sentence about what software usually does is not about this repository."""
    got = reviewed(bench, Draft("answered", (Claim(phrase, (issue(bench),)),)))
    assert got.draft.conclusion == ()
    assert "tells nothing about this repository" in got.faults[0]


def test_generic_phrase_needs_whole_words() -> None:
    """A name that contains such a word is no commonplace."""
    assert generic_phrase("It is USUALLY so") == "usually"
    assert generic_phrase("unusually_named()") == ""


def test_row_state_comes_from_what_was_verified(bench: Bench) -> None:
    """Two places prove a row, one leaves it to be confirmed, whatever the draft claims."""
    write, read = stored(bench)
    rows = (
        FlowRow("storage", "Token storage", "setItem", "getItem", (write, read), "missing"),
        FlowRow("issue", "Token issue", "issue_token", "", (issue(bench), INVENTED), "proven"),
        FlowRow("submit", "Credential submission", "encode", "", (INVENTED,), "proven"),
    )
    got = reviewed(bench, Draft("answered", (), rows))
    assert [(row.node_id, row.state) for row in got.draft.flow] == [
        ("issue", "to_be_confirmed"),
        ("storage", "proven"),
    ]
    assert got.missing == ("submit",)
    assert got.thin == ("issue",)


def test_two_writes_do_not_prove_storage(bench: Bench) -> None:
    """Roles the facts give count: without a read or a clear the row is to be confirmed."""
    write, read = stored(bench)
    bench.facts.add(NewFact("w", LOGIN, 5, 5, "storage", "write"))
    bench.facts.add(NewFact("w", HTTP, 2, 2, "storage", "write"))
    row = FlowRow("storage", "Token storage", "setItem", "", (write, read), "proven")
    assert reviewed(bench, Draft("answered", (), (row,))).draft.flow[0].state == "to_be_confirmed"
    bench.facts.add(NewFact("r", HTTP, 2, 2, "storage", "read"))
    assert reviewed(bench, Draft("answered", (), (row,))).draft.flow[0].state == "proven"


def test_rows_outside_the_plan_are_refused(bench: Bench) -> None:
    """The plan is frozen: a draft cannot add a stage."""
    row = FlowRow("payment", "Payment", "issue_token", "", (issue(bench),), "proven")
    got = reviewed(bench, Draft("answered", (), (row,)))
    assert got.draft.flow == ()
    assert got.faults == ("flow: 'payment' is not a node of the plan",)


def test_cells_with_names_nobody_saw_are_emptied(bench: Bench) -> None:
    """A trigger that names something that stands nowhere in what was read of the cited files is blanked."""
    row = FlowRow(
        "issue", "Token issue", "JwtFactory.build", "verify_token (tokens.py)", (issue(bench),), "proven"
    )
    (kept,) = reviewed(bench, Draft("answered", (), (row,))).draft.flow
    assert (kept.trigger, kept.handler) == ("", "verify_token (tokens.py)")


def test_table_cells_need_citations_except_the_label(bench: Bench) -> None:
    """The first column names the row; other cells without a true citation are emptied, empty rows dropped."""
    write, read = stored(bench)
    rows = (
        (
            Claim("client", ()),
            Claim("setItem", (write,)),
            Claim("getItem", (read,)),
            Claim("never cleared", ()),
        ),
        (Claim("server", ()), Claim("encode", (INVENTED,)), Claim("", ()), Claim("", ())),
    )
    got = reviewed(
        bench, Draft("answered", (), tables=(Table("Data", ("layer", "write", "read", "notes"), rows),))
    )
    ((row,),) = (table.rows for table in got.draft.tables)
    assert [cell.text for cell in row] == ["client", "setItem", "getItem", ""]


def test_excerpts_show_the_real_lines(bench: Bench) -> None:
    """Whatever lines a draft puts into an excerpt, those of the file are shown."""
    forged = Excerpt(issue(bench), "Token issue", ("os.system('rm -rf /')",))
    gone = Excerpt(INVENTED, "Token issue", ("x",))
    got = reviewed(bench, Draft("answered", (), excerpts=(forged, gone)))
    assert [excerpt.lines for excerpt in got.draft.excerpts] == [tuple(APP[TOKENS].split("\n")[5:7])]


def test_searches_come_from_the_ledger(bench: Bench) -> None:
    """A draft cannot claim a search that was not made."""
    bench.call("search_text", pattern="saml")
    forged = SearchFact("oauth", 9999, 0)
    assert [
        s.pattern for s in reviewed(bench, Draft("not_found", (), searched=(forged,))).draft.searched
    ] == ["saml"]


def test_moved_text_is_reported_with_its_new_place(bench: Bench) -> None:
    """Moved text is taken out and its place told, so that it can be read again."""
    citation = issue(bench)
    bench.write(TOKENS, "# new\n" + APP[TOKENS])
    got = reviewed(bench, Draft("answered", (Claim("issue_token makes it", (citation,)),)))
    assert got.draft.conclusion == ()
    assert got.moved == (Moved(TOKENS, 7, 8),)


def test_a_draft_full_of_lies_leaves_nothing(bench: Bench) -> None:
    """Every part of a wholly invented draft comes out empty."""
    lie = Claim("encode signs it", (INVENTED,))
    row = FlowRow("issue", "Token issue", "encode", "encode", (INVENTED,), "proven")
    table = Table("t", ("a", "b"), ((Claim("a", ()), lie),))
    draft = Draft("answered", (lie,), (row,), (table,), (lie,), (Excerpt(INVENTED, "r", ("x",)),), (lie,))
    got = reviewed(bench, draft)
    assert got.draft == replace(Draft("answered", ()), searched=())
    assert got.verified == 0
    assert got.missing == ("submit", "issue", "storage")
