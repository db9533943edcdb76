"""Vectors from an OpenAI-compatible server that the user has named. Texts come with secrets blanked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rea.chat.faults import judged
from rea.chat.line import Line, Patience, Refusal
from rea.errors import BadReply, UsageError, WrongKey
from rea.settings import OPENAI

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rea.semantic.embedder import Server

# Texts of one request. A server that takes fewer, or fewer tokens, says so: the batch is then halved.
BATCH = 128
# Characters sent of a text; local servers take 512 tokens of one, and a Chinese character is more than one.
CHARACTERS, DENSE_CHARACTERS = 600, 250
TOO_MUCH = (400, 413, 422)
PATH = "/embeddings"


class EndpointModel:
    """A model behind `/embeddings`. It is taken to understand every language.

    ModelError when the server fails after its retries, or when what it sends are no vectors of one length.
    """

    languages: tuple[str, ...] = ("",)

    def __init__(self, model: str, server: Server) -> None:
        if not model:
            raise UsageError("No model for vectors is named.", next_step="Write endpoint:MODEL.")
        if not server.api_key.value and server.base_url == OPENAI:
            raise WrongKey("There is no key for api.openai.com.")
        self._model = model
        self._line = Line(server.base_url, server.api_key, Patience(silence=server.silence))
        self._batch = BATCH
        self._length = 0
        self.name = f"{model}@{self._line.host}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; texts are cut at some 200 tokens."""
        from indexer.arrays import np

        rows: list[list[float]] = []
        cut = [_cut(text) for text in texts]
        try:
            while len(rows) < len(cut):
                rows += self._asked(cut[len(rows) : len(rows) + self._batch])
        finally:
            # Between two calls a question is answered: nothing is kept open that long.
            self._line.close()
        if not rows:
            return np.empty((0, 0), np.float32)
        made = np.array(rows, np.float32)
        return np.asarray(made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9))

    def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of the texts; none when the server wants smaller batches, which are then made."""
        try:
            reply = self._line.post(PATH, {"model": self._model, "input": texts})
        except Refusal as refusal:
            said = refusal.said
            about_model = said.means("model") or self._model in said.text
            if len(texts) > 1 and said.status in TOO_MUCH and not about_model:
                self._batch = (len(texts) + 1) // 2
                return []
            if said.status in (404, 405) and not about_model:
                text = f"{self._line.host} has no embeddings at this address ({said.status})."
                raise BadReply(text) from None
            raise judged(said, self._model, self._line.host) from None
        return self._vectors(reply, len(texts))

    def _vectors(self, reply: object, count: int) -> list[list[float]]:
        """The vectors of a reply in the order of their texts."""
        data = reply.get("data") if isinstance(reply, Mapping) else None
        rows = [row for row in data if isinstance(row, Mapping)] if isinstance(data, list) else []
        numbers = [row.get("index") for row in rows]
        if sorted(n for n in numbers if isinstance(n, int)) == list(range(count)):
            rows.sort(key=lambda row: int(row["index"]))
        found = [_numbers(row.get("embedding")) for row in rows]
        self._length = self._length or (len(found[0]) if found else 0)
        if len(found) != count or not self._length or {len(row) for row in found} != {self._length}:
            raise BadReply(
                f"{self._line.host} did not send one vector of one length for each text.",
                next_step=f"Is {self._model} a model for embeddings, one that pools its tokens?",
            )
        return found


def _numbers(value: object) -> list[float]:
    """A vector as sent; empty when it is none."""
    if not isinstance(value, list):
        return []
    good = all(isinstance(n, int | float) and not isinstance(n, bool) and math.isfinite(n) for n in value)
    return [float(n) for n in value] if good else []


def _cut(text: str) -> str:
    """The beginning of a text, as much as every server takes. Not empty, which some refuse."""
    return (text[:CHARACTERS] if text.isascii() else text[:DENSE_CHARACTERS]) or "-"
