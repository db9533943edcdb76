"""Tests of reading lexicon files: layout, extension, mistakes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import rea.lexicon
from indexer.errors import DataFileError
from rea.lexicon import Lexicon, load_lexicon
from rea.lexicon.loading import read_concepts
from rea.lexicon.plainform import read_plain

FOLDER = Path(rea.lexicon.__file__).parent
FILES = sorted(FOLDER.glob("*.yaml"))


def _found(lexicon: Lexicon, question: str) -> list[tuple[str, str]]:
    return [(match.concept.name, question[match.start : match.end]) for match in lexicon.match(question)]


def _write(folder: Path, text: str, name: str = "extra.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_files_have_the_fast_layout_and_mean_the_same_to_yaml() -> None:
    """Each shipped file is read without a YAML parser, with the entries a YAML parser finds."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        plain = read_plain(text)
        assert plain is not None, path.name
        assert plain[0] == yaml.load(text, Loader=yaml.BaseLoader), path.name


@given(
    st.lists(st.text(alphabet="ab 9'\"#:,-[]{}&*!|>?@%=~\\\t./_()+<存", min_size=1, max_size=6), max_size=4)
)
def test_whatever_the_fast_reader_accepts_means_the_same_to_yaml(words: list[str]) -> None:
    """A list the fast reader takes is the list a YAML parser takes from it."""
    text = f"- concept: one\n  en: [{', '.join(words)}]\n"
    plain = read_plain(text)
    if plain is not None:
        assert plain[0] == yaml.load(text, Loader=yaml.BaseLoader)


def test_the_lexicon_is_read_once() -> None:
    """The second call returns the same object."""
    assert load_lexicon() is load_lexicon()


def test_extra_files_add_concepts_and_words(tmp_path: Path) -> None:
    """A user's folder adds new concepts and adds words to known ones, and is read again after an edit."""
    _write(
        tmp_path,
        "# ours\n"
        "- concept: flux_capacitor\n"
        "  en: [time travel]\n"
        "  code:\n    - flux\n    - capacitor\n"
        "- concept: session\n"
        "  en: [stammtisch]\n",
    )
    lexicon = load_lexicon(tmp_path)
    assert _found(lexicon, "travel of time") == [("flux_capacitor", "travel of time")]
    assert lexicon.concept("flux_capacitor").code == ("flux", "capacitor")
    assert _found(lexicon, "the Stammtisch") == [("session", "Stammtisch")]
    assert "cookie" in lexicon.concept("session").code
    _write(tmp_path, "- concept: other_one\n  zh: [时间机器]\n  code: [machine]\n")
    assert _found(load_lexicon(tmp_path), "时间机器") == [("other_one", "时间机器")]
    assert "stammtisch" not in load_lexicon().concept("session").en


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            "- concept: a\n  en: [Upper]\n  code: [x]\n",
            2,
            "en: 'Upper' is not an English phrase in lower case",
        ),
        ("- concept: a\n  en: [\n    fine,\n    no!]\n  code: [x]\n", 4, "'no!'"),
        (
            "- concept: a\n  en: [b]\n  code: [x]\n- concept: a\n  en: [c]\n  code: [x]\n",
            4,
            "already defined",
        ),
        ("- concept: a\n  en: [b]\n  code: [x]\n  colour: [c]\n", 4, "unknown key colour"),
        ("- concept: a\n  en: [b]\n  code: [x]\n  en: [c]\n", 4, "en is given twice"),
        ("\n- en: [b]\n  code: [x]\n", 2, "needs concept"),
        ("- concept: Big\n  en: [b]\n  code: [x]\n", 1, "concept: 'Big' is not a snake_case name"),
        ("# c\n- concept: a\n  en: [b]\n", 2, "no word under code"),
        ("- concept: a\n  code: [x]\n", 1, "no phrase"),
        ("- concept: a\n  zh: [好]\n  code: [x]\n", 2, "two characters or more"),
        ("- concept: a\n  en: [b]\n  code: [x]\n  related: [nowhere]\n", 1, "unknown nowhere"),
        ("- concept: a\n  en: b\n  code: [x]\n", 2, "en must be a list"),
        ("concept: a\n", 1, "the file must be a list"),
        ("- concept: a\n  en: [b\n  code: x]: [\n", 3, ""),
        ("- concept: a\n  en: [[[[[b]]]]]\n  code: [x]\n", 2, "nested too deeply"),
        ("- concept: a\n  en: [&x b, *y]\n  code: [x]\n", 2, "undefined alias"),
    ],
)
def test_a_mistake_is_reported_with_file_and_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    """A mistake in a lexicon file is a DataFileError that names the file, the line and what is wrong."""
    path = _write(tmp_path, text)
    with pytest.raises(DataFileError) as caught:
        load_lexicon(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert said in str(caught.value)


def test_unreadable_files_are_reported(tmp_path: Path) -> None:
    """A missing file, bytes that are no UTF-8 and an over-large file are DataFileErrors."""
    with pytest.raises(DataFileError, match="cannot be read"):
        load_lexicon(tmp_path / "absent.yaml")
    (tmp_path / "bad.yaml").write_bytes(b"- concept: a\n  en: [\xff]\n")
    with pytest.raises(DataFileError, match=r"bad\.yaml:2: not UTF-8"):
        load_lexicon(tmp_path / "bad.yaml")
    (tmp_path / "big.yaml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(DataFileError, match="larger than"):
        load_lexicon(tmp_path / "big.yaml")
    (tmp_path / "deep.yaml").write_bytes(b"[" * 5_000)
    with pytest.raises(DataFileError, match=r"deep\.yaml:1: "):
        load_lexicon(tmp_path / "deep.yaml")


def test_an_empty_file_is_an_empty_lexicon(tmp_path: Path) -> None:
    """A file of comments, and one YAML calls empty, add nothing."""
    assert read_concepts([_write(tmp_path, "# nothing yet\n")], []) == ()
    assert read_concepts([_write(tmp_path, "---\n")], []) == ()


def test_importing_does_nothing_heavy() -> None:
    """Importing the lexicon loads neither PyYAML nor pydantic."""
    code = "import sys, rea.lexicon; print('yaml' in sys.modules, 'pydantic' in sys.modules)"
    root = FOLDER.parent.parent
    shown = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["False", "False"]
