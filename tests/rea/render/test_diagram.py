"""Tests of the drawing: where stages and arrows are put."""

from __future__ import annotations

from itertools import pairwise

from rich.cells import cell_len

from rea.answer import FlowRow
from rea.render.diagram import BOX_HEIGHT, BOX_WIDTH, LABEL_CELLS, TITLE_LINE, clip, draw, layer_of
from tests.rea.samples import cited


def row(stage: str, *paths: str) -> FlowRow:
    """A stage with one citation per path."""
    return FlowRow(stage, stage, "a (a.py)", "b (b.py)", tuple(cited(path, 1, 5) for path in paths), "proven")


ROWS = (row("Entry", "web/a.ts"), row("Receive", "srv/b.py", "web/a.ts"), row("Issue", "srv/c.py"))
PLACED = ("client", "server", "server")


def test_stages_stand_below_each_other_in_the_lane_of_their_layer() -> None:
    """Reading order runs down, layers stand side by side from the client to the server."""
    diagram = draw(ROWS, PLACED)
    assert diagram is not None
    assert [lane.layer for lane in diagram.lanes] == ["client", "server"]
    tops = [box.y for box in diagram.boxes]
    assert all(below - above > BOX_HEIGHT for above, below in pairwise(tops))
    for box in diagram.boxes:
        lane = next(lane for lane in diagram.lanes if lane.layer == box.layer)
        assert lane.x < box.x
        assert box.x + BOX_WIDTH < lane.x + lane.width <= diagram.width
        assert box.y + BOX_HEIGHT < diagram.height


def test_an_arrow_names_evidence_of_the_stage_it_leads_to() -> None:
    """The shared file where there is one, and only then the arrow says that the stages are joined."""
    diagram = draw(ROWS, PLACED)
    assert diagram is not None
    assert [(edge.label, edge.joined) for edge in diagram.edges] == [("a.ts:1-5", True), ("c.py:1-5", False)]


def test_one_lane_holds_everything_on_a_narrow_screen() -> None:
    """Stacked, the drawing is as narrow as one lane and keeps the layer of each stage."""
    diagram = draw(ROWS, PLACED, stacked=True)
    assert diagram is not None
    assert len(diagram.lanes) == 1
    assert diagram.width < 330
    assert [box.layer for box in diagram.boxes] == list(PLACED)


def test_a_single_stage_is_not_drawn() -> None:
    """One box without an arrow shows nothing the table does not."""
    assert draw(ROWS[:1], PLACED[:1]) is None
    assert draw((), ()) is None


def test_a_stage_without_evidence_is_drawn_without_an_arrow() -> None:
    """An arrow without evidence would be a claim."""
    diagram = draw((ROWS[0], row("Lost"), ROWS[2]), PLACED)
    assert diagram is not None
    assert len(diagram.boxes) == 3
    assert [edge.label for edge in diagram.edges] == ["c.py:1-5"]


def test_the_layer_of_a_stage_is_that_of_most_of_its_evidence() -> None:
    """A stray citation does not move a stage; unknown layers have no vote."""
    layers = {"web/a.ts": "client", "srv/b.py": "server", "srv/c.py": "server", "x": ""}
    assert layer_of(row("a", "web/a.ts", "srv/b.py", "srv/c.py"), layers) == "server"
    assert layer_of(row("a", "x", "web/a.ts"), layers) == "client"
    assert layer_of(row("a", "x", "nowhere"), layers) == ""


def test_long_names_are_cut_to_the_room_there_is() -> None:
    """Wide characters take two cells, so Chinese is cut earlier."""
    assert clip("short", 10) == "short"
    assert clip("abcdefghijkl", 10) == "abcdefghi…"
    assert cell_len(clip("登录流程是怎样的", 10)) <= 10
    diagram = draw((ROWS[0], row("b", f"srv/{'n' * 90}.py")), PLACED[:2])
    assert diagram is not None
    assert cell_len(diagram.edges[0].label) <= LABEL_CELLS
    assert diagram.edges[0].label.endswith("…:1-5")


def test_a_long_name_of_a_stage_takes_two_lines() -> None:
    """All boxes grow alike; a word is not torn, and what does not fit twice ends in an ellipsis."""
    diagram = draw((row("Memory cache: creation and expiry"), row("Read"), row("w " * 60)), ("", "", ""))
    assert diagram is not None
    assert diagram.boxes[0].title == ("Memory cache: creation", "and expiry")
    assert diagram.boxes[1].title == ("Read",)
    assert diagram.boxes[2].title[1].endswith("…")
    assert {box.height for box in diagram.boxes} == {BOX_HEIGHT + TITLE_LINE}
