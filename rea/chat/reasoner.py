"""A model as the reasoner of a run: plans once, then asks it turn by turn; the loop judges what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rea.chat.again import exchange_from
from rea.chat.exchange import Exchange
from rea.chat.framing import framed, harmless, one_line
from rea.chat.history import fact_list, folded
from rea.chat.messages import Delta, Endpoint, Message, Reply, Room, ToolSpec
from rea.chat.prompting import look_up_tools, own_tool, prompt
from rea.chat.tokens import estimate, shortened, size_of
from rea.chat.turns import declines, understood
from rea.chat.window import SMALLEST_TASK, Parts, Written, fit, shares, too_small
from rea.errors import ContextTooLong, ModelDeclines
from rea.loop.events import ModelAtWork, Noticed, Observer, Silent
from rea.loop.reasoner import Explore, Finish, PlanRequest, RunState, Spent, Step
from rea.offline.reasoner import OfflineReasoner
from rea.plan import Plan
from rea.playbooks.loading import load_playbooks

if TYPE_CHECKING:
    from indexer.reader import Index

# A request that was too long is made smaller by this much once when the server does not say what it takes.
SHRINK = 0.6
# Windows up to this get the short form of `finish`: the long one takes as much as 30 lines of code.
SMALL_WINDOW = 16_384
# So many refusals in a row end a run.
REFUSALS = 2
LANGUAGES = {"en": "English", "zh": "Chinese"}


class ChatReasoner:
    """One instance answers one question at a time. `window` is in tokens, request and reply together."""

    def __init__(
        self,
        endpoint: Endpoint,
        explore: Endpoint | None = None,
        playbook_folders: Sequence[Path] = (),
        max_files: int = 20,
        window: int = 128_000,
        observer: Observer | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._explore = explore
        self._folders = tuple(playbook_folders)
        self._max_files = max_files
        self._window = window
        self._observer = observer or Silent()
        self._refusals = 0
        self._hints: tuple[Plan, str] | None = None
        self._waiting: Exchange | None = None
        self._recent: tuple[Exchange, ...] = ()

    @property
    def name(self) -> str:
        """The model's name, with that of the one that explores."""
        other = f" ({self._explore.name} explores)" if self._explore is not None else ""
        return f"{self._endpoint.name}{other}"

    def basis(self) -> str:
        """The playbooks of others than the package."""
        from rea.playbooks.loading import fingerprint

        return fingerprint(self._folders)

    def spent(self) -> Spent:
        """What both models have taken."""
        own = self._endpoint.spent
        return own + self._explore.spent if self._explore is not None else own

    def plan(self, request: PlanRequest, index: Index) -> Plan:
        """The model's plan where it fits the playbooks, else the offline one; which, is said."""
        from rea.chat.planning import ask_for_plan

        offline = OfflineReasoner(self._folders, self._max_files).plan(request, index)
        overview = _in_frame("overview", index.overview())(shares(self._window).head // 2)

        def ask(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Reply:
            def cut() -> Sequence[Message]:
                left = shares(self._window).request - size_of((), tools) - 40
                if left < SMALLEST_TASK:
                    raise too_small(self._window)
                return [Message(m.role, shortened(m.text, left * part // 100))
                        for m, part in zip(messages, (70, 30), strict=True)]  # fmt: skip

            return self._fitted(self._endpoint, cut, tools, must_call=True)

        planned = ask_for_plan(ask, request, offline, load_playbooks(self._folders), overview)
        if planned.remark:
            self._observer.notice(Noticed(planned.remark))
        return planned.plan

    def next(self, state: RunState) -> Step:
        """Show the model where the run stands, and read what it wants."""
        self._arrived(state)
        offered = state.last_turn or may_finish(state)
        endpoint = self._endpoint if offered or self._explore is None else self._explore
        reply = self._asked(endpoint, state, offered)
        self._heed(reply, endpoint)
        turn = understood(reply, state)
        if endpoint is not self._endpoint and isinstance(turn.step, Finish):
            # The model that looks around has seen enough: the other one concludes, from the same pages.
            reply = self._asked(self._endpoint, state, True)
            turn = understood(reply, state)
        self._waiting = turn.exchange
        if isinstance(turn.step, Explore) and turn.step.calls:
            self._recent = ()
        return turn.step

    def _arrived(self, state: RunState) -> None:
        """The last turn with its results. What it was shown stays beside an answer that was not accepted."""
        if self._waiting is None:
            return
        done = self._waiting.with_results([outcome.result for outcome in state.outcomes])
        self._recent = (*self._recent[:1], done)
        self._waiting = None

    def _asked(self, endpoint: Endpoint, state: RunState, offered: bool) -> Reply:
        """The reply to where the run stands; `finish` is among the tools if it is offered."""
        parts = self._parts(state, offered)
        tools = _tools(state, offered, small=self._window <= SMALL_WINDOW)
        return self._fitted(
            endpoint, lambda: fit(parts, tools, self._window), tools, must_call=state.last_turn
        )

    def _heed(self, reply: Reply, endpoint: Endpoint) -> None:
        """One refusal is talked about; ModelDeclines after more in a row."""
        self._refusals = self._refusals + 1 if declines(reply) else 0
        if self._refusals >= REFUSALS:
            if reply.stop == "filter":
                raise ModelDeclines(
                    f"{endpoint.host or endpoint.name} withholds the replies of {endpoint.name}."
                )
            raise ModelDeclines(f"{endpoint.name} refuses to answer: {one_line(reply.text, 160)}")

    def _fitted(
        self,
        endpoint: Endpoint,
        made: Callable[[], Sequence[Message]],
        tools: Sequence[ToolSpec],
        *,
        must_call: bool,
    ) -> Reply:
        """Ask; when the server finds it too long, make the messages smaller and ask once more."""
        messages = made()
        try:
            return self._ask(endpoint, messages, tools, must_call=must_call)
        except ContextTooLong as error:
            smaller = int(self._window * SHRINK)
            self._window = min(error.limit, smaller) if 2_000 < error.limit < self._window else smaller
            self._observer.notice(
                Noticed(f"The request was too long; from here on it keeps to {self._window:,} tokens.")
            )
        return self._ask(endpoint, made(), tools, must_call=must_call)

    def _ask(
        self, endpoint: Endpoint, messages: Sequence[Message], tools: Sequence[ToolSpec], *, must_call: bool
    ) -> Reply:
        share = size_of(messages, tools) / self._window

        def heard(delta: Delta) -> None:
            spent = self.spent()
            self._observer.notice(ModelAtWork(delta.kind, delta.text, share, spent.tokens, spent.cost))

        room = Room(shares(self._window).answer, self._window)
        return endpoint.complete(messages, tools, must_call=must_call, room=room, on_delta=heard)

    def _parts(self, state: RunState, offered: bool) -> Parts:
        recent = self._recent or (exchange_from(state.ledger, state.turn - 1) if state.turn > 1 else ())
        before = recent[0].turn if recent else state.turn
        books = load_playbooks(self._folders)
        book = books.get(state.plan.reading.flow)
        return Parts(
            rules=prompt("system"),
            overview=_in_frame("overview", state.index.overview()),
            task=prompt(
                "task", question=harmless(state.plan.question), language=LANGUAGES[state.plan.lang],
                reading=state.plan.reading, reason=harmless(state.plan.reading.reason),
                nodes=state.plan.nodes, table=book is not None and book.table,
            ),
            hints=_in_frame("hints", self._likely(state)),
            facts=lambda tokens: harmless(fact_list(state.facts, tokens)),
            history=lambda tokens: harmless(folded(state.ledger, state.facts, before, tokens)),
            recent=recent,
            reminder=prompt(
                "reminder", reflection=harmless(state.reflection), last=state.last_turn, turn=state.turn,
                turns=state.max_turns, files=len(state.ledger.files_read()), max_files=state.max_files,
                gate=state.gate.text, offered=offered, ready=state.gate.ready, fresh=bool(recent),
            ),
        )  # fmt: skip

    def _likely(self, state: RunState) -> str:
        if self._hints is None or self._hints[0] is not state.plan:
            from rea.chat.hints import likely_files

            files = likely_files(state.plan, state.index, self._folders, self._max_files)
            self._hints = (state.plan, "\n".join(files))
        return self._hints[1]


def _in_frame(name: str, text: str) -> Written:
    """A prompt around foreign text, the text cut to what fits before it is framed."""
    around = estimate(prompt(name, text=framed("", name))) + 8

    def written(tokens: int) -> str:
        cut = shortened(harmless(text), tokens - around)
        return prompt(name, text=framed(cut, name)) if cut.strip() else ""

    return written


def may_finish(state: RunState) -> bool:
    """Whether `finish` is offered: the gate is open, or may be with the answer, or time runs out."""
    gate = state.gate
    if gate.ready:
        return True
    if state.turn < gate.thresholds.earliest_turn:
        return False
    return gate.absence.ready or not gate.empty or 2 * state.turn > state.max_turns


def _tools(state: RunState, offered: bool, *, small: bool) -> tuple[ToolSpec, ...]:
    """The tools of a turn, those that are always there first."""
    finish = (own_tool("finish", small=small),)
    if state.last_turn:
        return finish
    return (*look_up_tools(), own_tool("note"), *(finish if offered else ()))
