"""Tests of drafts and facts made from what a model hands in: nothing gets a hash that was not read."""

from __future__ import annotations

from rea.chat.answers import EXCERPTS, draft_of, facts_of
from rea.chat.forms import AnswerForm, NoteForm, filled_in
from tests.rea.conftest import Bench


def answer(**arguments: object) -> AnswerForm:
    """A filled form."""
    form = filled_in(AnswerForm, {"conclusion": [], **arguments})
    assert isinstance(form, AnswerForm)
    return form


def note(*facts: dict[str, object]) -> NoteForm:
    """A filled note."""
    form = filled_in(NoteForm, {"facts": list(facts)})
    assert isinstance(form, NoteForm)
    return form


def test_what_was_read_is_cited_with_its_hash(bench: Bench) -> None:
    """The hash is that of the lines in the ledger; names keep no backticks."""
    bench.read("server/tokens.py")
    sentence = {
        "text": "It signs.",
        "evidence": [{"at": "server/tokens.py:6-7", "names": ["`issue_token`", " "]}],
    }
    draft, _ = draft_of(answer(conclusion=sentence), bench.plan, bench.ledger)
    (cited,) = draft.conclusion[0].citations
    assert cited == bench.ledger.cite("server/tokens.py", 6, 7, ("issue_token",))
    assert cited.text_hash


def test_what_was_not_read_gets_no_hash(bench: Bench) -> None:
    """It stays in the draft, for the review to tell the model; so does a place that names no lines."""
    places = ["server/tokens.py:6-7", "server/tokens.py", "nonsense"]
    draft, facts = draft_of(answer(conclusion={"text": "x", "evidence": places}), bench.plan, bench.ledger)
    assert [cited.text_hash for cited in draft.conclusion[0].citations] == ["", "", ""]
    assert draft.conclusion[0].citations[1].start == 0
    assert facts == ()


def test_roles_of_rows_become_facts_of_lines_seen(bench: Bench) -> None:
    """Only for nodes of the plan and lines in the ledger."""
    bench.read("server/tokens.py")
    places = [{"at": "server/tokens.py:6-7", "role": "Issue"}, {"at": "web/http.js:1", "role": "issue"}]
    rows = [{"node": "issue", "evidence": places}, {"node": "quantum", "evidence": places}]
    draft, facts = draft_of(answer(flow=rows), bench.plan, bench.ledger)
    assert [(f.node_id, f.path, f.start, f.role) for f in facts] == [
        ("issue", "server/tokens.py", 6, "issue")
    ]
    assert [row.stage for row in draft.flow] == ["Token issue", ""]
    assert {row.state for row in draft.flow} == {"missing"}


def test_excerpts_are_lines_that_were_shown(bench: Bench) -> None:
    """As many as a reader takes in, and none of a file nobody read."""
    bench.read("server/tokens.py")
    places = [f"server/tokens.py:{n}" for n in range(1, 12)] + ["web/http.js:1-3"]
    rows = [{"node": node.id, "evidence": places} for node in bench.plan.nodes]
    draft, _ = draft_of(answer(flow=rows), bench.plan, bench.ledger)
    assert 0 < len(draft.excerpts) <= EXCERPTS
    assert {excerpt.citation.path for excerpt in draft.excerpts} == {"server/tokens.py"}


def test_a_denial_brings_its_searches(bench: Bench) -> None:
    """ "Not found" shows what was searched; any other status does not."""
    bench.call("search_text", pattern="kerberos")
    denied, _ = draft_of(answer(status="not_found"), bench.plan, bench.ledger)
    assert [search.pattern for search in denied.searched] == ["kerberos"]
    assert draft_of(answer(), bench.plan, bench.ledger)[0].searched == ()


def test_a_storage_table_has_its_columns(bench: Bench) -> None:
    """Layer, write, read, invalidate, notes: one row a layer, each cell with its places."""
    bench.read("web/http.js")
    row = {"layer": "session", "read": {"text": "`getItem`", "evidence": ["web/http.js:2"]}}
    draft, _ = draft_of(answer(table=[row]), bench.plan, bench.ledger)
    (table,) = draft.tables
    assert len(table.columns) == len(table.rows[0]) == 5
    assert table.rows[0][2].citations[0].text_hash


def test_facts_of_a_note_name_their_node_or_none(bench: Bench) -> None:
    """A node that is not of the plan is left out, a place without lines is told."""
    form = note(
        {"at": "server/tokens.py:6-7,10-11", "text": "x", "node": "issue", "role": "ISSUE"},
        {"at": "server/tokens.py:1", "text": "y", "node": "quantum"},
        {"at": "somewhere", "text": "z"},
    )
    facts, faults = facts_of(form, bench.plan, bench.ledger)
    assert [(f.start, f.end, f.node_id, f.role) for f in facts] == [
        (6, 7, "issue", "issue"), (10, 11, "issue", "issue"), (1, 1, "", ""),
    ]  # fmt: skip
    assert faults == ("note: 'somewhere' is not `path:start-end`",)


def test_a_path_with_blanks_is_known_by_the_ledger(bench: Bench) -> None:
    """What no pattern of citations takes is taken when a tool has named it."""
    bench.write("my notes", "one\ntwo\n")
    from indexer.reader import open_index

    with open_index(bench.index.root) as index:
        bench.index = index
        bench.call("list_tree", path=".", depth=1)
        bench.read("my notes")
    facts, faults = facts_of(note({"at": "my notes:1-2", "text": "x"}), bench.plan, bench.ledger)
    assert ([(f.path, f.start, f.end) for f in facts], faults) == ([("my notes", 1, 2)], ())
