"""Tests of the offline reasoner: from a question over a real repository to an answer that holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.reader import Index
from rea.answer import Answer
from rea.loop.agent import run
from rea.loop.events import PlanMade
from rea.loop.facts import Facts
from rea.loop.gate import measure, report
from rea.loop.ledger import Ledger
from rea.loop.limits import Limits
from rea.loop.reasoner import Explore, Finish, PlanRequest, RunState
from rea.loop.recorder import citations_of
from rea.offline.reasoner import MOST_FILES, OfflineReasoner, files_for
from rea.plan import Plan
from rea.playbooks.loading import load_playbooks
from rea.rank.ranker import Ranker
from tests.rea.conftest import APP, Bench
from tools.registry import TOOLS, run_tool

MakeBench = Callable[[Mapping[str, str]], Bench]

LOGIN = "How does login work?"
QUESTIONS = [
    LOGIN,
    "登录流程是怎样的？",
    "Where is data stored?",
    "How are database migrations run?",
    "How is a shelf label printed?",
]
PLAYBOOK = """\
flow: login
titles: {en: Own login, zh: 自己的登录}
layer: server
match: {en: [login], zh: [登录]}
nodes:
  - id: passphrase
    titles: {en: Passphrase check, zh: 口令校验}
    prove: {en: "where the passphrase is checked", zh: 口令在哪里校验}
    strong: [passphrase, matches]
    needs: [check]
    evidence:
      check: ['matches\\(']
"""


def plan_of(index: Index, question: str, **fixed: str) -> Plan:
    """The plan for a question with what the user fixed."""
    return OfflineReasoner().plan(PlanRequest(question, **fixed), index)


def state_of(plan: Plan, index: Index, turn: int = 1, *, last: bool = False) -> RunState:
    """A run in which nothing was looked up yet."""
    ledger, facts = Ledger(), Facts()
    gate = report(plan, ledger, (), measure(index), turn)
    return RunState(plan, index, ledger, facts, gate, turn, 10, last, "")


def ids(plan: Plan) -> list[str]:
    """The nodes of a plan."""
    return [node.id for node in plan.nodes]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_citation_of_an_answer_holds(demo: Index, question: str) -> None:
    """On the example each question is answered, nothing is taken out by the review, and all is verified."""
    answer = run(PlanRequest(question), OfflineReasoner(), demo)
    assert answer.status in ("answered", "partial")
    assert answer.faults == ()
    cited = citations_of(answer)
    assert cited
    assert {citation.verdict for citation in cited} == {"verified"}
    assert {citation.path for citation in cited} <= set(answer.files_read)


def test_an_answer_has_all_its_parts(demo: Index) -> None:
    """A login is answered with conclusion, a row for every node, evidence, and in the question's language."""
    english = run(PlanRequest(LOGIN), OfflineReasoner(), demo)
    chinese = run(PlanRequest("登录流程是怎样的？"), OfflineReasoner(), demo)
    assert [row.node_id for row in english.flow] == ids(plan_of(demo, LOGIN))
    assert english.conclusion
    assert english.evidence
    assert english.searched
    assert chinese.lang == "zh"
    assert chinese.flow[0].stage == "入口"


def test_the_same_question_gives_the_same_answer(demo: Index) -> None:
    """With no model there is no chance in it: only the time it took may differ."""

    def timeless(answer: Answer) -> Answer:
        stamp = replace(answer.stamp, seconds=0.0, index_age=0.0, run_id="")
        return replace(answer, stamp=stamp)

    once, reasoner = run(PlanRequest(LOGIN), OfflineReasoner(), demo), OfflineReasoner()
    run(PlanRequest("Where is data stored?"), reasoner, demo)
    assert timeless(run(PlanRequest(LOGIN), reasoner, demo)) == timeless(once)


def test_no_more_files_than_allowed_are_read(demo: Index) -> None:
    """The limit of the run and that of the reasoner both hold."""
    few = run(PlanRequest(LOGIN), OfflineReasoner(most_files=4), demo)
    assert 0 < len(few.files_read) <= 4
    limited = run(PlanRequest(LOGIN), OfflineReasoner(), demo, limits=Limits(files=3))
    assert len(limited.files_read) <= 3
    assert len(run(PlanRequest(LOGIN), OfflineReasoner(), demo).files_read) <= MOST_FILES


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_few_turns_give_an_honest_answer(demo: Index, turns: int) -> None:
    """However early the run has to end, there is an answer whose citations hold."""
    answer = run(PlanRequest(LOGIN), OfflineReasoner(), demo, limits=Limits(turns=turns))
    assert {citation.verdict for citation in citations_of(answer)} <= {"verified"}
    assert answer.status in ("answered", "partial", "not_found", "failed")


