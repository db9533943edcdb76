"""From a question's readings to the nodes that have to be proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rea.loop.reasoner import PlanRequest
from rea.offline.reading import Read
from rea.plan import Lang, PlanNode, Reading
from rea.playbooks.loading import Playbook, PlaybookNode

# With a smaller share of the code a side is an accident: a few pages of a server, a script beside a client.
LEAST_SIDE = 0.01


def choose_reading(
    read: Read, request: PlanRequest, books: Mapping[str, Playbook]
) -> tuple[Reading, tuple[Reading, ...]]:
    """The reading taken and the others, best first; what the user fixed comes before what the words say."""
    readings = list(read.readings)
    if request.flow and request.flow in books:
        readings.sort(key=lambda reading: reading.flow != request.flow)
        if readings[0].flow != request.flow:
            readings.insert(0, Reading(request.flow, books[request.flow].layer, "", "--flow", 1.0))
    if request.kind:
        for book in books.values():
            kind = book.kind(request.kind)
            if kind:
                readings = [r for r in readings if r.kind != request.kind]
                readings.insert(0, Reading(book.flow, kind.layer, kind.id, "--kind", 1.0))
    if request.layer:
        readings.sort(key=lambda reading: reading.layer != request.layer)
        first = readings[0]
        readings[0] = Reading(first.flow, request.layer, first.kind, first.reason, first.score)
    return readings[0], tuple(readings[1:])


def nodes_of(books: Mapping[str, Playbook], chosen: Reading, read: Read) -> tuple[PlaybookNode, ...]:
    """The nodes a reading asks for: those of its kinds and of its layer."""
    book = books[chosen.flow]
    if chosen.kind and (chosen.reason == "--kind" or not read.kinds):
        kinds: Sequence[str] = (chosen.kind,)
    else:
        own = tuple(kind.id for kind in book.kinds)
        kinds = tuple(kind for kind in read.kinds if kind in own) or own
    nodes = book.nodes_for(kinds)
    if chosen.layer in ("client", "server", "build") and chosen.reason != "--kind":
        near = tuple(node for node in nodes if node.layer in (chosen.layer, "any"))
        return near if len(near) >= 2 and not read.kinds else nodes
    return nodes


def there(nodes: tuple[PlaybookNode, ...], layers: Mapping[str, str]) -> tuple[PlaybookNode, ...]:
    """The nodes whose layer exists: a server without a client has no page to enter at. `layers` is by path.

    All nodes where none would be left.
    """
    sides = Counter(layers.values())
    least = LEAST_SIDE * (sides["client"] + sides["server"])
    gone = {side for side in ("client", "server") if sides[side] < least}
    return tuple(node for node in nodes if node.layer not in gone) or nodes


def is_ambiguous(book: Playbook, chosen: Reading, read: Read) -> bool:
    """A question about a flow whose kinds exclude each other that says nothing about which is meant."""
    return book.exclusive and not read.kinds and not chosen.reason.startswith("--")


def plan_node(node: PlaybookNode, lang: Lang) -> PlanNode:
    """A node in the language of the answer."""
    return PlanNode(node.id, node.titles[lang], node.prove[lang], node.needs, node.optional)


def attempts(
    books: Mapping[str, Playbook], chosen: Reading, read: Read, *, fixed: bool
) -> Iterator[tuple[Reading, tuple[PlaybookNode, ...]]]:
    """What to try to prove, in turn: the reading's own nodes, those of its whole flow, those of any question.

    A word such as "browser" chooses a kind, but the lines may be elsewhere. What the user `fixed` stays.
    """
    yield chosen, nodes_of(books, chosen, read)
    if not fixed and not read.broad:
        if read.kinds:
            book = books[chosen.flow]
            yield Reading(book.flow, book.layer, "", chosen.reason, chosen.score), book.nodes
        if chosen.flow != "generic":
            yield Reading("generic", "any", "", chosen.reason, 0.0), books["generic"].nodes
