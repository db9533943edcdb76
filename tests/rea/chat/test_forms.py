"""Tests of the forms: slips of form are put right, what is missing is named in words for the model."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rea.chat.forms import MOST_ROWS, AnswerForm, NoteForm, PlanForm, as_object, filled_in

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "conclusion",
    [
        "It signs.",
        ["It signs."],
        {"text": "It signs."},
        [{"text": "It signs.", "evidence": None}],
        '[{"text": "It signs."}]',
    ],
)
def test_a_sentence_may_come_in_many_forms(conclusion: object) -> None:
    """Text, object, list, a list written as a string: it is the same sentence."""
    form = filled_in(AnswerForm, {"conclusion": conclusion})
    assert isinstance(form, AnswerForm)
    assert [sentence.text for sentence in form.conclusion] == ["It signs."]
    assert form.status == "answered"


@pytest.mark.parametrize(
    "evidence", ["a.py:1-2", ["a.py:1-2"], {"at": "a.py:1-2"}, [{"at": "a.py:1-2", "x": 1}]]
)
def test_a_place_may_come_in_many_forms(evidence: object) -> None:
    """Bare, in a list, as an object, with fields nobody asked for."""
    form = filled_in(AnswerForm, {"conclusion": {"text": "x", "evidence": evidence}})
    assert isinstance(form, AnswerForm)
    assert [place.at for place in form.conclusion[0].evidence] == ["a.py:1-2"]


def test_what_is_missing_is_named_with_its_place() -> None:
    """A model can mend what it is told; it is told no more than four things."""
    assert filled_in(NoteForm, {"facts": [{"text": "x"}]}) == ("facts.0.at: Field required",)
    unknown = filled_in(AnswerForm, {"conclusion": "x", "status": "done"})
    assert isinstance(unknown, tuple) and unknown[0].startswith("status: Input should be")
    faults = filled_in(NoteForm, {"facts": [{}] * 30})
    assert isinstance(faults, tuple) and len(faults) == 4


def test_lists_have_an_end() -> None:
    """A model that runs wild does not fill the answer: rows beyond sixty are dropped."""
    form = filled_in(AnswerForm, {"conclusion": ["x"] * 5_000})
    assert isinstance(form, AnswerForm) and len(form.conclusion) == MOST_ROWS


def test_texts_are_one_harmless_line() -> None:
    """Neither line breaks nor escapes of a terminal get into a form."""
    form = filled_in(AnswerForm, {"conclusion": "one\n\x1b[2Jtwo"})
    assert isinstance(form, AnswerForm)
    assert "\x1b" not in form.conclusion[0].text and "\n" not in form.conclusion[0].text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ("", {}),
        ('"{\\"a\\": 1}"', {"a": 1}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
        ("[1]", None),
        ("{not json", None),
        ("[" * 100_000, None),
    ],
)
def test_arguments_are_an_object_or_nothing(text: str, value: object) -> None:
    """Also as a string that holds one; no depth of brackets is an error."""
    assert as_object(text) == value


@given(json_values)
def test_no_arguments_are_an_error(value: object) -> None:
    """Whatever JSON a model hands in, there is a form or there are faults."""
    for form in (AnswerForm, NoteForm, PlanForm):
        made = filled_in(form, value)
        assert isinstance(made, form) or (isinstance(made, tuple) and made)
    made_object = as_object(json.dumps(value))
    assert made_object is None or isinstance(made_object, dict)