def test_the_first_turn_searches_and_the_next_ones_read(demo: Index) -> None:
    """Searches show what is there before a line is read; every call is one the tools take."""
    reasoner = OfflineReasoner()
    plan = reasoner.plan(PlanRequest(LOGIN), demo)
    first = reasoner.next(state_of(plan, demo))
    second = reasoner.next(state_of(plan, demo, 2))
    assert isinstance(first, Explore)
    assert {call.tool for call in first.calls} == {"search_text"}
    assert isinstance(second, Explore)
    assert {call.tool for call in second.calls} == {"read_slice"}
    for call in (*first.calls, *second.calls):
        assert call.tool in TOOLS
        assert run_tool(demo, call.tool, call.arguments).ok, call


def test_the_last_turn_is_an_answer(demo: Index) -> None:
    """When no further call would be carried out, none is asked for, even on the first turn."""
    for turn in (1, 2, 5):
        plan = plan_of(demo, LOGIN)
        assert isinstance(OfflineReasoner().next(state_of(plan, demo, turn, last=True)), Finish)


def test_facts_are_about_lines_that_were_read(demo: Index) -> None:
    """What is stated as a fact names its node and role, and rests on the ledger."""
    reasoner = OfflineReasoner()
    plan = reasoner.plan(PlanRequest(LOGIN), demo)
    state = state_of(plan, demo)
    for turn in range(1, 6):
        step = reasoner.next(replace(state, turn=turn))
        if isinstance(step, Finish):
            break
        for call in step.calls:
            state.ledger.record(run_tool(demo, call.tool, call.arguments), turn, call.arguments)
    assert isinstance(step, Finish)
    assert step.facts
    needs = {node.id: set(node.needs) for node in plan.nodes}
    for fact in step.facts:
        assert state.ledger.covers(fact.path, fact.start, fact.end)
        assert fact.node_id in needs
        assert fact.role


def test_files_for_is_what_a_run_reads(demo: Index) -> None:
    """The files named beforehand are those that are read, in the same order of promise."""
    answer = run(PlanRequest(LOGIN), OfflineReasoner(), demo)
    named = files_for(Ranker(demo), LOGIN)
    assert len(named) == MOST_FILES
    assert set(answer.files_read) <= set(named)
    assert files_for(Ranker(demo), LOGIN, 3) == named[:3]


def test_a_plan_is_frozen_from_question_and_playbook(demo: Index) -> None:
    """Nodes with title, question and needs in the language of the question; its topic words beside them."""
    plan = plan_of(demo, "登录流程是怎样的？")
    book = load_playbooks()["login"]
    assert [(node.title, node.question) for node in plan.nodes] == [
        (node.titles["zh"], node.prove["zh"]) for node in book.nodes
    ]
    assert (plan.lang, plan.reading.flow, plan.ambiguous) == ("zh", "login", False)
    assert plan_of(demo, LOGIN).subject == ("login",)


def test_the_language_of_the_answer_can_be_fixed(demo: Index) -> None:
    """A Chinese question may be answered in English and the reverse."""
    assert plan_of(demo, "登录流程是怎样的？", lang="en").nodes[0].title == "Entry"
    assert plan_of(demo, LOGIN, lang="zh").nodes[0].title == "入口"


def test_an_update_without_a_kind_is_ambiguous(demo: Index) -> None:
    """Four meanings, one taken and the others offered; the answer says so."""
    plan = plan_of(demo, "How does the update work?")
    kinds = {kind.id for kind in load_playbooks()["update"].kinds}
    assert plan.ambiguous
    assert {plan.reading.kind, *(reading.kind for reading in plan.alternatives)} == kinds
    assert run(PlanRequest("How does the update work?"), OfflineReasoner(), demo).status == "ambiguous"


def test_a_kind_in_the_question_is_not_ambiguous(demo: Index) -> None:
    """A migration is a migration."""
    plan = plan_of(demo, "How are database migrations run?")
    assert not plan.ambiguous
    assert set(ids(plan)) == {
        node.id for node in load_playbooks()["update"].nodes if node.kind == "data_migration"
    }


@pytest.mark.parametrize("kind", ["client_version", "server_release", "data_migration", "config_reload"])
def test_a_fixed_kind_decides(demo: Index, kind: str) -> None:
    """With --kind the plan has that kind's nodes and nothing is ambiguous, whatever the question says."""
    for question in ("How does the update work?", LOGIN):
        plan = plan_of(demo, question, kind=kind)
        assert (plan.reading.kind, plan.ambiguous) == (kind, False)
        assert ids(plan) == [node.id for node in load_playbooks()["update"].nodes if node.kind == kind]


