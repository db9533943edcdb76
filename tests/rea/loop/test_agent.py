"""Tests of the loop, driven by scripted reasoners that behave well or badly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rea.answer import Answer, Citation, Claim, Draft, FlowRow
from rea.loop.agent import run
from rea.loop.events import CallDone, Event, Noticed, PlanMade, Reflected, Reused, TurnBegun
from rea.loop.limits import Limits
from rea.loop.reasoner import Explore, Finish, NewFact, PlanRequest, RunState, ToolCall
from rea.loop.recorder import citations_of
from rea.loop.scripted import ScriptedReasoner, ScriptedStep
from rea.plan import Plan, Reading
from rea.runs.blackboard import Blackboard
from tests.rea.conftest import APP, Bench, make_plan
from tools.results import ToolError

ASK = PlanRequest("how does login work")
FILES = ("web/login.js", "web/http.js", "server/session.py", "server/tokens.py")
SPOTS = {
    "submit": (("web/login.js", 3, 4, "submitLogin"), ("server/session.py", 4, 6, "open_session")),
    "issue": (("server/tokens.py", 6, 7, "issue_token"), ("server/session.py", 9, 9, "issue_token")),
    "storage": (("web/login.js", 5, 5, "setItem"), ("web/http.js", 2, 2, "getItem")),
}


def reads(*paths: str) -> Explore:
    """A turn that reads files."""
    return Explore(tuple(ToolCall("read_slice", {"path": path, "start": 1, "end": 200}) for path in paths))


def searches(*patterns: str) -> Explore:
    """A turn that searches."""
    return Explore(tuple(ToolCall("search_text", {"pattern": pattern}) for pattern in patterns))


def honest(state: RunState, nodes: Sequence[str] = tuple(SPOTS)) -> Finish:
    """A draft of true statements about the given nodes."""
    rows = []
    for node in nodes:
        cited = tuple(state.ledger.cite(path, start, end, [name]) for path, start, end, name in SPOTS[node])
        rows.append(FlowRow(node, node, SPOTS[node][0][3], SPOTS[node][1][3], cited, "missing"))
    claim = Claim("Login runs through submitLogin and issue_token.", rows[0].evidence)
    return Finish(Draft("answered", (claim,), tuple(rows)))


class Watch:
    """Keeps every event; chooses the reading it was given."""

    def __init__(self, choice: Reading | None = None) -> None:
        self.events: list[Event] = []
        self.choice = choice
        self.can_ask = choice is not None

    def notice(self, event: Event) -> None:
        """Keep it."""
        self.events.append(event)

    def choose(self, plan: Plan) -> Reading | None:
        """The prepared choice."""
        return self.choice

    def of(self, kind: type) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def ask(
    bench: Bench, *steps: ScriptedStep, limits: Limits | None = None, watch: Watch | None = None
) -> Answer:
    """Run a script over the small application."""
    return run(ASK, ScriptedReasoner(bench.plan, steps), bench.index, limits, watch)


def test_a_good_run_ends_as_soon_as_the_gate_opens(bench: Bench) -> None:
    """Search, read, answer: every node proven, every citation verified, three turns."""
    watch = Watch()
    answer = ask(bench, searches("issue_token"), reads(*FILES), honest, watch=watch)
    assert (answer.status, answer.reason, answer.faults, answer.missing) == ("answered", "", (), ())
    assert [row.state for row in answer.flow] == ["proven"] * 3
    assert {citation.verdict for citation in citations_of(answer)} == {"verified"}
    assert answer.files_read == FILES
    assert (answer.stamp.turns, answer.stamp.tool_calls, answer.stamp.files_read) == (3, 5, 4)
    assert answer.stamp.model == "scripted"
    assert [type(event) for event in watch.events[:2]] == [PlanMade, TurnBegun]
    assert len(watch.of(CallDone)) == 5


def test_a_missing_node_is_said_once_then_the_answer_is_partial(bench: Bench) -> None:
    """The same incomplete draft twice ends the run: partial, the stage listed as missing."""
    watch = Watch()
    answer = ask(bench, reads(*FILES), lambda state: honest(state, ["submit", "storage"]), watch=watch)
    assert (answer.status, answer.reason) == ("partial", "nodes_missing")
    assert answer.missing == ("Token issue",)
    (reflected,) = watch.of(Reflected)
    assert isinstance(reflected, Reflected)
    assert "Where is the token made?" in reflected.text
    assert answer.stamp.turns == 3


def test_the_message_about_faults_reaches_the_next_state_only(bench: Bench) -> None:
    """A reasoner reads what was wrong, once, and can mend it."""
    bench_plan = bench.plan
    script = ScriptedReasoner(
        bench_plan, [reads(*FILES), lambda state: honest(state, ["submit", "storage"]), honest]
    )
    answer = run(ASK, script, bench.index)
    assert answer.status == "answered"
    assert [bool(state.reflection) for state in script.states] == [False, False, True]
    assert "Token issue" in script.states[2].reflection


def test_invented_paths_never_reach_the_answer(bench: Bench) -> None:
    """A reasoner that insists on invented files gets three messages and an answer without a claim."""
    numbers = iter(range(1, 99))

    def lie(state: RunState) -> Finish:
        path = f"server/auth/jwt{next(numbers)}.py"
        claim = Claim("encode signs the token", (Citation(path, 1, 2, ("encode",)),))
        return Finish(
            Draft("answered", (claim,), (FlowRow("issue", "x", "encode", "", claim.citations, "proven"),))
        )

    watch = Watch()
    answer = ask(bench, lie, watch=watch)
    assert (answer.status, answer.reason) == ("failed", "no_evidence")
    assert citations_of(answer) == ()
    assert len(watch.of(Reflected)) == 3
    assert "jwt" in answer.faults[0]


def test_the_best_draft_is_kept(bench: Bench) -> None:
    """A later, worse draft does not replace an earlier, better one."""
    good = lambda state: honest(state, ["submit", "storage"])  # noqa: E731
    bad = Finish(Draft("answered", (Claim("x", ()),)))
    worse = Finish(Draft("answered", (Claim("y", ()),)))
    worst = Finish(Draft("answered", (Claim("z", ()),)))
    answer = ask(bench, reads(*FILES), good, bad, worse, worst)
    assert [row.node_id for row in answer.flow] == ["submit", "storage"]
    assert answer.status == "partial"


def test_answering_at_once_without_looking_fails(bench: Bench) -> None:
    """No evidence, no answer."""
    answer = ask(bench, Finish(Draft("answered", (Claim("It uses JWT.", ()),))))
    assert answer.status == "failed"
    assert answer.conclusion == ()


def test_unread_files_cannot_be_cited(bench: Bench) -> None:
    """A real file that was not read carries nothing."""
    claim = Claim("issue_token signs", (Citation("server/tokens.py", 6, 7, ("issue_token",)),))
    answer = ask(bench, Finish(Draft("answered", (claim,))))
    assert answer.status == "failed"
    assert "unsupported" in answer.faults[0]


def test_only_reading_ends_with_an_answer_from_the_facts(bench: Bench) -> None:
    """Out of turns, one grace turn without tools, then what the facts say, honestly partial."""
    fact = NewFact("issue_token signs the token", "server/tokens.py", 6, 7, "issue", "issue")
    steps: list[ScriptedStep] = [reads(path) for path in FILES]
    steps.append(Explore((ToolCall("read_slice", {"path": "README.md", "start": 1, "end": 3}),), (fact,)))
    watch = Watch()
    answer = ask(bench, *steps, limits=Limits(turns=5), watch=watch)
    assert (answer.status, answer.reason) == ("partial", "out_of_turns")
    assert [row.node_id for row in answer.flow] == ["issue"]
    assert answer.flow[0].state == "to_be_confirmed"
    assert answer.conclusion[0].text == "issue_token signs the token"
    assert answer.evidence[0].lines[0] == "def issue_token(member_id: int) -> str:"
    last = watch.of(TurnBegun)[-1]
    assert isinstance(last, TurnBegun)
    assert (last.turn, last.last) == (6, True)


def test_calls_of_the_grace_turn_are_not_carried_out(bench: Bench) -> None:
    """The turn after the last one is for answering only."""
    answer = ask(bench, reads("README.md"), reads("web/http.js"), limits=Limits(turns=1))
    assert answer.files_read == ("README.md",)
    assert answer.status == "failed"
    assert answer.reason == "out_of_turns"


def test_the_grace_turn_may_still_draft(bench: Bench) -> None:
    """A draft in the grace turn is judged like any other."""
    answer = ask(bench, reads(*FILES), honest, limits=Limits(turns=1))
    assert answer.status == "answered"


def test_repeating_a_call_is_noticed_and_not_carried_out_again(bench: Bench) -> None:
    """The same call twice returns the earlier outcome; turns without news end the run."""
    watch = Watch()
    script = ScriptedReasoner(bench.plan, [reads("README.md")])
    answer = run(ASK, script, bench.index, Limits(turns=10), watch)
    assert len(watch.of(CallDone)) == 1
    assert answer.stamp.turns < 6
    assert (answer.status, answer.reason) == ("failed", "no_progress")
    assert script.states[2].outcomes == script.states[1].outcomes != ()


def test_facts_about_unread_lines_are_refused(bench: Bench) -> None:
    """A fact must rest on lines that were seen; the reasoner is told which one does not."""
    invented = NewFact("signs", "server/tokens.py", 6, 7, "issue", "issue")
    script = ScriptedReasoner(
        bench.plan, [Explore(searches("nothing_here").calls, (invented,)), reads(*FILES), honest]
    )
    run(ASK, script, bench.index)
    assert len(script.states[1].facts) == 0
    assert "server/tokens.py:6-7" in script.states[1].reflection


def test_wrong_calls_come_back_as_outcomes_and_as_a_message(bench: Bench) -> None:
    """When every call of a turn fails, the errors with the nearest real names are the next message."""
    wrong = Explore(
        (ToolCall("read_slice", {"path": "server/token.py"}), ToolCall("delete_file", {"path": "x"}))
    )
    script = ScriptedReasoner(bench.plan, [wrong, reads(*FILES), honest])
    run(ASK, script, bench.index)
    state = script.states[1]
    assert [type(outcome.result) for outcome in state.outcomes] == [ToolError, ToolError]
    assert "server/tokens.py" in state.reflection
    assert "delete_file" in state.reflection


def test_no_more_files_than_allowed_are_read(bench: Bench) -> None:
    """Beyond the limit a new file is refused, one that was read before is not."""
    again = Explore((ToolCall("read_slice", {"path": "./web/login.js", "start": 2, "end": 3}),))
    script = ScriptedReasoner(bench.plan, [reads(*FILES), again, Finish(Draft("answered", ()))])
    answer = run(ASK, script, bench.index, Limits(files=2, turns=3))
    assert answer.files_read == FILES[:2]
    assert [outcome.ok for outcome in script.states[1].outcomes] == [True, True, False, False]
    assert [outcome.ok for outcome in script.states[2].outcomes] == [True]
    assert script.states[0].max_files == 2


def test_too_many_calls_in_one_turn_are_cut(bench: Bench) -> None:
    """Fifty calls at once are not fifty calls."""
    many = Explore(tuple(ToolCall("search_text", {"pattern": f"word{n}"}) for n in range(50)))
    script = ScriptedReasoner(bench.plan, [many, reads(*FILES), honest])
    run(ASK, script, bench.index, Limits(calls_per_turn=5))
    assert len(script.states[1].outcomes) == 5
    assert "only the first 5 of 50" in script.states[1].reflection


def test_out_of_time(bench: Bench) -> None:
    """When the time is up the next turn is the last."""
    answer = ask(bench, reads(*FILES), honest, limits=Limits(seconds=1e-9))
    assert answer.reason == "out_of_time"
    assert answer.stamp.turns == 1


def test_not_found_needs_a_search_that_proves_it(bench: Bench) -> None:
    """After three terms, complete, with a control, "not found" is an answer; without them it is not."""
    denial = Finish(Draft("not_found", ()))
    answer = ask(bench, searches("saml", "oidc", "single_sign_on", "token"), denial)
    assert (answer.status, answer.reason, answer.missing) == ("not_found", "", ())
    assert (answer.searched[0].pattern, answer.searched[0].hits) == ("saml", 0)
    early = ask(bench, searches("saml"), denial)
    assert (early.status, early.reason) == ("partial", "absence_unproven")


def test_denying_with_evidence_is_not_a_denial(bench: Bench) -> None:
    """A draft that says not found but shows the flow is judged by the flow."""

    def both(state: RunState) -> Finish:
        draft = honest(state).draft
        return Finish(Draft("not_found", draft.conclusion, draft.flow))

    assert ask(bench, reads(*FILES), both).status == "answered"


def test_moved_text_is_read_again_and_can_then_be_cited(bench: Bench) -> None:
    """A file edited during a run: the old lines are refused, the new place is in the ledger next turn."""
    nodes = make_plan().nodes[1:2]
    bench.plan = make_plan(*nodes)

    def edit(state: RunState) -> Finish:
        old = honest(state, ["issue"])
        bench.write("server/tokens.py", "# one\n# two\n" + APP["server/tokens.py"])
        return old

    def again(state: RunState) -> Finish:
        assert "moved, the text is now at 8-9" in state.reflection
        session = state.ledger.cite("server/session.py", 9, 9, ["issue_token"])
        cited = (state.ledger.cite("server/tokens.py", 8, 9, ["issue_token"]), session)
        claim = Claim("issue_token signs", cited)
        return Finish(
            Draft("answered", (claim,), (FlowRow("issue", "issue", "issue_token", "", cited, "proven"),))
        )

    answer = ask(bench, reads(*FILES), edit, again)
    assert answer.status == "answered"
    assert answer.flow[0].evidence[0].start == 8


def test_an_ambiguous_question_is_answered_and_says_so(bench: Bench) -> None:
    """Nobody to ask: the best reading is answered, the others are listed, the status says it."""
    bench.plan = make_plan(ambiguous=True)
    answer = ask(bench, reads(*FILES), honest)
    assert (answer.status, answer.reason) == ("ambiguous", "several_readings")
    assert answer.alternatives[0].kind == "data_migration"
    assert len(answer.flow) == 3


def test_somebody_who_can_be_asked_is_asked_once(bench: Bench) -> None:
    """The chosen reading is put into the request the plan is made from."""
    bench.plan = make_plan(ambiguous=True)
    asked: list[PlanRequest] = []

    class Noting(ScriptedReasoner):
        def plan(self, request: PlanRequest, index: object) -> Plan:
            asked.append(request)
            return make_plan(ambiguous=not request.kind)

    script = Noting(bench.plan, [reads(*FILES), honest])
    answer = run(ASK, script, bench.index, None, Watch(bench.plan.alternatives[0]))
    assert [request.kind for request in asked] == ["", "data_migration"]
    assert answer.status == "answered"


def test_the_same_question_is_answered_from_the_blackboard(bench: Bench, tmp_path: Path) -> None:
    """Same text, same question: no step is asked for, and the answer says where it comes from."""
    with Blackboard(tmp_path / "runs.db", key_folder=tmp_path) as board:
        first = run(ASK, ScriptedReasoner(bench.plan, [reads(*FILES), honest]), bench.index, board=board)
        script, watch = ScriptedReasoner(bench.plan, [honest]), Watch()
        second = run(PlanRequest("  how does  login work "), script, bench.index, None, watch, board)
        assert script.states == []
        assert second.stamp.reused
        assert second.stamp.run_id == first.stamp.run_id
        assert second.flow == first.flow
        assert len(watch.of(Reused)) == 1


def test_another_text_question_or_limit_is_asked_anew(bench: Bench, tmp_path: Path) -> None:
    """A changed file, another flag or other limits make another question."""
    with Blackboard(tmp_path / "runs.db", key_folder=tmp_path) as board:

        def again(request: PlanRequest, limits: Limits | None = None) -> bool:
            script = ScriptedReasoner(bench.plan, [reads(*FILES), honest])
            return run(request, script, bench.index, limits, board=board).stamp.reused

        assert not again(ASK)
        assert again(ASK)
        assert not again(PlanRequest(ASK.question, layer="server"))
        assert not again(ASK, Limits(turns=4))
        bench.write("web/http.js", "// changed after the index was made\n" + APP["web/http.js"])
        assert not again(ASK)


def test_an_interrupted_run_is_kept(bench: Bench, tmp_path: Path) -> None:
    """Ctrl-C in the middle: what was read and stated is on the blackboard, the run is marked."""

    def interrupt(state: RunState) -> Finish:
        raise KeyboardInterrupt

    fact = NewFact("issue_token signs", "server/tokens.py", 6, 7, "issue", "issue")
    with Blackboard(tmp_path / "runs.db", key_folder=tmp_path) as board:
        script = ScriptedReasoner(
            bench.plan, [reads(*FILES), Explore(searches("exp").calls, (fact,)), interrupt]
        )
        with pytest.raises(KeyboardInterrupt):
            run(ASK, script, bench.index, board=board)
        (summary,) = board.runs()
        stored = board.load(summary.id)
    assert summary.status == "interrupted"
    assert stored.turns == 2
    assert stored.facts == (fact,)
    assert {item.path for item in stored.evidence} >= set(FILES)
    assert stored.plan == bench.plan


def test_a_blackboard_that_fails_does_not_cost_the_answer(bench: Bench, tmp_path: Path) -> None:
    """When the disk is full in the middle of a run the answer still comes, and it is said."""
    board = Blackboard(tmp_path / "runs.db", key_folder=tmp_path)
    watch = Watch()

    def vanish(state: RunState) -> Finish:
        board.close()
        return honest(state)

    script = ScriptedReasoner(bench.plan, [reads(*FILES), vanish])
    answer = run(ASK, script, bench.index, None, watch, board)
    assert answer.status == "answered"
    (note,) = watch.of(Noticed)
    assert isinstance(note, Noticed)
    assert "not recorded" in note.text


def test_a_script_needs_a_step() -> None:
    """An empty script is a mistake."""
    with pytest.raises(ValueError, match="at least one step"):
        ScriptedReasoner(make_plan(), [])
