"""What the verbs that answer questions share about models: opening them, and the caps of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rea.errors import UsageError
from rea.semantic.embedder import Server
from rea.settings import ENDPOINT, OFFLINE, Settings

if TYPE_CHECKING:
    from rea.chat.connect import Models
    from rea.loop.limits import Limits


def limits_of(settings: Settings) -> Limits:
    """The caps of a run."""
    from rea.loop.limits import Limits

    return Limits(
        turns=settings.max_turns,
        files=settings.max_files,
        seconds=settings.max_seconds,
        tool_calls=settings.max_tool_calls,
        tokens=settings.max_tokens_total,
        cost=settings.max_cost,
    )


@contextmanager
def opened_models(settings: Settings, folder: Path) -> Iterator[Models | None]:
    """The models that are named, None offline. `folder` is the user's configuration folder."""
    if settings.model == OFFLINE:
        if settings.record:
            raise UsageError(
                "There is nothing to record without a model.", next_step="Name one with --model."
            )
        yield None
        return
    from rea.chat.connect import connect

    models = connect(settings, folder)
    try:
        yield models
    finally:
        models.close()


def notices(models: Models | None, settings: Settings) -> Iterator[str]:
    """What a user is told before anything is sent."""
    if models is None:
        if settings.semantic.startswith(ENDPOINT):
            yield from vector_notices(settings)
        return
    if not models.hosts:
        return
    yield f"Questions and parts of this repository are sent to {', '.join(models.hosts)} ({settings.model})."
    yield from _about_address(settings)
    if settings.max_cost and not models.priced:
        yield "The price of this model is not known, so --max-cost cannot be kept: use --max-tokens-total."


def vector_notices(settings: Settings) -> Iterator[str]:
    """What a user is told before texts are sent to have vectors made of them."""
    host = urlsplit(settings.base_url).netloc.rpartition("@")[2]
    model = settings.semantic.removeprefix(ENDPOINT)
    yield f"Questions and parts of this repository are sent to {host} (vectors of {model})."
    yield from _about_address(settings)


def _about_address(settings: Settings) -> Iterator[str]:
    local = urlsplit(settings.base_url).hostname in ("localhost", "127.0.0.1", "::1")
    if settings.base_url.startswith("http://") and settings.api_key.value and not local:
        yield "The address begins with http://, so text and key travel unencrypted."


def vector_server(settings: Settings, notice: Callable[[str], None] | None = None) -> Server:
    """Who makes vectors if the settings name a model for them; `notice` is told when it fails."""
    server = Server(settings.base_url, settings.api_key, settings.silence)
    return server if notice is None else replace(server, notice=notice)
