"""What the offline machinery would look at: shown to a model as a guess, never as a result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rea.offline.absence import absent_idea
from rea.offline.reading import read_question
from rea.offline.select import select
from rea.offline.study import NodeSpots, study
from rea.playbooks.loading import load_playbooks
from rea.rank.ranker import Ranker

if TYPE_CHECKING:
    from indexer.reader import Index
    from rea.plan import Plan

SPOTS_PER_FILE = 3


def likely_files(plan: Plan, index: Index, folders: Sequence[Path], most: int) -> tuple[str, ...]:
    """One line a file, best first: the path and the lines the nodes of the plan may be proven by.

    The last line, if any, says what the question asks for that no name in the repository speaks of.
    """
    books = load_playbooks(folders)
    book = books.get(plan.reading.flow, books["generic"])
    wanted = {node.id for node in plan.nodes}
    nodes = [node for node in book.nodes if node.id in wanted]
    if not nodes:
        return ()
    ranker = Ranker(index)
    read = read_question(plan.question, books, plan.lang)
    selection = select(ranker, plan.question, nodes, broad=read.broad)
    files = tuple(file.path for file in selection.files[:most])
    found = study(ranker, plan.question, selection, nodes, files, broad=read.broad)
    lines = [_line(path, found) for path in files]
    if (absent := absent_idea(ranker, plan.question)) is not None:
        tried = ", ".join(absent.patterns[:4])
        lines.append(f"No name in the code speaks of {absent.label}. Searches that would show it: {tried}")
    return tuple(lines)


def _line(path: str, found: Sequence[NodeSpots]) -> str:
    spots = [(spot.score, node.node.id, spot) for node in found for spot in node.spots if spot.path == path]
    spots.sort(key=lambda item: (-item[0], item[2].start))
    places: dict[tuple[int, int], str] = {}
    for _, node_id, spot in spots:
        name = f"{spot.symbol}, " if spot.symbol else ""
        places.setdefault((spot.start, spot.end), f"{spot.start}-{spot.end} ({name}{node_id})")
    shown = "; ".join(list(places.values())[:SPOTS_PER_FILE])
    return f"{path}: {shown}" if shown else path
