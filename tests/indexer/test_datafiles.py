"""Tables that ship with the packages, and what is said when one is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.datafiles import load_table
from indexer.errors import DataFileError
from indexer.files import skip


def test_a_table_is_a_mapping(tmp_path: Path) -> None:
    """A well-formed file gives its mapping."""
    (tmp_path / "t.yaml").write_text("a: [1, 二]\n", encoding="utf-8")
    assert load_table(tmp_path / "t.yaml") == {"a": [1, "二"]}


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"a: 1\nb: [1, 2\nc: 3\n", ":3:"), (b"- just\n- a list\n", ":1:"), (b"", ":1:"), (b"a: \xff\n", "")],
)
def test_a_broken_table_is_named(tmp_path: Path, content: bytes, line: str) -> None:
    """The error names the file, and the line where there is one; it has a next step."""
    (tmp_path / "broken.yaml").write_bytes(content)
    with pytest.raises(DataFileError, match=f"broken.yaml{line}") as caught:
        load_table(tmp_path / "broken.yaml")
    assert "\n" not in str(caught.value)
    assert caught.value.next_step


def test_a_table_cannot_make_objects(tmp_path: Path) -> None:
    """YAML tags that call Python are errors."""
    (tmp_path / "t.yaml").write_text("a: !!python/object/apply:os.getcwd []\n")
    with pytest.raises(DataFileError):
        load_table(tmp_path / "t.yaml")


@pytest.mark.parametrize(
    "table", sorted(Path(skip.__file__).parent.glob("*.yaml")), ids=lambda path: path.name
)
def test_every_shipped_table_is_well_formed(table: Path) -> None:
    """No table has a word that YAML takes for a boolean or a date in a list of names."""

    def lists(value: object) -> list[object]:
        if isinstance(value, dict):
            return [item for inner in value.values() for item in lists(inner)]
        return (
            [item for inner in value for item in (lists(inner) or [inner])] if isinstance(value, list) else []
        )

    assert not [item for item in lists(load_table(table)) if isinstance(item, bool)]


def test_every_reason_is_explained() -> None:
    """Each skip reason has a sentence for people."""
    for reason in skip.SkipReason:
        assert reason.explanation.endswith(".")
