"""What the verbs that answer questions share about models: opening them, and the caps of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import UsageError
from rea.settings import OFFLINE, Settings

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
    if models is None or not models.hosts:
        return
    yield f"Questions and parts of this repository are sent to {', '.join(models.hosts)} ({settings.model})."
    local = models.main.host.split(":")[0] in ("localhost", "127.0.0.1", "::1")
    if settings.base_url.startswith("http://") and settings.api_key.value and not local:
        yield "The address begins with http://, so text and key travel unencrypted."
    if settings.max_cost and not models.priced:
        yield "The price of this model is not known, so --max-cost cannot be kept: use --max-tokens-total."
