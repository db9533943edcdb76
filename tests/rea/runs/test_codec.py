"""Tests of the JSON form of records, and of the published schema."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from rea.answer import Answer, Citation
from rea.runs.codec import from_json, to_json
from rea.schema import answer_schema
from tests.rea.samples import absent, chinese, hostile, sample

SCHEMA = Path(__file__).parents[3] / "docs" / "answer.schema.json"
ANSWERS = [sample(), chinese(), absent(), hostile()]


@pytest.mark.parametrize("answer", ANSWERS, ids=["sample", "chinese", "absent", "hostile"])
def test_answers_survive_the_way_to_json_and_back(answer: Answer) -> None:
    """Nothing of an answer is lost or changed."""
    assert from_json(Answer, to_json(answer)) == answer


@pytest.mark.parametrize("answer", ANSWERS, ids=["sample", "chinese", "absent", "hostile"])
def test_answers_fit_the_published_schema(answer: Answer) -> None:
    """What `rea ask --json` prints is what docs/answer.schema.json describes."""
    jsonschema.validate(json.loads(to_json(answer)), json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_the_published_schema_is_that_of_the_records(accept: bool) -> None:
    """The schema file is generated: `pytest --accept` writes it anew after a change of the records."""
    text = json.dumps(answer_schema(), indent=2, ensure_ascii=False) + "\n"
    if accept:
        SCHEMA.write_text(text, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == text


def test_the_schema_refuses_an_unknown_status() -> None:
    """The schema is strict enough to tell a wrong answer from a right one."""
    wrong = {**json.loads(to_json(sample())), "status": "certain"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, answer_schema())


def test_the_promised_keys_are_there() -> None:
    """The keys other programs rely on."""
    value = json.loads(to_json(sample()))
    promised = {
        "status",
        "interpretation",
        "conclusion",
        "flow",
        "tables",
        "risks",
        "evidence",
        "files_read",
        "missing",
        "stamp",
    }
    assert promised <= value.keys()
    assert {"path", "start", "end", "verdict"} <= value["flow"][0]["evidence"][0].keys()


def test_half_a_surrogate_pair_can_be_written() -> None:
    """An undecodable byte in a text becomes an escape, never a crash on output."""
    text = to_json(Citation("a\udcff.py", 1, 1))
    assert text.encode("utf-8")
    assert from_json(Citation, text).path == "a\udcff.py"


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"path": 1}', "nonsense"])
def test_what_does_not_fit_is_a_value_error(text: str) -> None:
    """JSON of another shape is refused, not half read."""
    with pytest.raises(ValueError):
        from_json(Citation, text)
