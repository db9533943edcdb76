"""The flow as a drawing: stages in the lane of their layer, top to bottom, arrows that carry evidence.

Only places and sizes (pixels of the drawing's own grid) are decided here; the template writes them as SVG.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len, chop_cells

from rea.answer import Citation, FlowRow, NodeState

# The order of lanes from left to right; '' is for files of no known layer.
LANES = ("client", "server", "build", "")
LANE_WIDTH, LANE_GAP = 312, 16
BOX_WIDTH, BOX_HEIGHT, BOX_GAP, TITLE_LINE = 280, 84, 56, 19
TOP = 52
# Characters that fit in a box, in the two sizes of its text (half-width cells).
TITLE_CELLS, DETAIL_CELLS, LABEL_CELLS = 24, 34, 32
# The radius of a corner, and how far from a box's left edge straight arrows run.
BEND, RAIL = 10, 24


@dataclass(frozen=True, slots=True)
class Lane:
    """A column: its layer and where it is."""

    layer: str
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Box:
    """A stage. `title`, `trigger` and `handler` are cut to fit; `row` holds them whole."""

    x: int
    y: int
    height: int
    number: int
    title: tuple[str, ...]
    trigger: str
    handler: str
    state: NodeState
    layer: str
    row: FlowRow


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between two stages in order; `joined` when both cite the same file.

    `evidence` is what the label names: of the stage the arrow leads to, in the shared file if there is one.
    """

    path: str
    x: int
    y: int
    anchor: str
    label: str
    evidence: Citation
    joined: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """The whole drawing."""

    width: int
    height: int
    lanes: tuple[Lane, ...]
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]


def draw(rows: Sequence[FlowRow], placed: Sequence[str], *, stacked: bool = False) -> Diagram | None:
    """The drawing of a flow, the same for the same rows. None for fewer than two stages: nothing flows.

    `placed` holds the layer of each row, one of LANES; `stacked` puts all in one lane, for narrow screens.
    """
    if len(rows) < 2:
        return None
    lanes = _lanes([""] if stacked else placed)
    where = {lane.layer: lane.x + (lane.width - BOX_WIDTH) // 2 for lane in lanes}
    height = BOX_HEIGHT + TITLE_LINE * (max(len(_title(row)) for row in rows) - 1)
    boxes = tuple(
        _box((number, height), row, layer, where["" if stacked else layer])
        for number, (row, layer) in enumerate(zip(rows, placed, strict=True))
    )
    edges = tuple(_edge(before, after) for before, after in pairwise(boxes) if after.row.evidence)
    width = lanes[-1].x + lanes[-1].width
    return Diagram(width, boxes[-1].y + height + 20, lanes, boxes, edges)


def layer_of(row: FlowRow, layers: Mapping[str, str]) -> str:
    """The layer most evidence of a stage is in; of equals the one cited first."""
    found = [layers.get(item.path, "") for item in row.evidence]
    known = [layer for layer in found if layer in LANES and layer]
    return max(known, key=known.count) if known else ""


def clip(text: str, cells: int) -> str:
    """Text in at most so many half-width cells, with an ellipsis where it was cut."""
    if cell_len(text) <= cells:
        return text
    return chop_cells(text, cells - 1)[0].rstrip() + "…"


def _lanes(placed: Sequence[str]) -> tuple[Lane, ...]:
    used = [layer for layer in LANES if layer in placed]
    return tuple(
        Lane(layer, position * (LANE_WIDTH + LANE_GAP), LANE_WIDTH) for position, layer in enumerate(used)
    )


def _title(row: FlowRow) -> tuple[str, ...]:
    """The name of a stage in one line, or in two where it needs them."""
    words = row.stage.split() or [""]
    if cell_len(" ".join(words)) <= TITLE_CELLS or len(words) == 1:
        return (clip(" ".join(words), TITLE_CELLS),)
    count = 1
    while cell_len(" ".join(words[: count + 1])) <= TITLE_CELLS:
        count += 1
    return clip(" ".join(words[:count]), TITLE_CELLS), clip(" ".join(words[count:]), TITLE_CELLS)


def _box(place: tuple[int, int], row: FlowRow, layer: str, x: int) -> Box:
    """`place` is the stage's position and the height of all boxes."""
    number, height = place
    return Box(
        x=x,
        y=TOP + number * (height + BOX_GAP),
        height=height,
        number=number + 1,
        title=_title(row),
        trigger=clip(row.trigger, DETAIL_CELLS),
        handler=clip(row.handler, DETAIL_CELLS - 2),
        state=row.state,
        layer=layer,
        row=row,
    )


def _edge(before: Box, after: Box) -> Edge:
    shared = [item for item in after.row.evidence if item.path in {one.path for one in before.row.evidence}]
    evidence = (shared or after.row.evidence)[0]
    lines = f"{evidence.start}" if evidence.start == evidence.end else f"{evidence.start}-{evidence.end}"
    name = clip(evidence.path.rpartition("/")[2], LABEL_CELLS - len(lines) - 1)
    start, end = before.x + BOX_WIDTH // 2, after.x + BOX_WIDTH // 2
    top, bottom = before.y + before.height, after.y - 7
    middle = (top + bottom) // 2
    label = f"{name}:{lines}"
    if start == end:
        # Near the left edge, so that a long name has room beside it.
        rail = before.x + RAIL
        path = f"M{rail} {top}V{bottom}"
        return Edge(path, rail + 12, middle + 4, "start", label, evidence, bool(shared))
    turn = BEND if end > start else -BEND
    path = (
        f"M{start} {top}V{middle - BEND}Q{start} {middle} {start + turn} {middle}"
        f"H{end - turn}Q{end} {middle} {end} {middle + BEND}V{bottom}"
    )
    return Edge(path, (start + end) // 2, middle - 7, "middle", label, evidence, bool(shared))
