"""Tests of the facts: nothing is lost, only shown merged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rea.loop.facts import MERGE_ABOVE, Facts, Span
from rea.loop.reasoner import NewFact

FACT = st.builds(
    NewFact,
    st.text(min_size=1, max_size=40),
    st.sampled_from(["a.py", "b.py", "c.py", "d.py"]),
    st.integers(1, 50),
    st.integers(51, 99),
    st.sampled_from(["", "issue", "storage"]),
    st.sampled_from(["", "write", "read"]),
)


def fact(number: int, path: str = "a.py", node: str = "issue", role: str = "write") -> NewFact:
    """A fact about one line."""
    return NewFact(f"Fact {number}.", path, number, number, node, role)


def test_few_facts_are_shown_as_stated() -> None:
    """Up to the limit every fact is a row of its own, in order."""
    facts = Facts(fact(n) for n in range(1, MERGE_ABOVE + 1))
    assert [row.text for row in facts.all()] == [f"Fact {n}." for n in range(1, MERGE_ABOVE + 1)]
    assert facts.all()[0].id == "F1"


def test_the_same_fact_is_kept_once() -> None:
    """Stating a fact again changes nothing."""
    facts = Facts()
    assert facts.add(fact(1))
    assert not facts.add(fact(1))
    assert len(facts) == 1


def test_the_most_crowded_file_is_merged_first() -> None:
    """Above the limit the file with most facts becomes one row; other files stay as they were."""
    crowd = [fact(n) for n in range(1, MERGE_ABOVE + 1)]
    facts = Facts([*crowd, fact(50, "b.py"), fact(60, "b.py")])
    rows = facts.all()
    assert [row.path for row in rows] == ["a.py", "b.py", "b.py"]
    assert len(rows[0].spans) == MERGE_ABOVE
    assert rows[0].nodes == ("issue",)
    assert "Fact 1" in rows[0].text


def test_facts_of_many_files_stay_apart() -> None:
    """When no two facts share a file there is nothing to merge, however many there are."""
    assert len(Facts(fact(n, f"{n}.py") for n in range(1, 31)).all()) == 30


def test_facts_of_a_node_are_never_merged() -> None:
    """A node is judged by its facts as stated."""
    facts = Facts(fact(n) for n in range(1, 31))
    assert len(facts.of_node("issue")) == 30
    assert facts.of_node("storage") == ()


def test_roles_come_from_overlapping_facts_of_the_node() -> None:
    """Lines have the roles that this node's facts about them state."""
    facts = Facts(
        [NewFact("w", "a.py", 10, 20, "storage", "write"), NewFact("r", "a.py", 30, 30, "issue", "read")]
    )
    assert facts.roles_at("a.py", 20, 30, "storage") == {"write"}
    assert facts.roles_at("a.py", 20, 30, "issue") == {"read"}
    assert facts.roles_at("b.py", 20, 30, "storage") == frozenset()
    assert facts.roles_at("a.py", 21, 29, "storage") == frozenset()


@given(st.lists(FACT, max_size=60))
def test_merging_loses_no_range_no_node_and_no_role(stated: list[NewFact]) -> None:
    """Whatever is merged, every cited range, node and role is still in the list shown."""
    facts = Facts(stated)
    rows = facts.all()
    shown = {(row.path, span) for row in rows for span in row.spans}
    assert shown == {(item.path, Span(item.start, item.end)) for item in stated}
    assert {node for row in rows for node in row.nodes} == {item.node_id for item in stated} - {""}
    assert {role for row in rows for role in row.roles} == {item.role for item in stated} - {""}
    assert len(rows) <= max(MERGE_ABOVE, len({item.path for item in stated}))
