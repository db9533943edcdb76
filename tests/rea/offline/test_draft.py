"""Tests of the draft: only lines of the ledger are cited, and only names that stand in them are used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from rea.answer import Citation, Draft
from rea.checking.identifiers import occurs
from rea.checking.review import review
from rea.offline.draft import (
    EXCERPT_LINES,
    EXCERPTS,
    build_draft,
    label,
    not_found_draft,
)
from rea.offline.proof import Proof, cite, name_of
from rea.offline.spots import Spot
from rea.playbooks.loading import Playbook, load_playbooks
from tests.rea.conftest import Bench
from tests.rea.offline.parts import make_node, make_proof, make_spot

LOGIN, STORAGE = load_playbooks()["login"], load_playbooks()["storage"]

SUBMIT = make_spot("web/login.js", 3, 7, "submit", symbol="submitLogin", names=("answer", "post"), line=4)
OPEN = make_spot("server/session.py", 4, 9, "receive", symbol="open_session", names=("matches",), line=7)
ISSUE = make_spot("server/tokens.py", 6, 7, "issue", symbol="issue_token", names=("sign",), line=7)
KEEP = make_spot("web/login.js", 4, 6, "write", names=("sessionStorage", "setItem"), line=5)
DROP = make_spot("web/http.js", 1, 6, "clear", symbol="post", names=("removeItem",), line=4)
BARE = make_spot("server/tokens.py", 4, 5)


def citations(draft: Draft) -> Iterator[Citation]:
    """Everything a draft cites."""
    claims = (*draft.conclusion, *draft.risks, *draft.nearest)
    cells = (cell for table in draft.tables for row in table.rows for cell in row)
    for claim in (*claims, *cells):
        yield from claim.citations
    for row in draft.flow:
        yield from row.evidence
    for excerpt in draft.excerpts:
        yield excerpt.citation


@pytest.fixture
def read(bench: Bench) -> Bench:
    """The bench with its four source files read."""
    for path in ("web/login.js", "web/http.js", "server/session.py", "server/tokens.py"):
        bench.read(path)
    return bench


def drafted(bench: Bench, *proofs: Proof, book: Playbook = LOGIN, lang: str = "en") -> Draft:
    """The draft of the bench's plan."""
    plan = replace(bench.plan, lang="zh" if lang == "zh" else "en")
    return build_draft(plan, book, proofs, bench.ledger)


PROOFS = (
    make_proof(make_node("submit"), SUBMIT, OPEN),
    make_proof(make_node("receive"), OPEN),
    make_proof(make_node("issue"), ISSUE, BARE),
    make_proof(make_node("storage"), KEEP, DROP),
    make_proof(make_node("permission")),
)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_only_lines_of_the_ledger_are_cited(read: Bench, lang: str) -> None:
    """Every citation of every part is of lines that were read, with a name that stands in them."""
    draft = drafted(read, *PROOFS, lang=lang)
    cited = list(citations(draft))
    assert len(cited) > 10
    for citation in cited:
        lines = read.ledger.lines(citation.path, citation.start, citation.end)
        assert lines is not None
        assert all(occurs(keyword, lines) for keyword in citation.keywords)


def test_lines_that_were_not_read_cannot_be_cited(bench: Bench) -> None:
    """The ledger refuses; a draft of unread lines is a defect and not an answer."""
    with pytest.raises(ValueError, match="was not read"):
        drafted(bench, make_proof(make_node(), ISSUE))


def test_a_row_for_every_node_with_evidence(read: Bench) -> None:
    """In the order of the proofs, with all the evidence; a node without any has no row."""
    rows = drafted(read, *PROOFS).flow
    assert [row.node_id for row in rows] == ["submit", "receive", "issue", "storage"]
    assert [len(row.evidence) for row in rows] == [2, 1, 2, 2]
    assert rows[0].stage == "Stage submit"
    assert (rows[0].trigger, rows[0].handler) == ("submitLogin (login.js)", "open_session (session.py)")


def test_one_place_is_to_be_confirmed(read: Bench) -> None:
    """A node proven in one place only is not called proven."""
    states = {row.node_id: row.state for row in drafted(read, *PROOFS).flow}
    assert states == {
        "submit": "proven",
        "receive": "to_be_confirmed",
        "issue": "proven",
        "storage": "proven",
    }


def test_the_conclusion_names_a_chain_of_files(read: Bench) -> None:
    """Each step is in another file, each has a name, and each is cited."""
    (claim,) = drafted(read, *PROOFS).conclusion
    assert claim.text == (
        "Login runs through submitLogin (login.js) → open_session (session.py) → issue_token (tokens.py)"
        " → post (http.js)."
    )
    assert [citation.path for citation in claim.citations] == [
        "web/login.js",
        "server/session.py",
        "server/tokens.py",
        "web/http.js",
    ]


def test_a_single_step_is_no_chain(read: Bench) -> None:
    """With one place the sentence does not pretend to a sequence."""
    (claim,) = drafted(read, make_proof(make_node("issue"), ISSUE)).conclusion
    assert claim.text == "Login: issue_token (tokens.py)."


def test_nothing_proven_nothing_said(read: Bench) -> None:
    """Without evidence there is no conclusion, row, table, risk or excerpt."""
    draft = drafted(read, make_proof(make_node()), book=STORAGE)
    assert draft == Draft(status="answered", conclusion=())
    assert drafted(read) == Draft(status="answered", conclusion=())


