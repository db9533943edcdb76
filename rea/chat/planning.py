"""The plan of a model run: a choice among the playbooks, checked against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rea.chat.forms import NodeForm, PlanForm, ReadingForm, as_object, filled_in
from rea.chat.messages import Message
from rea.chat.prompting import own_tool, prompt
from rea.plan import Plan, PlanNode, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from rea.chat.messages import Reply, ToolSpec
    from rea.loop.reasoner import PlanRequest
    from rea.playbooks.loading import Playbook

TRIES = 3
FEWEST_NODES = 2
LAYERS = ("client", "server", "build", "mixed", "any")

Books = Mapping[str, "Playbook"]


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and how it came about: '' asked and given, otherwise a sentence for the user."""

    plan: Plan
    remark: str = ""


def ask_for_plan(
    ask: Callable[[Sequence[Message], Sequence[ToolSpec]], Reply],
    request: PlanRequest,
    offline: Plan,
    books: Books,
    overview: str,
) -> Planned:
    """Ask up to TRIES times; then the best invalid plan in valid form, then the offline one."""
    best: tuple[int, PlanForm] | None = None
    faults: tuple[str, ...] = ()
    for _ in range(TRIES):
        reply = ask(_messages(request, offline, books, overview, faults), (own_tool("plan"),))
        form = _form_of(reply)
        if isinstance(form, PlanForm):
            faults = faults_of(form, request, books)
            if not faults:
                return Planned(plan_of(form, offline, books))
            if best is None or len(faults) < best[0]:
                best = (len(faults), form)
        else:
            faults = form
    if best is not None and (mended := coerced(best[1], request, books)) is not None:
        return Planned(plan_of(mended, offline, books), "The model's plan was put into valid form.")
    return Planned(offline, "The model made no usable plan; the offline plan is used.")


def _messages(
    request: PlanRequest, offline: Plan, books: Books, overview: str, faults: Sequence[str]
) -> tuple[Message, ...]:
    chosen = {"flow": request.flow, "kind": request.kind, "layer": request.layer}
    fixed = ", ".join(f"{name} {value}" for name, value in chosen.items() if value)
    stable = [prompt("planning"), prompt("playbooks", books=list(books.values())), overview]
    asked = prompt("ask_plan", question=request.question, fixed=fixed, offline=offline, faults=list(faults))
    return Message("system", "\n\n".join(stable)), Message("user", asked)


def _form_of(reply: Reply) -> PlanForm | tuple[str, ...]:
    """The plan in a reply: as a call, or as JSON in its text."""
    written = [call.arguments_text for call in reply.calls if call.name == "plan"]
    text = written[0] if written else reply.text[reply.text.find("{") : reply.text.rfind("}") + 1]
    arguments = as_object(text) if text else None
    if not arguments:
        return ("no plan was given: call `plan` with a JSON object",)
    inner = arguments.get("arguments", arguments.get("parameters"))
    return filled_in(PlanForm, inner if isinstance(inner, dict) and "flow" not in arguments else arguments)


def faults_of(form: PlanForm, request: PlanRequest, books: Books) -> tuple[str, ...]:
    """What does not fit the playbooks or what the user fixed."""
    book = books.get(form.flow)
    if book is None:
        return (f"there is no flow {form.flow[:40]!r}; the flows are {', '.join(books)}",)
    faults = []
    if request.flow and form.flow != request.flow:
        faults.append(f"the user asked for flow {request.flow}")
    if request.kind and form.kind != request.kind and book.kind(request.kind) is not None:
        faults.append(f"the user asked for kind {request.kind}")
    if request.layer and form.layer != request.layer:
        faults.append(f"the user asked for layer {request.layer}")
    if form.kind and book.kind(form.kind) is None:
        known = ", ".join(kind.id for kind in book.kinds) or "none: leave it empty"
        faults.append(f"flow {form.flow} has no kind {form.kind[:40]!r} (known: {known})")
    if form.layer not in LAYERS:
        faults.append(f"layer is one of {', '.join(LAYERS)}")
    known_nodes = [node.id for node in book.nodes]
    unknown = [node.id[:40] for node in form.nodes if node.id not in known_nodes]
    if unknown:
        faults.append(f"not nodes of {form.flow}: {', '.join(unknown)} (known: {', '.join(known_nodes)})")
    if len({node.id for node in form.nodes} & set(known_nodes)) < min(FEWEST_NODES, len(known_nodes)):
        faults.append(f"name at least {FEWEST_NODES} nodes")
    return tuple(faults)


def coerced(form: PlanForm, request: PlanRequest, books: Books) -> PlanForm | None:
    """The same plan with what does not exist left out; None when too little is left."""
    flow = request.flow or form.flow
    book = books.get(flow)
    if book is None:
        return None
    known = {node.id for node in book.nodes}
    nodes = [node for node in form.nodes if node.id in known]
    kind = request.kind or form.kind
    kind = kind if book.kind(kind) is not None else ""
    if len({node.id for node in nodes}) < min(FEWEST_NODES, len(known)):
        wanted = book.nodes_for([kind] if kind else [each.id for each in book.kinds])
        nodes = [NodeForm(id=node.id) for node in wanted]
    layer = request.layer or (form.layer if form.layer in LAYERS else book.layer)
    return form.model_copy(update={"flow": flow, "kind": kind, "layer": layer, "nodes": nodes})


def plan_of(form: PlanForm, offline: Plan, books: Books) -> Plan:
    """The frozen plan of a form that fits."""
    book = books[form.flow]
    asked = {node.id: node.ask for node in form.nodes}
    nodes = tuple(
        PlanNode(n.id, n.titles[offline.lang], asked[n.id] or n.prove[offline.lang], n.needs, n.optional)
        for n in book.nodes
        if n.id in asked
    )
    # A plan of optional nodes only would ask for nothing.
    if all(node.optional for node in nodes):
        nodes = tuple(replace(node, optional=False) for node in nodes)
    others = [_reading(other, books, 0.0) for other in form.alternatives if other.flow in books]
    own = _reading(form, books, 1.0)
    alternatives = tuple(
        other for other in dict.fromkeys(others) if (other.flow, other.kind) != (own.flow, own.kind)
    )
    return replace(
        offline, reading=own, alternatives=alternatives or _rest(offline, own), nodes=nodes,
        ambiguous=form.ambiguous and offline.ambiguous,
    )  # fmt: skip


def _reading(form: ReadingForm, books: Books, score: float) -> Reading:
    book = books[form.flow]
    kind = form.kind if book.kind(form.kind) is not None else ""
    layer = form.layer if form.layer in LAYERS else book.layer
    return Reading(form.flow, layer, kind, form.reason, score)


def _rest(offline: Plan, own: Reading) -> tuple[Reading, ...]:
    """The offline readings that were not chosen."""
    every = (offline.reading, *offline.alternatives)
    return tuple(other for other in every if (other.flow, other.kind) != (own.flow, own.kind))