@pytest.mark.parametrize("flow", ["login", "storage", "update", "generic"])
@pytest.mark.parametrize("question", [LOGIN, "How are thumbnails made?", "登录流程是怎样的？"])
def test_a_fixed_flow_decides(demo: Index, flow: str, question: str) -> None:
    """With --flow the plan is of that flow and has something to prove."""
    plan = plan_of(demo, question, flow=flow)
    assert plan.reading.flow == flow
    assert plan.nodes


def test_a_fixed_flow_is_not_asked_for_the_kinds_of_another(demo: Index) -> None:
    """A migration question read as one about storage has the nodes of storage."""
    assert plan_of(demo, "How are database migrations run?", flow="storage").nodes


def test_a_fixed_layer_leaves_out_the_other_side(demo: Index) -> None:
    """With --layer client no node of the server has to be proven."""
    plan = plan_of(demo, LOGIN, layer="client")
    layers = {node.id: node.layer for node in load_playbooks()["login"].nodes}
    assert plan.reading.layer == "client"
    assert plan.nodes
    assert {layers[node.id] for node in plan.nodes} <= {"client", "any"}


def test_playbooks_of_the_repository_are_followed(bench_of: MakeBench, tmp_path: Path) -> None:
    """A folder's playbook replaces the flow: its node is planned, proven and cited."""
    index = bench_of(APP).index
    folder = tmp_path / "playbooks"
    folder.mkdir()
    (folder / "login.yaml").write_text(PLAYBOOK, encoding="utf-8")
    reasoner = OfflineReasoner([folder])
    assert ids(reasoner.plan(PlanRequest(LOGIN), index)) == ["passphrase"]
    answer = run(PlanRequest(LOGIN), reasoner, index)
    assert [row.stage for row in answer.flow] == ["Passphrase check"]
    assert answer.flow[0].evidence[0].path == "server/session.py"


def test_what_is_not_there_is_said_not_to_be(demo: Index) -> None:
    """The example has no reset by mail: the searches are listed and nothing is claimed."""
    for question in ("Can a password be reset by mail?", "忘记密码怎么办？"):
        answer = run(PlanRequest(question), OfflineReasoner(), demo)
        assert answer.status == "not_found"
        assert answer.flow == ()
        assert any(fact.hits == 0 for fact in answer.searched)


def test_a_question_about_one_absent_thing_is_not_answered_with_others(demo: Index) -> None:
    """There are no thumbnails, and no flow of something else is told in their place."""
    answer = run(PlanRequest("How are thumbnails made?"), OfflineReasoner(), demo)
    assert answer.status == "not_found"


@pytest.mark.parametrize(
    "files",
    [
        {"empty.txt": ""},
        {"README.md": "# Notes\n"},
        {"a.py": "x = 1\n"},
        {"login.bin": "\x00\x01"},
        {"登录.py": "def 登录(口令):\n    return 口令\n"},
    ],
)
@pytest.mark.parametrize("question", [LOGIN, "登录流程是怎样的？", "zzqy?", "Where is data stored?"])
def test_a_poor_repository_is_no_error(bench_of: MakeBench, files: Mapping[str, str], question: str) -> None:
    """Hardly any file, no code, other scripts: there is an answer, and it claims nothing unproven."""
    answer = run(PlanRequest(question), OfflineReasoner(), bench_of(files).index)
    assert answer.status != "answered" or answer.flow
    assert {citation.verdict for citation in citations_of(answer)} <= {"verified"}


def test_files_that_change_under_way_are_not_cited_as_they_were(bench_of: MakeBench) -> None:
    """A file rewritten between indexing and asking is read as it is now."""
    bench = bench_of(APP)
    bench.write("server/tokens.py", "# gone\n")
    answer = run(PlanRequest(LOGIN), OfflineReasoner(), bench.index)
    assert {citation.verdict for citation in citations_of(answer)} <= {"verified"}
    assert all(c.end <= 1 for c in citations_of(answer) if c.path == "server/tokens.py")


def test_one_who_watches_sees_the_plan_first(demo: Index) -> None:
    """The plan is there before anything is searched, so that a choice can be made."""
    seen: list[object] = []

    class Watch:
        can_ask = False

        def notice(self, event: object) -> None:
            seen.append(event)

        def choose(self, plan: Plan) -> None:
            return None

    run(PlanRequest(LOGIN), OfflineReasoner(), demo, observer=Watch())
    assert isinstance(seen[0], PlanMade)