def test_sentences_are_in_the_language_of_the_plan(read: Bench) -> None:
    """Titles and sentences are Chinese, names are those of the code."""
    draft = drafted(read, *PROOFS, lang="zh")
    assert draft.conclusion[0].text.startswith("登录依次经过 submitLogin（login.js）")
    assert draft.flow[0].stage == "阶段 submit"


def test_the_storage_table_has_a_row_per_layer_with_evidence(read: Bench) -> None:
    """Written, read, cleared and noted stand in their columns; each cell but the first is cited."""
    nodes = {
        "client_write": make_node("client_write", kind="client_local"),
        "client_clear": make_node("client_clear", kind="client_local"),
        "cache_fill": make_node("cache_fill", kind="memory_cache"),
    }
    draft = drafted(
        read,
        make_proof(nodes["client_write"], KEEP),
        make_proof(nodes["client_clear"], DROP),
        make_proof(nodes["cache_fill"]),
        book=STORAGE,
    )
    (table,) = draft.tables
    assert table.columns == ("layer", "write", "read", "invalidate", "notes")
    (row,) = table.rows
    assert [cell.text for cell in row] == [
        "client local",
        "sessionStorage (login.js)",
        "",
        "post (http.js)",
        "",
    ]
    assert [len(cell.citations) for cell in row] == [0, 1, 0, 1, 0]


def test_only_storage_has_a_table(read: Bench) -> None:
    """A playbook that asks for no table gets none."""
    assert drafted(read, *PROOFS).tables == ()


def test_excerpts_are_short_and_show_the_deciding_line(read: Bench) -> None:
    """A few lines each, as the ledger has them, with names that occur in what is shown."""
    excerpts = drafted(read, *PROOFS).excerpts
    deciding = {(spot.path, spot.line) for proof in PROOFS for spot in proof.spots}
    assert 0 < len(excerpts) <= EXCERPTS
    for excerpt in excerpts:
        where = excerpt.citation
        assert excerpt.lines == read.ledger.lines(where.path, where.start, where.end)
        assert 0 < len(excerpt.lines) <= EXCERPT_LINES
        assert all(occurs(keyword, excerpt.lines) for keyword in where.keywords)
        assert any(path == where.path and where.start <= line <= where.end for path, line in deciding)


def test_many_proofs_do_not_make_many_excerpts(read: Bench) -> None:
    """Each node shows its best place before any shows its second."""
    proofs = [make_proof(make_node(f"n{number}"), SUBMIT, ISSUE) for number in range(EXCERPTS)]
    roles = [excerpt.role for excerpt in drafted(read, *proofs).excerpts]
    assert roles == [f"Stage n{number}" for number in range(EXCERPTS)]


@pytest.mark.parametrize(
    ("spot", "name"),
    [
        (ISSUE, "issue_token"),
        (replace(ISSUE, symbol="TokenDesk.issue_token"), "issue_token"),
        (KEEP, "sessionStorage"),
        (replace(KEEP, symbol="elsewhere"), "sessionStorage"),
        (replace(KEEP, names=("nowhere",)), ""),
        (BARE, ""),
    ],
)
def test_a_name_stands_in_the_lines(read: Bench, spot: Spot, name: str) -> None:
    """The symbol's if it is there, else the longest of the deciding line that is; else none."""
    assert name_of(spot, read.ledger) == name


def test_a_place_without_a_name_is_called_by_its_line(read: Bench) -> None:
    """File and line, and the citation has no keyword to be checked."""
    assert label("en", BARE, read.ledger) == "tokens.py, line 4"
    assert cite(BARE, read.ledger).keywords == ()


def test_not_found_says_what_and_shows_the_nearest(read: Bench) -> None:
    """The thing asked for is named, the nearest thing read is cited, the searches are listed."""
    read.call("search_text", pattern="saml")
    read.call("search_text", pattern="token")
    draft = not_found_draft("en", read.ledger)
    assert draft.status == "not_found"
    assert draft.conclusion == ()
    assert [fact.pattern for fact in draft.searched] == ["saml", "token"]
    (nearest,) = draft.nearest
    assert nearest.citations[0].path == "web/login.js"
    assert nearest.citations[0].keywords[0] in nearest.text


def test_not_found_needs_nothing_near(bench: Bench) -> None:
    """Where nothing was read nothing is shown as near."""
    assert not_found_draft("zh", bench.ledger).nearest == ()


def test_not_found_is_a_draft_without_faults(read: Bench) -> None:
    """An honest "not found" passes the review as it is."""
    draft = not_found_draft("en", read.ledger)
    reviewed = review(draft, read.plan, read.index, read.ledger, read.facts)
    assert reviewed.faults == ()
    assert reviewed.draft.conclusion == draft.conclusion


def test_the_sections_of_a_draft_do_not_depend_on_each_other(read: Bench) -> None:
    """Dropping the last proof shortens the rows and leaves the earlier ones as they are."""
    drafts = [drafted(read, *PROOFS[:count]) for count in range(1, len(PROOFS) + 1)]
    assert all(longer.flow[: len(shorter.flow)] == shorter.flow for shorter, longer in pairwise(drafts))
