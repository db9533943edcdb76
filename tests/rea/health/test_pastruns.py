"""Each symptom is produced by a real run that has it, and is absent from one that has not."""

from __future__ import annotations

import sqlite3

import pytest

from rea.answer import Claim, Draft
from rea.health.pastruns import symptoms
from rea.loop.limits import Limits
from rea.loop.reasoner import Explore, Finish, RunState, ToolCall
from tests.rea.health.conftest import Past
from tests.rea.loop.test_agent import FILES, honest, reads, searches

SEVEN = ("repeats", "endless", "generic", "gaps", "invented", "shifted", "twins")


def traces(*names: str) -> Explore:
    """A turn that traces names."""
    return Explore(tuple(ToolCall("trace_symbol", {"name": name}) for name in names))


def generic(state: RunState) -> Finish:
    """A draft that says what software usually does."""
    good = honest(state).draft
    idle = Claim("Generally speaking, login uses open_session.", good.conclusion[0].citations)
    return Finish(Draft("answered", (*good.conclusion, idle), good.flow))


def test_there_are_seven_rows_and_each_says_what_to_do() -> None:
    """The table is whole: what is seen, why, and what to do."""
    assert tuple(row.id for row in symptoms()) == SEVEN
    for row in symptoms():
        assert all(text.strip() for text in (row.title, row.symptom, row.cause, row.fix))


def test_without_runs_there_is_nothing_to_complain_about(past: Past) -> None:
    """No blackboard is made by looking for one."""
    found = past.findings()
    assert {found[name].verdict for name in ("blackboard", *SEVEN)} == {"note"}
    assert not past.database.exists()


def test_a_good_run_shows_no_symptom(past: Past) -> None:
    """All eight checks are ok."""
    assert past.ask(searches("issue_token"), reads(*FILES), honest).status == "answered"
    found = past.findings()
    assert {name: finding.text for name, finding in found.items() if finding.verdict != "ok"} == {}
    assert found["blackboard"].text == "the latest 1: answered 1"
    assert "citations reads as it did" in found["shifted"].text


def test_the_same_call_again_is_noticed(past: Past) -> None:
    """Three times the same search: how often, in which run, and that results may have been cut."""
    answer = past.ask(
        reads(*FILES), searches("token"), searches("token"), searches("token"), reads(*FILES), honest
    )
    finding = past.findings()["repeats"]
    assert finding.verdict == "warn"
    assert f"run {answer.stamp.run_id} asked 6 times for what it had" in finding.text
    assert "--flow" in finding.fix


def test_a_run_that_only_reads_is_noticed(past: Past) -> None:
    """It ran out of turns; the limit is named."""
    past.ask(*(searches(f"word{number}") for number in range(5)), limits=Limits(turns=3))
    finding = past.findings()["endless"]
    assert (finding.verdict, finding.text) == ("warn", "1 of 1 runs ran out of turns")
    assert "--max-turns" in finding.fix


def test_a_run_that_broke_off_can_be_finished(past: Past) -> None:
    """A defect in the middle: the id to go on with is named."""

    def breaks(state: RunState) -> Explore:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        past.ask(reads(*FILES), breaks)
    finding = past.findings()["endless"]
    assert finding.verdict == "warn"
    assert "1 broke off (`rea ask --resume " in finding.text


def test_commonplaces_are_noticed(past: Past) -> None:
    """Also when the checker has taken them out of the answer."""
    past.ask(reads(*FILES), generic, honest)
    assert past.findings()["generic"].verdict == "warn"


def test_a_missing_stage_is_named(past: Past) -> None:
    """With the advice to look for field names."""
    past.ask(reads(*FILES), lambda state: honest(state, ["submit", "storage"]))
    finding = past.findings()["gaps"]
    assert (finding.verdict, finding.text) == ("warn", "missing in 1 of 1 answers: Token issue (1)")
    assert "field names" in finding.fix


def test_a_cited_file_that_is_gone_is_named(past: Past) -> None:
    """The answer was right when it was given."""
    past.ask(reads(*FILES), honest)
    (past.bench.index.root / "web" / "http.js").unlink()
    finding = past.findings()["invented"]
    assert finding.verdict == "warn"
    assert "1 of 4 cited files are gone: web/http.js" in finding.text


def test_cited_lines_that_changed_are_named(past: Past) -> None:
    """A line is put in front: what was cited reads otherwise there now."""
    past.ask(reads(*FILES), honest)
    assert past.findings()["shifted"].verdict == "ok"
    text = past.bench.index.read_text("web/http.js")
    past.bench.write("web/http.js", "// new\n" + text)
    finding = past.findings()["shifted"]
    assert finding.verdict == "warn"
    assert "web/http.js:2-2" in finding.text
    assert "rea check --fix" in finding.fix


def test_a_traced_name_with_several_definitions_is_named(past: Past) -> None:
    """A name that one file defines is none."""
    past.ask(traces("issue_token"), reads(*FILES), honest)
    assert past.findings()["twins"].verdict == "ok"
    past.bench.write("server/session.py", "def issue_token():\n    pass\n\n\ndef other():\n    pass\n")
    from indexer.reader import open_index

    with open_index(past.bench.index.root) as fresh:
        past.bench.index = fresh
        finding = past.findings()["twins"]
    assert finding.verdict == "warn"
    assert "issue_token (in 2 files)" in finding.text


def test_runs_of_others_are_not_believed(past: Past) -> None:
    """What came with the repository is counted and looked at no further."""
    past.ask(reads(*FILES), lambda state: honest(state, ["submit", "storage"]))
    with sqlite3.connect(past.database) as db:
        db.execute("UPDATE runs SET state_seal = 'forged'")
    found = past.findings()
    assert found["blackboard"].verdict == "warn"
    assert "1 of them were not written by this user's REA" in found["blackboard"].text
    assert found["gaps"].verdict == "note"


def test_a_file_of_runs_that_is_none_is_a_failure_of_its_own(past: Past) -> None:
    """The other checks are made all the same."""
    past.database.symlink_to(past.bench.index.root / "README.md")
    found = past.findings()
    assert found["blackboard"].verdict == "fail"
    assert found["repeats"].verdict == "note"
