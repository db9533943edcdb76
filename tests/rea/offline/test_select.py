"""Tests of the selection: what a plan should read, from the best of every node to what they agree on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from indexer.reader import Index
from rea.offline.select import Selection, select
from rea.playbooks.loading import PlaybookNode, load_playbooks
from rea.rank.ranker import Ranker

QUESTIONS = [
    ("login", "How does login work?"),
    ("storage", "Where is data stored?"),
    ("update", "How is a new version released?"),
    ("generic", "How are shelf labels printed?"),
]


@pytest.fixture
def ranker(demo: Index) -> Ranker:
    """The ranker of the example application."""
    return Ranker(demo)


def chosen(
    ranker: Ranker, flow: str, question: str, *, broad: bool = True
) -> tuple[Selection, Sequence[PlaybookNode]]:
    """The selection for all nodes of a flow, and the nodes."""
    nodes = load_playbooks()[flow].nodes
    return select(ranker, question, nodes, broad=broad), nodes


@pytest.mark.parametrize(("flow", "question"), QUESTIONS)
@pytest.mark.parametrize("broad", [True, False])
def test_files_come_once_and_are_indexed(ranker: Ranker, flow: str, question: str, broad: bool) -> None:
    """Whatever the question: no file twice, none that is not there, and enough to choose from."""
    selection, _ = chosen(ranker, flow, question, broad=broad)
    paths = [file.path for file in selection.files]
    assert len(set(paths)) == len(paths) >= 20
    assert set(paths) <= set(ranker.roles)


@pytest.mark.parametrize(("flow", "question"), QUESTIONS)
def test_every_node_has_a_view(ranker: Ranker, flow: str, question: str) -> None:
    """One view per node, in the order of the nodes; the best file of each is among the files."""
    selection, nodes = chosen(ranker, flow, question)
    assert [view.node_id for view in selection.nodes] == [node.id for node in nodes]
    paths = {file.path for file in selection.files}
    assert {view.files[0].path for view in selection.nodes if view.files} <= paths


def test_no_node_is_left_without_its_best_file(ranker: Ranker) -> None:
    """Among the files an answer reads is each node's best one, unless that is one of a crowd."""
    selection, _ = chosen(ranker, "login", "How does login work?")
    first = {file.path for file in selection.files[:20]}
    alike = set(ranker.crowd_of) | set(ranker.variant_of)
    assert {view.files[0].path for view in selection.nodes} - alike <= first


def test_scores_within_a_node_fall(ranker: Ranker) -> None:
    """The view of a node is an order, after layer and proof have been weighed in; crowds come last."""
    selection, _ = chosen(ranker, "login", "How does login work?")
    alike = set(ranker.crowd_of) | set(ranker.variant_of)
    for view in selection.nodes:
        scores = [file.score for file in view.files if file.path not in alike]
        assert scores == sorted(scores, reverse=True)


def test_a_client_node_prefers_the_client(ranker: Ranker) -> None:
    """The first file of a node that wants a layer is not of the other side."""
    selection, nodes = chosen(ranker, "login", "How does login work?")
    for node, view in zip(nodes, selection.nodes, strict=True):
        if node.layer in ("client", "server"):
            other = "server" if node.layer == "client" else "client"
            assert ranker.layers[view.files[0].path] != other, node.id


def test_files_in_which_nothing_could_prove_a_node_fall_behind(ranker: Ranker) -> None:
    """Of two files a node's words rank alike, the one with a line like the evidence comes first."""
    selection, nodes = chosen(ranker, "login", "How does login work?")
    for node, view in zip(nodes, selection.nodes, strict=True):
        text = ranker.index.read_text(view.files[0].path)
        assert any(pattern.matches(text) for pattern in node.evidence.values()), node.id


def test_a_question_without_nodes_is_its_own_selection(ranker: Ranker) -> None:
    """Where nothing has to be proven the question alone decides."""
    selection = select(ranker, "How does login work?", [], broad=True)
    assert selection.nodes == ()
    assert {file.path for file in selection.files} == {file.path for file in selection.subject.files}


def test_a_detail_follows_the_question(ranker: Ranker) -> None:
    """In a question about a detail the files of the question lead; in a broad one those of the nodes do."""
    question = "How are shelf labels printed?"
    detail, _ = chosen(ranker, "login", question, broad=False)
    assert "server/scripts/labels.py" in [file.path for file in detail.files[:10]]


def test_nothing_found_selects_nothing(ranker: Ranker) -> None:
    """A question in words that occur nowhere, with no node, gives no files."""
    assert select(ranker, "zzqy wvxq", [], broad=False).files == ()


def test_the_same_question_selects_the_same(demo: Index) -> None:
    """Two rankers over one index agree."""
    one, _ = chosen(Ranker(demo), "storage", "Where is data stored?")
    two, _ = chosen(Ranker(demo), "storage", "Where is data stored?")
    assert one == two
